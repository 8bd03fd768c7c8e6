// Spreads from a plan file and in the form that draws need.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/json_input.hpp"
#include "drivewear/plan/spread.hpp"

namespace drivewear::plan {

/// Reads the "uncertainty" of a plan file at `pointer`; every problem goes to `problems`.
UncertainInputs read_uncertain_inputs(const nlohmann::json& object, const std::string& pointer,
                                      ProblemList& problems);

/// Location and scale of a normal law, of the logarithm for a lognormal.
struct NormalLaw {
    double mean;
    double standard_deviation;
};
NormalLaw normal_law(const Spread& spread);

/// "lognormal, 0.9 to 1.11": the shape and its two points in words.
std::string in_words(const Spread& spread);

}  // namespace drivewear::plan
