#include "analytic/level.hpp"

#include <algorithm>
#include <cmath>

namespace drivewear::analytic {
namespace {

struct VictimLaw {
    double probability;  ///< a collection takes a block of this level
    double slope;        ///< derivative by the level's share
};

VictimLaw victim_law(double share, double rest, double choices) {
    const double log_reaching = std::log1p(-(rest - share));
    const double log_above = std::log1p(-rest);
    // M^d - M'^d without losing the difference of near numbers.
    const double power = std::exp(choices * log_reaching);
    const double probability = -power * std::expm1(choices * (log_above - log_reaching));
    return {probability, choices * std::exp((choices - 1) * log_reaching)};
}

}  // namespace

Level solve_level(const Arrivals& arrivals, double rest, double choices) {
    double most = 0;
    for (std::size_t t = 0; t < arrivals.flows.size(); ++t)
        most += arrivals.flows[t] / arrivals.decay_rates[t];
    // Above the last blocks only rounding arrives: it leaves at once.
    constexpr double at_once = 1e300;
    if (!(most > 0 && rest > 0)) return {0, at_once};
    // The excess falls as the share grows: Newton inside a bracket that halves when it must.
    double low = 0;
    double high = std::min(most, rest);
    double share = high;
    constexpr int most_steps = 200;
    for (int step = 0; step < most_steps && share > 0; ++step) {
        const VictimLaw law = victim_law(share, rest, choices);
        const double rate = law.probability / share;
        double sum = 0;
        double slope = 0;
        for (std::size_t t = 0; t < arrivals.flows.size(); ++t) {
            const double term = arrivals.flows[t] / (arrivals.decay_rates[t] + rate);
            sum += term;
            slope -= term / (arrivals.decay_rates[t] + rate);
        }
        const double excess = sum - share;
        (excess > 0 ? low : high) = share;
        slope = slope * (law.slope - rate) / share - 1;
        double next = share - excess / slope;
        if (!(next > low && next < high)) next = low + (high - low) / 2;
        const bool settled = std::abs(next - share) <= 4e-16 * share;
        share = next;
        if (settled) break;
    }
    if (!(share > 0)) return {0, at_once};
    return {share, victim_law(share, rest, choices).probability / share};
}

}  // namespace drivewear::analytic
