#include "plan/wa_choice.hpp"

#include <boost/math/special_functions/lambert_w.hpp>
#include <cmath>

namespace drivewear::plan {

device::WriteAmplificationEstimate wa_of(const WaQuestion& question) {
    const double alpha = 1 / question.spare_factor.utilisation();
    const double wa = question.workload.sequential_share == 1
                          ? 1
                          : alpha / (alpha + boost::math::lambert_w0(-alpha * std::exp(-alpha)));
    return {.total = device::WriteAmplification(wa),
            .garbage_collection = wa,
            .standard_error = {},
            .model = "FIFO / large-block greedy, uniform",
            .source = "Desnoyers, SYSTOR 2012, eq. 4",
            .assumptions = {}};
}

}  // namespace drivewear::plan
