// The plan report as a workbook. Inputs are cells; the chain is formulas over them, so that a
// reader can change an input and watch the verdict move.
#include <fmt/format.h>
#include <xlsxwriter.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/report/plan_report.hpp"
#include "report/scratch_file.hpp"

namespace drivewear::report {
namespace {

class Workbook {
public:
    explicit Workbook(const std::string& path) : book_(workbook_new(path.c_str())) {
        if (book_ == nullptr) throw IoError("cannot start the workbook");
        strong_ = workbook_add_format(book_);
        format_set_bold(strong_);
        input_ = workbook_add_format(book_);
        format_set_bg_color(input_, 0xFFF2CC);
        wrapped_ = workbook_add_format(book_);
        format_set_text_wrap(wrapped_);
    }

    lxw_worksheet* add_sheet(const char* name, const std::vector<double>& widths) const {
        lxw_worksheet* sheet = workbook_add_worksheet(book_, name);
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const auto column = static_cast<lxw_col_t>(i);
            worksheet_set_column(sheet, column, column, widths[i], nullptr);
        }
        return sheet;
    }
    void name_cell(const std::string& name, const std::string& cell) {
        workbook_define_name(book_, name.c_str(), ("=" + cell).c_str());
    }
    void close() {
        const lxw_error error = workbook_close(book_);
        if (error != LXW_NO_ERROR) {
            throw IoError(std::string("cannot write the workbook: ") + lxw_strerror(error));
        }
    }
    lxw_format* strong() const { return strong_; }
    lxw_format* input() const { return input_; }
    lxw_format* wrapped() const { return wrapped_; }

private:
    lxw_workbook* book_;
    lxw_format* strong_;
    lxw_format* input_;
    lxw_format* wrapped_;
};

void put(lxw_worksheet* sheet, std::pair<lxw_row_t, lxw_col_t> at, const Json& value) {
    const auto [row, column] = at;
    if (value.is_number()) {
        worksheet_write_number(sheet, row, column, value.get<double>(), nullptr);
    } else if (!value.is_null()) {
        const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        worksheet_write_string(sheet, row, column, text.c_str(), nullptr);
    }
}

void put_heading(lxw_worksheet* sheet, const std::vector<std::string>& names,
                 const Workbook& book) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        worksheet_write_string(sheet, 0, static_cast<lxw_col_t>(i), names[i].c_str(),
                               book.strong());
    }
    worksheet_freeze_panes(sheet, 1, 0);
}

// Rows of flat records under their keys.
void put_records(lxw_worksheet* sheet, const Json& records, const std::vector<std::string>& keys,
                 const Workbook& book) {
    put_heading(sheet, keys, book);
    lxw_row_t row = 1;
    for (const Json& record : records) {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            put(sheet, {row, static_cast<lxw_col_t>(i)}, record.value(keys[i], Json()));
        }
        ++row;
    }
}

struct Line {
    const char* name;     ///< defined name of the cell
    const char* meaning;  ///< in words, with unit
    Json value;           ///< as computed by the library
    std::string formula;  ///< over other names; empty for an input
};

double multiplier_total(const Json& plan) {
    double product = 1;
    for (const Json& stage : plan.at("host_multipliers"))
        product *= stage.at("factor").get<double>();
    return product;
}

std::vector<Line> input_lines(const Json& data) {
    const Json& plan = data.at("plan");
    const Json& budget = data.at("budget");
    return {{"drives", "drives in the fleet", plan["drives"], ""},
            {"service_years", "years of service", plan["service_years"], ""},
            {"application_tb_per_day", "application writes of the fleet, TB a day, year 1",
             plan["application_tb_per_day"], ""},
            {"host_multiplier", "product of the host multipliers", multiplier_total(plan), ""},
            {"growth", "growth of the writes a year, share",
             plan["growth_percent_per_year"].get<double>() / 100, ""},
            {"duty_cycle", "share of the time that writes", plan["duty_cycle"], ""},
            {"reserve", "share of the limits kept unspent",
             plan["reserve_percent"].get<double>() / 100, ""},
            {"capacity_tb", "capacity of a drive, TB", data["capacity_tb"], ""},
            {"usable_tb", "usable capacity, TB", data["usable_capacity_tb"], ""},
            {"raw_tb", "raw flash, TB", data["raw_capacity_tb"], ""},
            {"rated_tbw_tb", "rated TBW, TB", budget["rated_tbw_tb"], ""},
            {"media_budget_tb", "media budget (P/E cycles x raw), NAND TB",
             budget["media_budget_nand_tb"], ""},
            {"wa", "write amplification of this workload (from the model)", budget["wa"], ""}};
}

std::vector<Line> chain_lines(const Json& data) {
    const Json& budget = data.at("budget");
    return {
        {"host_tb_per_day", "host writes a drive, TB a day, year 1",
         budget["host_tb_per_day_per_drive"],
         "application_tb_per_day*host_multiplier*duty_cycle/drives"},
        {"host_tb_total", "host writes a drive, TB over the service",
         budget["host_tb_total_per_drive"],
         "host_tb_per_day*365*(IF(growth=0,INT(service_years),((1+growth)^INT(service_years)-1)/"
         "growth)"
         "+(1+growth)^INT(service_years)*(service_years-INT(service_years)))"},
        {"required_dwpd", "DWPD needed", budget["required_dwpd"],
         "host_tb_total/(capacity_tb*365*service_years)"},
        {"tbw_used", "rated TBW used, percent", budget["tbw_used_percent"],
         "100*host_tb_total/rated_tbw_tb"},
        {"spare_factor", "spare factor, (raw - usable) / raw", budget["spare_factor"],
         "(raw_tb-usable_tb)/raw_tb"},
        {"over_provision", "over-provision, (raw - usable) / usable, percent",
         budget["over_provision_percent"], "100*(raw_tb-usable_tb)/usable_tb"},
        {"nand_tb_total", "NAND writes a drive, TB over the service",
         budget["nand_tb_total_per_drive"], "host_tb_total*wa"},
        {"pe_cycles", "P/E cycles",
         budget[budget["pe_cycles_given"].is_null() ? "pe_cycles_implied" : "pe_cycles_given"],
         "media_budget_tb/raw_tb"},
        {"predicted_tbw_tb", "predicted TBW of this workload, TB", budget["predicted_tbw_tb"],
         "media_budget_tb/wa"},
        {"margin", "margin beyond use and reserve, points", budget["margin_percent"],
         "100-100*reserve-MAX(tbw_used,100*nand_tb_total/media_budget_tb)"}};
}

void put_lines(Workbook& book, const char* sheet_name, const std::vector<Line>& lines) {
    lxw_worksheet* sheet = book.add_sheet(sheet_name, {26, 52, 18, 60});
    put_heading(sheet, {"name", "what", "value", "formula"}, book);
    lxw_row_t row = 1;
    for (const Line& line : lines) {
        worksheet_write_string(sheet, row, 0, line.name, nullptr);
        worksheet_write_string(sheet, row, 1, line.meaning, nullptr);
        const double value = line.value.is_number() ? line.value.get<double>() : 0;
        if (line.formula.empty()) {
            worksheet_write_number(sheet, row, 2, value, book.input());
        } else {
            worksheet_write_formula_num(sheet, row, 2, ("=" + line.formula).c_str(), nullptr,
                                        value);
            worksheet_write_string(sheet, row, 3, line.formula.c_str(), book.wrapped());
        }
        book.name_cell(line.name, fmt::format("{}!$C${}", sheet_name, row + 1));
        ++row;
    }
}

void put_verdict(Workbook& book, const Json& data) {
    const Json& budget = data.at("budget");
    lxw_worksheet* sheet = book.add_sheet("Verdict", {34, 90});
    const bool fits = budget["verdict"] == "fits";
    worksheet_write_string(sheet, 0, 0, "verdict", book.strong());
    worksheet_write_formula_str(sheet, 0, 1, "=IF(margin>=0,\"fits\",\"does not fit\")",
                                book.strong(), fits ? "fits" : "does not fit");
    lxw_row_t row = 1;
    for (const char* key :
         {"plan_name", "drive_model", "drives", "service_years", "rating_workload", "binding_limit",
          "life_years_tbw", "life_years_media", "wa_source"}) {
        worksheet_write_string(sheet, row, 0, key, nullptr);
        put(sheet, {row++, 1}, budget[key]);
    }
    for (const char* key : {"warnings", "assumptions"}) {
        for (const Json& line : budget[key]) {
            worksheet_write_string(sheet, row, 0, key, nullptr);
            worksheet_write_string(sheet, row++, 1, line.get<std::string>().c_str(),
                                   book.wrapped());
        }
    }
}

// Percentiles of each quantity, then what each input does alone.
void put_uncertainty(const Workbook& book, const Json& unsure) {
    const std::vector<std::string> bars{
        "input", "spread", "margin_percent_at_low", "margin_percent_at_high", "swing_points",
        "low",   "high"};
    lxw_worksheet* sheet = book.add_sheet("Uncertainty", {24, 28, 22, 22, 14, 12, 12});
    put_records(sheet, unsure.at("tornado"), bars, book);
    auto row = static_cast<lxw_row_t>(unsure.at("tornado").size() + 2);
    for (const char* key : {"probability_fits", "probability_fits_standard_error",
                            "uncertainty_draws", "uncertainty_seed"}) {
        worksheet_write_string(sheet, row, 0, key, nullptr);
        put(sheet, {row++, 1}, unsure[key]);
    }
    const std::vector<std::string> columns{"", "p05", "p50", "p95"};
    for (lxw_col_t i = 1; i < 4; ++i)
        worksheet_write_string(sheet, row, i, columns[i].c_str(), book.strong());
    ++row;
    for (const char* name : {"life_years", "tbw_used_percent", "media_used_percent", "failures"}) {
        worksheet_write_string(sheet, row, 0, name, nullptr);
        for (lxw_col_t i = 1; i < 4; ++i)
            put(sheet, {row, i}, unsure[std::string(name) + "_" + columns[i]]);
        ++row;
    }
    for (const Json& line : unsure["assumptions"])
        worksheet_write_string(sheet, row++, 0, line.get<std::string>().c_str(), nullptr);
}

}  // namespace

std::string to_report_xlsx(const Json& data) {
    const ScratchFile file;
    Workbook book(file.path());
    put_verdict(book, data);
    put_lines(book, "Inputs", input_lines(data));
    put_lines(book, "Chain", chain_lines(data));
    put_records(book.add_sheet("Fleet", {14, 20, 14, 14, 20, 14}), data.at("years"),
                {"year", "host_tb_per_drive", "host_tb_p05", "host_tb_p95", "expected_failures",
                 "spares_p95"},
                book);
    put_uncertainty(book, data.at("uncertainty"));
    put_records(book.add_sheet("Alternatives", {32, 14, 14, 14, 14, 14, 14, 14, 14}),
                data.at("rank").at("drives"),
                {"drive_id", "verdict", "margin_percent", "required_dwpd", "rated_dwpd", "wa",
                 "drives_needed", "spares_p95", "energy_kwh"},
                book);
    put_records(book.add_sheet("Sources", {24, 34, 60, 16, 60}), data.at("sources"),
                {"field", "value", "source", "locator", "reason"}, book);
    book.close();
    return read_file(file.path());
}

}  // namespace drivewear::report
