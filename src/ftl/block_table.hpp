// What victim policies know of the blocks: how many valid pages each holds and when it was closed.
// Engines keep the counts, victim indices decide who is a candidate.
#pragma once

#include <cstdint>
#include <vector>

#include "drivewear/core/random.hpp"
#include "ftl/state.hpp"

namespace drivewear::ftl {

using BlockNumber = std::uint32_t;

/// One entry for each block that is not bad from the factory.
struct BlockTable {
    /// Added to the valid pages of every block that cannot be chosen (free, open, or not yet in the
    /// policy's view), so that one comparison tells a low count of a candidate.
    static constexpr std::uint32_t no_candidate = std::uint32_t{1} << 31;

    explicit BlockTable(std::size_t blocks)
        : valid(blocks, no_candidate), closed_as(blocks), closed_at(blocks) {}

    bool is_candidate(BlockNumber block) const { return valid[block] < no_candidate; }
    std::uint32_t valid_pages(BlockNumber block) const { return valid[block] & ~no_candidate; }

    std::vector<std::uint32_t> valid;       ///< valid pages, plus no_candidate
    std::vector<std::uint64_t> closed_as;   ///< how many blocks had been closed before it: its age
    std::vector<std::uint64_t> closed_at;   ///< host pages written when it was closed
    std::vector<std::uint64_t> changed_at;  ///< host pages written at its last program or
                                            ///< invalidation; empty unless the policy asks for it

    void save(StateWriter& state) const {
        state.list(valid);
        state.list(closed_as);
        state.list(closed_at);
        state.list(changed_at);
    }
    void load(StateReader& state) {
        state.fixed_list(valid);
        state.fixed_list(closed_as);
        state.fixed_list(closed_at);
        state.fixed_list(changed_at);
    }
};

/// When and with which luck a victim is chosen.
struct Moment {
    RandomStream& random;      ///< of Purpose::victims
    std::uint64_t host_pages;  ///< written so far
};

}  // namespace drivewear::ftl
