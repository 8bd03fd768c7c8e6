#include <nlohmann/json.hpp>

#include "drivewear/plan/budget.hpp"
#include "drivewear/plan/explain.hpp"
#include "drivewear/plan/growth.hpp"
#include "drivewear/plan/rank.hpp"
#include "drivewear/plan/shrink.hpp"
#include "drivewear/plan/uncertainty.hpp"
#include "drivewear/report/budget_report.hpp"
#include "drivewear/report/desk_report.hpp"
#include "drivewear/report/plan_report.hpp"
#include "drivewear/report/uncertainty_report.hpp"
#include "drivewear/units/format.hpp"
#include "drivewear/wear/failure.hpp"

namespace drivewear::report {
namespace {

constexpr std::size_t alternatives_shown = 15;

Json plan_inputs(const plan::Plan& plan) {
    Json multipliers = Json::array();
    for (const plan::HostMultiplier& stage : plan.host_multipliers) {
        multipliers.push_back({{"stage", stage.stage}, {"factor", number(stage.factor)}});
    }
    return {{"name", plan.name},
            {"drive", plan.drive},
            {"drives", plan.drives},
            {"service_years", number(units::in_years(plan.service_life))},
            {"application_tb_per_day",
             number(plan.application_rate.value() * units::seconds_per_day / units::bytes_per_tb)},
            {"host_multipliers", multipliers},
            {"growth_percent_per_year", number(plan.growth_percent_per_year)},
            {"duty_cycle", number(plan.duty_cycle)},
            {"workload", workload::to_text(plan.workload)},
            {"usable_capacity", plan.usable_capacity
                                    ? Json(units::format_capacity(*plan.usable_capacity))
                                    : Json(nullptr)},
            {"temperature_c", number(units::in_celsius(plan.temperature))},
            {"reserve_percent", number(plan.reserve_percent)}};
}

// The host writes that 5 % and 95 % of the draws stay below, if service ended at `time`.
void add_band(Json& row, const plan::Budget& budget, const catalog::Drive& drive,
              units::Duration time) {
    plan::Plan shorter = budget.plan;
    shorter.service_life = time;
    const plan::Budget until_then = plan::compute_budget(shorter, drive);
    const plan::Percentiles used = plan::assess_uncertainty(until_then, drive).tbw_used_percent;
    const double rated = units::in_tb(until_then.rating.tbw);
    row["host_tb_p05"] = number(used.p05 / 100 * rated);
    row["host_tb_p95"] = number(used.p95 / 100 * rated);
}

// Cumulative writes and failures at the end of each year of service; year 0 is the start.
Json by_year(const plan::Budget& budget, const catalog::Drive& drive) {
    const plan::GrowingRate rate{.first_year = budget.host_rate_per_drive,
                                 .growth_per_year = budget.plan.growth_percent_per_year / 100};
    const double service = units::in_years(budget.plan.service_life);
    Json years = Json::array();
    for (double year = 0;; year += 1) {
        const double time = std::min(year, service);
        Json row{
            {"year", number(time)},
            {"host_tb_per_drive", number(units::in_tb(rate.written_after(units::years(time))))}};
        if (budget.expected_failures) {
            const double failures = *budget.expected_failures * time / service;
            row["expected_failures"] = number(failures);
            row["spares_p95"] = wear::poisson_spares(failures, 0.95);
        }
        if (time > 0) {
            add_band(row, budget, drive, units::years(time));
        } else {
            row["host_tb_p05"] = row["host_tb_p95"] = 0;
        }
        years.push_back(row);
        if (time >= service) return years;
    }
}

Json uncertainty_of(const plan::Budget& budget, const catalog::Drive& drive) {
    Json record{{"assumptions", Json::array()}};
    add_uncertainty(record, plan::assess_uncertainty(budget, drive));
    return record;
}

Json source_list(const catalog::Drive& drive, const catalog::Catalog& catalog) {
    Json list = Json::array();
    for (const auto& [field, provenance] : drive.provenance) {
        if (provenance.readings.empty()) continue;
        const catalog::Reading& chosen = provenance.readings.front();
        const auto source = catalog.sources().find(chosen.source);
        list.push_back(
            {{"field", field},
             {"value", chosen.value},
             {"source", source == catalog.sources().end() ? chosen.source : source->second.title},
             {"locator", chosen.locator},
             {"reason", provenance.reason}});
    }
    return list;
}

Json shortened(Json ranking) {
    Json& drives = ranking["drives"];
    while (drives.size() > alternatives_shown)
        drives.erase(drives.size() - 1);
    return ranking;
}

}  // namespace

Json report_data(const plan::Plan& plan, const catalog::Catalog& catalog) {
    const catalog::Drive& drive = catalog.find(plan.drive);
    const plan::Budget budget = plan::compute_budget(plan, drive);
    const plan::Prices prices;
    const plan::Ranking ranking = plan::rank(
        {.plan = plan, .plan_drive = drive, .candidates = catalog.drives(), .prices = prices});
    return {{"schema", "drivewear.report/1"},
            {"generator", std::string("drivewear ") + DRIVEWEAR_VERSION},
            {"plan", plan_inputs(plan)},
            {"budget", to_json(budget)},
            {"raw_capacity_tb", number(units::in_tb(budget.raw_capacity))},
            {"usable_capacity_tb", number(units::in_tb(budget.usable_capacity))},
            {"capacity_tb", number(units::in_tb(budget.capacity))},
            {"steps", to_json(plan::explain(budget), budget)["steps"]},
            {"years", by_year(budget, drive)},
            {"uncertainty", uncertainty_of(budget, drive)},
            {"shrink", to_json(plan::shrink({.plan = plan, .drive = drive, .steps = 21}))},
            {"rank", shortened(to_json(ranking, plan))},
            {"sources", source_list(drive, catalog)}};
}

}  // namespace drivewear::report
