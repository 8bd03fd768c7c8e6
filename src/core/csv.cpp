#include "drivewear/core/csv.hpp"

#include <algorithm>
#include <cctype>

#include "drivewear/core/errors.hpp"

namespace drivewear {
namespace {

constexpr std::string_view blanks = " \t";

void trim(std::string& text) {
    text.erase(0, text.find_first_not_of(blanks));
    text.erase(text.find_last_not_of(blanks) + 1);
}

bool is_blank(const CsvRecord& record) {
    return record.fields.size() == 1 && record.fields.front().empty();
}

}  // namespace

CsvReader::CsvReader(std::string_view text, std::string name)
    : rest_(text), name_(std::move(name)) {
    // Spreadsheets lead UTF-8 files with a byte order mark.
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (rest_.starts_with(mark)) rest_.remove_prefix(mark.size());
}

void CsvReader::refuse(std::size_t line, std::string found, std::string expected) const {
    throw ValidationError(
        {{name_, "line " + std::to_string(line), std::move(found), std::move(expected)}});
}

std::optional<CsvRecord> CsvReader::next() {
    while (!rest_.empty() && (rest_.front() == '\n' || rest_.starts_with("\r\n"))) {
        rest_.remove_prefix(rest_.front() == '\n' ? 1 : 2);
        ++line_;
    }
    if (rest_.empty()) return std::nullopt;
    CsvRecord record{line_, {}};
    for (;;) {
        record.fields.push_back(read_field(record.line));
        if (rest_.empty() || rest_.front() != ',') break;
        rest_.remove_prefix(1);
    }
    if (rest_.starts_with("\r\n")) rest_.remove_prefix(1);
    if (!rest_.empty()) {
        rest_.remove_prefix(1);
        ++line_;
    }
    return record;
}

std::string CsvReader::read_field(std::size_t line) {
    const std::size_t begin = rest_.find_first_not_of(blanks);
    if (begin != std::string_view::npos && rest_[begin] == '"') rest_.remove_prefix(begin);
    if (rest_.empty() || rest_.front() != '"') {
        const std::size_t end = std::min(rest_.find_first_of(",\n"), rest_.size());
        std::string_view field = rest_.substr(0, end);
        rest_.remove_prefix(end);
        if (field.ends_with('\r') && (rest_.empty() || rest_.front() == '\n')) {
            field.remove_suffix(1);
        }
        return std::string(field);
    }
    std::string field;
    rest_.remove_prefix(1);
    for (;;) {
        const std::size_t quote = rest_.find('"');
        if (quote == std::string_view::npos) {
            refuse(line, "a quoted field without its end", "'\"' at its end");
        }
        const std::string_view part = rest_.substr(0, quote);
        line_ += static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
        field += part;
        rest_.remove_prefix(quote + 1);
        if (!rest_.starts_with('"')) break;
        field += '"';
        rest_.remove_prefix(1);
    }
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    const bool ends =
        rest_.empty() || rest_.front() == ',' || rest_.front() == '\n' || rest_.starts_with("\r\n");
    if (!ends) {
        refuse(line, "'" + std::string(1, rest_.front()) + "' after a quoted field",
               "a comma or the line's end");
    }
    return field;
}

std::optional<std::size_t> CsvTable::column(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
        const auto found = std::find(header.begin(), header.end(), name);
        if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
    }
    return std::nullopt;
}

CsvTable read_csv(std::string_view text, std::string name) {
    CsvReader reader(text, std::move(name));
    CsvTable table;
    while (std::optional<CsvRecord> record = reader.next()) {
        for (std::string& field : record->fields)
            trim(field);
        if (is_blank(*record)) continue;
        if (table.header.empty()) {
            table.header = std::move(record->fields);
        } else {
            table.rows.push_back(std::move(*record));
        }
    }
    for (std::string& title : table.header) {
        for (char& c : title)
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return table;
}

std::optional<std::string> field(const CsvRecord& row, std::optional<std::size_t> column) {
    if (!column || *column >= row.fields.size() || row.fields[*column].empty()) return std::nullopt;
    return row.fields[*column];
}

}  // namespace drivewear
