// Where a datasheet contradicts itself.
#pragma once

#include <string>
#include <vector>

#include "drivewear/catalog/drive.hpp"

namespace drivewear::catalog {

/// One sentence for each contradiction or gap that a planner should know of.
std::vector<std::string> datasheet_warnings(const Drive& drive);

}  // namespace drivewear::catalog
