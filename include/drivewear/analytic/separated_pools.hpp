// Classes written to pools of their own, each with its own share of the spare capacity, and the
// split that wears the flash least.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "drivewear/device/write_amplification.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::analytic {

/// How each pool is cleaned.
enum class PoolCleaning {
    fifo,              ///< FIFO, or greedy with large blocks
    desnoyers_greedy,  ///< greedy, Desnoyers' finite-block form
    greedy             ///< greedy, exact for many blocks
};

struct SeparatedPools {
    device::SpareFactor spare_factor;                 ///< of the whole drive
    std::span<const workload::AddressClass> classes;  ///< one pool each
    PoolCleaning cleaning = PoolCleaning::fifo;       ///< in every pool
    std::optional<std::uint64_t> pages_per_block{};   ///< b; needed for the greedy forms
};

struct PoolSplit {
    double write_amplification = 1;            ///< sum of r_i A_i
    std::vector<double> spare_shares;          ///< p_i, share of the spare capacity of each pool
    std::vector<double> write_amplifications;  ///< A_i of each pool that is written
};

/// A = sum r_i A(alpha_i), alpha_i = 1 + p_i (alpha - 1)/f_i: Desnoyers, SYSTOR'12, eqs. 20-22.
PoolSplit amplification_of_split(const SeparatedPools& pools, std::vector<double> spare_shares);

/// The best split. For fifo and desnoyers_greedy: at the optimum exp(x_i) - 1 - x_i is proportional
/// to r_i/f_i (x_i = alpha_i/A_i; derived here), one equation whatever the number of pools. For
/// exact greedy, whose curve is scalloped, a search around that split, good to about 1e-4 in p.
PoolSplit best_split(const SeparatedPools& pools);

/// The limit of little spare: p_i proportional to sqrt(r_i f_i). Within 2 % of the optimum in WA
/// for the usual hot/cold mixes; exact as Sf -> 0.
std::vector<double> square_root_split(std::span<const workload::AddressClass> classes);

}  // namespace drivewear::analytic
