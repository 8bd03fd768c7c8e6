#include "plan/spread.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "plan/normal_quantile.hpp"

namespace drivewear::plan {
namespace {

using Shape = Spread::Shape;

// Standard deviations from the median to a 5 % point.
constexpr double five_percent_point = 1.6448536269514722;
// A normal factor must keep this many standard deviations above 0.
constexpr double least_deviations = 4.5;

constexpr std::array<std::pair<const char*, Shape>, 5> shape_names{
    {{"fixed", Shape::fixed},
     {"normal", Shape::normal},
     {"lognormal", Shape::lognormal},
     {"uniform", Shape::uniform},
     {"triangular", Shape::triangular}}};

constexpr NumberRange point_range{-1000, 1000, "a number from -1000 to 1000"};
constexpr NumberRange factor_range{1e-3, 1e3, "a factor from 0.001 to 1000"};

bool reaches_zero(const Spread& spread) {
    const NormalLaw law = normal_law(spread);
    return law.mean - least_deviations * law.standard_deviation <= 0;
}

void read_spread(ObjectReader& inputs, const std::string& name,
                 std::pair<ProblemList&, Spread&> into) {
    auto& [problems, spread] = into;
    const nlohmann::json* object = inputs.find(name);
    if (object == nullptr) return;
    const bool is_factor = spread.unmoved != 0;
    ObjectReader reader(*object, inputs.pointer_to(name), problems);
    Spread read{.unmoved = spread.unmoved};
    reader.require("shape", "fixed, normal, lognormal, uniform or triangular");
    if (const auto text = reader.text("shape")) {
        const auto* found = std::find_if(shape_names.begin(), shape_names.end(),
                                         [&](const auto& entry) { return *text == entry.first; });
        if (found == shape_names.end()) {
            reader.problem("shape", "\"" + *text + "\"",
                           "fixed, normal, lognormal, uniform or triangular");
        } else {
            read.shape = found->second;
        }
    }
    const NumberRange& range = is_factor ? factor_range : point_range;
    const auto low = reader.number("low", range);
    const auto high = reader.number("high", range);
    reader.refuse_unknown();
    if (read.shape == Shape::fixed) {
        spread = read;
        return;
    }
    if (!low || !high) {
        reader.require("low", range.expected);
        reader.require("high", range.expected);
        return;
    }
    read.low = *low;
    read.high = *high;
    if (!(read.low < read.high)) {
        reader.problem("low", fmt::format("{:.6g}", read.low),
                       fmt::format("less than 'high', {:.6g}", read.high));
    } else if (read.shape == Shape::lognormal && !is_factor) {
        reader.problem("shape", "lognormal",
                       "normal, uniform or triangular: percentage points may be negative");
    } else if (is_factor && read.shape == Shape::normal && reaches_zero(read)) {
        reader.problem("low", fmt::format("{:.6g}", read.low),
                       "a normal factor that stays above 0, or shape lognormal");
    }
    spread = read;
}

}  // namespace

NormalLaw normal_law(const Spread& spread) {
    const bool logs = spread.shape == Shape::lognormal;
    const double low = logs ? std::log(spread.low) : spread.low;
    const double high = logs ? std::log(spread.high) : spread.high;
    return {0.5 * (low + high), 0.5 * (high - low) / five_percent_point};
}

double quantile(const Spread& spread, double probability) {
    switch (spread.shape) {
        case Shape::fixed:
            return spread.unmoved;
        case Shape::uniform:
            return spread.low + (spread.high - spread.low) * probability;
        case Shape::triangular: {
            const double peak = std::clamp(spread.unmoved, spread.low, spread.high);
            const double width = spread.high - spread.low;
            const double rising = (peak - spread.low) / width;
            return probability < rising
                       ? spread.low + std::sqrt(probability * width * (peak - spread.low))
                       : spread.high - std::sqrt((1 - probability) * width * (spread.high - peak));
        }
        case Shape::normal:
        case Shape::lognormal:
            break;
    }
    const NormalLaw law = normal_law(spread);
    const double value = law.mean + law.standard_deviation * as241::normal_quantile(probability);
    return spread.shape == Shape::lognormal ? std::exp(value) : value;
}

std::string in_words(const Spread& spread) {
    const auto* found =
        std::find_if(shape_names.begin(), shape_names.end(),
                     [&](const auto& entry) { return spread.shape == entry.second; });
    if (spread.shape == Shape::fixed) return found->first;
    return fmt::format("{}, {:.4g} to {:.4g}", found->first, spread.low, spread.high);
}

UncertainInputs read_uncertain_inputs(const nlohmann::json& object, const std::string& pointer,
                                      ProblemList& problems) {
    UncertainInputs inputs;
    ObjectReader reader(object, pointer, problems);
    read_spread(reader, "growth_points", {problems, inputs.growth_points});
    inputs.host_multiplier_is_default = reader.find("host_multiplier") == nullptr;
    read_spread(reader, "host_multiplier", {problems, inputs.host_multiplier});
    read_spread(reader, "wa_excess", {problems, inputs.wa_excess});
    read_spread(reader, "pe_cycles", {problems, inputs.pe_cycles});
    read_spread(reader, "spare_factor", {problems, inputs.spare_factor});
    read_spread(reader, "mttf", {problems, inputs.mttf});
    reader.refuse_unknown();
    return inputs;
}

}  // namespace drivewear::plan
