#include "plan/wa_choice.hpp"

#include <fmt/format.h>

#include "drivewear/analytic/estimate.hpp"

namespace drivewear::plan {
namespace {

// The commonest size of a mapping unit; drives with a larger one say so in their datasheets.
constexpr std::uint64_t usual_indirection_unit = 4096;

}  // namespace

device::WriteAmplificationEstimate wa_of(const WaQuestion& question) {
    const auto& unit = question.drive.indirection_unit;
    auto estimate = analytic::estimate(
        {.spare_factor = question.spare_factor,
         .workload = question.workload,
         .indirection_unit_bytes = unit ? unit->value() : usual_indirection_unit});
    if (!unit && !question.workload.sizes.empty()) {
        estimate.assumptions.push_back("the indirection unit is not published; 4 KiB is assumed");
    }
    if (question.base != 1) {
        estimate.parity *= question.base;
        estimate.total = device::WriteAmplification(estimate.total.value() * question.base);
        estimate.assumptions.push_back(
            fmt::format("parity and metadata cost every write {:.4g}, by the drive's calibration",
                        question.base));
    }
    return estimate;
}

}  // namespace drivewear::plan
