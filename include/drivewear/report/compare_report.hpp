// Predictions beside what was published and measured, and calibrations, as records and text.
#pragma once

#include <string>

#include "drivewear/compare/compare.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

/// "drivewear.compare/1": {schema, rows, summary, and when calibrated: calibrations, buffers}.
Json to_json(const compare::Comparison& comparison);
/// Flat rows for CSV; sources as "id place".
Json to_rows(const compare::Comparison& comparison);
/// A table for each quantity, the reasons of what does not agree, and the summary.
std::string to_text(const compare::Comparison& comparison, bool coloured);

/// Uniform random writes counted at several usable capacities: {usable_capacity_tb, wa, source},
/// for the chart of a report.
Json measured_points(const compare::Comparison& comparison);

/// "drivewear.calibration/1".
Json to_json(const compare::Calibration& calibration);
/// Flat rows for CSV, one a point.
Json to_rows(const compare::Calibration& calibration);
std::string to_text(const compare::Calibration& calibration, bool coloured);

}  // namespace drivewear::report
