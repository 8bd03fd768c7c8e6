// A simulation as the "drivewear.simulation/1" record, as a table, and its series as CSV.
#pragma once

#include <optional>
#include <string>

#include "drivewear/ftl/result.hpp"
#include "drivewear/report/json.hpp"
#include "drivewear/wear/erase_spread.hpp"

namespace drivewear::report {

/// What the erase counts of a run mean for the life of a drive.
struct SimulatedEndurance {
    wear::BlockEndurance block;                   ///< what blocks survive
    wear::EraseSpread erases;                     ///< what they were given
    wear::EnduranceUnderWorkload host;            ///< host writes until they are worn
    std::optional<units::HostBytes> rated_tbw{};  ///< of the drive, where it is one
};

/// A run and what follows from it.
struct SimulationAnswer {
    ftl::SimulationResult result;
    std::optional<SimulatedEndurance> endurance{};  ///< absent without P/E cycles, or in life mode
};

Json to_json(const SimulationAnswer& answer);
std::string to_table(const SimulationAnswer& answer, bool coloured);

/// One flat record without lists: what a row of a sweep needs.
Json to_row(const SimulationAnswer& answer);

/// "drive_writes,wa" by window; in life mode
/// "host_pages,wa,mean_erases,retired_blocks,spare_factor".
std::string series_csv(const ftl::SimulationResult& result);

}  // namespace drivewear::report
