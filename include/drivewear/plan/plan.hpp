// What a planner knows: the fleet, what its applications write, and on which drive.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/device/device_form.hpp"
#include "drivewear/plan/presets.hpp"
#include "drivewear/plan/spread.hpp"
#include "drivewear/units/quantities.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::plan {

/// One stage between the application and the drive that multiplies bytes: replication, erasure
/// coding, RAID parity, a database's or filesystem's own write amplification.
struct HostMultiplier {
    std::string stage;  ///< name for the report
    double factor = 1;  ///< bytes out for each byte in, above 0
    std::optional<Preset>
        preset{};  ///< where the stage was named by a preset: its range and source
};

/// A fleet under one workload. Defaults are those of an omitted key of a plan file.
struct Plan {
    std::string name;                              ///< for the report; may be empty
    std::string drive;                             ///< id, model number or loose name
    std::uint64_t drives = 0;                      ///< drives that share the writes evenly
    units::Duration service_life;                  ///< how long the fleet must last
    units::DataRate application_rate;              ///< of the whole fleet in year 1, decimal bytes
    std::vector<HostMultiplier> host_multipliers;  ///< multiplied in this order
    double growth_percent_per_year = 0;            ///< steps once a year, above -100
    double duty_cycle = 1;                         ///< share of the time that writes at that rate
    workload::Workload workload;                   ///< pattern, sizes, TRIM
    std::optional<units::Capacity> usable_capacity;  ///< below the drive's: the rest becomes spare
    units::Temperature temperature = units::celsius(40);  ///< of the drive in use
    double reserve_percent = 0;                           ///< of the rating, kept unspent
    std::optional<double> pe_cycles{};  ///< each block survives; absent: what the ratings imply
    std::optional<device::DeviceForm> calibration{};  ///< of the drive; absent: nominal flash
    UncertainInputs uncertainty{};                    ///< how sure the planner is

    /// Product of all host multipliers.
    double host_multiplier_total() const;
};

/// What a plan file may refer to.
struct PlanReferences {
    workload::ReadText read_text;  ///< fetches the file of a `classes:FILE` pattern
    Presets presets;               ///< host multipliers by name
};

/// Reads a plan file's text ("drivewear.plan/1", data/schema/plan.schema.json). `file` names it in
/// messages. Throws ValidationError with every problem found.
Plan parse_plan(std::string_view json_text, const std::string& file,
                const PlanReferences& references = {});

}  // namespace drivewear::plan
