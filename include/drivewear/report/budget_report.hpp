// A budget as the flat "drivewear.budget/1" record and as a table, worst news first.
#pragma once

#include <string>

#include "drivewear/plan/budget.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

Json to_json(const plan::Budget& budget);
std::string to_table(const plan::Budget& budget, bool coloured);

/// The keys' spelling of a limit and a verdict: "rated_tbw", "fits".
std::string name_of(plan::Limit limit);
std::string name_of(plan::Verdict verdict);

}  // namespace drivewear::report
