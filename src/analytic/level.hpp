// One step of a stationary mean field: all blocks with k valid pages, whatever is in them.
#pragma once

#include <span>

namespace drivewear::analytic {

/// Blocks arrive at a level from above and leave it by losing a page or as victims.
struct Level {
    double share = 0;        ///< blocks with k valid pages, of all
    double victim_rate = 0;  ///< theta: each of them is chosen so often a collection
};

/// Blocks of one kind at a level.
struct Arrivals {
    std::span<const double> flows;        ///< blocks a collection that arrive
    std::span<const double> decay_rates;  ///< pages a collection that each of them loses
};

/// Solves sum flow_t/(decay_t + theta) = share with theta share = M^d - (M - share)^d, where 1 - M
/// = `rest` less `share` is left for lower levels. `rest` is the share of blocks with k pages or
/// fewer.
Level solve_level(const Arrivals& arrivals, double rest, double choices);

}  // namespace drivewear::analytic
