#include "drivewear/wear/spares.hpp"

#include <fmt/format.h>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <cmath>
#include <vector>

#include "drivewear/core/errors.hpp"

namespace drivewear::wear {
namespace {

// Beyond this many spares a shelf is a second fleet, and the chain too long to solve in a moment.
constexpr std::uint64_t most_spares = 2000;

void require_shelf(const RefilledShelf& shelf) {
    if (!(shelf.failures_per_year >= 0) || !std::isfinite(shelf.failures_per_year)) {
        throw DomainError(fmt::format("{} failures a year: expected a finite number of at least 0",
                                      shelf.failures_per_year));
    }
    for (const units::Duration& time : {shelf.lead_time, shelf.service_life}) {
        if (!(time.value() > 0) || !std::isfinite(time.value())) {
            throw DomainError(
                fmt::format("{} days: expected lead time and service life above 0, finite",
                            units::in_days(time)));
        }
    }
}

// One step of the chain of open orders, at `pace` steps a year; mass that leaves is lost.
void step(std::vector<double>& open_orders, const RefilledShelf& shelf, double pace) {
    const double fails = shelf.failures_per_year / pace;
    const double arrives = 1 / units::in_years(shelf.lead_time) / pace;
    double from_below = 0;
    for (std::size_t k = 0; k < open_orders.size(); ++k) {
        const double here = open_orders[k];
        const double above = k + 1 < open_orders.size() ? open_orders[k + 1] : 0;
        open_orders[k] = here * (1 - fails - static_cast<double>(k) * arrives) +
                         from_below * fails + above * static_cast<double>(k + 1) * arrives;
        from_below = here;
    }
}

double total(const std::vector<double>& masses) {
    double sum = 0;
    for (const double mass : masses)
        sum += mass;
    return sum;
}

}  // namespace

double probability_spares_suffice(double expected_failures, std::uint64_t spares) {
    if (!(expected_failures >= 0) || !std::isfinite(expected_failures)) {
        throw DomainError(fmt::format("mean of {} failures: expected a finite number of at least 0",
                                      expected_failures));
    }
    if (expected_failures == 0) return 1;
    return boost::math::cdf(boost::math::poisson(expected_failures), static_cast<double>(spares));
}

double probability_spares_suffice(const OneLifeFleet& fleet, std::uint64_t spares) {
    if (!(fleet.probability >= 0 && fleet.probability <= 1)) {
        throw DomainError(fmt::format("failure probability {}: expected a number from 0 to 1",
                                      fleet.probability));
    }
    if (spares >= fleet.drives) return 1;
    return boost::math::cdf(
        boost::math::binomial(static_cast<double>(fleet.drives), fleet.probability),
        static_cast<double>(spares));
}

double probability_shelf_lasts(const RefilledShelf& shelf, std::uint64_t spares) {
    require_shelf(shelf);
    if (spares > most_spares) {
        throw DomainError(fmt::format(
            "{} spares: expected at most {}; fewer failures or a shorter lead time need fewer",
            spares, most_spares));
    }
    if (shelf.failures_per_year == 0) return 1;
    const double years = units::in_years(shelf.service_life);
    // The rate at which the fullest state is left bounds all others.
    const double pace =
        shelf.failures_per_year + static_cast<double>(spares) / units::in_years(shelf.lead_time);
    const double mean_steps = pace * years;
    if (mean_steps > 2e7) {
        throw DomainError(
            fmt::format("a lead time of {} days is too short beside a life of {} years to follow "
                        "order by order",
                        units::in_days(shelf.lead_time), years));
    }
    std::vector<double> open_orders(spares + 1, 0.0);
    open_orders[0] = 1;
    const double spread = 10 * std::sqrt(mean_steps) + 40;
    double weight_left = 1;
    double lasts = 0;
    const double log_mean = std::log(mean_steps);
    for (double steps = 0; steps <= mean_steps + spread; ++steps) {
        if (steps >= mean_steps - spread) {
            const double weight = std::exp(steps * log_mean - mean_steps - std::lgamma(steps + 1));
            lasts += weight * total(open_orders);
            weight_left -= weight;
        }
        step(open_orders, shelf, pace);
    }
    return std::min(lasts + std::max(weight_left, 0.0) * total(open_orders), 1.0);
}

std::uint64_t refilled_spares(const RefilledShelf& shelf, double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
        throw DomainError(
            fmt::format("confidence {}: expected a probability above 0 and below 1", confidence));
    }
    std::uint64_t too_few_below = 0;
    std::uint64_t enough = 1;
    // Throws once more than most_spares would be needed.
    while (probability_shelf_lasts(shelf, enough) < confidence) {
        too_few_below = enough + 1;
        enough *= 2;
    }
    while (too_few_below < enough) {
        const std::uint64_t middle = (too_few_below + enough) / 2;
        if (probability_shelf_lasts(shelf, middle) >= confidence) {
            enough = middle;
        } else {
            too_few_below = middle + 1;
        }
    }
    return enough;
}

}  // namespace drivewear::wear
