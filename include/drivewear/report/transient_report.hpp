// The way from a sequential fill to steady random writes as record and text.
#pragma once

#include <string>

#include "drivewear/compare/transient.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

/// "drivewear.transient/1".
Json to_json(const compare::TransientRequest& request, const compare::Transient& transient);
/// About twenty points of the curve, and where the figure asked about lies.
std::string to_text(const compare::TransientRequest& request, const compare::Transient& transient);

}  // namespace drivewear::report
