// A simulation as it is asked for in words, by the command line and by Python alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/core/progress.hpp"
#include "drivewear/device/geometry_from_drive.hpp"
#include "drivewear/ftl/options.hpp"
#include "drivewear/report/simulation_report.hpp"

namespace drivewear::cli {

/// What the user typed; texts are read when all of them are known. `drivewear simulate --help` says
/// what each takes.
struct SimulationRequest {
    std::optional<std::string> drive;
    std::optional<std::string> usable;
    std::optional<std::string> raw;
    std::optional<double> spare_factor;
    std::uint64_t blocks = 4096;
    std::optional<std::uint32_t> pages_per_block;
    std::optional<std::string> superblock;
    std::optional<std::string> page;
    std::uint32_t held_free = 2;
    std::uint64_t bad_blocks = 0;
    std::uint32_t rain = 0;
    double erase_failure_probability = 0;
    std::string policy = "greedy";
    std::string frontiers = "single";
    std::string workload = "uniform";
    std::string wear_levelling = "none";
    std::string precondition = "sequential";
    std::string warm_up = "auto";
    double drive_writes = 10;
    double window = 0.1;
    std::optional<std::string> until;
    std::optional<std::string> cycles;
    std::optional<double> dwpd;
    std::string engine = "auto";
    std::uint64_t seed = 1;
    std::uint32_t replicates = 1;
    std::uint32_t threads = 0;
    std::optional<std::string> memory;
    std::optional<std::string> series;
    std::optional<std::string> checkpoint;
    std::string every = "60s";
};

/// A request with everything that a catalog drive adds to it.
struct PreparedSimulation {
    ftl::SimulationOptions options;
    std::optional<device::DriveGeometry> drive;
    std::optional<ftl::CycleLimit> cycle_limit;  ///< what blocks survive, given or implied
};

/// Fetches the catalog, when a drive is named.
using LoadCatalog = std::function<catalog::Catalog()>;

/// Throws InputError when the request has no meaning. A trace is read here, under `keep_going`.
PreparedSimulation prepare(const SimulationRequest& request, const LoadCatalog& load_catalog,
                           const KeepGoing& keep_going = {});

/// Simulates, and says what the drive adds: assumptions, and what the wear means for its life.
report::SimulationAnswer run(const PreparedSimulation& prepared);

}  // namespace drivewear::cli
