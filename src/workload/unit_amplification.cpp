#include "drivewear/workload/unit_amplification.hpp"

#include <numeric>

#include "drivewear/core/errors.hpp"

namespace drivewear::workload {

double units_per_request(const Workload& workload, std::uint64_t unit_bytes) {
    if (unit_bytes == 0) throw DomainError("an indirection unit of 0 bytes");
    if (workload.sizes.empty()) return 1;
    double units = 0;
    for (const WriteSize& size : workload.sizes) {
        const std::uint64_t length = size.length.value();
        const std::uint64_t grid = workload.alignment ? workload.alignment->value() : length;
        const std::uint64_t step = std::gcd(grid, unit_bytes);
        const auto further = static_cast<double>((length - 1) / step * step);
        units += size.share * (1 + further / static_cast<double>(unit_bytes));
    }
    return units;
}

double unit_amplification(const Workload& workload, std::uint64_t unit_bytes) {
    const double units = units_per_request(workload, unit_bytes);
    if (workload.sizes.empty()) return 1;
    double requested = 0;
    for (const WriteSize& size : workload.sizes)
        requested += size.share * static_cast<double>(size.length.value());
    return units * static_cast<double>(unit_bytes) / requested;
}

}  // namespace drivewear::workload
