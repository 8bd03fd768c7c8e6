// A budget with honest uncertainty: many draws of what the inputs may be, and what becomes of the
// fleet in each.
//
// Model: inputs are independent and as spread as the plan's "uncertainty" says (spread.hpp); write
// amplification is computed anew for each spare factor, and its model error falls alike on the
// plan's workload and on the rating that implies the P/E cycles. Failures are the Poisson counts of
// all drawn MTTFs together. What it leaves out: that the plan itself is the wrong one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/catalog/drive.hpp"
#include "drivewear/plan/budget.hpp"

namespace drivewear::plan {

struct UncertaintyOptions {
    std::uint64_t draws = 10000;  ///< from 100 to 10 million
    std::uint64_t seed = 1;       ///< of all draws
    unsigned threads = 0;         ///< 0: one for each core; changes no figure
};

/// Where 5 %, half, and 95 % of the draws lie below.
struct Percentiles {
    double p05 = 0;
    double p50 = 0;
    double p95 = 0;
};

/// What one input alone does to the verdict, the others at their medians.
struct TornadoBar {
    std::string input;                  ///< key of the plan file's "uncertainty"
    std::string spread;                 ///< in words
    double low = 0;                     ///< the input's 5 % point
    double high = 0;                    ///< the input's 95 % point
    double margin_percent_at_low = 0;   ///< budget's margin there
    double margin_percent_at_high = 0;  ///< budget's margin there
    double swing_points = 0;            ///< distance of the two
    bool flips_verdict = false;         ///< the plan fits at one end and not at the other
};

struct Uncertainty {
    UncertaintyOptions options;
    Percentiles life_years;          ///< until the first limit; 1,000 stands for more than that
    Percentiles tbw_used_percent;    ///< of the rated TBW
    Percentiles media_used_percent;  ///< of the media budget
    double probability_fits = 0;     ///< share of draws within both limits and the reserve
    double standard_error = 0;       ///< of that share, by the number of draws
    std::optional<Percentiles> failures;  ///< drives failing in service; absent without an MTTF
    std::vector<TornadoBar> tornado;      ///< widest swing first
    std::vector<std::string> assumptions;
};

/// `budget` is the one of `drive`. Throws DomainError for a number of draws out of range.
Uncertainty assess_uncertainty(const Budget& budget, const catalog::Drive& drive,
                               const UncertaintyOptions& options = {});

}  // namespace drivewear::plan
