// Runs a simulation with the engine that fits it.
#pragma once

#include <cstdint>
#include <string>

#include "drivewear/ftl/options.hpp"
#include "drivewear/ftl/result.hpp"

namespace drivewear::ftl {

/// The engine that a request gets, and why.
struct EngineChoice {
    EngineKind engine = EngineKind::page;
    std::string reason;  ///< in words
};

/// The engine asked for, or the cheapest that is exact for the request. Throws DomainError when the
/// engine asked for cannot run it, saying why and which can.
EngineChoice choose_engine(const SimulationOptions& options);

/// Bytes one replicate needs in an engine.
std::uint64_t memory_needed(const SimulationOptions& options, EngineKind engine);

/// Throws DomainError with every problem of the options, or when memory does not suffice (with the
/// figure needed and the engine that would fit); Cancelled when told to stop, after leaving a
/// checkpoint if one was asked for; InputError for a checkpoint that is damaged or of another run.
SimulationResult simulate(const SimulationOptions& options);

}  // namespace drivewear::ftl
