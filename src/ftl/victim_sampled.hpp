// Victims drawn at random: d-choices, and with d = 1 the random policy.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ftl/block_table.hpp"

namespace drivewear::ftl {

/// A victim index, see victim_greedy.hpp.
class SampledIndex {
public:
    SampledIndex(BlockTable& table, std::uint32_t choices)
        : table_(table), choices_(choices), place_(table.size()) {}

    static constexpr std::uint32_t watch() { return 0; }
    static void dropped(BlockNumber, std::uint32_t) {}
    static void stamps_moved() {}

    void add(BlockNumber block) {
        table_.states[block].valid &= ~BlockTable::no_candidate;
        place_[block] = static_cast<std::uint32_t>(closed_.size());
        closed_.push_back(block);
    }
    void remove(BlockNumber block) {
        const BlockNumber last = closed_.back();
        closed_[place_[block]] = last;
        place_[last] = place_[block];
        closed_.pop_back();
        table_.states[block].valid |= BlockTable::no_candidate;
    }
    BlockNumber choose(const Moment& moment) {
        BlockNumber best = closed_[moment.random.below(closed_.size())];
        for (std::uint32_t drawn = 1; drawn < choices_; ++drawn) {
            const BlockNumber block = closed_[moment.random.below(closed_.size())];
            if (table_.states[block].valid < table_.states[best].valid) best = block;
        }
        remove(best);
        return best;
    }

    static std::optional<BlockNumber> likely_next() { return std::nullopt; }

    void save(StateWriter& state) const {
        state.list(closed_);
        state.list(place_);
    }
    void load(StateReader& state) {
        state.list(closed_);
        state.fixed_list(place_);
    }

private:
    BlockTable& table_;
    std::uint32_t choices_;
    std::vector<BlockNumber> closed_;   // in no particular order
    std::vector<std::uint32_t> place_;  // of a closed block in closed_
};

}  // namespace drivewear::ftl
