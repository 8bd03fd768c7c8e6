// Where the valid pages are, as coarsely as the next victim allows: closed blocks are gathered into
// groups of which only the total is known, until one of their blocks matters.
//
// Why that is exact. Pages lost by a group over some time are, given their number, a uniform subset
// of the pages it held when it was formed: every write is to a uniform page, and which of the
// group's pages it meets has no influence on anything until the group's blocks are looked at. So
// their counts may be drawn then, at once (a multivariate hypergeometric draw), instead of being
// drawn at every step: deferred decisions. A drive of thousands of superblocks costs a few dozen
// draws a step instead of thousands.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ftl/batched_random.hpp"
#include "ftl/block_table.hpp"
#include "ftl/subset_sampler.hpp"

namespace drivewear::ftl {

/// A set of closed blocks. A block alone in its group has a known count.
struct EpochGroup {
    std::vector<BlockNumber> blocks;
    std::uint32_t id = 0;           ///< stays the same while groups come and go
    bool is_candidate = true;       ///< its blocks may be chosen as victims
    std::uint64_t formed_at = 0;    ///< host pages written when it was formed
    double floor = 0;               ///< no block holds fewer valid pages …
    std::uint64_t floor_until = 0;  ///< … until so many host pages are written
};

class EpochGroups {
public:
    struct Shape {
        std::size_t blocks = 0;     ///< of the drive
        std::size_t classes = 0;    ///< of the workload
        std::size_t frontiers = 0;  ///< open blocks
    };
    explicit EpochGroups(const Shape& shape);

    std::size_t group_count() const { return groups_.size(); }
    EpochGroup& group(std::size_t index) { return groups_[index]; }
    const EpochGroup& group(std::size_t index) const { return groups_[index]; }
    std::size_t group_of(BlockNumber block) const { return index_of_[id_of_[block]]; }
    bool is_alone(BlockNumber block) const { return groups_[group_of(block)].blocks.size() == 1; }

    /// Valid pages of a class in a frontier's open block.
    double& open_pages(std::size_t address_class, std::size_t frontier) {
        return present_[address_class][1 + frontier];
    }
    /// Pages of a class that were never written.
    double& unwritten(std::size_t address_class) { return present_[address_class][0]; }
    /// Valid pages of a class in a group.
    double present(std::size_t address_class, std::size_t index) const {
        return present_[address_class][first_group_ + index];
    }
    /// Valid pages of all classes in a group.
    double present(std::size_t index) const;
    /// Of a class in all blocks, open and closed.
    double held(std::size_t address_class) const;
    /// What a block held when its group was formed; by class.
    std::span<const double> known(BlockNumber block) const {
        return std::span(known_).subspan(block * classes_, classes_);
    }

    /// `count` uniformly drawn pages of a class, written or not, are written anew: they are gone
    /// from where they were.
    void lose(BatchedRandom& random, std::size_t address_class, std::uint64_t count);

    /// A block closed with so many valid pages, by class, in a group of its own.
    void add(BlockNumber block, std::span<const double> by_class);
    /// Makes the block the only one of a group, and so known.
    void single_out(BatchedRandom& random, BlockNumber block);
    /// Makes all blocks of a group known.
    void scatter(BatchedRandom& random, std::size_t index);
    /// Takes a block that is alone out of the drive and says what it held.
    void remove(BlockNumber block, std::span<double> by_class);
    /// One group of blocks that are alone; returns its index.
    std::size_t join(std::span<const BlockNumber> blocks);

    std::uint64_t memory_bytes() const;
    void save(StateWriter& state) const;
    void load(StateReader& state);

private:
    std::size_t new_group();
    void drop_group(std::size_t index);
    void make_alone(BlockNumber block);

    std::size_t classes_;
    std::size_t first_group_;  // cells before it: pages never written, then the open blocks
    SubsetSampler subsets_;
    std::vector<std::vector<double>> present_;  // by class and cell
    std::vector<std::vector<double>> formed_;   // the same when each group was formed
    std::vector<EpochGroup> groups_;
    std::vector<std::uint32_t> index_of_;  // of a group's id
    std::vector<std::uint32_t> free_ids_;
    std::vector<std::uint32_t> id_of_;  // of the group of each closed block
    std::vector<double> known_;         // by block and class
    std::vector<double> sizes_;
    std::vector<double> taken_;
};

}  // namespace drivewear::ftl
