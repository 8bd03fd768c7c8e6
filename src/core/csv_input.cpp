#include "core/csv_input.hpp"

#include <algorithm>
#include <cctype>

namespace drivewear {
namespace {

std::string trimmed(const std::string& text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string::npos) return "";
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::vector<CsvRow> rows() {
        std::vector<CsvRow> rows;
        while (at_ < text_.size()) {
            CsvRow row = next_row();
            const bool blank = row.fields.size() == 1 && row.fields[0].empty();
            if (!blank) rows.push_back(std::move(row));
        }
        return rows;
    }

private:
    CsvRow next_row() {
        CsvRow row{.line = line_, .fields = {}};
        std::string field;
        bool quoted = false;
        while (at_ < text_.size()) {
            const char c = text_[at_++];
            if (c == '\n') ++line_;
            if (quoted) {
                if (c != '"') {
                    field += c;
                } else if (at_ < text_.size() && text_[at_] == '"') {
                    field += text_[at_++];
                } else {
                    quoted = false;
                }
            } else if (c == '"' && trimmed(field).empty()) {
                field.clear();
                quoted = true;
            } else if (c == ',') {
                row.fields.push_back(trimmed(field));
                field.clear();
            } else if (c == '\n') {
                break;
            } else if (c != '\r') {
                field += c;
            }
        }
        row.fields.push_back(trimmed(field));
        return row;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

}  // namespace

std::optional<std::size_t> CsvTable::column(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
        const auto found = std::find(header.begin(), header.end(), name);
        if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
    }
    return std::nullopt;
}

CsvTable read_csv(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.substr(0, 3) == byte_order_mark) text.remove_prefix(3);
    CsvTable table;
    table.rows = Reader(text).rows();
    if (table.rows.empty()) return table;
    table.header = std::move(table.rows.front().fields);
    table.rows.erase(table.rows.begin());
    for (std::string& name : table.header) {
        for (char& c : name)
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return table;
}

std::optional<std::string> field(const CsvRow& row, std::optional<std::size_t> column) {
    if (!column || *column >= row.fields.size() || row.fields[*column].empty()) return std::nullopt;
    return row.fields[*column];
}

}  // namespace drivewear
