// How many pages of each address class each block holds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ftl/batched_random.hpp"
#include "ftl/block_table.hpp"
#include "ftl/occupancy_class_index.hpp"

namespace drivewear::ftl {

/// The counts of one block lie together. Blocks of random pages are found by the caller's trials,
/// or, where those would rarely succeed, by an index for each class.
class OccupancyPages {
public:
    struct Shape {
        std::size_t blocks = 0;   ///< of the drive
        std::size_t classes = 0;  ///< of the workload
        bool is_indexed = false;  ///< keeps an index for each class
    };
    explicit OccupancyPages(const Shape& shape)
        : classes_(shape.classes), counts_(shape.blocks * shape.classes) {
        for (std::size_t c = 0; shape.is_indexed && c < classes_; ++c)
            indices_.emplace_back(shape.blocks);
    }

    std::uint32_t pages_in(BlockNumber block, std::uint32_t address_class) const {
        return counts_[block * classes_ + address_class];
    }
    [[gnu::always_inline]] void fetch(BlockNumber block) const {
        __builtin_prefetch(&counts_[block * classes_], 1);
    }
    void add(BlockNumber block, std::uint32_t address_class, std::uint32_t pages) {
        counts_[block * classes_ + address_class] += pages;
        if (!indices_.empty()) indices_[address_class].add(block, pages);
    }
    void remove_one(BlockNumber block, std::uint32_t address_class) {
        --counts_[block * classes_ + address_class];
        if (!indices_.empty()) indices_[address_class].remove_one(block);
    }
    /// All pages leave the block; says how many of each class.
    void clear(BlockNumber block, std::span<double> by_class);
    /// The block of a uniformly drawn page of the class. Indexed only; there must be a page.
    BlockNumber draw(std::uint32_t address_class, BatchedRandom& random) const {
        return indices_[address_class].draw(random);
    }
    /// Pages of each class in all blocks.
    std::vector<double> totals() const;

    std::uint64_t memory_bytes() const;
    void save(StateWriter& state) const;
    void load(StateReader& state);

private:
    std::size_t classes_;
    std::vector<std::uint32_t> counts_;  // by block and class
    std::vector<OccupancyClassIndex> indices_;
};

}  // namespace drivewear::ftl
