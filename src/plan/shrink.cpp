#include "drivewear/plan/shrink.hpp"

#include <algorithm>
#include <cmath>

#include "drivewear/core/errors.hpp"

namespace drivewear::plan {
namespace {

constexpr double block_bytes = 4096;
constexpr std::uint64_t gigabyte = 1000000000;  // namespaces are sized in decimal GB

Budget budget_at(const ShrinkRequest& request, units::Capacity usable) {
    Plan plan = request.plan;
    plan.usable_capacity = usable;
    return compute_budget(plan, request.drive);
}

double data_bytes(const ShrinkRequest& request) {
    const units::Capacity each = request.plan.usable_capacity.value_or(request.drive.capacity);
    return static_cast<double>(each.value()) * static_cast<double>(request.plan.drives);
}

std::optional<double> random_write_iops(const catalog::Drive& drive, const Budget& budget) {
    if (!drive.seq_write) return std::nullopt;
    return drive.seq_write->value() / (budget.wa.total.value() * block_bytes);
}

ShrinkStep step_at(const ShrinkRequest& request, units::Capacity usable) {
    ShrinkStep step;
    step.budget = budget_at(request, usable);
    step.rand_write_iops = random_write_iops(request.drive, step.budget);
    step.drives_for_data = static_cast<std::uint64_t>(
        std::ceil(data_bytes(request) / static_cast<double>(usable.value())));
    return step;
}

std::optional<double> gain(const Budget& from, const Budget& to) {
    if (!from.life_by_media || !to.life_by_media) return std::nullopt;
    return units::in_years(*to.life_by_media) - units::in_years(*from.life_by_media);
}

bool fits_at(const ShrinkRequest& request, std::uint64_t gigabytes) {
    return budget_at(request, units::bytes(gigabytes * gigabyte)).verdict == Verdict::fits;
}

// Write amplification falls as less is used, so the verdict changes at most once: bisect in GB.
std::optional<units::Capacity> largest_fit(const ShrinkRequest& request) {
    std::uint64_t too_much = request.drive.capacity.value() / gigabyte;
    if (budget_at(request, request.drive.capacity).verdict == Verdict::fits) {
        return request.drive.capacity;
    }
    std::uint64_t good = std::max<std::uint64_t>(1, too_much / 1000);
    if (!fits_at(request, good)) return std::nullopt;
    while (too_much - good > 1) {
        const std::uint64_t middle = good + (too_much - good) / 2;
        (fits_at(request, middle) ? good : too_much) = middle;
    }
    return units::bytes(good * gigabyte);
}

}  // namespace

Shrinking shrink(const ShrinkRequest& request) {
    if (request.steps < 2) throw DomainError("steps: expected at least 2");
    if (!(request.least_share > 0 && request.least_share < 1)) {
        throw DomainError("least share of the capacity: expected a number above 0 and below 1");
    }
    Shrinking result;
    const auto full = static_cast<double>(request.drive.capacity.value());
    for (int i = 0; i < request.steps; ++i) {
        const double share = 1 - (1 - request.least_share) * i / (request.steps - 1);
        const auto rounded = static_cast<std::uint64_t>(full * share / 1e9) * gigabyte;
        const units::Capacity usable = i == 0 ? request.drive.capacity : units::bytes(rounded);
        ShrinkStep step = step_at(request, usable);
        if (!result.steps.empty())
            step.life_gain_years = gain(result.steps.back().budget, step.budget);
        result.steps.push_back(std::move(step));
    }
    const Budget& first = result.steps.front().budget;
    result.rating_binds = first.tbw_used_percent > 100 - request.plan.reserve_percent;
    if (!result.rating_binds) result.largest_fit = largest_fit(request);
    return result;
}

}  // namespace drivewear::plan
