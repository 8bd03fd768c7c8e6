#include "drivewear/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace drivewear::report {
namespace {

std::size_t width_of(std::string_view text) {
    // Continuation bytes of UTF-8 take no column.
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

bool looks_numeric(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789.,+-%xeE ") == std::string_view::npos;
}

std::string padded(std::string_view text, std::size_t width, bool right) {
    const std::string blanks(width - std::min(width, width_of(text)), ' ');
    return right ? blanks + std::string(text) : std::string(text) + blanks;
}

void strip_trailing_blanks(std::string& line) {
    line.erase(line.find_last_not_of(' ') + 1);
    line += '\n';
}

}  // namespace

std::string paint(std::string_view text, Colour colour, bool coloured) {
    if (!coloured || colour == Colour::none) return std::string(text);
    constexpr std::string_view codes[] = {"0", "32", "33", "31;1", "2", "1"};
    return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<int>(colour)], text);
}

std::string Table::to_text(bool coloured) const {
    const std::size_t columns = headings_.size();
    std::vector<std::size_t> widths(columns);
    std::vector<bool> right(columns, !rows_.empty());
    for (std::size_t c = 0; c < columns; ++c) {
        widths[c] = width_of(headings_[c]);
        for (const auto& row : rows_) {
            if (c >= row.size()) continue;
            widths[c] = std::max(widths[c], width_of(row[c].text));
            if (!row[c].text.empty() && row[c].text != "-" && !looks_numeric(row[c].text)) {
                right[c] = false;
            }
        }
    }
    std::string line;
    for (std::size_t c = 0; c < columns; ++c) {
        line += (c ? "  " : "") +
                paint(padded(headings_[c], widths[c], right[c]), Colour::dim, coloured);
    }
    strip_trailing_blanks(line);
    std::string text = std::move(line);
    for (const auto& row : rows_) {
        line.clear();
        for (std::size_t c = 0; c < std::min(columns, row.size()); ++c) {
            line += (c ? "  " : "") +
                    paint(padded(row[c].text, widths[c], right[c]), row[c].colour, coloured);
        }
        strip_trailing_blanks(line);
        text += line;
    }
    return text;
}

std::string readable(double value, int digits) {
    if (!std::isfinite(value)) return "-";
    const double magnitude = std::abs(value);
    if (magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e15)) {
        return fmt::format("{:.{}g}", value, digits);
    }
    const int whole_digits = magnitude >= 1 ? static_cast<int>(std::log10(magnitude)) + 1 : 0;
    const int leading_zeros = magnitude > 0 && magnitude < 1
                                  ? static_cast<int>(-std::floor(std::log10(magnitude))) - 1
                                  : 0;
    std::string text =
        fmt::format("{:.{}f}", value, std::max(0, digits - whole_digits + leading_zeros));
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    const std::size_t end = std::min(text.find('.'), text.size());
    const std::size_t begin = text[0] == '-' ? 1 : 0;
    for (std::size_t at = end; at > begin + 3;) {
        at -= 3;
        text.insert(at, 1, ',');
    }
    return text;
}

std::string wrap(std::string_view text, std::size_t width, std::string_view indent) {
    std::string lines;
    std::string line(indent);
    std::size_t words = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        if (words > 0 && width_of(line) + 1 + width_of(word) > width) {
            lines += line + '\n';
            line = indent;
            words = 0;
        }
        if (words++ > 0) line += ' ';
        line += word;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines + line + '\n';
}

std::string bullets(std::string_view heading, const std::vector<std::string>& lines) {
    if (lines.empty()) return {};
    std::string text = "\n" + std::string(heading) + "\n";
    for (const std::string& line : lines) {
        std::string wrapped = wrap(line, 98, "    ");
        wrapped[2] = '-';
        text += wrapped;
    }
    return text;
}

}  // namespace drivewear::report
