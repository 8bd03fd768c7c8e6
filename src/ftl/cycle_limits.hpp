// Draws how many erases each block survives.
#pragma once

#include <cstdint>
#include <vector>

#include "drivewear/core/random.hpp"
#include "drivewear/ftl/life.hpp"

namespace drivewear::ftl {

/// One limit of at least 1 erase for each of `blocks`, rounded to whole erases.
std::vector<std::uint32_t> draw_cycle_limits(const CycleLimit& limit, RandomStream& random,
                                             std::size_t blocks);

/// Shape of the Weibull distribution with this coefficient of variation, in (0, 2].
double weibull_shape(double coefficient_of_variation);

}  // namespace drivewear::ftl
