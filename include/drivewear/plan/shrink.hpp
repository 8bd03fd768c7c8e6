// Using less of each drive: what over-provisioning buys, step by step.
//
// Less usable capacity raises the spare factor, which lowers garbage collection. It stretches the
// flash (the media limit) and raises steady random-write IOPS; it does not move a vendor's TBW
// rating, which counts host bytes.
#pragma once

#include <optional>
#include <vector>

#include "drivewear/catalog/drive.hpp"
#include "drivewear/plan/budget.hpp"

namespace drivewear::plan {

/// One usable capacity.
struct ShrinkStep {
    Budget budget;                          ///< of the plan at this usable capacity
    std::optional<double> rand_write_iops;  ///< what WA leaves of the sequential bandwidth, 4 KiB
    std::uint64_t drives_for_data = 0;      ///< fewest that hold the plan's data at this capacity
    std::optional<double> life_gain_years;  ///< life by media against the step before
};

/// All steps from the full capacity down, and the two answers.
struct Shrinking {
    std::vector<ShrinkStep> steps;               ///< usable capacity falling
    std::optional<units::Capacity> largest_fit;  ///< the most that can be used and still fits; the
                                                 ///< least over-provision. Absent: none fits
    bool rating_binds = false;                   ///< the TBW rating is exceeded whatever is used
};

/// `steps` >= 2 usable capacities from the drive's own down to `least_share` of it.
struct ShrinkRequest {
    const Plan& plan;
    const catalog::Drive& drive;
    int steps = 11;            ///< capacities tried, the full one included
    double least_share = 0.5;  ///< of the drive's capacity, the last step
};
Shrinking shrink(const ShrinkRequest& request);

}  // namespace drivewear::plan
