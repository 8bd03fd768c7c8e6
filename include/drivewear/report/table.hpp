// Tables for a terminal: aligned columns, colours only where they are asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drivewear::report {

enum class Colour { none, good, warning, bad, dim, strong };

/// One cell of a table.
struct Cell {
    std::string text;
    Colour colour = Colour::none;

    Cell(std::string cell_text, Colour cell_colour = Colour::none)
        : text(std::move(cell_text)), colour(cell_colour) {}
    Cell(const char* cell_text) : text(cell_text) {}
};

/// Rows of cells under headings. Numbers align right, words left; widths count code points.
class Table {
public:
    explicit Table(std::vector<std::string> headings) : headings_(std::move(headings)) {}

    void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
    bool empty() const { return rows_.empty(); }
    /// `coloured` puts ANSI escapes round the cells that have a colour.
    std::string to_text(bool coloured) const;

private:
    std::vector<std::string> headings_;
    std::vector<std::vector<Cell>> rows_;
};

/// `text` in `colour` when `coloured`.
std::string paint(std::string_view text, Colour colour, bool coloured);

/// `value` with `digits` significant digits and thousands commas: "26,740.34", "0.34979".
std::string readable(double value, int digits = 6);

/// `text` broken between words to lines of at most `width` characters, each led by `indent`.
std::string wrap(std::string_view text, std::size_t width, std::string_view indent);

/// A blank line, `heading` and the lines under it, wrapped and led by dashes; nothing without
/// lines.
std::string bullets(std::string_view heading, const std::vector<std::string>& lines);

}  // namespace drivewear::report
