#include "drivewear/wear/failure.hpp"

#include <fmt/format.h>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <cmath>

#include "drivewear/core/errors.hpp"

namespace drivewear::wear {
namespace {

constexpr double warm_limit_c = 50;
constexpr double hot_limit_c = 55;

void require_confidence(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
        throw DomainError(
            fmt::format("confidence {}: expected a probability above 0 and below 1", confidence));
    }
}

// Exact counts: quantiles are rounded to the first k that reaches the confidence.
using ToInteger = boost::math::policies::policy<
    boost::math::policies::discrete_quantile<boost::math::policies::integer_round_up>>;

// Rounding in the quantile's solver may leave k one too high or low: settle it by the CDF itself.
template <class Distribution>
std::uint64_t least_count(const Distribution& distribution, double confidence) {
    double count = std::max(0.0, std::ceil(boost::math::quantile(distribution, confidence)));
    while (count > 0 && boost::math::cdf(distribution, count - 1) >= confidence)
        count -= 1;
    while (boost::math::cdf(distribution, count) < confidence)
        count += 1;
    return static_cast<std::uint64_t>(count);
}

}  // namespace

double annualised_failure_rate(units::Duration mttf) {
    const double years = units::in_years(mttf);
    if (!(years > 0) || !std::isfinite(years)) {
        throw DomainError(
            fmt::format("MTTF {} h: expected a finite time above 0", units::in_hours(mttf)));
    }
    return -std::expm1(-1 / years);
}

units::Duration mttf_from_afr(double afr) {
    if (!(afr > 0 && afr < 1)) {
        throw DomainError(fmt::format("AFR {}: expected a share above 0 and below 1", afr));
    }
    return units::years(-1 / std::log1p(-afr));
}

ChosenMttf mttf_at(const catalog::Drive& drive, units::Temperature temperature) {
    const double degrees = units::in_celsius(temperature);
    // Kelvin and back may leave 50.000000000000028: a limit belongs to its range.
    constexpr double rounding = 1e-9;
    if (drive.mttf_to_50c && degrees <= warm_limit_c + rounding) {
        return {drive.mttf_to_50c, "MTTF rated for 0 to 50 C"};
    }
    if (drive.mttf_to_55c && degrees <= hot_limit_c + rounding) {
        return {drive.mttf_to_55c, "MTTF rated for 0 to 55 C"};
    }
    if (drive.mttf_to_50c || drive.mttf_to_55c) {
        return {std::nullopt,
                fmt::format("{} C is above the temperatures for which an MTTF is rated; it is not "
                            "extrapolated, so failures are not predicted",
                            degrees)};
    }
    if (!drive.mttf) return {std::nullopt, "no MTTF is published"};
    return {drive.mttf, "MTTF rated without a temperature range"};
}

double expected_failures(const FleetExposure& fleet) {
    annualised_failure_rate(fleet.mttf);  // refuses an MTTF without a meaning
    return static_cast<double>(fleet.drives) * (fleet.service_life / fleet.mttf);
}

std::uint64_t poisson_spares(double mean, double confidence) {
    require_confidence(confidence);
    if (!(mean >= 0) || !std::isfinite(mean)) {
        throw DomainError(
            fmt::format("mean of {} failures: expected a finite number of at least 0", mean));
    }
    if (mean == 0) return 0;
    return least_count(boost::math::poisson_distribution<double, ToInteger>(mean), confidence);
}

std::uint64_t binomial_spares(const BinomialFailures& failures, double confidence) {
    require_confidence(confidence);
    if (!(failures.probability >= 0 && failures.probability <= 1)) {
        throw DomainError(fmt::format("failure probability {}: expected a number from 0 to 1",
                                      failures.probability));
    }
    if (failures.probability == 0) return 0;
    if (failures.probability == 1) return failures.drives;
    const auto trials = static_cast<double>(failures.drives);
    return least_count(
        boost::math::binomial_distribution<double, ToInteger>(trials, failures.probability),
        confidence);
}

}  // namespace drivewear::wear
