// Victim policy: first in, first out, but a block still full of data is passed over once.
#pragma once

#include <optional>

namespace drivewear::ftl {

/// The oldest closed block is the victim unless more than `keep_share` of its pages are valid and
/// it has not been passed over yet; then it goes to the end of the queue. The page replacement of
/// Corbato, "A paging experiment with the Multics system" (1968), with the reference bit read as
/// "still full".
struct SecondChance {
    std::optional<double> keep_share;  ///< valid share in (0, 1]; absent: usable / pool pages

    bool operator==(const SecondChance&) const = default;
};

}  // namespace drivewear::ftl
