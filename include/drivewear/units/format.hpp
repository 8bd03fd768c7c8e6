// Quantities to text that parses back to the same value.
#pragma once

#include <string>

#include "drivewear/units/quantities.hpp"

namespace drivewear::units {

/// Exact, in the unit that needs the fewest characters: "12.8 TB", "16 TiB", "4 KiB".
std::string format_capacity(Capacity capacity);

}  // namespace drivewear::units
