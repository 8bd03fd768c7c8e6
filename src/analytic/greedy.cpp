#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "analytic/greedy_sums.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::analytic {
namespace {

GreedySums sum_directly(std::uint64_t begin, std::uint64_t end, std::uint64_t pages_per_block) {
    GreedySums sums;
    // From the largest l down: the small terms first.
    for (std::uint64_t l = end; l > begin; --l) {
        sums.harmonic += 1 / static_cast<double>(l);
        sums.surplus += static_cast<double>(pages_per_block - l) / static_cast<double>(l);
    }
    return sums;
}

/// Of 1/(1-v).
struct Logarithm {
    double value;    ///< -ln(1-v)
    double surplus;  ///< -ln(1-v) - v
};

/// v in [0, 1).
Logarithm logarithm(double v) {
    if (v > 0.6) {
        const double value = -std::log1p(-v);
        return {value, value - v};
    }
    // 2 artanh(s) - v, s = v/(2-v), whose terms are all positive.
    const double s = v / (2 - v);
    const double square = s * s;
    double sum = square / (1 + s);
    double power = s * square;
    for (int n = 3; power > 1e-18 * sum; n += 2, power *= square)
        sum += power / n;
    return {2 * sum + v, 2 * sum};
}

/// ln(n) + 1/(2n) - H_n + Euler's constant, to the last place of H_n for n >= 16.
double harmonic_rest(double n) {
    const double z = 1 / (n * n);
    return z * (1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z / 132))));
}

/// Euler-Maclaurin from l = j + 1 to b.
GreedySums sum_smoothly(double j, double b) {
    const double corrections = (b - j) / (2 * b * j) - (harmonic_rest(j) - harmonic_rest(b));
    const Logarithm ratio = logarithm((b - j) / b);
    // harmonic = ln(b/j) - corrections; surplus = b harmonic - (b - j).
    return {ratio.value - corrections, b * (ratio.surplus - corrections)};
}

}  // namespace

GreedySums greedy_sums_above(std::uint64_t j, std::uint64_t pages_per_block) {
    constexpr std::uint64_t few = 32;
    constexpr std::uint64_t smooth_from = 16;
    if (pages_per_block - j <= few) return sum_directly(j, pages_per_block, pages_per_block);
    const std::uint64_t middle = std::max(j, smooth_from);
    GreedySums sums =
        sum_smoothly(static_cast<double>(middle), static_cast<double>(pages_per_block));
    const GreedySums low = sum_directly(j, middle, pages_per_block);
    sums.harmonic += low.harmonic;
    sums.surplus += low.surplus;
    return sums;
}

double greedy(SpareFactor spare_factor, std::uint64_t pages_per_block) {
    if (pages_per_block == 0) throw DomainError("0 pages a block: expected 1 or more");
    const auto sums_above = [pages_per_block](double j) {
        return greedy_sums_above(static_cast<std::uint64_t>(j), pages_per_block);
    };
    return solve_greedy({spare_factor.value(), static_cast<double>(pages_per_block)}, sums_above);
}

}  // namespace drivewear::analytic
