// Comma-separated text with a header line, as people and spreadsheets write it (RFC 4180 quoting,
// CRLF, byte order mark).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drivewear {

/// One line of data.
struct CsvRow {
    std::size_t line = 0;             ///< line number in the text, from 1
    std::vector<std::string> fields;  ///< blanks at both ends removed
};

/// A header and its rows.
struct CsvTable {
    std::vector<std::string> header;  ///< lower case
    std::vector<CsvRow> rows;         ///< empty lines left out

    /// Place of the first of `names` that the header has.
    std::optional<std::size_t> column(std::initializer_list<std::string_view> names) const;
};

/// Never fails: the structure is what commas and quotes make it, and rows may be short.
CsvTable read_csv(std::string_view text);

/// The field of a row, or nothing when the column is absent or the field empty.
std::optional<std::string> field(const CsvRow& row, std::optional<std::size_t> column);

}  // namespace drivewear
