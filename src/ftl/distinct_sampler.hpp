// How many different pages a number of uniform writes touch: the classical occupancy law, exactly.
#pragma once

#include <array>
#include <cstdint>

#include "ftl/batched_random.hpp"

namespace drivewear::ftl {

/// Different pages among `writes` independent uniform draws from `pages` >= 1.
///
/// Number the pages touched in the order in which they first appear. With d touched so far, a write
/// repeats one of them with probability d / pages. No write up to the m-th can repeat a number above
/// m, so a write is a candidate with probability m / pages only: candidates are found by skipping
/// geometric gaps, and one is a repeat if its number, uniform below m, is below d. The work is
/// that of the candidates, some writes^2 / (2 pages), not of the writes.
std::uint64_t draw_distinct(BatchedRandom& random, std::uint64_t writes, std::uint64_t pages);

}  // namespace drivewear::ftl
