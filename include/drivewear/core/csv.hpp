// Comma-separated values as RFC 4180 has them: quoted fields may hold commas, doubled quotes and
// line breaks. CRLF and a byte order mark are taken as well.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drivewear {

/// One record and where it begins.
struct CsvRecord {
    std::size_t line = 0;             ///< line of the file it begins on, counted from 1
    std::vector<std::string> fields;  ///< without quotes; never empty
};

/// Reads records one after another. The text must outlive the reader.
class CsvReader {
public:
    /// `name` is what errors call the text: a file name.
    CsvReader(std::string_view text, std::string name);

    /// Nothing at the end. Blank lines are skipped. Throws ValidationError for a quote that is not
    /// closed or followed by more than the field's end.
    std::optional<CsvRecord> next();

private:
    std::string read_field(std::size_t line);
    [[noreturn]] void refuse(std::size_t line, std::string found, std::string expected) const;

    std::string_view rest_;
    std::string name_;
    std::size_t line_ = 1;
};

/// A header and its records, as people and spreadsheets write them: blanks around fields do not
/// count, and neither does the case of the header.
struct CsvTable {
    std::vector<std::string> header;  ///< lower case
    std::vector<CsvRecord> rows;      ///< blank lines left out; may be shorter than the header

    /// Place of the first of `names` that the header has.
    std::optional<std::size_t> column(std::initializer_list<std::string_view> names) const;
};

/// Reads all of `text`; `name` is what errors call it. Throws as CsvReader does.
CsvTable read_csv(std::string_view text, std::string name);

/// The field of a record, or nothing when the column is absent or the field empty.
std::optional<std::string> field(const CsvRecord& row, std::optional<std::size_t> column);

}  // namespace drivewear
