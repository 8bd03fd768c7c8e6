// Reads the points of a calibration (CSV, or measured results) and a calibration that was kept
// (JSON).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "drivewear/compare/calibrate.hpp"
#include "drivewear/measured/result.hpp"

namespace drivewear::compare {

/// Columns `usable_bytes` (bytes, or with a unit: "745.2 GiB") and `waf`, `iops` ("145K"), or both
/// `host_bytes` and `nand_bytes` of counters. `file` names the text in messages. Throws
/// ValidationError with every problem.
std::vector<CalibrationPoint> parse_points(std::string_view text, const std::string& file);

/// What measured results of one drive give: each mean rate of 4 KiB random writes, and each write
/// amplification of uniform random writes, is a point. `usable_bytes` stands in where a result does
/// not say how much of the drive was in use. Throws InputError when there is no point, or one
/// without usable bytes.
std::vector<CalibrationPoint> points_of(std::span<const measured::Result> results,
                                        std::optional<double> usable_bytes);

/// The fastest mean sequential write bandwidth among the results, bytes a second.
std::optional<double> sequential_write_of(std::span<const measured::Result> results);

/// The pool and base of a "drivewear.calibration/1" document. Throws ValidationError.
device::DeviceForm parse_calibration(std::string_view json_text, const std::string& file);

}  // namespace drivewear::compare
