#include "drivewear/report/desk_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "drivewear/report/budget_report.hpp"
#include "drivewear/report/table.hpp"
#include "drivewear/units/format.hpp"

namespace drivewear::report {
namespace {

using units::in_tb;

Json optional_count(const std::optional<std::uint64_t>& count) {
    return count ? Json(*count) : Json(nullptr);
}

Json years_of(const std::optional<units::Duration>& life) {
    return life ? number(units::in_years(*life)) : Json(nullptr);
}

Json cost_fields(const std::optional<plan::FleetCost>& cost) {
    Json fields{{"currency", nullptr},
                {"cost_total", nullptr},
                {"cost_per_usable_tb", nullptr},
                {"cost_per_needed_host_tb", nullptr},
                {"cost_per_service_year", nullptr}};
    if (!cost) return fields;
    fields["currency"] = cost->currency;
    fields["cost_total"] = number(cost->total);
    fields["cost_per_usable_tb"] = number(cost->per_usable_tb);
    fields["cost_per_needed_host_tb"] = number(cost->per_needed_host_tb);
    fields["cost_per_service_year"] = number(cost->per_service_year);
    return fields;
}

Json ranked_record(const plan::RankedDrive& ranked) {
    const plan::Budget& budget = ranked.budget;
    Json record{
        {"drive_id", budget.drive_id},
        {"drive_model", budget.drive_model},
        {"verdict", ranked.fits ? "fits" : "does_not_fit"},
        {"margin_percent", number(budget.margin_percent)},
        {"binding_limit", name_of(budget.binding_limit)},
        {"capacity_tb", number(in_tb(budget.capacity))},
        {"required_dwpd", number(budget.required_dwpd)},
        {"rated_dwpd", number(budget.rating.dwpd)},
        {"tbw_used_percent", number(budget.tbw_used_percent)},
        {"media_used_percent", number(budget.media_used_percent)},
        {"wa", number(budget.wa.total.value())},
        {"drives_for_writes", ranked.drives_for_writes},
        {"drives_for_data", ranked.drives_for_data},
        {"drives_needed", ranked.drives_needed},
        {"spares_p95", optional_count(ranked.spares)},
        {"energy_kwh",
         ranked.energy ? number(units::in_kilowatt_hours(*ranked.energy)) : Json(nullptr)},
    };
    record.update(cost_fields(ranked.cost));
    record["warnings"] = budget.warnings;
    return record;
}

Cell verdict_cell(bool fits) {
    return fits ? Cell("fits", Colour::good) : Cell("does not fit", Colour::bad);
}

std::string cost_text(const std::optional<plan::FleetCost>& cost) {
    return cost ? fmt::format("{} {}", readable(cost->total), cost->currency) : "-";
}

Json step_record(const plan::ShrinkStep& step) {
    const plan::Budget& budget = step.budget;
    return {{"usable_capacity_bytes", budget.usable_capacity.value()},
            {"usable_capacity_tb", number(in_tb(budget.usable_capacity))},
            {"over_provision_percent", number(100 * budget.spare_factor.over_provision())},
            {"spare_factor", number(budget.spare_factor.value())},
            {"wa", number(budget.wa.total.value())},
            {"rand_write_iops", number(step.rand_write_iops)},
            {"predicted_tbw_tb", number(in_tb(budget.predicted_tbw))},
            {"life_years_media", years_of(budget.life_by_media)},
            {"life_gain_years", number(step.life_gain_years)},
            {"life_years_tbw", years_of(budget.life_by_tbw)},
            {"drives_for_data", step.drives_for_data},
            {"verdict", name_of(budget.verdict)}};
}

// How the freed capacity is turned into spare; true for every drive that honours deallocation.
constexpr const char* how_to_shrink =
    "make a namespace of this size, or partition less, on a formatted or fully trimmed drive "
    "before "
    "the first write; capacity that was written and not trimmed is no spare";

std::string shrink_answer(const plan::Shrinking& shrinking) {
    const plan::Budget& full = shrinking.steps.front().budget;
    if (shrinking.rating_binds) {
        return fmt::format(
            "The rated TBW itself is exceeded ({} % used): over-provisioning stretches the flash, "
            "not the "
            "vendor's rating. More drives or a higher rating are needed.",
            readable(full.tbw_used_percent, 4));
    }
    if (!shrinking.largest_fit) return "No usable capacity of this drive fits the plan.";
    if (*shrinking.largest_fit == full.capacity) {
        return fmt::format("All of {} can be used: the plan fits without extra over-provisioning.",
                           units::format_capacity(full.capacity));
    }
    return fmt::format("The plan fits when at most {} of {} is used: {}.",
                       units::format_capacity(*shrinking.largest_fit),
                       units::format_capacity(full.capacity), how_to_shrink);
}

Json bid_record(const plan::JudgedBid& judged) {
    const plan::Bid& bid = judged.bid;
    return {{"name", bid.name},
            {"verdict", judged.fits ? "fits" : "does_not_fit"},
            {"capacity_tb", number(in_tb(bid.capacity))},
            {"tbw_tb", number(in_tb(judged.tbw))},
            {"quoted_years", number(bid.years)},
            {"dwpd_quoted_years", number(judged.dwpd_quoted_years)},
            {"dwpd_service_years", number(judged.dwpd_plan_years)},
            {"tbw_used_percent", number(judged.tbw_used_percent)},
            {"margin_percent", number(judged.margin_percent)},
            {"drives_needed", judged.drives_needed},
            {"price", bid.price ? number(bid.price->amount) : Json(nullptr)},
            {"currency", bid.price ? Json(bid.price->currency) : Json(nullptr)},
            {"fleet_price", number(judged.fleet_price)},
            {"rating_workload", bid.rating_workload},
            {"traps", judged.traps}};
}

std::string result_text(const plan::ExplainedStep& step) {
    return step.unit.empty() ? readable(step.result, 7)
                             : readable(step.result, 7) + " " + step.unit;
}

std::string heading(const plan::Budget& budget) {
    return fmt::format("{}{} x {}", budget.plan.name.empty() ? "" : budget.plan.name + ": ",
                       budget.plan.drives, budget.drive_model);
}

}  // namespace

Json to_json(const plan::Ranking& ranking, const plan::Plan& plan) {
    Json drives = Json::array();
    for (const plan::RankedDrive& ranked : ranking.drives)
        drives.push_back(ranked_record(ranked));
    Json left_out = Json::array();
    for (const plan::LeftOut& drive : ranking.left_out) {
        left_out.push_back({{"drive_id", drive.drive_id}, {"reason", drive.reason}});
    }
    return {{"schema", "drivewear.rank/1"},
            {"plan_name", plan.name},
            {"drives", drives},
            {"left_out", left_out}};
}

std::string to_table(const plan::Ranking& ranking, bool coloured) {
    Table table({"drive", "verdict", "margin %", "DWPD needed", "rated", "WA", "drives", "spares",
                 "MWh", "cost"});
    for (const plan::RankedDrive& ranked : ranking.drives) {
        const plan::Budget& budget = ranked.budget;
        table.add(
            {budget.drive_id, verdict_cell(budget.verdict == plan::Verdict::fits),
             readable(budget.margin_percent, 4), readable(budget.required_dwpd, 4),
             readable(budget.rating.dwpd, 4), readable(budget.wa.total.value(), 4),
             std::to_string(ranked.drives_needed),
             ranked.spares ? std::to_string(*ranked.spares) : "-",
             ranked.energy ? readable(units::in_kilowatt_hours(*ranked.energy) / 1000, 4) : "-",
             cost_text(ranked.cost)});
    }
    std::string text = table.to_text(coloured);
    for (const plan::LeftOut& drive : ranking.left_out) {
        text += fmt::format("left out: {}: {}\n", drive.drive_id, drive.reason);
    }
    return text;
}

Json to_json(const plan::Shrinking& shrinking) {
    Json steps = Json::array();
    for (const plan::ShrinkStep& step : shrinking.steps)
        steps.push_back(step_record(step));
    const auto& fit = shrinking.largest_fit;
    return {{"schema", "drivewear.shrink/1"},
            {"drive_id", shrinking.steps.front().budget.drive_id},
            {"largest_usable_capacity_bytes", fit ? Json(fit->value()) : Json(nullptr)},
            {"largest_usable_capacity_tb", fit ? number(in_tb(*fit)) : Json(nullptr)},
            {"rating_binds", shrinking.rating_binds},
            {"answer", shrink_answer(shrinking)},
            {"how", how_to_shrink},
            {"steps", steps}};
}

std::string to_table(const plan::Shrinking& shrinking, bool coloured) {
    Table table({"usable", "over-provision %", "WA", "random write IOPS", "predicted TBW",
                 "life by media", "gain", "life by TBW", "drives for data", "verdict"});
    const auto years = [](const std::optional<units::Duration>& life) {
        return life ? readable(units::in_years(*life), 4) : std::string("> 1,000");
    };
    for (const plan::ShrinkStep& step : shrinking.steps) {
        const plan::Budget& budget = step.budget;
        table.add({units::format_capacity(budget.usable_capacity),
                   readable(100 * budget.spare_factor.over_provision(), 4),
                   readable(budget.wa.total.value(), 4),
                   step.rand_write_iops ? readable(*step.rand_write_iops, 3) : "-",
                   readable(in_tb(budget.predicted_tbw), 6), years(budget.life_by_media),
                   step.life_gain_years ? readable(*step.life_gain_years, 3) : "-",
                   years(budget.life_by_tbw), std::to_string(step.drives_for_data),
                   verdict_cell(budget.verdict == plan::Verdict::fits)});
    }
    return wrap(shrink_answer(shrinking), 100, "") + "\n" + table.to_text(coloured);
}

Json to_json(const std::vector<plan::JudgedBid>& bids, const plan::Plan& plan) {
    Json records = Json::array();
    for (const plan::JudgedBid& judged : bids)
        records.push_back(bid_record(judged));
    return {{"schema", "drivewear.bids/1"}, {"plan_name", plan.name}, {"bids", records}};
}

std::string to_table(const std::vector<plan::JudgedBid>& bids, bool coloured) {
    Table table({"offer", "verdict", "TB", "TBW", "years", "DWPD quoted", "DWPD in service",
                 "used %", "drives", "fleet price"});
    for (const plan::JudgedBid& judged : bids) {
        const plan::Bid& bid = judged.bid;
        table.add({bid.name, verdict_cell(judged.fits), readable(in_tb(bid.capacity)),
                   readable(in_tb(judged.tbw)), readable(bid.years),
                   readable(judged.dwpd_quoted_years, 4), readable(judged.dwpd_plan_years, 4),
                   readable(judged.tbw_used_percent, 4), std::to_string(judged.drives_needed),
                   judged.fleet_price
                       ? fmt::format("{} {}", readable(*judged.fleet_price), bid.price->currency)
                       : "-"});
    }
    std::string text = table.to_text(coloured);
    for (const plan::JudgedBid& judged : bids) {
        if (judged.traps.empty()) continue;
        text += fmt::format("\n{}\n", judged.bid.name);
        for (const std::string& trap : judged.traps) {
            std::string lines = wrap(trap, 100, "    ");
            lines[2] = '-';
            text += lines;
        }
    }
    return text;
}

Json to_json(const std::vector<plan::ExplainedStep>& steps, const plan::Budget& budget) {
    Json list = Json::array();
    for (const plan::ExplainedStep& step : steps) {
        list.push_back({{"name", step.name},
                        {"formula", step.formula},
                        {"numbers", step.numbers},
                        {"result", number(step.result)},
                        {"unit", step.unit},
                        {"source", step.source},
                        {"assumption", step.assumption}});
    }
    return {{"schema", "drivewear.explain/1"},
            {"plan_name", budget.plan.name},
            {"drive_id", budget.drive_id},
            {"steps", list}};
}

std::string to_table(const std::vector<plan::ExplainedStep>& steps, const plan::Budget& budget) {
    std::string text = heading(budget) + "\n";
    for (const plan::ExplainedStep& step : steps) {
        text += fmt::format("\n{} = {}\n", step.name, result_text(step));
        text += wrap("= " + step.formula, 100, "    ");
        text += wrap("= " + step.numbers, 100, "    ");
        text += wrap("source: " + step.source, 100, "    ");
        if (!step.assumption.empty()) text += wrap("assumed: " + step.assumption, 100, "    ");
    }
    return text;
}

std::string to_markdown(const std::vector<plan::ExplainedStep>& steps, const plan::Budget& budget) {
    std::string text = fmt::format(
        "# {}\n\n| step | formula | numbers | result | source | assumption |\n"
        "|---|---|---|---:|---|---|\n",
        heading(budget));
    for (const plan::ExplainedStep& step : steps) {
        text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", step.name, step.formula,
                            step.numbers, result_text(step), step.source, step.assumption);
    }
    return text;
}

}  // namespace drivewear::report
