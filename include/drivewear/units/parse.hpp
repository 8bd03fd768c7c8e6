// Quantities from text, exactly: "12.8TB", "16 TiB", "20TB/day", "500MB/s", "2.5e6 h", "45C",
// "18W". Blanks between number and unit are free; upper and lower case are not. Decimal and
// binary prefixes differ, and a text that leaves the choice open ("12T") is refused.
//
// Every function throws ParseError with the column and the reason.
#pragma once

#include <string_view>

#include "drivewear/units/quantities.hpp"

namespace drivewear::units {

/// B, kB, MB, GB, TB, PB, EB (10^3 steps) or KiB, MiB, GiB, TiB, PiB, EiB (2^10 steps). The result
/// is exact; a value that is not a whole byte or exceeds 2^64 - 1 bytes is refused.
Capacity parse_capacity(std::string_view text);

/// A capacity per s, min, h or day (also written "d").
DataRate parse_data_rate(std::string_view text);

/// s, min, h, d (day), y (year of 365 days), and their long names.
Duration parse_duration(std::string_view text);

/// C (degrees Celsius) or K; a minus sign is allowed for C. Below absolute zero is refused.
Temperature parse_temperature(std::string_view text);

/// W or mW.
Power parse_power(std::string_view text);

}  // namespace drivewear::units
