// Greedy cleaning of uniform writes, exact in the limit of many blocks.
//
// With rho = 1 - Sf, blocks drift from b valid pages down to the victims' count. If victims hold j*
// or j*-1 pages and a collection frees H = b - j* + phi of them, 0 <= phi < 1, conservation gives
//   phi (1 - b rho/j*) = b rho (H_b - H_j*) - (b - j*),   A = b/H,
// H_n the harmonic numbers. The right side N(j) is negative next to j = b and crosses zero once,
// between j*-1 and j*. As b grows, N(j)/b becomes rho ln(1/u) - (1 - u) with u = j/b, which is
// FIFO's equation: its u is the guess.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "analytic/fifo_scalar.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::analytic {
namespace {

/// Two sums over j < l <= b. With them N = surplus - b Sf harmonic, without cancellation.
struct Sums {
    double harmonic = 0;  ///< sum of 1/l
    double surplus = 0;   ///< sum of b/l - 1
};

Sums sum_directly(std::uint64_t begin, std::uint64_t end, std::uint64_t pages_per_block) {
    Sums sums;
    // From the largest l down: the small terms first.
    for (std::uint64_t l = end; l > begin; --l) {
        sums.harmonic += 1 / static_cast<double>(l);
        sums.surplus += static_cast<double>(pages_per_block - l) / static_cast<double>(l);
    }
    return sums;
}

/// -ln(1-v) - v, v in [0, 1).
double log_surplus(double v) {
    if (v > 0.25) return -std::log1p(-v) - v;
    double sum = 0;
    double power = v * v;
    for (int n = 2; power > 1e-18 * v * v; ++n, power *= v)
        sum += power / n;
    return sum;
}

/// Euler-Maclaurin from l = j + 1 to b; good to the last place for j >= 16.
Sums sum_smoothly(double j, double b) {
    const double in_j = 1 / (j * j);
    const double in_b = 1 / (b * b);
    const double corrections = (b - j) / (2 * b * j) - (in_j - in_b) / 12 +
                               (in_j * in_j - in_b * in_b) / 120 -
                               (in_j * in_j * in_j - in_b * in_b * in_b) / 252 +
                               (in_j * in_j * in_j * in_j - in_b * in_b * in_b * in_b) / 240;
    const double v = (b - j) / b;
    // harmonic = ln(b/j) - corrections; surplus = b harmonic - (b - j).
    return {-std::log1p(-v) - corrections, b * (log_surplus(v) - corrections)};
}

Sums sums_above(std::uint64_t j, std::uint64_t pages_per_block) {
    constexpr std::uint64_t few = 128;
    constexpr std::uint64_t smooth_from = 16;
    if (pages_per_block - j <= few) return sum_directly(j, pages_per_block, pages_per_block);
    const std::uint64_t middle = std::max(j, smooth_from);
    Sums sums = sum_smoothly(static_cast<double>(middle), static_cast<double>(pages_per_block));
    const Sums low = sum_directly(j, middle, pages_per_block);
    sums.harmonic += low.harmonic;
    sums.surplus += low.surplus;
    return sums;
}

}  // namespace

double greedy(SpareFactor spare_factor, std::uint64_t pages_per_block) {
    if (pages_per_block == 0) throw DomainError("0 pages a block: expected 1 or more");
    const double spare = spare_factor.value();
    const auto b = static_cast<double>(pages_per_block);
    const auto imbalance = [&](std::uint64_t j) {
        const Sums sums = sums_above(j, pages_per_block);
        return sums.surplus - b * spare * sums.harmonic;
    };
    // Even empty blocks stay in balance: there is always one to take.
    if (imbalance(0) <= 0) return 1;
    const double survivors = 1 - 1 / fifo_scalar(spare);
    const double guess = std::round((b + 0.5) * survivors - 0.5);
    auto j = static_cast<std::uint64_t>(std::clamp(guess, 1.0, std::max(b - 1, 1.0)));
    while (imbalance(j) > 0)
        ++j;
    while (imbalance(j - 1) <= 0)
        --j;
    const auto count = static_cast<double>(j);
    const double phi = imbalance(j) * count / ((count - b) + b * spare);
    return std::max(b / (b - count + phi), 1.0);
}

}  // namespace drivewear::analytic
