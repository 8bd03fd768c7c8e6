// Turns the fields of a catalog file into the members of a Drive, each through its own parser.
#pragma once

#include <string>

#include "core/json_input.hpp"
#include "drivewear/catalog/drive.hpp"

namespace drivewear::catalog {

/// A drive being read and where its problems go.
struct FieldSink {
    Drive& drive;
    ProblemList& problems;
};

/// Reads one value object ({value, unit, source, locator, status, note} or {readings, reason}) into
/// the drive and its provenance. `pointer` is the value's JSON pointer.
void read_field(const std::string& name, const nlohmann::json& value, const std::string& pointer,
                FieldSink sink);

}  // namespace drivewear::catalog
