// A plan from a file, from flags, or from a file with flags over it; shared by every verb that
// takes a plan.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "drivewear/catalog/drive.hpp"
#include "drivewear/plan/plan.hpp"

namespace drivewear::cli {

/// The options as typed; absent ones leave the plan file's value.
struct PlanOptions {
    std::optional<std::string> file;
    std::optional<std::string> drive;
    std::optional<double> drives;
    std::optional<double> service_years;
    std::optional<double> application_tb_per_day;
    std::vector<std::string> multipliers;  ///< "stage=factor"
    std::optional<double> growth_percent;
    std::optional<double> duty_cycle;
    std::optional<std::string> workload;
    std::optional<std::string> write_size;
    std::optional<std::string> usable_capacity;
    std::optional<double> temperature_c;
    std::optional<double> reserve_percent;
    std::optional<double> pe_cycles;

    /// The plan file is a positional argument, or the option of that name.
    void add_to(CLI::App& verb, const char* file_option = "plan");
    /// Throws ValidationError with every problem, IoError for an unreadable file.
    plan::Plan read() const;
};

/// The host multipliers of data/presets.json.
plan::Presets load_presets();

/// The drive of that name in the built-in catalog and the user's. Throws UnknownName.
catalog::Drive find_drive(const Context& context, const std::string& name);

}  // namespace drivewear::cli
