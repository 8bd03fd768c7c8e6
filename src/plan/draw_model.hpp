// One possible world of a plan: uncertain inputs in, what becomes of the drive out. The scalar
// function here and the vector kernel (draw_kernel.cpp) compute the same.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "drivewear/plan/spread.hpp"

namespace drivewear::plan {

/// Write amplification over the factor on the spare factor, at equal steps; straight lines between
/// and constant beyond the ends.
struct WaCurve {
    std::vector<double> values;  ///< at least two
};

/// What all draws of a plan share. Bytes are of one drive.
struct DrawModel {
    double first_year_bytes = 0;    ///< host bytes of year 1 as planned
    double growth_percent = 0;      ///< a year, as planned
    double service_years = 1;       ///< above 0
    double rated_bytes = 1;         ///< host bytes of the rating
    double media_rating_bytes = 1;  ///< host bytes of the rating that implies the media budget
    double first_factor = 1;        ///< spare factor's factor at the curves' first value
    double factor_step = 1;         ///< between two values of the curves, above 0
    WaCurve plan_wa;                ///< of the plan's workload
    WaCurve rating_wa;              ///< of the workload behind media_rating_bytes
};

/// One world.
struct Draw {
    double growth_points = 0;    ///< percentage points on the growth
    double host_multiplier = 1;  ///< factor on year 1's host bytes
    double wa_excess = 1;        ///< factor on WA - 1
    double pe_cycles = 1;        ///< factor on the media budget
    double spare_factor = 1;     ///< factor on the spare factor
};

/// What becomes of it.
struct Outcome {
    double tbw_used_percent = 0;    ///< of the rating
    double media_used_percent = 0;  ///< of the media budget
    double life_years = 0;          ///< until the first limit, at most longest_life_years
};

inline constexpr double longest_life_years = 1000;
/// A limit so many times year 1's bytes away is never reached.
inline constexpr double farthest_limit = 1e300;
/// Writes never shrink faster than to this share in a year.
inline constexpr double least_growth_factor = 1e-5;
/// Growth a year that is as good as none.
inline constexpr double no_growth = 1e-12;

inline double curve_value(const WaCurve& curve, double position) {
    const double last = static_cast<double>(curve.values.size() - 1);
    const double at = std::clamp(position, 0.0, last);
    const double below = std::min(std::floor(at), last - 1);
    const auto i = static_cast<std::size_t>(below);
    return curve.values[i] + (at - below) * (curve.values[i + 1] - curve.values[i]);
}

/// Bytes of `whole` years in units of the first year's, sum of (1 + growth)^k.
inline double years_sum(double whole, double growth) {
    return std::abs(growth) < no_growth ? whole : std::expm1(whole * std::log1p(growth)) / growth;
}

inline Outcome outcome_of(const DrawModel& model, const Draw& draw) {
    const double growth =
        std::max((model.growth_percent + draw.growth_points) / 100, least_growth_factor - 1);
    const double whole = std::ceil(model.service_years) - 1;
    const double sum = years_sum(whole, growth);
    const double written = sum + (model.service_years - whole) * (1 + growth * sum);
    const double host = model.first_year_bytes * draw.host_multiplier * written;
    const double position = (draw.spare_factor - model.first_factor) / model.factor_step;
    const double wa = 1 + (curve_value(model.plan_wa, position) - 1) * draw.wa_excess;
    const double rating_wa = 1 + (curve_value(model.rating_wa, position) - 1) * draw.wa_excess;
    Outcome outcome;
    outcome.tbw_used_percent = 100 * host / model.rated_bytes;
    outcome.media_used_percent =
        100 * host * wa / (rating_wa * draw.pe_cycles * model.media_rating_bytes);
    // The first limit in units of year 1's bytes.
    const double used = std::max(outcome.tbw_used_percent, outcome.media_used_percent);
    const double limit = std::min(100 * written / used, farthest_limit);
    if (std::abs(growth) < no_growth) {
        outcome.life_years = std::min(limit, longest_life_years);
        return outcome;
    }
    // Shrinking writes may never get there: log1p of -1 and below.
    const double reach = std::max(limit * growth, -1.0);
    const double exponent = std::min(std::log1p(reach) / std::log1p(growth), longest_life_years);
    const double years = std::floor(exponent);
    const double before = years_sum(years, growth);
    outcome.life_years =
        std::min(years + (limit - before) / (1 + growth * before), longest_life_years);
    return outcome;
}

/// Draws are made and followed in blocks, each from a random stream of its own. Any vector length
/// divides it.
inline constexpr std::size_t draws_in_block = 1024;
using BlockColumn = std::array<double, draws_in_block>;

/// The columns of one block: draws, then their outcomes.
struct DrawBlock {
    BlockColumn growth_points;
    BlockColumn host_multiplier;
    BlockColumn wa_excess;
    BlockColumn pe_cycles;
    BlockColumn spare_factor;
    BlockColumn tbw_used_percent;
    BlockColumn media_used_percent;
    BlockColumn life_years;
};

/// Turns uniform numbers in (0, 1) into draws of `spread`, in place.
void shape_draws(const Spread& spread, BlockColumn& uniforms);

/// outcome_of() of each draw, vectorised; agrees with it to 1e-10 relative.
void follow_draws(const DrawModel& model, DrawBlock& block);

}  // namespace drivewear::plan
