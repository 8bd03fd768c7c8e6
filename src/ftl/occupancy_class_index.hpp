// Finds the block of a random page of one address class.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "ftl/batched_random.hpp"
#include "ftl/block_table.hpp"

namespace drivewear::ftl {

/// How many pages of one class each block holds, and draws of a block in proportion to that.
///
/// Blocks are kept by powers of two of their count. A draw picks a power in proportion to its
/// pages, then one of its blocks, which is taken with probability count / next power, at least 1/2:
/// constant time whatever the counts (Matias, Vitter & Ni, "Dynamic generation of discrete random
/// variates", SODA 1993). A block changes lists only when its count crosses a power of two.
class OccupancyClassIndex {
public:
    explicit OccupancyClassIndex(std::size_t blocks) : counts_(blocks), places_(blocks) {}

    std::uint64_t pages() const { return pages_; }
    std::uint32_t pages_in(BlockNumber block) const { return counts_[block]; }

    /// The block of a uniformly drawn page; there must be one.
    BlockNumber draw(BatchedRandom& random) const {
        std::uint64_t at = random.below(pages_);
        unsigned level = top_;
        while (at >= levels_[level].pages)
            at -= levels_[level--].pages;
        const std::vector<BlockNumber>& blocks = levels_[level].blocks;
        const std::uint64_t room = static_cast<std::uint64_t>(blocks.size()) << level;
        for (;;) {
            const std::uint64_t place = random.below(room);
            const BlockNumber block = blocks[place >> level];
            if ((place & ((std::uint64_t{1} << level) - 1)) < counts_[block]) return block;
        }
    }
    void remove_one(BlockNumber block) { change(block, counts_[block] - 1); }
    void add(BlockNumber block, std::uint32_t pages) { change(block, counts_[block] + pages); }
    /// All pages leave the block; says how many.
    std::uint32_t clear(BlockNumber block) {
        const std::uint32_t pages = counts_[block];
        change(block, 0);
        return pages;
    }

    const std::vector<std::uint32_t>& counts() const { return counts_; }
    /// Takes up counts that were saved, and the order of the lists, which draws depend on.
    void save(StateWriter& state) const;
    void load(StateReader& state);

private:
    // Blocks with 2^(level-1) <= count < 2^level.
    struct Level {
        std::vector<BlockNumber> blocks;
        std::uint64_t pages = 0;
    };

    static unsigned level_of(std::uint32_t count) {
        return static_cast<unsigned>(std::bit_width(count));
    }
    void change(BlockNumber block, std::uint32_t count) {
        const std::uint32_t before = counts_[block];
        const unsigned from = level_of(before);
        const unsigned to = level_of(count);
        counts_[block] = count;
        pages_ += std::uint64_t{count} - before;
        levels_[from].pages -= before;
        levels_[to].pages += count;
        if (from != to) move(block, from, to);
    }
    void move(BlockNumber block, unsigned from, unsigned to);

    std::vector<std::uint32_t> counts_;  // by block
    std::vector<std::uint32_t> places_;  // of a block in the list of its level
    std::array<Level, 33> levels_;       // level 0: no pages, no list
    std::uint64_t pages_ = 0;
    unsigned top_ = 0;  // no level above holds a block
};

}  // namespace drivewear::ftl
