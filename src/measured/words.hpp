// Quantities in the words of findings.
#pragma once

#include <fmt/format.h>

#include <string>

#include "measured/sheet.hpp"

namespace drivewear::measured {

inline std::string rate_text(double rate, Quantity quantity) {
    if (quantity == Quantity::iops) {
        if (rate >= 1e6) return fmt::format("{:.3f}M IOPS", rate / 1e6);
        return fmt::format("{:.4g}K IOPS", rate / 1e3);
    }
    return fmt::format("{:.2f} GB/s ({:.2f} GiB/s)", rate / 1e9, rate / 0x1p30);
}

inline std::string rate_text(const Interval& rate, Quantity quantity) {
    return rate_text(rate.middle(), quantity);
}

inline std::string bytes_text(double bytes) {
    return bytes < 1024 ? fmt::format("{:g} B", bytes) : fmt::format("{:g} KiB", bytes / 1024);
}

/// "16 x 128 KiB / 182.2 us"; without the block for operations.
inline std::string load_over_latency(double outstanding, const Row& rate, const Row& latency) {
    if (rate.result->quantity == Quantity::iops) {
        return fmt::format("{:g} outstanding / {}", outstanding, latency.figure->text);
    }
    return fmt::format("{:g} x {} / {}", outstanding, bytes_text(*rate.conditions->block_bytes),
                       latency.figure->text);
}

}  // namespace drivewear::measured
