#include "ftl/victim_greedy.hpp"

#include <functional>

namespace drivewear::ftl {

void GreedyIndex::admit(BlockNumber block) {
    table_.valid[block] &= ~BlockTable::no_candidate;
    ++candidates_;
    const std::uint32_t valid = table_.valid[block];
    if (valid <= watch_) push(block, valid);
}

void GreedyIndex::add(BlockNumber block) {
    if (candidates_ < window_) {
        admit(block);
    } else {
        waiting_.push_back({table_.closed_as[block], block});
    }
}

void GreedyIndex::fill_window() {
    while (candidates_ < window_ && !waiting_.empty()) {
        admit(static_cast<BlockNumber>(waiting_.front().block));
        waiting_.pop_front();
    }
}

void GreedyIndex::take_out(BlockNumber block) {
    table_.valid[block] |= BlockTable::no_candidate;
    --candidates_;
    fill_window();
}

void GreedyIndex::remove(BlockNumber block) {
    if (table_.is_candidate(block)) {
        take_out(block);
    } else {
        std::erase_if(waiting_, [block](const Entry& entry) { return entry.block == block; });
    }
}

// Finds how low counts are now and puts the lowest hundredth of the candidates in order.
void GreedyIndex::look_again() {
    std::uint32_t highest = 0;
    for (const std::uint32_t valid : table_.valid) {
        if (valid < BlockTable::no_candidate) highest = std::max(highest, valid);
    }
    std::vector<std::uint64_t> blocks_with(highest + 1);
    for (const std::uint32_t valid : table_.valid) {
        if (valid < BlockTable::no_candidate) ++blocks_with[valid];
    }
    const std::uint64_t enough = std::min<std::uint64_t>(candidates_, 8 + candidates_ / 128);
    must_look_ = false;
    wanted_ = 0;
    for (watch_ = 0; (wanted_ += blocks_with[watch_]) < enough;)
        ++watch_;
    buckets_.assign(watch_ + 1, {});
    entries_ = 0;
    lowest_ = watch_;
    for (BlockNumber block = 0; block < table_.valid.size(); ++block) {
        if (table_.valid[block] <= watch_) push(block, table_.valid[block]);
    }
}

BlockNumber GreedyIndex::choose(const Moment&) {
    // Entries left behind by blocks that moved on, or counts that fell for good, make the buckets
    // grow: then a look round is cheaper than carrying them along.
    if (must_look_ || entries_ > 4 * wanted_ + 64) look_again();
    for (;;) {
        std::vector<Entry>& bucket = buckets_[lowest_];
        while (!bucket.empty()) {
            const Entry entry = bucket.front();
            std::pop_heap(bucket.begin(), bucket.end(), std::greater<>());
            bucket.pop_back();
            --entries_;
            if (is_current(entry, lowest_)) {
                const auto block = static_cast<BlockNumber>(entry.block);
                take_out(block);
                return block;
            }
        }
        if (lowest_ < watch_) {
            ++lowest_;
        } else {
            look_again();
        }
    }
}

void GreedyIndex::save(StateWriter& state) const {
    state.value(candidates_);
    state.list(std::vector<Entry>(waiting_.begin(), waiting_.end()));
}

// Which blocks the buckets hold has no influence on the choice, so they are not kept.
void GreedyIndex::load(StateReader& state) {
    state.value(candidates_);
    std::vector<Entry> waiting;
    state.list(waiting);
    waiting_.assign(waiting.begin(), waiting.end());
    buckets_.assign(1, {});
    watch_ = 0;
    must_look_ = true;
}

}  // namespace drivewear::ftl
