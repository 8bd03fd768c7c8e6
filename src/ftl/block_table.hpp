// What victim policies know of the blocks: how many valid pages each holds and when it was closed.
// Engines keep the counts, victim indices decide who is a candidate.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "drivewear/core/random.hpp"
#include "ftl/huge_array.hpp"
#include "ftl/state.hpp"

namespace drivewear::ftl {

using BlockNumber = std::uint32_t;

/// What every host write touches of a block: kept in one word, so that it costs one cache line.
struct BlockState {
    std::uint32_t valid = 0;    ///< valid pages, plus BlockTable::no_candidate
    std::uint32_t changed = 0;  ///< BlockTable::stamp of its last program or invalidation
};

/// When a block was closed last.
struct Closing {
    std::uint64_t number = 0;      ///< how many blocks had been closed before it
    std::uint64_t host_pages = 0;  ///< written by then
};

/// One entry for each block that is not bad from the factory.
struct BlockTable {
    /// Added to the valid pages of every block that cannot be chosen (free, open, or not yet in the
    /// policy's view), so that one comparison tells a low count of a candidate.
    static constexpr std::uint32_t no_candidate = std::uint32_t{1} << 31;
    /// Stamps reach back so far; what is older counts as equally old.
    static constexpr std::uint64_t memory_pages = std::uint64_t{1} << 31;

    explicit BlockTable(std::size_t blocks) : states(blocks), closings(blocks) {
        std::fill(states.begin(), states.end(), BlockState{no_candidate, 0});
    }

    std::size_t size() const { return states.size(); }
    bool is_candidate(BlockNumber block) const { return states[block].valid < no_candidate; }
    std::uint32_t valid_pages(BlockNumber block) const {
        return states[block].valid & ~no_candidate;
    }
    /// The moment after `host_pages` were written, as BlockState::changed records it.
    std::uint32_t stamp(std::uint64_t host_pages) const {
        return static_cast<std::uint32_t>(host_pages - stamps_begin);
    }
    /// Stamps up to `host_pages` will be needed. True when stamps moved: indices must then be told.
    bool make_room_for(std::uint64_t host_pages) {
        bool has_moved = false;
        for (; host_pages - stamps_begin > 2 * memory_pages - 1; stamps_begin += memory_pages) {
            for (BlockState& state : states) {
                state.changed = state.changed < memory_pages
                                    ? 0
                                    : static_cast<std::uint32_t>(state.changed - memory_pages);
            }
            has_moved = true;
        }
        return has_moved;
    }

    HugeArray<BlockState> states;
    std::vector<Closing> closings;
    std::uint64_t stamps_begin = 0;  ///< host pages at stamp 0

    void save(StateWriter& state) const {
        state.list(states);
        state.list(closings);
        state.value(stamps_begin);
    }
    void load(StateReader& state) {
        state.fixed_list(states);
        state.fixed_list(closings);
        state.value(stamps_begin);
    }
};

/// When and with which luck a victim is chosen.
struct Moment {
    RandomStream& random;      ///< of Purpose::victims
    std::uint64_t host_pages;  ///< written so far
};

}  // namespace drivewear::ftl
