// Reads the points of a calibration (CSV) and a calibration that was kept (JSON).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "drivewear/compare/calibrate.hpp"

namespace drivewear::compare {

/// Columns `usable_bytes` (bytes, or with a unit: "745.2 GiB") and `waf`, `iops` ("145K"), or both
/// `host_bytes` and `nand_bytes` of counters. `file` names the text in messages. Throws
/// ValidationError with every problem.
std::vector<CalibrationPoint> parse_points(std::string_view text, const std::string& file);

/// The pool and base of a "drivewear.calibration/1" document. Throws ValidationError.
device::DeviceForm parse_calibration(std::string_view json_text, const std::string& file);

}  // namespace drivewear::compare
