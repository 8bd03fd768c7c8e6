// Exact greedy without a heap on the hot path: only the blocks with the lowest counts, about one in
// a hundred, are kept in order. Also greedy within the window of the oldest closed blocks.
//
// A victim index is told of blocks that are closed (`add`), of lost valid pages (`dropped`, needed
// only for counts up to `watch()`), and of blocks taken out for other reasons (`remove`). `choose`
// takes the victim out. An index alone sets and clears BlockTable::no_candidate of closed blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "ftl/block_table.hpp"

namespace drivewear::ftl {

class GreedyIndex {
public:
    /// Greedy among the `window` candidates closed first.
    GreedyIndex(BlockTable& table, std::uint64_t window)
        : table_(table), window_(window), buckets_(1) {}

    /// Counts above this need not be reported to `dropped`. Changes only in `add`, `remove` and
    /// `choose`.
    std::uint32_t watch() const { return watch_; }

    void add(BlockNumber block);
    void remove(BlockNumber block);
    /// The block's valid pages are now `valid` <= watch(), one fewer than before.
    void dropped(BlockNumber block, std::uint32_t valid) { push(block, valid); }
    /// There must be a closed block.
    BlockNumber choose(const Moment& moment);

    void save(StateWriter& state) const;
    void load(StateReader& state);

private:
    // An entry is current while its block is a candidate with the bucket's count that was closed
    // with this number; entries that are not are dropped when they are met.
    struct Entry {
        std::uint64_t closed_as;
        std::uint64_t block;

        bool operator>(const Entry& other) const { return closed_as > other.closed_as; }
    };

    bool is_current(const Entry& entry, std::uint32_t valid) const {
        return table_.valid[entry.block] == valid &&
               table_.closed_as[entry.block] == entry.closed_as;
    }
    void push(BlockNumber block, std::uint32_t valid) {
        std::vector<Entry>& bucket = buckets_[valid];
        bucket.push_back({table_.closed_as[block], block});
        std::push_heap(bucket.begin(), bucket.end(), std::greater<>());
        lowest_ = std::min(lowest_, valid);
        ++entries_;
    }
    void admit(BlockNumber block);
    void fill_window();
    void look_again();
    void take_out(BlockNumber block);

    BlockTable& table_;
    std::uint64_t window_;
    std::uint64_t candidates_ = 0;
    std::deque<Entry> waiting_;                // closed after the window's blocks, oldest first
    std::vector<std::vector<Entry>> buckets_;  // min-heaps by age, one for each count <= watch_
    std::uint32_t watch_ = 0;
    bool must_look_ = true;
    std::uint32_t lowest_ = 0;   // no bucket below holds a current entry
    std::uint64_t entries_ = 0;  // in all buckets, current or not
    std::uint64_t wanted_ = 0;   // entries that the last look round found
};

}  // namespace drivewear::ftl
