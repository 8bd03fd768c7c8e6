// The page engine: every page mapped, so that any workload, trace, policy and placement is exact.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "ftl/engine.hpp"

namespace drivewear::ftl {

std::optional<std::string> why_not_page_engine(const SimulationOptions& options);
double page_engine_cost(const SimulationOptions& options);
std::uint64_t page_engine_memory(const SimulationOptions& options);
std::string assumed_by_page_engine(const SimulationOptions& options);
std::unique_ptr<Engine> make_page_engine(const SimulationOptions& options, std::uint64_t run);

}  // namespace drivewear::ftl
