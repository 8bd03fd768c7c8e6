// Reads the unsigned decimal number at the start of a text; shared by everything that parses.
#pragma once

#include <cstddef>
#include <string_view>

#include "drivewear/units/decimal.hpp"

namespace drivewear::units {

struct ScannedNumber {
    Decimal value;
    std::size_t end;  ///< offset of the first character after the number
};

/// Throws ParseError when `text`, from `begin` on, does not start with a number.
ScannedNumber scan_number(std::string_view text, std::size_t begin);

}  // namespace drivewear::units
