// How a drive evens out the erase counts of its blocks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace drivewear::ftl {

/// Free blocks are reused in the order in which they were erased.
struct NoWearLevelling {
    bool operator==(const NoWearLevelling&) const = default;
};

/// The free block with the fewest erases is opened next. Chang, Kuo & Lo, "Real-time garbage
/// collection for flash-memory storage systems of real-time embedded systems", ACM TECS 3(4), 2004.
struct DynamicWearLevelling {
    bool operator==(const DynamicWearLevelling&) const = default;
};

/// Dynamic, and when an erase leaves a block more than `threshold_erases` ahead of the closed block
/// with the fewest erases, that block is collected next whatever the victim policy says: its cold
/// data move on and it wears again. Chang, Hsieh & Kuo, "Endurance enhancement of flash-memory
/// storage systems: an efficient static wear leveling design", DAC 2007.
struct StaticWearLevelling {
    std::uint32_t threshold_erases = 100;  ///< difference that is tolerated; at least 1

    bool operator==(const StaticWearLevelling&) const = default;
};

using WearLevelling = std::variant<NoWearLevelling, DynamicWearLevelling, StaticWearLevelling>;

/// Reads "none", "dynamic" or "static:T". Throws ParseError.
WearLevelling parse_wear_levelling(std::string_view text);

/// The spelling that parses to the same wear levelling.
std::string to_text(const WearLevelling& wear_levelling);

}  // namespace drivewear::ftl
