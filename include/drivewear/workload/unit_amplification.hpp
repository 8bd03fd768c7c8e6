// Requests against the unit in which a drive maps its pages.
#pragma once

#include <cstdint>

#include "drivewear/workload/workload.hpp"

namespace drivewear::workload {

/// Bytes of the whole units that requests touch, for each byte requested; >= 1. A request of s
/// bytes at offsets uniform on a grid of step h = gcd(alignment, unit) touches on average
/// 1 + (ceil(s/h) - 1) h/unit units: for s = h < unit that is unit/s. Assumes that the drive joins
/// no two requests and that address classes are long against a request.
double unit_amplification(const Workload& workload, std::uint64_t unit_bytes);

}  // namespace drivewear::workload
