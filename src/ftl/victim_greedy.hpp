// Exact greedy without a heap: only the blocks with the lowest counts, about one in a hundred, are
// kept in queues. Also greedy within the window of the oldest closed blocks.
//
// A victim index is told of blocks that are closed (`add`), of lost valid pages (`dropped`, needed
// only for counts up to `watch()`, after BlockState::changed is set), of blocks taken out for other
// reasons (`remove`), and when stamps moved. `choose` takes the victim out. An index alone sets and
// clears BlockTable::no_candidate of closed blocks.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "ftl/block_table.hpp"

namespace drivewear::ftl {

/// Blocks so few and so large that a look at all of them costs less than keeping any order: the
/// pages that one victim frees pay for it.
inline bool is_scan_cheap(const BlockTable& table, std::uint32_t pages_per_block) {
    return table.size() <= pages_per_block / 4;
}

class GreedyIndex {
public:
    struct Options {
        std::uint32_t pages_per_block;  ///< data pages of a block
        std::uint64_t window = std::numeric_limits<std::uint64_t>::max();  ///< candidates at most
    };
    /// Greedy among the `window` candidates closed first.
    GreedyIndex(BlockTable& table, const Options& options)
        : table_(table),
          window_(options.window),
          always_scans_(is_scan_cheap(table, options.pages_per_block)),
          blocks_with_(options.pages_per_block + 2),
          queues_(1) {}

    /// Counts above this need not be reported to `dropped`. Changes only in `choose`.
    std::uint32_t watch() const { return watch_; }

    void add(BlockNumber block);
    void remove(BlockNumber block);
    /// The block's valid pages are now `valid` <= watch(), one fewer than before.
    void dropped(BlockNumber block, std::uint32_t valid) {
        std::vector<Entry>& entries = queues_[valid].entries;
        entries.push_back({table_.states[block].changed, block});
        // TRIM can change many blocks in one moment: those are in the order of their numbers.
        for (std::size_t i = entries.size() - 1; i > queues_[valid].begin; --i) {
            if (entries[i - 1] < entries[i]) break;
            std::swap(entries[i - 1], entries[i]);
        }
        lowest_ = std::min(lowest_, valid);
        ++entries_;
    }
    void stamps_moved() { must_look_ = true; }
    /// There must be a closed block.
    BlockNumber choose(const Moment& moment);
    /// A guess, for prefetching.
    std::optional<BlockNumber> likely_next() const {
        const Queue& queue = queues_[lowest_];
        if (queue.begin == queue.entries.size()) return std::nullopt;
        return queue.entries[queue.begin].block;
    }

    void save(StateWriter& state) const;
    void load(StateReader& state);

private:
    // One candidate in so many is put in order: more of them are carried along with each write,
    // fewer make looks more frequent.
    static constexpr std::uint64_t looks_at = 96;

    // Current while its block is a candidate that has had the queue's count since `changed`;
    // entries that are not are dropped when they are met.
    struct Entry {
        std::uint32_t changed;
        BlockNumber block;

        auto operator<=>(const Entry&) const = default;
    };
    // The blocks of one count, the one that has had it longest first.
    struct Queue {
        std::vector<Entry> entries;
        std::size_t begin = 0;  // entries before it are gone
    };

    bool is_current(const Entry& entry, std::uint32_t valid) const {
        const BlockState& state = table_.states[entry.block];
        return state.valid == valid && state.changed == entry.changed;
    }
    void admit(BlockNumber block);
    BlockNumber scan() const;
    void fill_window();
    void look_again();
    void take_out(BlockNumber block);
    bool pop(Queue& queue, Entry& entry);

    BlockTable& table_;
    std::uint64_t window_;
    bool always_scans_;
    std::uint64_t candidates_ = 0;
    std::vector<std::uint32_t>
        blocks_with_;                  // each count, at the last look; the last: no candidates
    std::deque<BlockNumber> waiting_;  // closed after the window's blocks, oldest first
    std::vector<Queue> queues_;        // one for each count <= watch_
    std::uint32_t watch_ = 0;
    std::uint32_t lowest_ = 0;   // no queue below holds a current entry
    std::uint64_t entries_ = 0;  // in all queues, current or not
    std::uint64_t wanted_ = 0;   // entries that the last look round found
    bool must_look_ = true;
};

}  // namespace drivewear::ftl
