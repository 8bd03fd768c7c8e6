// Everything that decides a simulation's result, and how it is run.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/core/progress.hpp"
#include "drivewear/ftl/geometry.hpp"
#include "drivewear/ftl/life.hpp"
#include "drivewear/ftl/placement.hpp"
#include "drivewear/ftl/policy/policy.hpp"
#include "drivewear/ftl/precondition.hpp"
#include "drivewear/ftl/wear_levelling.hpp"
#include "drivewear/workload/trace.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::ftl {

/// How the drive is simulated.
enum class EngineKind {
    page,       ///< every page mapped: any request
    occupancy,  ///< counts of exchangeable pages per block and class
    epoch,      ///< binomial thinning of whole blocks between two victims
};

/// Where a long run leaves its state.
struct Checkpointing {
    std::filesystem::path file;      ///< written atomically; resumed from when it exists
    std::chrono::seconds every{60};  ///< time between two checkpoints
};

/// One simulation. Everything above `threads` decides the result; the rest only how it is got.
struct SimulationOptions {
    Geometry geometry;                                 ///< the flash
    workload::Workload workload{};                     ///< what the host writes
    std::shared_ptr<const workload::Trace> trace{};    ///< replaces the workload's writes; starts
                                                       ///< over at its end
    Policy policy = Greedy{};                          ///< which block is collected
    Placement placement = OneFrontier{};               ///< which writes share a block
    WearLevelling wear_levelling = NoWearLevelling{};  ///< which free block is opened
    Precondition precondition{{}};                     ///< before the workload: one sequential fill
    std::optional<double> warm_up_drive_writes{};  ///< of the workload; absent: until steady state
    double drive_writes = 10;                      ///< measured after the warm-up, in drive writes
    double window_drive_writes = 0.1;              ///< one point of the series, in drive writes
    std::optional<Life> life{};          ///< present: from fresh to the end of life, no warm-up
    std::optional<EngineKind> engine{};  ///< absent: the cheapest that is exact for the request
    std::uint64_t seed = 1;              ///< of all random streams
    std::uint32_t replicates = 1;        ///< independent runs, averaged

    std::uint32_t threads = 0;                     ///< replicates at a time; 0: one for each core
    std::optional<std::uint64_t> memory_bytes{};   ///< allowed; absent: what the machine has free
    std::optional<Checkpointing> checkpointing{};  ///< absent: a killed run starts anew
    KeepGoing
        keep_going{};  ///< called from one thread at a time, with the share of host pages done
};

/// Everything wrong with a request, one line each; empty when it can be run.
std::vector<std::string> problems_of(const SimulationOptions& options);

std::string_view to_text(EngineKind engine);

}  // namespace drivewear::ftl
