#include "drivewear/report/compare_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "drivewear/report/table.hpp"

namespace drivewear::report {
namespace {

using compare::Comparison;
using compare::Quantity;
using compare::Row;
using compare::Tally;
using compare::Verdict;

constexpr std::size_t text_width = 100;

/// What each table of the text is about.
const char* title_of(Quantity quantity) {
    switch (quantity) {
        case Quantity::tbw_ratio:
            return "Sequential / random rated TBW against write amplification";
        case Quantity::random_tbw:
            return "Rated random TBW against sequential TBW / write amplification (the same test)";
        case Quantity::pe_cycles:
            return "P/E cycles by the sequential rating against those by the random one (the same "
                   "test)";
        case Quantity::rating_wa:
            return "Estimated NAND endurance / rated TBW against write amplification";
        case Quantity::request_size:
            return "Ratings of two request sizes against the cost of the indirection unit";
        case Quantity::rated_iops:
            return "Rated random writes against sequential bandwidth / (WA x block)";
        case Quantity::measured_iops:
            return "Measured random writes against measured sequential bandwidth / (WA x block)";
        case Quantity::measured_over_rated:
            return "Measured best against rated steady random writes";
        case Quantity::measured_wa:
            return "Counters against write amplification";
        case Quantity::skew_iops:
            return "Skewed against uniform random writes, one frontier for both";
    }
    return "";
}

Json record_of(const Row& row) {
    Json sources = Json::array();
    for (const auto& place : row.sources)
        sources.push_back({{"source", place.source}, {"locator", place.locator}});
    return {{"drive_id", row.drive_id},
            {"quantity", compare::name_of(row.quantity)},
            {"conditions", row.conditions},
            {"unit", row.unit},
            {"observed", number(row.observed)},
            {"observed_kind", compare::name_of(row.observed_kind)},
            {"predicted", number(row.predicted)},
            {"error_percent", number(row.error_percent)},
            {"verdict", compare::name_of(row.verdict)},
            {"reason", row.reason},
            {"usable_bytes", number(row.usable_bytes)},
            {"sources", sources}};
}

Json record_of(const Tally& tally, const std::vector<Row>& rows) {
    Json worst = nullptr;
    if (tally.worst) {
        const Row& row = rows[*tally.worst];
        worst = {{"drive_id", row.drive_id},
                 {"quantity", compare::name_of(row.quantity)},
                 {"conditions", row.conditions},
                 {"error_percent", number(row.error_percent)},
                 {"verdict", compare::name_of(row.verdict)}};
    }
    return {{"rows", tally.rows},
            {"within_2_percent", tally.within_2_percent},
            {"within_5_percent", tally.within_5_percent},
            {"within_10_percent", tally.within_10_percent},
            {"worst", worst}};
}

Json summary_of(const Comparison& comparison) {
    Json summary = record_of(comparison.summary.all, comparison.rows);
    Json verdicts = Json::object();
    for (const auto& [verdict, rows] : comparison.summary.by_verdict)
        verdicts[std::string(compare::name_of(verdict))] = rows;
    Json quantities = Json::object();
    for (const auto& [quantity, tally] : comparison.summary.by_quantity)
        quantities[std::string(compare::name_of(quantity))] = record_of(tally, comparison.rows);
    summary["by_verdict"] = verdicts;
    summary["by_quantity"] = quantities;
    return summary;
}

Colour colour_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::agrees:
            return Colour::good;
        case Verdict::model_wrong:
            return Colour::bad;
        default:
            return Colour::warning;
    }
}

std::string bullet(const std::string& text) {
    return "  - " + wrap(text, text_width, "    ").substr(4);
}

std::string figure_text(double value, const std::string& unit) {
    if (unit == "IOPS" && value >= 1e6) return fmt::format("{:.2f}M", value / 1e6);
    if (unit == "IOPS") return fmt::format("{:.0f}K", value / 1e3);
    if (unit == "x") return fmt::format("{:.3f}", value);
    return readable(std::round(value), 7);
}

std::string table_of(const Comparison& comparison, Quantity quantity, bool coloured) {
    Table table({"drive", "conditions", "observed", "predicted", "error %", "verdict"});
    for (const Row& row : comparison.rows) {
        if (row.quantity != quantity) continue;
        table.add({row.drive_id,
                   row.conditions,
                   figure_text(row.observed, row.unit),
                   figure_text(row.predicted, row.unit),
                   fmt::format("{:+.1f}", row.error_percent),
                   {std::string(compare::name_of(row.verdict)), colour_of(row.verdict)}});
    }
    return table.to_text(coloured);
}

/// One line for all rows of a drive that share a reason.
std::string reasons_of(const Comparison& comparison, Quantity quantity) {
    std::vector<std::pair<std::string, std::string>> said;  // who, why
    for (const Row& row : comparison.rows) {
        if (row.quantity != quantity || row.verdict == Verdict::agrees) continue;
        const bool is_more = !said.empty() && said.back().second == row.reason &&
                             said.back().first.starts_with(row.drive_id);
        if (is_more)
            said.back().first += "; " + row.conditions;
        else if (row.conditions.empty())
            said.emplace_back(row.drive_id, row.reason);
        else
            said.emplace_back(row.drive_id + ", " + row.conditions, row.reason);
    }
    std::string text;
    for (const auto& [who, why] : said)
        text += bullet(who + ": " + why);
    return text;
}

std::string in_words(const Tally& tally) {
    return fmt::format("{} within 2 %, {} within 5 %, {} within 10 % of {}", tally.within_2_percent,
                       tally.within_5_percent, tally.within_10_percent, tally.rows);
}

std::string summary_text(const Comparison& comparison) {
    const auto& summary = comparison.summary;
    if (summary.all.rows == 0) return "";
    std::string text = "All: " + in_words(summary.all) + "\n";
    for (const auto& [verdict, rows] : summary.by_verdict) {
        if (rows > 0) text += fmt::format("  {:>3}  {}\n", rows, compare::name_of(verdict));
    }
    const Row& worst = comparison.rows[*summary.all.worst];
    text += wrap(fmt::format("Worst: {} {} {}, {:+.1f} % ({})", worst.drive_id,
                             compare::name_of(worst.quantity), worst.conditions,
                             worst.error_percent, compare::name_of(worst.verdict)),
                 text_width, "");
    return text + "--format json gives the sources of every figure.\n";
}

std::string gib(double byte_count) {
    return fmt::format("{} GiB", readable(byte_count / 0x1p30, 5));
}

std::string calibrations_text(const Comparison& comparison) {
    std::string text;
    for (const auto& [drives, from, fit] : comparison.calibrations) {
        text += wrap(
            fmt::format("Calibrated {} from {}: pool {}, base {:.3f}{}, errors {:.1f} % "
                        "rms{}",
                        fmt::join(drives, " and "), from, gib(fit.form.effective_pool_bytes),
                        fit.form.base, fit.base_is_fitted ? " (fitted)" : "", fit.rms_percent,
                        fit.leave_one_out_max_percent ? fmt::format(", at most {:.1f} % left out",
                                                                    *fit.leave_one_out_max_percent)
                                                      : ""),
            text_width, "");
    }
    for (const auto& trial : comparison.buffers) {
        text += wrap(
            fmt::format("Write buffer of {:.3g} MiB on {}: {:.1f} % rms left out against {:.1f} % "
                        "without one: {}",
                        trial.buffer_bytes / 0x1p20, trial.drive_id,
                        trial.with_leave_one_out_rms_percent, trial.without_rms_percent,
                        trial.kept ? "it earns its place" : "left out of the model"),
            text_width, "");
    }
    return text.empty() ? text : text + "\n";
}

Json sources_of(const Comparison& comparison) {
    Json sources = Json::object();
    for (const auto& [id, source] : comparison.sources) {
        sources[id] = {{"title", source.title},
                       {"publisher", source.publisher},
                       {"url", source.url},
                       {"trust", source.trust}};
    }
    return sources;
}

Json record_of(const compare::FittedPoint& point) {
    return {{"place", point.point.place},
            {"usable_bytes", number(point.point.usable_bytes)},
            {"quantity", point.point.write_amplification ? "waf" : "iops"},
            {"observed", number(point.observed)},
            {"predicted", number(point.predicted)},
            {"error_percent", number(point.error_percent)},
            {"left_out_error_percent", number(point.left_out_error_percent)}};
}

}  // namespace

Json to_json(const Comparison& comparison) {
    Json rows = Json::array();
    for (const Row& row : comparison.rows)
        rows.push_back(record_of(row));
    Json document{{"schema", "drivewear.compare/1"},
                  {"rows", rows},
                  {"summary", summary_of(comparison)},
                  {"sources", sources_of(comparison)}};
    if (comparison.calibrations.empty()) return document;
    Json calibrations = Json::array();
    for (const auto& [drives, from, fit] : comparison.calibrations) {
        Json record{{"drive_ids", drives}, {"from", from}};
        record.update(to_json(fit));
        calibrations.push_back(record);
    }
    Json buffers = Json::array();
    for (const auto& trial : comparison.buffers) {
        buffers.push_back(
            {{"drive_id", trial.drive_id},
             {"buffer_bytes", number(trial.buffer_bytes)},
             {"without_rms_percent", number(trial.without_rms_percent)},
             {"with_leave_one_out_rms_percent", number(trial.with_leave_one_out_rms_percent)},
             {"kept", trial.kept}});
    }
    document["calibrations"] = calibrations;
    document["buffers"] = buffers;
    return document;
}

Json to_rows(const Comparison& comparison) {
    Json rows = Json::array();
    for (const Row& row : comparison.rows) {
        Json record = record_of(row);
        Json sources = Json::array();
        for (const auto& place : row.sources) {
            sources.push_back(place.source + (place.locator.empty() ? "" : " " + place.locator));
        }
        record["sources"] = sources;
        rows.push_back(record);
    }
    return rows;
}

std::string to_text(const Comparison& comparison, bool coloured) {
    std::string text;
    for (const auto& [quantity, tally] : comparison.summary.by_quantity) {
        text += paint(title_of(quantity), Colour::strong, coloured) + "\n";
        text += table_of(comparison, quantity, coloured);
        const bool restates = quantity == Quantity::random_tbw || quantity == Quantity::pe_cycles;
        if (!restates) text += reasons_of(comparison, quantity);
        text += "  " + in_words(tally) + "\n\n";
    }
    return text + calibrations_text(comparison) + summary_text(comparison);
}

Json measured_points(const Comparison& comparison) {
    Json points = Json::array();
    for (const Row& row : comparison.rows) {
        const bool is_uniform = row.quantity == Quantity::measured_wa && row.usable_bytes &&
                                row.conditions.starts_with("uniform");
        if (!is_uniform) continue;
        points.push_back({{"usable_capacity_tb", number(*row.usable_bytes / 1e12)},
                          {"wa", number(row.observed)},
                          {"source", row.sources.front().source}});
    }
    return points;
}

Json to_json(const compare::Calibration& calibration) {
    Json points = Json::array();
    for (const auto& point : calibration.points)
        points.push_back(record_of(point));
    return {{"schema", "drivewear.calibration/1"},
            {"effective_pool_bytes", number(calibration.form.effective_pool_bytes)},
            {"base", number(calibration.form.base)},
            {"base_is_fitted", calibration.base_is_fitted},
            {"flash_iops", number(calibration.flash_iops)},
            {"rms_percent", number(calibration.rms_percent)},
            {"leave_one_out_max_percent", number(calibration.leave_one_out_max_percent)},
            {"pool_low_bytes", number(calibration.pool_low_bytes)},
            {"pool_high_bytes", number(calibration.pool_high_bytes)},
            {"band", calibration.band},
            {"points", points},
            {"assumptions", calibration.assumptions}};
}

Json to_rows(const compare::Calibration& calibration) {
    return to_json(calibration).at("points");
}

std::string to_text(const compare::Calibration& calibration, bool coloured) {
    std::string text;
    text += paint(fmt::format("effective pool  {}", gib(calibration.form.effective_pool_bytes)),
                  Colour::strong, coloured);
    text += fmt::format("  ({} to {}; {})\n", gib(calibration.pool_low_bytes),
                        gib(calibration.pool_high_bytes), calibration.band);
    text += fmt::format("base            {:.4f}  {}\n", calibration.form.base,
                        calibration.base_is_fitted ? "fitted" : "given or assumed");
    if (calibration.flash_iops) {
        text += fmt::format("flash           {} programs of 4 KiB a second\n",
                            readable(std::round(*calibration.flash_iops), 7));
    }
    text += fmt::format("errors          {:.2f} % rms", calibration.rms_percent);
    if (calibration.leave_one_out_max_percent) {
        text +=
            fmt::format(", at most {:.2f} % when left out", *calibration.leave_one_out_max_percent);
    }
    text += "\n\n";
    Table table({"point", "usable", "what", "observed", "predicted", "error %", "left out %"});
    for (const auto& point : calibration.points) {
        const bool is_wa = point.point.write_amplification.has_value();
        const std::string unit = is_wa ? "x" : "IOPS";
        table.add({point.point.place, gib(point.point.usable_bytes), is_wa ? "waf" : "iops",
                   figure_text(point.observed, unit), figure_text(point.predicted, unit),
                   fmt::format("{:+.2f}", point.error_percent),
                   point.left_out_error_percent
                       ? fmt::format("{:+.2f}", *point.left_out_error_percent)
                       : std::string("-")});
    }
    text += table.to_text(coloured) + "\nAssumptions\n";
    for (const std::string& assumption : calibration.assumptions)
        text += bullet(assumption);
    return text;
}

}  // namespace drivewear::report
