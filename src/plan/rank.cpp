#include "drivewear/plan/rank.hpp"

#include <algorithm>
#include <cmath>

#include "drivewear/core/errors.hpp"

namespace drivewear::plan {
namespace {

double used_percent(const Budget& budget) {
    return std::max(budget.tbw_used_percent, budget.media_used_percent);
}

// Use falls as 1 / drives, so the fewest that fit follow from one budget.
std::uint64_t drives_for_writes(const Budget& budget) {
    const double share = used_percent(budget) / (100 - budget.plan.reserve_percent);
    const double exact = static_cast<double>(budget.plan.drives) * share;
    // 400.00000000000006 drives are 400.
    return static_cast<std::uint64_t>(std::max(1.0, std::ceil(exact * (1 - 1e-12))));
}

double fleet_data_bytes(const RankRequest& request) {
    const units::Capacity each = request.plan.usable_capacity.value_or(request.plan_drive.capacity);
    return static_cast<double>(each.value()) * static_cast<double>(request.plan.drives);
}

const Price* price_of(const catalog::Drive& drive, const Prices& prices) {
    if (const auto found = prices.find(drive.id); found != prices.end()) return &found->second;
    for (const std::string& part : drive.part_numbers) {
        if (const auto found = prices.find(part); found != prices.end()) return &found->second;
    }
    return nullptr;
}

FleetCost cost_of(const RankedDrive& ranked, const Price& price) {
    const auto drives = static_cast<double>(ranked.drives_needed);
    const double total = price.amount * (drives + static_cast<double>(ranked.spares.value_or(0)));
    const Budget& budget = ranked.budget;
    const double written =
        units::in_tb(budget.host_total_per_drive) * static_cast<double>(budget.plan.drives);
    return {.currency = price.currency,
            .total = total,
            .per_usable_tb = total / (units::in_tb(budget.capacity) * drives),
            .per_needed_host_tb = written > 0 ? total / written : 0,
            .per_service_year = total / units::in_years(budget.plan.service_life)};
}

RankedDrive rank_one(const RankRequest& request, const catalog::Drive& drive) {
    Plan plan = request.plan;
    if (plan.usable_capacity)
        plan.usable_capacity = std::min(*plan.usable_capacity, drive.capacity);
    // What the planner knows of one drive's flash says nothing of another's.
    if (drive.id != request.plan_drive.id) plan.pe_cycles.reset();
    RankedDrive ranked;
    ranked.budget = compute_budget(plan, drive);
    ranked.drives_for_writes = drives_for_writes(ranked.budget);
    ranked.drives_for_data = static_cast<std::uint64_t>(
        std::ceil(fleet_data_bytes(request) / static_cast<double>(drive.capacity.value())));
    ranked.drives_needed = std::max(ranked.drives_for_writes, ranked.drives_for_data);
    ranked.fits = ranked.drives_needed <= request.plan.drives;
    plan.drives = ranked.drives_needed;
    const Budget needed = compute_budget(plan, drive);
    ranked.spares = needed.spares_p95;
    ranked.energy = needed.energy;
    if (const Price* price = price_of(drive, request.prices)) ranked.cost = cost_of(ranked, *price);
    return ranked;
}

bool ranks_before(const RankedDrive& a, const RankedDrive& b) {
    if (a.fits != b.fits) return a.fits;
    if (a.cost.has_value() != b.cost.has_value()) return a.cost.has_value();
    if (a.cost && a.cost->currency != b.cost->currency) return a.cost->currency < b.cost->currency;
    if (a.cost && a.cost->total != b.cost->total) return a.cost->total < b.cost->total;
    if (a.budget.margin_percent != b.budget.margin_percent) {
        return a.budget.margin_percent > b.budget.margin_percent;
    }
    return a.budget.drive_id < b.budget.drive_id;
}

}  // namespace

Ranking rank(const RankRequest& request) {
    Ranking ranking;
    for (const catalog::Drive& drive : request.candidates) {
        try {
            ranking.drives.push_back(rank_one(request, drive));
        } catch (const DomainError& error) {
            ranking.left_out.push_back({drive.id, error.what()});
        }
    }
    std::sort(ranking.drives.begin(), ranking.drives.end(), ranks_before);
    return ranking;
}

}  // namespace drivewear::plan
