// Victim policy: the best of a few closed blocks drawn at random.
#pragma once

#include <cstdint>

namespace drivewear::ftl {

/// The block with the fewest valid pages among `choices` closed blocks drawn uniformly with
/// replacement; among equals the one drawn first. Van Houdt, "A mean field model for a class of
/// garbage collection algorithms in flash-based solid state drives", SIGMETRICS 2013; the same as
/// the randomised greedy of Li, Lee & Lui, SIGMETRICS 2013. Under purely sequential traffic it
/// misses fully invalid blocks that greedy finds.
struct DChoices {
    std::uint32_t choices = 10;  ///< d, blocks drawn for one victim; at least 1

    bool operator==(const DChoices&) const = default;
};

}  // namespace drivewear::ftl
