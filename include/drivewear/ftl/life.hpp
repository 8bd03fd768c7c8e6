// A drive's whole life: blocks wear out one by one, spare shrinks, write amplification rises, until
// the capacity can no longer be held.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "drivewear/ftl/geometry.hpp"

namespace drivewear::ftl {

/// How many program/erase cycles each block survives; drawn once for every block.
struct CycleLimit {
    enum class Shape { fixed, normal, lognormal, weibull };
    Shape shape = Shape::normal;
    double mean_cycles = 3000;              ///< mean erases before a block is retired, >= 1
    double coefficient_of_variation = 0.1;  ///< standard deviation / mean; unused when fixed

    bool operator==(const CycleLimit&) const = default;
};

/// Reads "fixed:3000", "normal:3000,0.1", "lognormal:3000,0.2", "weibull:3000,0.15" (mean, then
/// coefficient of variation). Throws ParseError.
CycleLimit parse_cycle_limit(std::string_view text);

/// The spelling that parses to the same limit.
std::string to_text(const CycleLimit& limit);

/// Turns on life mode. The run ends at the host pages given, or when the drive is worn out: when
/// the good blocks can no longer hold the usable pages, the open frontiers and the blocks held
/// free.
struct Life {
    std::optional<CycleLimit> cycle_limit{};    ///< of each block; absent: wear is only counted
    std::optional<std::uint64_t> host_pages{};  ///< stop here; absent: only when worn out

    bool operator==(const Life&) const = default;
};

/// A time at a steady rate.
struct ServiceTime {
    double days = 0;                  ///< days of writing
    double drive_writes_per_day = 1;  ///< host bytes a day / usable bytes
};

/// Host pages written in that time; at least 1.
std::uint64_t host_pages_in(const Geometry& geometry, const ServiceTime& service);

}  // namespace drivewear::ftl
