#include "ftl/warm_up.hpp"

#include <algorithm>

namespace drivewear::ftl {

WarmUpBounds warm_up_bounds(const workload::Workload& workload) {
    double slowest = 1;
    const double random_share = 1 - workload.sequential_share;
    for (const workload::AddressClass& pages : workload.classes) {
        const double write_share = pages.write_share * random_share + workload.sequential_share;
        // Pages that are never written have no turnover and do not hold the others up.
        if (write_share > 0) slowest = std::max(slowest, pages.page_share / write_share);
    }
    return {.least = std::clamp(2 * slowest, 5.0, 50.0),
            .most = std::clamp(20 * slowest, 100.0, 500.0)};
}

bool has_settled(std::span<const Window> windows) {
    return is_level(windows.subspan(windows.size() / 2));
}

}  // namespace drivewear::ftl
