// What a simulation takes for granted, in words.
#pragma once

#include <string>
#include <vector>

#include "drivewear/ftl/options.hpp"

namespace drivewear::ftl {

std::vector<std::string> assumptions_of(const SimulationOptions& options);

}  // namespace drivewear::ftl
