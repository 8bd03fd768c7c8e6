// One entry to all formulas: a drive, a policy and a workload in, the write amplification out,
// with the model that answered, why it was the one, and what it assumes.
#pragma once

#include <cstdint>
#include <optional>

#include "drivewear/analytic/policy.hpp"
#include "drivewear/analytic/stages.hpp"
#include "drivewear/device/write_amplification.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::analytic {

struct Query {
    device::SpareFactor spare_factor;                ///< of the drive, before TRIM and parity
    Policy policy{};                                 ///< greedy
    std::optional<std::uint64_t> pages_per_block{};  ///< b; absent: large blocks, b -> infinity
    workload::Workload workload{};                   ///< uniform single pages
    Frontiers frontiers = Frontiers::single;         ///< what shares an open block
    std::optional<std::uint64_t> indirection_unit_bytes{};  ///< absent: requests are whole units
    std::optional<Stripe> parity{};                         ///< absent: no stripes
};

/// What estimate() did with a query, besides the answer itself.
struct Estimate {
    device::WriteAmplificationEstimate answer;   ///< the result in the common words
    device::SpareFactor effective_spare_factor;  ///< after TRIM and parity
};

/// Throws DomainError, saying why, where no formula has a meaning: no spare left under parity, a
/// workload of zones, TRIM together with a sequential stream, models of two classes given more.
Estimate estimate_with_details(const Query& query);

/// The answer alone.
device::WriteAmplificationEstimate estimate(const Query& query);

}  // namespace drivewear::analytic
