// How long the workload runs before measuring starts, when the user leaves that open.
#pragma once

#include <span>

#include "drivewear/workload/workload.hpp"
#include "ftl/statistics.hpp"

namespace drivewear::ftl {

/// Bounds of an automatic warm-up, in drive writes. A class that takes the share r of the writes on
/// the share f of the pages is turned over once in f / r drive writes; the slowest sets the scale.
struct WarmUpBounds {
    double least = 5;   ///< not judged before: 2 turnovers, 5 to 50
    double most = 100;  ///< given up after: 20 turnovers, 100 to 500
};

WarmUpBounds warm_up_bounds(const workload::Workload& workload);

/// The later half of the windows so far is level: what went before was the transient.
bool has_settled(std::span<const Window> windows);

}  // namespace drivewear::ftl
