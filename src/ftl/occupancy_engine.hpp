// The occupancy engine: where page addresses are exchangeable within classes, only the number of
// valid pages of each class in each block. One host write after the other, exactly as the page
// engine's law has it, without a mapping table: a few bytes a block instead of eight a page.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "ftl/engine.hpp"

namespace drivewear::ftl {

std::optional<std::string> why_not_occupancy_engine(const SimulationOptions& options);
double occupancy_engine_cost(const SimulationOptions& options);
std::uint64_t occupancy_engine_memory(const SimulationOptions& options);
std::string assumed_by_occupancy_engine(const SimulationOptions& options);
std::unique_ptr<Engine> make_occupancy_engine(const SimulationOptions& options, std::uint64_t run);

}  // namespace drivewear::ftl
