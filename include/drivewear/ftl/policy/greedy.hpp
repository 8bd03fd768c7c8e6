// Victim policy: the closed block with the fewest valid pages.
#pragma once

namespace drivewear::ftl {

/// Exact greedy; among equals the block that has had its count longest. Optimal for uniform traffic
/// (Yang, Misra & Rubenstein, "On the Optimality of Greedy Garbage Collection for SSDs", 2015);
/// analysed by Bux & Iliadis, "Performance of greedy garbage collection in flash-based solid-state
/// drives", Performance Evaluation 67 (2010).
struct Greedy {
    bool operator==(const Greedy&) const = default;
};

}  // namespace drivewear::ftl
