#include "drivewear/workload/unit_amplification.hpp"

#include <numeric>

namespace drivewear::workload {

double unit_amplification(const Workload& workload, std::uint64_t unit_bytes) {
    if (workload.sizes.empty()) return 1;
    const auto unit = static_cast<double>(unit_bytes);
    double touched = 0;
    double requested = 0;
    for (const WriteSize& size : workload.sizes) {
        const std::uint64_t length = size.length.value();
        const std::uint64_t grid = workload.alignment ? workload.alignment->value() : length;
        const std::uint64_t step = std::gcd(grid, unit_bytes);
        const auto further = static_cast<double>((length - 1) / step * step);
        touched += size.share * (unit + further);
        requested += size.share * static_cast<double>(length);
    }
    return touched / requested;
}

}  // namespace drivewear::workload
