// What the engines share that count pages instead of mapping them: preconditioning, the open
// blocks, collecting, and the books. How counts are kept and changed by host writes, and which
// block is the next victim, each engine says for itself.
//
// The law is that of the page engine with one liberty: a victim's pages that do not fit into one
// block are divided between two at random, where the page engine goes by their order in the victim.
// Where copies of several classes share one of several open blocks that would matter, and such
// requests are refused; with one open block it happens only when a block is retired.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ftl/batched_random.hpp"
#include "ftl/block_ledger.hpp"
#include "ftl/class_traffic.hpp"
#include "ftl/engine.hpp"
#include "ftl/subset_sampler.hpp"

namespace drivewear::ftl {

/// What engines that count assume, in words.
std::string counting_assumption(const SimulationOptions& options);

class CountingEngine : public Engine {
public:
    CountingEngine(const SimulationOptions& options, std::uint64_t run);

    bool precondition() final;

    const Counts& counts() const final { return counts_; }
    const std::vector<StreamCounts>& streams() const final { return streams_; }
    const VictimHistogram& victims() const final { return victims_; }
    void forget_victims() final;
    device::EraseHistogram erase_histogram() const final { return ledger_.erase_histogram(); }
    BlockCensus blocks() const final { return ledger_.census(); }
    std::uint64_t mapped_pages() const final;
    bool worn_out() const final { return ledger_.worn_out(); }
    std::optional<std::uint64_t> first_retirement() const final {
        return ledger_.first_retirement();
    }
    void save(StateWriter& state) const override;
    void load(StateReader& state) override;
    std::vector<std::string> broken_invariants() const override;

protected:
    static constexpr BlockNumber no_block = 0xffffffff;

    /// An open block being filled.
    struct Frontier {
        BlockNumber block = no_block;
        std::uint32_t written = 0;  ///< data pages programmed in it
    };

    // Page counts by class are doubles that hold whole numbers, as the samplers take them.

    /// Pages of an open block were programmed and are valid.
    virtual void add_pages(BlockNumber block, std::span<const double> by_class) = 0;
    /// All valid pages of a closed block are taken out of it.
    virtual void take_pages(BlockNumber block, std::span<double> by_class) = 0;
    /// Pages of each class that all blocks hold.
    virtual std::vector<double> pages_held() const = 0;
    /// Valid pages of a block. An engine may have to draw them first.
    virtual std::uint32_t valid_pages(BlockNumber block) = 0;
    /// A block was closed: it may be chosen from now on.
    virtual void close_block(BlockNumber block) = 0;
    /// A block that was chosen or removed cannot be collected after all.
    virtual void put_back(BlockNumber block) = 0;
    virtual void remove_candidate(BlockNumber block) = 0;
    /// The block that the policy wants; no longer a candidate. There is a closed block.
    virtual BlockNumber choose_victim() = 0;
    /// Before blocks can be closed by `host_pages` more host writes at once.
    virtual void expect_host_pages(std::uint64_t) {}

    std::uint32_t space_in(std::uint32_t frontier) const {
        return frontiers_[frontier].block == no_block ? 0
                                                      : data_pages_ - frontiers_[frontier].written;
    }
    /// Opens a block to write to, after collecting what is needed; false when worn out.
    bool ensure_space(std::uint32_t frontier);
    /// Host writes by class reach the frontiers of their classes in a random order. Calls `write`
    /// for one part after another, each of which fits into blocks that are open then; false when
    /// worn out before all were written.
    template <typename Write>
    bool write_in_parts(std::vector<double> by_class, const Write& write);
    /// The number of pages that are likely to fit without dividing them.
    std::uint64_t likely_to_fit(std::uint64_t host_pages) const;
    /// `count` host pages were programmed in a frontier's block; closes it when full.
    void count_host_pages(std::uint32_t frontier, std::uint64_t count);
    bool is_closed(BlockNumber block) const { return is_closed_[block] != 0; }
    /// The frontier that a block is or was written through.
    std::uint32_t frontier_of(BlockNumber block) const { return written_through_[block]; }

    Geometry geometry_;
    ClassTraffic traffic_;
    std::uint32_t data_pages_;
    BlockLedger ledger_;
    FrontierMap frontier_map_;
    BatchedRandom random_;
    RandomStream victim_random_;
    SubsetSampler subsets_;
    std::vector<Frontier> frontiers_;
    std::vector<double> mapped_;  // pages of each class that have been written
    Counts counts_;

private:
    void open(std::uint32_t frontier);
    void fill(std::uint32_t frontier, std::uint64_t count);
    bool has_room_for(BlockNumber victim);
    std::optional<BlockNumber> last_resort();
    bool collect();
    void copy_out(BlockNumber victim);
    bool part_fits(std::span<const double> by_class);
    std::uint32_t programmed_in(BlockNumber block) const;

    void write_new_pages(std::span<const double> by_class);
    std::vector<double> next_in_order(std::uint64_t first, std::uint64_t count) const;
    std::vector<double> next_at_random(std::uint64_t count);
    void fill_drive(bool in_random_order, std::uint64_t pages);
    void scatter();

    // Where preconditioning stands.
    struct Progress {
        std::uint64_t step = 0;        // index of the step under way
        std::uint64_t pages_done = 0;  // of it
    };

    Precondition precondition_;
    Progress progress_;
    std::vector<std::uint32_t> written_through_;  // frontier of each block
    std::vector<std::uint8_t> is_closed_;         // by block
    std::vector<StreamCounts> streams_;
    VictimHistogram victims_;
    std::vector<double> moving_;  // pages of a victim still to be copied, by class
    std::vector<double> part_;
};

template <typename Write>
bool CountingEngine::write_in_parts(std::vector<double> by_class, const Write& write) {
    // Parts still to be written, the next one last. A part that does not fit is halved, the order
    // of its writes being random; a single page fits once there is space for it.
    std::vector<std::vector<double>> parts;
    parts.push_back(std::move(by_class));
    while (!parts.empty()) {
        const double pages = kernels::sum(parts.back());
        if (pages <= 1) {
            const auto page = std::find(parts.back().begin(), parts.back().end(), 1.0);
            const auto address_class = static_cast<std::uint32_t>(page - parts.back().begin());
            if (pages == 1 && !ensure_space(frontier_map_.for_host(address_class))) return false;
        }
        if (part_fits(parts.back())) {
            if (pages > 0) write(std::span<const double>(parts.back()));
            parts.pop_back();
            continue;
        }
        std::vector<double> first(parts.back().size());
        subsets_.draw(random_, parts.back(), static_cast<std::uint64_t>(pages / 2), first);
        kernels::subtract(parts.back(), first);
        parts.push_back(std::move(first));
    }
    return true;
}

}  // namespace drivewear::ftl
