// The formulas over arrays: millions of scenarios in one call, a structure of arrays in, an array
// out. Kernels are chosen at run time for the machine (Google Highway); every value has the bits of
// the function on one scenario, whatever the machine, the vector width and the number of threads.
//
// An input array of one item stands for all scenarios; otherwise it is as long as the output, else
// InputError is thrown. A scenario without a meaning (spare factor not above 0 and below 1, NaN
// included; no page in a block; ...) gets NaN, and each function returns how many did; nothing is
// thrown for one. Input and output may not overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "drivewear/workload/workload.hpp"

namespace drivewear::analytic::batch {

struct Threads {
    unsigned count = 1;  ///< at most so many; 0: as many as the machine has
};

/// FIFO cleaning of uniform writes, analytic::fifo().
std::size_t fifo(std::span<const double> spare_factors, std::span<double> write_amplifications,
                 Threads threads = {});

/// Victims drawn at random, analytic::random_victims().
std::size_t random_victims(std::span<const double> spare_factors,
                           std::span<double> write_amplifications, Threads threads = {});

struct BlockScenarios {
    std::span<const double> spare_factors;           ///< Sf of each
    std::span<const std::uint64_t> pages_per_block;  ///< b of each, at least 1
};

/// Exact greedy cleaning of uniform writes, analytic::greedy(). Quick when many scenarios share a
/// block size: their harmonic sums are then tabulated.
std::size_t greedy(const BlockScenarios& scenarios, std::span<double> write_amplifications,
                   Threads threads = {});

/// Desnoyers' form of greedy, analytic::desnoyers_greedy().
std::size_t desnoyers_greedy(const BlockScenarios& scenarios,
                             std::span<double> write_amplifications, Threads threads = {});

struct DChoicesScenarios {
    std::span<const double> spare_factors;           ///< Sf of each
    std::span<const std::uint64_t> pages_per_block;  ///< b of each, 1 to most_d_choices_pages
    std::span<const double> choices;                 ///< d of each, finite and at least 1
};

/// The fixed point of d-choices cleaning, analytic::d_choices().
std::size_t d_choices(const DChoicesScenarios& scenarios, std::span<double> write_amplifications,
                      Threads threads = {});

struct ClassScenarios {
    std::span<const double> spare_factors;              ///< Sf of each
    std::span<const workload::AddressClass> classes{};  ///< of all; none without pages
};

/// FIFO cleaning of one set of classes in one open block, analytic::fifo(…, classes).
std::size_t fifo_of_classes(const ClassScenarios& scenarios, std::span<double> write_amplifications,
                            Threads threads = {});

struct HotColdScenarios {
    std::span<const double> spare_factors;     ///< Sf of each
    std::span<const double> hot_page_shares;   ///< f of each, 0 to 1: of the pages
    std::span<const double> hot_write_shares;  ///< r of each, 0 to 1: of the writes
};

/// FIFO cleaning of two classes in one open block. A class without pages cannot be written: f = 0
/// goes with r = 0 and f = 1 with r = 1, both of them uniform writes.
std::size_t fifo_of_hot_cold(const HotColdScenarios& scenarios,
                             std::span<double> write_amplifications, Threads threads = {});

}  // namespace drivewear::analytic::batch
