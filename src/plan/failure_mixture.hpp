// How many drives fail when the mean itself is uncertain.
#pragma once

#include <span>

#include "drivewear/plan/uncertainty.hpp"

namespace drivewear::plan {

/// Percentiles of a count that is Poisson with each of `means` equally likely: the least counts
/// that hold 5, 50 and 95 % of the mixture. The Poisson part is summed, not drawn, so it adds no
/// noise of its own.
Percentiles failure_percentiles(std::span<const double> means);

/// Percentiles of values, by straight lines between the sorted ones.
Percentiles percentiles_of(std::span<const double> values);

}  // namespace drivewear::plan
