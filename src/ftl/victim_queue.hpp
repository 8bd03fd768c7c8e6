// Victims in the order in which blocks were closed: FIFO, and FIFO with a second chance.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "ftl/block_table.hpp"

namespace drivewear::ftl {

/// A victim index, see victim_greedy.hpp.
class QueueIndex {
public:
    /// Blocks with more than `keep_pages` valid pages are passed over once.
    QueueIndex(BlockTable& table, std::uint32_t keep_pages)
        : table_(table), keep_pages_(keep_pages), passed_over_(table.size()) {}

    static constexpr std::uint32_t watch() { return 0; }
    static void dropped(BlockNumber, std::uint32_t) {}
    static void stamps_moved() {}

    void add(BlockNumber block) {
        table_.states[block].valid &= ~BlockTable::no_candidate;
        queue_.push_back(block);
    }
    void remove(BlockNumber block) {
        std::erase(queue_, block);
        leave(block);
    }
    BlockNumber choose(const Moment&) {
        for (;;) {
            const BlockNumber block = queue_.front();
            queue_.pop_front();
            if (table_.states[block].valid <= keep_pages_ || passed_over_[block] != 0) {
                leave(block);
                return block;
            }
            passed_over_[block] = 1;
            queue_.push_back(block);
        }
    }

    std::optional<BlockNumber> likely_next() const {
        return queue_.empty() ? std::nullopt : std::optional(queue_.front());
    }

    void save(StateWriter& state) const {
        state.list(std::vector<BlockNumber>(queue_.begin(), queue_.end()));
        state.list(passed_over_);
    }
    void load(StateReader& state) {
        std::vector<BlockNumber> queue;
        state.list(queue);
        queue_.assign(queue.begin(), queue.end());
        state.fixed_list(passed_over_);
    }

private:
    void leave(BlockNumber block) {
        passed_over_[block] = 0;
        table_.states[block].valid |= BlockTable::no_candidate;
    }

    BlockTable& table_;
    std::uint32_t keep_pages_;
    std::deque<BlockNumber> queue_;
    std::vector<std::uint8_t> passed_over_;
};

}  // namespace drivewear::ftl
