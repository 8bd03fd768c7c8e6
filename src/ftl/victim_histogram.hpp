// Counts victims by the valid pages they held, in at most about a thousand bins.
#pragma once

#include <cstdint>

#include "drivewear/ftl/result.hpp"

namespace drivewear::ftl {

/// An empty histogram for blocks of so many data pages.
inline VictimHistogram empty_victim_histogram(std::uint32_t pages_per_block) {
    const std::uint64_t pages_per_bin = (std::uint64_t{pages_per_block} + 1 + 1023) / 1024;
    return {pages_per_bin, std::vector<std::uint64_t>(pages_per_block / pages_per_bin + 1)};
}

inline void record_victim(VictimHistogram& histogram, std::uint64_t valid_pages) {
    ++histogram.victims[valid_pages / histogram.pages_per_bin];
}

}  // namespace drivewear::ftl
