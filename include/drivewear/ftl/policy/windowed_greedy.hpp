// Victim policy: greedy among the oldest closed blocks.
#pragma once

#include <cstdint>

namespace drivewear::ftl {

/// The block with the fewest valid pages among the `window_blocks` that were closed first; among
/// equals the one that has had its count longest. Hu, Eleftheriou, Haas, Iliadis & Pletka, "Write
/// amplification analysis in flash-based solid state drives", SYSTOR 2009. A window of 1 is FIFO,
/// one of all blocks greedy.
struct WindowedGreedy {
    std::uint64_t window_blocks = 1000;  ///< closed blocks looked at; at least 1

    bool operator==(const WindowedGreedy&) const = default;
};

}  // namespace drivewear::ftl
