#include "drivewear/report/budget_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "drivewear/report/table.hpp"
#include "drivewear/units/format.hpp"

namespace drivewear::report {
namespace {

using units::in_tb;

Json years_or_null(const std::optional<units::Duration>& life) {
    return life ? number(units::in_years(*life)) : Json(nullptr);
}

std::string years_text(const std::optional<units::Duration>& life) {
    return life ? readable(units::in_years(*life), 4) + " years" : "more than 1,000 years";
}

std::string verdict_line(const plan::Budget& budget, bool coloured) {
    const bool fits = budget.verdict == plan::Verdict::fits;
    const std::string headline = fits ? "FITS" : "DOES NOT FIT";
    const bool rated = budget.binding_limit == plan::Limit::rated_tbw;
    const double used = rated ? budget.tbw_used_percent : budget.media_used_percent;
    const std::string limit =
        rated ? fmt::format("the rated {} TB", readable(in_tb(budget.rating.tbw)))
              : fmt::format("the {} TB predicted for this workload",
                            readable(in_tb(budget.predicted_tbw)));
    const std::string reserve =
        budget.plan.reserve_percent > 0
            ? fmt::format(" beyond the {} % reserve", readable(budget.plan.reserve_percent))
            : "";
    return fmt::format("{}  {} % of {} used, {} points {}{}\n",
                       paint(headline, fits ? Colour::good : Colour::bad, coloured),
                       readable(used, 5), limit, readable(std::abs(budget.margin_percent), 4),
                       budget.margin_percent >= 0 ? "left" : "short", reserve);
}

void add_host_stages(Table& table, const plan::Budget& budget) {
    const plan::Plan& plan = budget.plan;
    double tb_per_day =
        plan.application_rate.value() * units::seconds_per_day / units::bytes_per_tb;
    table.add({"application writes", readable(tb_per_day), "TB/day",
               fmt::format("whole fleet, year 1, {}{} % a year",
                           plan.growth_percent_per_year < 0 ? "" : "+",
                           readable(plan.growth_percent_per_year))});
    for (const plan::HostMultiplier& multiplier : plan.host_multipliers) {
        tb_per_day *= multiplier.factor;
        table.add({"x " + multiplier.stage + " " + readable(multiplier.factor),
                   readable(tb_per_day), "TB/day", ""});
    }
    table.add(
        {"host writes a drive", readable(units::in_tb_per_day(budget.host_rate_per_drive)),
         "TB/day",
         fmt::format("{} drives, duty cycle {}", readable(static_cast<double>(plan.drives), 9),
                     readable(plan.duty_cycle))});
    table.add({"host writes in service", readable(in_tb(budget.host_total_per_drive), 7), "TB",
               fmt::format("{} years, {} DWPD needed", readable(units::in_years(plan.service_life)),
                           readable(budget.required_dwpd, 5))});
}

void add_limits(Table& table, const plan::Budget& budget) {
    table.add({"rated TBW", readable(in_tb(budget.rating.tbw)), "TB",
               fmt::format("{} DWPD for {} years; {}", readable(budget.rating.dwpd, 4),
                           readable(budget.rating.warranty_years), budget.rating.workload)});
    table.add({"life by rated TBW", years_text(budget.life_by_tbw), "", ""});
}

void add_nand_stages(Table& table, const plan::Budget& budget) {
    table.add({"x write amplification", readable(budget.wa.total.value(), 5), "",
               fmt::format("{}; spare factor {}, over-provision {} %", budget.wa.model,
                           readable(budget.spare_factor.value(), 4),
                           readable(100 * budget.spare_factor.over_provision(), 4))});
    table.add(
        {"NAND writes in service", readable(in_tb(budget.nand_total_per_drive), 7), "TB", ""});
    table.add({"media budget", readable(in_tb(budget.media_budget), 7), "TB",
               fmt::format("{} P/E cycles {} x {} raw",
                           readable(budget.pe_cycles_implied ? *budget.pe_cycles_implied
                                                             : *budget.plan.pe_cycles,
                                    5),
                           budget.pe_cycles_implied ? "implied by the ratings" : "given",
                           units::format_capacity(budget.raw_capacity))});
    table.add({"predicted TBW", readable(in_tb(budget.predicted_tbw), 6), "TB",
               "media budget / write amplification of this workload"});
    table.add({"life by media", years_text(budget.life_by_media), "", ""});
}

void add_fleet(Table& table, const plan::Budget& budget) {
    if (budget.afr_percent) {
        table.add({"expected failures", readable(budget.expected_failures.value_or(0), 4), "drives",
                   fmt::format("AFR {} % at {} C, failed drives replaced",
                               readable(*budget.afr_percent, 5),
                               readable(units::in_celsius(budget.plan.temperature)))});
    }
    if (budget.spares_p95) {
        table.add({"spares", std::to_string(*budget.spares_p95), "drives",
                   "enough with 95 % probability"});
    }
    if (budget.energy) {
        table.add({"energy", readable(units::in_kilowatt_hours(*budget.energy), 6), "kWh",
                   "drives only, without cooling"});
    }
}

std::string list(std::string_view title, const std::vector<std::string>& lines) {
    if (lines.empty()) return "";
    std::string text = fmt::format("\n{}\n", title);
    for (const std::string& line : lines) {
        std::string wrapped = wrap(line, 98, "    ");
        wrapped[2] = '-';
        text += wrapped;
    }
    return text;
}

}  // namespace

std::string name_of(plan::Limit limit) {
    return limit == plan::Limit::rated_tbw ? "rated_tbw" : "media";
}

std::string name_of(plan::Verdict verdict) {
    return verdict == plan::Verdict::fits ? "fits" : "does_not_fit";
}

Json to_json(const plan::Budget& budget) {
    return Json{
        {"schema", "drivewear.budget/1"},
        {"plan_name", budget.plan.name},
        {"drive_id", budget.drive_id},
        {"drive_model", budget.drive_model},
        {"drives", budget.plan.drives},
        {"service_years", number(units::in_years(budget.plan.service_life))},
        {"host_multiplier_total", number(budget.plan.host_multiplier_total())},
        {"host_tb_per_day_per_drive", number(units::in_tb_per_day(budget.host_rate_per_drive))},
        {"host_tb_total_per_drive", number(in_tb(budget.host_total_per_drive))},
        {"required_dwpd", number(budget.required_dwpd)},
        {"rated_dwpd", number(budget.rating.dwpd)},
        {"rated_tbw_tb", number(in_tb(budget.rating.tbw))},
        {"rating_workload", budget.rating.workload},
        {"warranty_years", number(budget.rating.warranty_years)},
        {"tbw_used_percent", number(budget.tbw_used_percent)},
        {"margin_percent", number(budget.margin_percent)},
        {"spare_factor", number(budget.spare_factor.value())},
        {"over_provision_percent", number(100 * budget.spare_factor.over_provision())},
        {"wa", number(budget.wa.total.value())},
        {"wa_source", budget.wa.model + ": " + budget.wa.source},
        {"nand_tb_total_per_drive", number(in_tb(budget.nand_total_per_drive))},
        {"pe_cycles_implied", number(budget.pe_cycles_implied)},
        {"pe_cycles_given", number(budget.plan.pe_cycles)},
        {"media_budget_nand_tb", number(in_tb(budget.media_budget))},
        {"predicted_tbw_tb", number(in_tb(budget.predicted_tbw))},
        {"life_years_tbw", years_or_null(budget.life_by_tbw)},
        {"life_years_media", years_or_null(budget.life_by_media)},
        {"binding_limit", name_of(budget.binding_limit)},
        {"verdict", name_of(budget.verdict)},
        {"afr_percent", number(budget.afr_percent)},
        {"expected_failures", number(budget.expected_failures)},
        {"spares_p95", budget.spares_p95 ? Json(*budget.spares_p95) : Json(nullptr)},
        {"energy_kwh",
         budget.energy ? number(units::in_kilowatt_hours(*budget.energy)) : Json(nullptr)},
        {"assumptions", budget.assumptions},
        {"warnings", budget.warnings},
    };
}

std::string to_table(const plan::Budget& budget, bool coloured) {
    std::string text = fmt::format(
        "{}{} x {} for {} years\n", budget.plan.name.empty() ? "" : budget.plan.name + ": ",
        readable(static_cast<double>(budget.plan.drives), 9), budget.drive_model,
        readable(units::in_years(budget.plan.service_life)));
    text += verdict_line(budget, coloured);
    text += list("Warnings", budget.warnings);
    Table table({"stage", "amount", "unit", "how"});
    add_host_stages(table, budget);
    add_limits(table, budget);
    add_nand_stages(table, budget);
    add_fleet(table, budget);
    text += "\n" + table.to_text(coloured);
    text += list("Assumptions", budget.assumptions);
    return text;
}

}  // namespace drivewear::report
