// A simulation as the "drivewear.simulation/1" record, as a table, and its series as CSV.
#pragma once

#include <string>

#include "drivewear/ftl/result.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

Json to_json(const ftl::SimulationResult& result);
std::string to_table(const ftl::SimulationResult& result, bool coloured);

/// One flat record without lists: what a row of a sweep needs.
Json to_row(const ftl::SimulationResult& result);

/// "drive_writes,wa" by window; in life mode
/// "host_pages,wa,mean_erases,retired_blocks,spare_factor".
std::string series_csv(const ftl::SimulationResult& result);

}  // namespace drivewear::report
