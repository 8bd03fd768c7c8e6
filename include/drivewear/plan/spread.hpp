// How sure a planner is of each input: a shape and two points of a distribution, in a plan file's
// "uncertainty". The defaults are assumptions of this library, stated in every result.
#pragma once

namespace drivewear::plan {

/// What an input may be instead of its value in the plan. Most are factors on that value.
struct Spread {
    enum class Shape { fixed, normal, lognormal, uniform, triangular };
    Shape shape = Shape::fixed;  ///< fixed: exactly as in the plan
    double low = 1;      ///< normal and lognormal: 5 % lie below; uniform and triangular: the least
    double high = 1;     ///< normal and lognormal: 5 % lie above; uniform and triangular: the most
    double unmoved = 1;  ///< the value that leaves the plan as it is, and a triangle's peak

    bool operator==(const Spread&) const = default;
};

/// The value that a share `probability` of the draws stays below. Beyond 1e-11 and 1 - 1e-11 it
/// stays where it is there. Normal quantiles by Wichura, algorithm AS 241 (PPND16), Applied
/// Statistics 37(3), 1988.
double quantile(const Spread& spread, double probability);

/// The inputs that are uncertain.
struct UncertainInputs {
    /// Percentage points added to the growth of writes a year.
    Spread growth_points{Spread::Shape::normal, -5, 5, 0};
    /// Factor on the host bytes of year 1: application writes and host multipliers together. Where
    /// every multiplier of a plan comes from a preset and the plan says nothing, the presets'
    /// ranges take this place.
    Spread host_multiplier{Spread::Shape::lognormal, 0.9, 1.11, 1};
    /// Factor on what write amplification exceeds 1 by. Over six published ratings the models'
    /// error had a root mean square of 6.3 %: 0.90 to 1.11.
    Spread wa_excess{Spread::Shape::lognormal, 0.9, 1.11, 1};
    /// Factor on the P/E cycles that ratings imply.
    Spread pe_cycles{Spread::Shape::lognormal, 0.85, 1.18, 1};
    /// Factor on the spare factor: bad blocks, metadata and blocks held free are not published.
    Spread spare_factor{Spread::Shape::lognormal, 0.9, 1.11, 1};
    /// Factor on the MTTF. One large operator's annual rates were 0.39, 1.05 and 0.98 % where
    /// drives are rated at 0.35 to 0.44 %.
    Spread mttf{Spread::Shape::lognormal, 0.4, 1.6, 1};
    bool host_multiplier_is_default = true;  ///< the plan file says nothing about it

    bool operator==(const UncertainInputs&) const = default;
};

}  // namespace drivewear::plan
