// A budget as the chain of steps that lead to it, each with its formula, the numbers in place, the
// source and what was assumed: for a reader who wants to check the arithmetic by hand.
#pragma once

#include <string>
#include <vector>

#include "drivewear/plan/budget.hpp"

namespace drivewear::plan {

/// One step of the chain.
struct ExplainedStep {
    std::string name;        ///< "host writes in service"
    std::string formula;     ///< in words and symbols
    std::string numbers;     ///< the formula with numbers in place
    double result = 0;       ///< in `unit`
    std::string unit;        ///< "TB", "years", ""; decimal TB
    std::string source;      ///< where formula or figure comes from
    std::string assumption;  ///< may be empty
};

std::vector<ExplainedStep> explain(const Budget& budget);

}  // namespace drivewear::plan
