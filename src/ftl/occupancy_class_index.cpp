#include "ftl/occupancy_class_index.hpp"

#include <algorithm>

namespace drivewear::ftl {

void OccupancyClassIndex::move(BlockNumber block, unsigned from, unsigned to) {
    if (from != 0) {
        std::vector<BlockNumber>& blocks = levels_[from].blocks;
        const BlockNumber last = blocks.back();
        blocks[places_[block]] = last;
        places_[last] = places_[block];
        blocks.pop_back();
    }
    if (to != 0) {
        places_[block] = static_cast<std::uint32_t>(levels_[to].blocks.size());
        levels_[to].blocks.push_back(block);
    }
    top_ = std::max(top_, to);
    while (top_ > 0 && levels_[top_].blocks.empty())
        --top_;
}

void OccupancyClassIndex::save(StateWriter& state) const {
    state.list(counts_);
    for (const Level& level : levels_)
        state.list(level.blocks);
}

void OccupancyClassIndex::load(StateReader& state) {
    state.fixed_list(counts_);
    pages_ = 0;
    top_ = 0;
    for (unsigned number = 0; number < levels_.size(); ++number) {
        Level& level = levels_[number];
        state.list(level.blocks);
        level.pages = 0;
        for (std::uint32_t place = 0; place < level.blocks.size(); ++place) {
            const BlockNumber block = level.blocks[place];
            if (block >= counts_.size() || level_of(counts_[block]) != number) {
                throw InputError("checkpoint: a block is listed under a wrong count");
            }
            places_[block] = place;
            level.pages += counts_[block];
        }
        pages_ += level.pages;
        if (!level.blocks.empty()) top_ = number;
    }
}

}  // namespace drivewear::ftl
