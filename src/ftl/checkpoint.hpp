// Checkpoint files: what was asked for, the state of every replicate, and a checksum over both. A
// file that is damaged, or of another request, is refused before anything of it is used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "drivewear/ftl/options.hpp"
#include "ftl/state.hpp"

namespace drivewear::ftl {

/// Everything in the options that decides the result, and the engine: one "name=value" a line.
std::string request_text(const SimulationOptions& options, EngineKind engine);

/// Writes atomically; `save` supplies the state.
void write_checkpoint(const std::filesystem::path& path, const std::string& request,
                      const std::function<void(StateWriter&)>& save);

/// Throws InputError when the file is no checkpoint, damaged, or of another request than `request`
/// (naming what differs); otherwise calls `load`.
void read_checkpoint(const std::filesystem::path& path, const std::string& request,
                     const std::function<void(StateReader&)>& load);

}  // namespace drivewear::ftl
