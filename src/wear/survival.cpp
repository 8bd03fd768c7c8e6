#include "drivewear/wear/survival.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drivewear/core/errors.hpp"

namespace drivewear::wear {
namespace {

void require_time(units::Duration time, const char* what) {
    if (!(time.value() > 0) || !std::isfinite(time.value())) {
        throw DomainError(
            fmt::format("{} of {} h: expected a finite time above 0", what, units::in_hours(time)));
    }
}

void require_life(const LifeModel& life) {
    require_time(life.mttf, "MTTF");
    if (!(life.shape >= 0.1 && life.shape <= 100)) {
        throw DomainError(
            fmt::format("Weibull shape {}: expected a number from 0.1 to 100", life.shape));
    }
    if (!life.wear_out) return;
    require_time(life.wear_out->typical_life, "wear-out life");
    if (!(life.wear_out->shape > 1 && life.wear_out->shape <= 1000)) {
        throw DomainError(fmt::format("wear-out shape {}: expected a number above 1, at most 1000",
                                      life.wear_out->shape));
    }
}

// Integral of the hazard: S = exp(-it).
double cumulative_hazard(const LifeModel& life, double age_seconds) {
    const double scale = life.mttf.value() / std::tgamma(1 + 1 / life.shape);
    double hazard = std::pow(age_seconds / scale, life.shape);
    if (life.wear_out) {
        hazard += std::pow(age_seconds / life.wear_out->typical_life.value(), life.wear_out->shape);
    }
    return hazard;
}

// M at the end of each of `steps` equal steps.
std::vector<double> renewal_function(const LifeModel& life, double step_seconds,
                                     std::size_t steps) {
    // F at every half step.
    std::vector<double> failed(2 * steps + 1);
    for (std::size_t i = 0; i < failed.size(); ++i) {
        failed[i] =
            -std::expm1(-cumulative_hazard(life, 0.5 * step_seconds * static_cast<double>(i)));
    }
    std::vector<double> renewals(steps + 1, 0.0);
    const double own_share = failed[1];
    for (std::size_t i = 1; i <= steps; ++i) {
        double sum = failed[2 * i] - own_share * renewals[i - 1];
        for (std::size_t j = 1; j < i; ++j) {
            sum += failed[2 * (i - j) + 1] * (renewals[j] - renewals[j - 1]);
        }
        renewals[i] = sum / (1 - own_share);
    }
    return renewals;
}

}  // namespace

double survival(const LifeModel& life, units::Duration age) {
    return 1 - failure_probability(life, age);
}

double failure_probability(const LifeModel& life, units::Duration age) {
    require_life(life);
    if (!(age.value() >= 0)) {
        throw DomainError(fmt::format("age of {} h: expected at least 0", units::in_hours(age)));
    }
    return -std::expm1(-cumulative_hazard(life, age.value()));
}

std::vector<double> expected_failures_by_year(const LifeModel& life, const Fleet& fleet) {
    require_life(life);
    require_time(fleet.service_life, "service life");
    const double years = units::in_years(fleet.service_life);
    if (years > 100) {
        throw DomainError(fmt::format("service life of {} years: expected at most 100", years));
    }
    const auto drives = static_cast<double>(fleet.drives);
    const auto whole_years = static_cast<std::size_t>(std::ceil(years - 1e-9));
    // Fine enough for the steepest wear-out; the sums cost steps^2.
    const std::size_t steps_a_year =
        std::clamp<std::size_t>(4000 / std::max<std::size_t>(whole_years, 1), 50, 1000);
    std::vector<double> reached{0.0};
    if (fleet.failed_are_replaced) {
        const std::size_t steps = steps_a_year * whole_years;
        const double step = units::seconds_per_year / static_cast<double>(steps_a_year);
        const std::vector<double> renewals = renewal_function(life, step, steps);
        for (std::size_t year = 1; year < whole_years; ++year)
            reached.push_back(renewals[year * steps_a_year]);
        const double last = years * static_cast<double>(steps_a_year);
        const auto below = std::min(static_cast<std::size_t>(last), steps - 1);
        const double part = last - static_cast<double>(below);
        reached.push_back(renewals[below] + part * (renewals[below + 1] - renewals[below]));
    } else {
        for (std::size_t year = 1; year <= whole_years; ++year) {
            const double age = std::min(static_cast<double>(year), years);
            reached.push_back(failure_probability(life, units::years(age)));
        }
    }
    std::vector<double> each_year;
    for (std::size_t year = 1; year < reached.size(); ++year)
        each_year.push_back(drives * (reached[year] - reached[year - 1]));
    return each_year;
}

}  // namespace drivewear::wear
