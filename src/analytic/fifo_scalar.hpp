// fifo() on plain numbers, for the models built on it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "analytic/fifo_polynomials.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::analytic {

inline double horner(std::span<const double> coefficients, double x) {
    double sum = coefficients.back();
    for (std::size_t k = coefficients.size() - 1; k-- > 0;)
        sum = sum * x + coefficients[k];
    return sum;
}

/// exp(-x) for 0 <= x <= largest_exponent, within one unit in the last place.
inline double exp_of_negative(double x) {
    using namespace fifo_polynomials;
    const double shifted = integer_shift - x * inverse_ln2;
    const double whole = shifted - integer_shift;
    const double rest = (-x - whole * ln2_high) - whole * ln2_low;
    const double value = 1 + (rest + (rest * rest) * horner(exponential_rest, rest));
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) +
                                 (std::bit_cast<std::uint64_t>(shifted) << 52));
}

/// A for 0 < spare < 1; NaN outside. The vector kernels do the same operations in the same order,
/// hence give the same bits.
inline double fifo_scalar(double spare) {
    using namespace fifo_polynomials;
    if (spare <= split) {
        return spare > 0 ? horner(low_spare, spare) / spare
                         : std::numeric_limits<double>::quiet_NaN();
    }
    if (!(spare < 1)) return std::numeric_limits<double>::quiet_NaN();
    const double rho = 1 - spare;
    const double alpha = 1 / rho;
    const double guess = alpha - alpha * horner(survivors_guess, rho);
    const double q = alpha * exp_of_negative(std::min(guess, largest_exponent));
    const double residual = (guess - alpha) + q;
    const double inverse_slope = 1 / (1 - q);
    const double step = -residual * inverse_slope;
    const double curvature = q * inverse_slope;
    const double x =
        guess + (step - curvature * step * step * (0.5 - step * (curvature * 0.5 + 1.0 / 6)));
    return std::max(alpha / x, 1.0);
}

/// Desnoyers' k for blocks of b pages.
inline double block_correction(double pages_per_block) {
    return 1 + 0.5 / pages_per_block;
}

/// SYSTOR'12, eq. 12; NaN unless 0 < spare < 1.
inline double desnoyers_greedy_scalar(double spare, double pages_per_block) {
    if (!(spare > 0 && spare < 1)) return std::numeric_limits<double>::quiet_NaN();
    const double k = block_correction(pages_per_block);
    // 1 - 1/(k alpha) without the cancellation.
    const double corrected = std::min((spare + (k - 1)) / k, fifo_polynomials::most_spare);
    return std::max(fifo_scalar(corrected) / k, 1.0);
}

/// y/(1 - exp(-y)) - 1 for y >= 0: how many more pages than its in-use ones a class of write
/// density y occupies, relative to those. Relative error a few ulp everywhere.
double excess(double y);

/// Solves sum f_i excess(w_i x) = over_provision for x = alpha/A.
double solve_classes(double over_provision, std::span<const workload::AddressClass> classes);

}  // namespace drivewear::analytic
