// Runs the replicates of a request on threads, reports, stops and leaves checkpoints. Which thread
// runs which replicate, and when, has no influence on any of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ftl/engine.hpp"
#include "ftl/run.hpp"

namespace drivewear::ftl {

/// In the order of their numbers. Throws Cancelled when told to stop, after leaving a checkpoint
/// if one was asked for. `threads` >= 1 replicates run at a time.
std::vector<RunOutcome> run_replicates(const SimulationOptions& options, const EngineEntry& entry,
                                       std::uint32_t threads);

}  // namespace drivewear::ftl
