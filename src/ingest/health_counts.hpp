// Numbers as people's tools print them, in any language: 1,506,179 / 24.664.736 / 7 681 501 /
// 960?197 / 12'345 for counts, 11472,811 for a decimal fraction.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "drivewear/core/wide.hpp"

namespace drivewear::ingest {

/// A count at the start of `text`; a unit after it ("Celsius", "%", "[12,6 TB]") is passed over.
/// Groups are of three digits after the first (of two in the middle in Indian style), so that
/// "499.055" is 499055 and "136157684.0" is 136157684. Hexadecimal after "0x". Nothing when it is
/// no whole number or exceeds 128 bits.
std::optional<Uint128> grouped_count(std::string_view text);

/// A number at the start of `text` whose last point or comma is its decimal sign.
std::optional<double> decimal_figure(std::string_view text);

/// The words of a line, between blanks.
using Words = std::vector<std::string_view>;
Words words_of(std::string_view line);

/// Without blanks, line ends, NBSP and NUL at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace drivewear::ingest
