// The life of blocks, the same in every engine: which are free and which of them is opened next,
// how often each was erased, when one is retired, and when the drive is worn out.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "drivewear/core/random.hpp"
#include "drivewear/ftl/options.hpp"
#include "ftl/block_table.hpp"
#include "ftl/engine.hpp"

namespace drivewear::ftl {

class BlockLedger {
public:
    /// All blocks are free and never erased. Blocks bad from the factory do not count.
    BlockLedger(const SimulationOptions& options, std::uint64_t run);

    std::uint32_t block_count() const { return static_cast<std::uint32_t>(erases_.size()); }
    std::uint64_t free_blocks() const { return free_.size(); }
    /// Free blocks beyond those held back for garbage collection.
    bool has_spare_free_block() const { return free_.size() > held_free_; }
    /// Retirements have eaten into the blocks held back: collect until they are made up for.
    bool is_short() const { return free_.size() < held_free_; }
    std::uint64_t erase_total() const { return erase_total_; }

    /// The block to open next; there must be a free one.
    BlockNumber take_free();
    /// A block is full and may be collected.
    void close(BlockNumber block);
    /// A closed block's valid pages are gone: erases it. It is free again, or retired when it fails
    /// or has reached its limit. `host_pages` are written so far.
    void erase(BlockNumber block, std::uint64_t host_pages);
    /// Prefetches what erasing the block will need.
    [[gnu::always_inline]] void fetch(BlockNumber block) const {
        __builtin_prefetch(&erases_[block], 1);
        __builtin_prefetch(free_.data() + free_.size(), 1);
    }
    /// The closed block that static wear levelling wants collected before any other.
    std::optional<BlockNumber> overdue() const;

    /// The good blocks cannot hold the usable pages, the open frontiers and the blocks held free;
    /// or so many were retired at once that collection found no free block to copy to.
    bool worn_out() const { return is_exhausted_ || erases_.size() - retired_ < blocks_needed_; }
    /// Collection cannot go on for want of a free block.
    void set_exhausted() { is_exhausted_ = true; }
    std::optional<std::uint64_t> first_retirement() const { return first_retirement_; }
    BlockCensus census() const;
    /// Of the blocks still good.
    device::EraseHistogram erase_histogram() const;
    std::uint64_t memory_bytes() const;

    void save(StateWriter& state) const;
    void load(StateReader& state);

private:
    // Order of opening: fewest erases where wear levelling asks for it, then longest free.
    struct FreeBlock {
        std::uint32_t erases;
        BlockNumber block;
        std::uint64_t freed_as;

        bool operator>(const FreeBlock& other) const {
            return erases != other.erases ? erases > other.erases : freed_as > other.freed_as;
        }
    };

    bool survives(BlockNumber block);
    void set_free(BlockNumber block);

    std::uint64_t held_free_;
    std::uint64_t blocks_needed_;
    bool levels_dynamically_;
    std::uint32_t static_threshold_;  // 0: no static wear levelling
    double erase_failure_probability_;
    RandomStream random_;
    std::vector<std::uint32_t> erases_;
    std::vector<std::uint32_t> limits_;  // empty: blocks do not wear out
    std::vector<std::uint8_t> is_retired_;
    std::vector<FreeBlock> free_;                             // a min-heap
    std::uint64_t freed_ = 0;                                 // how often a block has become free
    std::set<std::pair<std::uint32_t, BlockNumber>> closed_;  // by erases; static levelling only
    std::uint32_t last_erases_ = 0;                           // of the block erased last
    std::uint64_t erase_total_ = 0;
    std::uint64_t retired_ = 0;
    std::optional<std::uint64_t> first_retirement_;
    bool is_exhausted_ = false;
};

/// Good blocks below which a drive is worn out: the usable pages, a block for each frontier, one
/// more to gain by collecting, and the blocks held free.
std::uint64_t blocks_needed(const SimulationOptions& options);

}  // namespace drivewear::ftl
