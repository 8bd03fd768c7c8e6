// Mean field of d-choices cleaning (the emptiest of d random blocks) under uniform writes: the
// fixed point, its large-block limit, and the way to it. 1 choice is random, many are greedy.
//
// Model class: Van Houdt, "A mean field model for a class of garbage collection algorithms in
// flash-based solid state drives", SIGMETRICS'13; the same policy as Li, Lee and Lui's randomised
// greedy, SIGMETRICS'13. Limit of many blocks, so that d may exceed any real number of blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "drivewear/device/write_amplification.hpp"

namespace drivewear::analytic {

/// Largest block that is solved level by level. Beyond, d_choices_large_blocks() is off by about
/// 1/(2 b Sf) of the answer.
inline constexpr std::uint64_t most_d_choices_pages = std::uint64_t{1} << 24;

struct DChoices {
    device::SpareFactor spare_factor;    ///< of the drive
    std::uint64_t pages_per_block = 64;  ///< b, 1 to most_d_choices_pages
    double choices = 10;                 ///< d >= 1, whole or not
};

/// A = b/H at the fixed point M_j + M_j^d/(c j) = M_{j+1} + 1/(c j), sum M_j = b rho, where M_j is
/// the share of blocks with j valid pages or more and c = H/(b rho). Computed on 1 - M_j, which
/// keeps its digits when little is spare.
double d_choices(const DChoices& drive);

/// The limit b -> infinity, derived here: with Phi(m) the integral of 1/(1 - t^d) from 0 to m, x =
/// alpha/A solves the integral of exp(-x Phi(m)) over 0 <= m <= 1 = 1 - Sf. Gives FIFO's equation
/// for d -> infinity and A = 1/Sf for d = 1.
double d_choices_large_blocks(device::SpareFactor spare_factor, double choices);

/// How the drive was filled before the uniform writes begin.
enum class InitialFill {
    random,     ///< every block holds Binomial(b, rho) valid pages
    sequential  ///< full blocks, the rest empty
};

struct DChoicesTransient {
    DChoices drive{device::SpareFactor::from_value(0.5)};  ///< drive and policy
    InitialFill initial_fill = InitialFill::random;        ///< at time 0
    std::vector<double> window_ends;  ///< ascending, in drive writes (host pages / logical pages)
};

/// Mean write amplification of each window; the first begins at 0. Runge-Kutta of the mean-field
/// equation dm_j/dt = H ((j+1) m_{j+1} - j m_j)/(b rho) - p_j + [j = b].
std::vector<double> d_choices_transient(const DChoicesTransient& transient);

}  // namespace drivewear::analytic
