#include "report/xlsx.hpp"

#include <xlsxwriter.h>

#include <algorithm>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "report/scratch_file.hpp"

namespace drivewear::report {
namespace {

constexpr std::size_t widest_column = 48;
constexpr std::size_t narrowest_column = 8;

class Writer {
public:
    explicit Writer(const std::string& path) : workbook_(workbook_new(path.c_str())) {
        heading_ = workbook_add_format(workbook_);
        format_set_bold(heading_);
        format_set_bottom(heading_, LXW_BORDER_THIN);
        whole_ = workbook_add_format(workbook_);
        format_set_num_format(whole_, "0");
    }
    ~Writer() {
        if (workbook_ != nullptr) workbook_close(workbook_);
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void describe(const Workbook& content) {
        lxw_doc_properties properties{};
        // The library keeps the pointers only during the call but takes them as mutable.
        properties.title = const_cast<char*>(content.title.c_str());
        properties.comments = const_cast<char*>(content.comments.c_str());
        properties.created = 1;  // not now: the same content must give the same bytes
        workbook_set_properties(workbook_, &properties);
    }

    void add(const Sheet& sheet) {
        lxw_worksheet* page = workbook_add_worksheet(workbook_, sheet.name.c_str());
        if (page == nullptr) throw DomainError("no sheet can be called '" + sheet.name + "'");
        const auto rows = static_cast<lxw_row_t>(sheet.rows.size());
        for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
            write_column(page, static_cast<lxw_col_t>(c), sheet);
        }
        worksheet_freeze_panes(page, 1, 1);
        if (!sheet.columns.empty()) {
            worksheet_autofilter(page, 0, 0, rows,
                                 static_cast<lxw_col_t>(sheet.columns.size() - 1));
        }
    }

    void close() {
        const lxw_error error = workbook_close(workbook_);
        workbook_ = nullptr;
        if (error != LXW_NO_ERROR) {
            throw IoError(std::string("cannot write the workbook: ") + lxw_strerror(error));
        }
    }

private:
    void write_column(lxw_worksheet* page, lxw_col_t column, const Sheet& sheet) {
        const std::string& name = sheet.columns[column];
        worksheet_write_string(page, 0, column, name.c_str(), heading_);
        std::size_t width = name.size();
        lxw_row_t row = 0;
        for (const Json& record : sheet.rows) {
            ++row;
            const auto cell = record.find(name);
            if (cell == record.end() || cell->is_null()) continue;
            width = std::max(width, cell_text(*cell).size());
            write_cell({page, row, column}, *cell);
        }
        width = std::clamp(width + 2, narrowest_column, widest_column);
        worksheet_set_column(page, column, column, static_cast<double>(width), nullptr);
    }

    struct Place {
        lxw_worksheet* page;
        lxw_row_t row;
        lxw_col_t column;
    };

    void write_cell(const Place& at, const Json& value) {
        if (value.is_boolean()) {
            worksheet_write_boolean(at.page, at.row, at.column, value.get<bool>() ? 1 : 0, nullptr);
        } else if (value.is_number()) {
            lxw_format* format = value.is_number_integer() ? whole_ : nullptr;
            worksheet_write_number(at.page, at.row, at.column, value.get<double>(), format);
        } else if (const std::string text = cell_text(value); !text.empty()) {
            worksheet_write_string(at.page, at.row, at.column, text.c_str(), nullptr);
        }
    }

    lxw_workbook* workbook_;
    lxw_format* heading_ = nullptr;
    lxw_format* whole_ = nullptr;  // all digits of large whole numbers
};

}  // namespace

std::string to_xlsx(const Workbook& workbook) {
    const ScratchFile file;
    Writer writer(file.path());
    writer.describe(workbook);
    for (const Sheet& sheet : workbook.sheets)
        writer.add(sheet);
    writer.close();
    return read_file(file.path());
}

}  // namespace drivewear::report
