// Writes that grow by a step each year, and when they reach a limit.
#pragma once

#include <optional>

#include "drivewear/units/quantities.hpp"

namespace drivewear::plan {

/// A rate that is constant within a year and multiplied by (1 + growth) at each anniversary.
struct GrowingRate {
    units::HostRate first_year;  ///< host bytes a second in year 1
    double growth_per_year = 0;  ///< 0.1 is +10 % a year; above -1

    /// Host bytes written in the first `time`; a part year counts pro rata.
    units::HostTraffic written_after(units::Duration time) const;
    /// When `limit` is reached; absent when that takes more than 1,000 years.
    std::optional<units::Duration> time_to_write(units::HostTraffic limit) const;
};

}  // namespace drivewear::plan
