// From an even budget of P/E cycles to the blocks that really wear: how far the mean may go before
// the first block is worn, and before the blocks held in reserve are used up.
//
// Model: each block keeps its share of the erases (the spread seen in a simulation stays), and
// block endurances are independent, normal about a mean, cut at 0. Retired blocks' work falling on
// the others is left out, which matters only near the end: the simulator's life mode has it.
#pragma once

#include <cstdint>
#include <optional>

#include "drivewear/device/write_amplification.hpp"
#include "drivewear/units/quantities.hpp"

namespace drivewear::wear {

/// Moments of a histogram of erase counts.
struct EraseSpread {
    std::uint64_t blocks = 0;       ///< blocks counted
    double mean = 0;                ///< erases
    double standard_deviation = 0;  ///< erases
    std::uint64_t least = 0;        ///< fewest erases of a block
    std::uint64_t most = 0;         ///< most erases of a block
};

/// Throws DomainError for a histogram without blocks or in which nothing was erased.
EraseSpread spread_of(const device::EraseHistogram& erases);

/// Share of the mean that wear levelling leaves usable if the first worn block ends the drive:
/// mean / most.
double levelling_efficiency(const EraseSpread& spread);

/// How block endurance is spread, and how many blocks may be lost.
struct BlockEndurance {
    double mean_cycles = 0;               ///< P/E cycles that a block survives, mean; above 0
    double coefficient_of_variation = 0;  ///< standard deviation / mean, in [0, 2]; 0: all alike
    std::uint64_t spare_blocks = 0;       ///< blocks a drive may retire; fewer than it has
    std::uint64_t drives = 1;             ///< alike drives whose blocks the histogram counts
};

/// Mean P/E cycles of a drive when something happens.
struct WornAt {
    double first_block_cycles = 0;      ///< expected worn blocks reach 1/2: as likely as not
    double spare_exhausted_cycles = 0;  ///< expected worn blocks exceed the spare blocks
};
WornAt worn_at(const device::EraseHistogram& erases, const BlockEndurance& endurance);

/// What a drive of `raw` flash is written with.
struct WorkloadWear {
    units::Capacity raw;                          ///< all flash
    std::optional<units::HostBytes> rated_tbw{};  ///< above 0; absent: nothing to compare with
    device::WriteAmplification wa{1.0};           ///< of the workload
};

/// A workload's endurance, and against the rating.
struct EnduranceUnderWorkload {
    units::HostTraffic first_block_worn;         ///< host bytes until then
    units::HostTraffic spare_exhausted;          ///< host bytes until then
    std::optional<double> share_of_rated_tbw{};  ///< spare_exhausted / rated TBW
};
EnduranceUnderWorkload endurance_under(const WorkloadWear& workload, const WornAt& worn);

}  // namespace drivewear::wear
