// Whether a shelf of spares lasts: bought once for the whole service life, or refilled by orders
// that take time to arrive.
//
// Model: failures are a Poisson stream of constant rate (many drives, each seldom). A lot that
// fails together empties any shelf that these figures call safe.
#pragma once

#include <cstdint>

#include "drivewear/units/quantities.hpp"

namespace drivewear::wear {

/// P(X <= spares) for Poisson X: the shelf bought at the start lasts.
double probability_spares_suffice(double expected_failures, std::uint64_t spares);
/// P(X <= spares) where each of `drives` fails once with `probability`, without replacement.
struct OneLifeFleet {
    std::uint64_t drives = 1;  ///< each fails at most once
    double probability = 0;    ///< of failing within the service life, in [0, 1]
};
double probability_spares_suffice(const OneLifeFleet& fleet, std::uint64_t spares);

/// A shelf where every spare that is taken is ordered again at once.
struct RefilledShelf {
    double failures_per_year = 0;  ///< of the whole fleet, at least 0
    units::Duration lead_time;     ///< mean time until an ordered drive arrives, above 0
    units::Duration service_life;  ///< of the fleet, above 0
};

/// Probability that no failure of the service life finds the shelf of `spares` empty. Exact for
/// lead times that vary exponentially: the number of open orders is a birth-death chain stopped at
/// spares + 1, solved by uniformisation. With a fixed lead time it differs little.
double probability_shelf_lasts(const RefilledShelf& shelf, std::uint64_t spares);

/// The fewest spares with probability_shelf_lasts >= confidence, 0 < confidence < 1.
std::uint64_t refilled_spares(const RefilledShelf& shelf, double confidence);

}  // namespace drivewear::wear
