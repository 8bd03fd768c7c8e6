// Predicted write amplification as the "drivewear.wa/1" record, as a table, and as a curve.
#pragma once

#include <string>
#include <vector>

#include "drivewear/analytic/estimate.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

/// What was asked and what came out. Spare factor and over-provision stand side by side, because
/// the one is so often taken for the other.
Json to_json(const analytic::Query& query, const analytic::Estimate& estimate);
std::string to_table(const analytic::Query& query, const analytic::Estimate& estimate);

/// The record without its lists, for a row of a table.
Json to_row(const analytic::Query& query, const analytic::Estimate& estimate);

/// One point of a curve.
struct WaPoint {
    analytic::Query query;        ///< at this spare factor
    analytic::Estimate estimate;  ///< the answer
};

/// {"schema": "drivewear.wa-curve/1", "points": [...]}.
Json curve_json(const std::vector<WaPoint>& points);
/// Flat rows: spare_factor, over_provision, wa and its stages.
Json curve_rows(const std::vector<WaPoint>& points);
/// Columns of numbers with a bar to the scale of the largest.
std::string curve_table(const std::vector<WaPoint>& points);

}  // namespace drivewear::report
