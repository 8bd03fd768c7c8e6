// The inner loops of the batch functions. Each is chosen at run time for the machine (Google
// Highway) and has a plain twin in `scalar` that does the same operations in the same order: all
// targets give the same bits. None allocates or throws; each returns how many results are NaN.
#pragma once

#include <cstddef>
#include <span>

namespace drivewear::analytic::kernels {

/// FIFO for each spare factor; NaN where it does not lie between 0 and 1.
std::size_t fifo(std::span<const double> spare_factors, std::span<double> out);

/// Arrays of one length.
struct DesnoyersChunk {
    std::span<const double> spare_factors;    ///< Sf of each
    std::span<const double> pages_per_block;  ///< b of each, at least 1
};
std::size_t desnoyers_greedy(const DesnoyersChunk& chunk, std::span<double> out);

/// Arrays of one length, and tables that the scenarios point into.
struct GreedyChunk {
    std::span<const double> spare_factors;    ///< Sf of each
    std::span<const double> pages_per_block;  ///< b of each, whole and at least 1
    std::span<const double> first_sums;       ///< where the table of b begins
    const double* harmonic;                   ///< sums of 1/l over l > j, j = 0 to b
    const double* surplus;                    ///< sums of b/l - 1 over l > j, j = 0 to b
};
std::size_t greedy(const GreedyChunk& chunk, std::span<double> out);

/// The plain twins.
namespace scalar {
std::size_t fifo(std::span<const double> spare_factors, std::span<double> out);
std::size_t desnoyers_greedy(const DesnoyersChunk& chunk, std::span<double> out);
std::size_t greedy(const GreedyChunk& chunk, std::span<double> out);
}  // namespace scalar

}  // namespace drivewear::analytic::kernels
