// 128-bit counters: NVMe logs hold 16-byte integers, and they are kept exactly.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace drivewear {

__extension__ using Uint128 = unsigned __int128;

/// Decimal digits, no separators.
std::string to_string(Uint128 value);

/// Reads decimal digits only; nothing when there is any other character or it exceeds 128 bits.
std::optional<Uint128> parse_uint128(std::string_view digits);

}  // namespace drivewear
