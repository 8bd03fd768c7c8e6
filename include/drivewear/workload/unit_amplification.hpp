// Requests against the unit in which a drive maps its pages.
#pragma once

#include <cstdint>

#include "drivewear/workload/workload.hpp"

namespace drivewear::workload {

/// Units that one request touches, on average; 1 when no lengths are given. A request of s bytes at
/// offsets uniform on a grid of step h = gcd(alignment, unit) touches 1 + (ceil(s/h) - 1) h/unit.
/// Address classes are taken for long against a request.
double units_per_request(const Workload& workload, std::uint64_t unit_bytes);

/// Bytes of the whole units that requests touch, for each byte requested; >= 1. For s = h < unit
/// that is unit/s. Assumes that the drive joins no two requests. Throws DomainError for a unit of 0
/// bytes.
double unit_amplification(const Workload& workload, std::uint64_t unit_bytes);

}  // namespace drivewear::workload
