// The epoch engine: from one victim to the next in one step. For drives of large superblocks, at
// full size and for whole lives.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "ftl/engine.hpp"

namespace drivewear::ftl {

std::optional<std::string> why_not_epoch_engine(const SimulationOptions& options);
double epoch_engine_cost(const SimulationOptions& options);
std::uint64_t epoch_engine_memory(const SimulationOptions& options);
std::string assumed_by_epoch_engine(const SimulationOptions& options);
std::unique_ptr<Engine> make_epoch_engine(const SimulationOptions& options, std::uint64_t run);

}  // namespace drivewear::ftl
