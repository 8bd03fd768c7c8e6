#include "ftl/victim_greedy.hpp"

namespace drivewear::ftl {

void GreedyIndex::admit(BlockNumber block) {
    BlockState& state = table_.states[block];
    state.valid &= ~BlockTable::no_candidate;
    ++candidates_;
    if (state.valid > watch_) return;
    // A block that waited for the window finds its place from the back of the queue.
    if (!always_scans_) dropped(block, state.valid);
}

void GreedyIndex::add(BlockNumber block) {
    if (candidates_ < window_) {
        admit(block);
    } else {
        waiting_.push_back(block);
    }
}

void GreedyIndex::fill_window() {
    while (candidates_ < window_ && !waiting_.empty()) {
        admit(waiting_.front());
        waiting_.pop_front();
    }
}

void GreedyIndex::take_out(BlockNumber block) {
    table_.states[block].valid |= BlockTable::no_candidate;
    --candidates_;
    fill_window();
}

void GreedyIndex::remove(BlockNumber block) {
    if (table_.is_candidate(block)) {
        take_out(block);
    } else {
        std::erase(waiting_, block);
    }
}

// Finds how low counts are now and puts the lowest of the candidates in order.
void GreedyIndex::look_again() {
    std::fill(blocks_with_.begin(), blocks_with_.end(), 0);
    const auto no_count = static_cast<std::uint32_t>(blocks_with_.size() - 1);
    for (const BlockState& state : table_.states)
        ++blocks_with_[std::min(state.valid, no_count)];
    must_look_ = false;
    const std::uint64_t enough = std::min<std::uint64_t>(candidates_, 8 + candidates_ / looks_at);
    wanted_ = 0;
    for (watch_ = 0; (wanted_ += blocks_with_[watch_]) < enough;)
        ++watch_;
    queues_.assign(watch_ + 1, {});
    entries_ = 0;
    lowest_ = 0;
    for (BlockNumber block = 0; block < table_.size(); ++block) {
        const BlockState& state = table_.states[block];
        if (state.valid > watch_) continue;
        queues_[state.valid].entries.push_back({state.changed, block});
        ++entries_;
    }
    for (Queue& queue : queues_)
        std::sort(queue.entries.begin(), queue.entries.end());
}

bool GreedyIndex::pop(Queue& queue, Entry& entry) {
    if (queue.begin == queue.entries.size()) return false;
    entry = queue.entries[queue.begin++];
    --entries_;
    if (queue.begin == queue.entries.size()) {
        queue.entries.clear();
        queue.begin = 0;
    }
    return true;
}

BlockNumber GreedyIndex::scan() const {
    BlockNumber best = 0;
    for (BlockNumber block = 1; block < table_.size(); ++block) {
        const BlockState& state = table_.states[block];
        const BlockState& lowest = table_.states[best];
        if (state.valid < lowest.valid ||
            (state.valid == lowest.valid && state.changed < lowest.changed)) {
            best = block;
        }
    }
    return best;
}

BlockNumber GreedyIndex::choose(const Moment&) {
    if (always_scans_) {
        const BlockNumber block = scan();
        take_out(block);
        return block;
    }
    // Entries left behind by blocks that moved on, or counts that fell for good, make the queues
    // grow: then a look round is cheaper than carrying them along.
    if (must_look_ || entries_ > 4 * wanted_ + 64) look_again();
    for (;;) {
        Entry entry{};
        while (pop(queues_[lowest_], entry)) {
            if (!is_current(entry, lowest_)) continue;
            take_out(entry.block);
            return entry.block;
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
    state.list(std::vector<BlockNumber>(waiting_.begin(), waiting_.end()));
}

// Which blocks the queues hold has no influence on the choice, so they are not kept.
void GreedyIndex::load(StateReader& state) {
    state.value(candidates_);
    std::vector<BlockNumber> waiting;
    state.list(waiting);
    waiting_.assign(waiting.begin(), waiting.end());
    queues_.assign(1, {});
    watch_ = 0;
    must_look_ = true;
}

}  // namespace drivewear::ftl
