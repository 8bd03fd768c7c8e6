// Workloads whose pages are exchangeable: within an address class every page is as likely to be
// written as any other, whenever and wherever it was written before. Then which pages a block holds
// does not matter, only how many of each class, and engines need to keep no more than that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/ftl/options.hpp"

namespace drivewear::ftl {

/// Independent single-page writes, a class at a time.
struct ClassTraffic {
    std::vector<std::uint64_t> pages{};  ///< of each class, in address order
    std::vector<double> write_shares{};  ///< of the writes, to each class; the sum is 1
    double trim_share = 0;               ///< of the operations that TRIM a uniform page in use

    std::size_t class_count() const { return pages.size(); }
};

/// Why a request's pages are not exchangeable; nothing when they are.
std::optional<std::string> why_not_exchangeable(const SimulationOptions& options);

/// Of a request whose pages are exchangeable.
ClassTraffic class_traffic(const SimulationOptions& options);

}  // namespace drivewear::ftl
