// What uncertain inputs do to a budget, as fields of its record and as tables under it.
#pragma once

#include <string>

#include "drivewear/plan/uncertainty.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

/// Adds to a "drivewear.budget/1" record: draws, seed, probability_fits, its standard error,
/// percentiles of life, use and failures, tornado. Lives beyond 1,000 years are null.
void add_uncertainty(Json& budget_record, const plan::Uncertainty& uncertainty);

/// The same record for CSV, where a tornado is words: "wa_excess 14.2; growth_points 9.1".
Json with_tornado_in_words(Json budget_record);

std::string to_table(const plan::Uncertainty& uncertainty, bool coloured);

}  // namespace drivewear::report
