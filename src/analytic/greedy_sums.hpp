// Greedy cleaning of uniform writes, exact in the limit of many blocks; shared by the function on
// one scenario and the kernels on many.
//
// With rho = 1 - Sf, blocks drift from b valid pages down to the victims' count. If victims hold j*
// or j*-1 pages and a collection frees H = b - j* + phi of them, 0 <= phi < 1, conservation gives
//   phi (1 - b rho/j*) = b rho (H_b - H_j*) - (b - j*),   A = b/H,
// H_n the harmonic numbers. The right side N(j) is negative next to j = b and crosses zero once,
// between j*-1 and j*. As b grows, N(j)/b becomes rho ln(1/u) - (1 - u) with u = j/b, which is
// FIFO's equation: its u is the guess.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "analytic/fifo_scalar.hpp"

namespace drivewear::analytic {

/// Two sums over j < l <= b. With them N = surplus - b Sf harmonic, without cancellation.
struct GreedySums {
    double harmonic = 0;  ///< sum of 1/l
    double surplus = 0;   ///< sum of b/l - 1
};

GreedySums greedy_sums_above(std::uint64_t j, std::uint64_t pages_per_block);

struct GreedyScenario {
    double spare_factor;     ///< NaN is answered unless it lies between 0 and 1
    double pages_per_block;  ///< b, whole and at least 1
};

/// A, with the sums over l > j from `sums_above(j)`, j a whole number from 0 to b.
template <class SumsAbove>
double solve_greedy(const GreedyScenario& scenario, const SumsAbove& sums_above) {
    const double spare = scenario.spare_factor;
    const double b = scenario.pages_per_block;
    const double fifo = fifo_scalar(spare);
    if (std::isnan(fifo)) return fifo;
    const double spare_pages = b * spare;
    const auto imbalance = [&](double j) {
        const GreedySums sums = sums_above(j);
        return sums.surplus - spare_pages * sums.harmonic;
    };
    // Even empty blocks stay in balance: there is always one to take.
    if (imbalance(0) <= 0) return 1;
    const double survivors = 1 - 1 / fifo;
    double j = std::clamp(std::floor((b + 0.5) * survivors), 1.0, std::max(b - 1, 1.0));
    while (imbalance(j) > 0)
        ++j;
    while (imbalance(j - 1) <= 0)
        --j;
    const double phi = imbalance(j) * j / ((j - b) + spare_pages);
    return std::max(b / ((b - j) + phi), 1.0);
}

}  // namespace drivewear::analytic
