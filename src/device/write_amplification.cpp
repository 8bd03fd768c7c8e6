#include "drivewear/device/write_amplification.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drivewear/core/errors.hpp"

namespace drivewear::device {

SpareFactor SpareFactor::from_value(double value) {
    if (!(value > 0 && value < 1)) {
        throw DomainError(
            fmt::format("spare factor {}: expected a number above 0 and below 1", value));
    }
    return SpareFactor(value);
}

SpareFactor SpareFactor::from_over_provision(double over_provision) {
    if (!(over_provision > 0) || !std::isfinite(over_provision)) {
        throw DomainError(
            fmt::format("over-provision {}: expected a finite number above 0", over_provision));
    }
    return from_value(over_provision / (1 + over_provision));
}

SpareFactor SpareFactor::from_capacities(std::uint64_t usable_bytes, std::uint64_t raw_bytes) {
    if (usable_bytes == 0 || usable_bytes >= raw_bytes) {
        throw DomainError(fmt::format(
            "usable capacity {} B of raw capacity {} B: expected more than 0 and less than raw",
            usable_bytes, raw_bytes));
    }
    // The difference of integers is exact; the difference of their doubles need not be.
    return from_value(static_cast<double>(raw_bytes - usable_bytes) /
                      static_cast<double>(raw_bytes));
}

WriteAmplification::WriteAmplification(double value) : value_(value) {
    if (!(value >= 1) || !std::isfinite(value)) {
        throw DomainError(
            fmt::format("write amplification {}: expected a finite number of at least 1", value));
    }
}

}  // namespace drivewear::device
