// Victims by cost-benefit, exactly, without looking at every block: among blocks with equally many
// valid pages the one that has been stable longest is best, so one candidate for each count is
// enough.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "drivewear/ftl/policy/cost_benefit.hpp"
#include "ftl/block_table.hpp"
#include "ftl/victim_greedy.hpp"

namespace drivewear::ftl {

/// Benefit / cost of a block as CostBenefit defines it; `age` in host pages.
struct CostBenefitScore {
    CostBenefit::Form form;         ///< LFS or Kawaguchi
    std::uint32_t pages_per_block;  ///< data pages of a block

    double operator()(std::uint32_t valid, std::uint64_t age) const {
        const auto freed = static_cast<double>(pages_per_block - valid);
        const double benefit = freed * static_cast<double>(age);
        if (form == CostBenefit::Form::lfs) return benefit / (pages_per_block + valid);
        return valid == 0 ? std::numeric_limits<double>::infinity() : benefit / (2.0 * valid);
    }
};

/// A victim index, see victim_greedy.hpp.
class CostBenefitIndex {
public:
    CostBenefitIndex(BlockTable& table, const CostBenefitScore& score)
        : table_(table),
          score_(score),
          always_scans_(is_scan_cheap(table, score.pages_per_block)),
          by_count_(always_scans_ ? 1 : score.pages_per_block + 1) {}

    std::uint32_t watch() const { return always_scans_ ? 0 : BlockTable::no_candidate - 1; }

    void add(BlockNumber block) {
        table_.states[block].valid &= ~BlockTable::no_candidate;
        ++candidates_;
        if (!always_scans_) push(block, table_.states[block].valid);
    }
    void remove(BlockNumber block) {
        table_.states[block].valid |= BlockTable::no_candidate;
        --candidates_;
    }
    void dropped(BlockNumber block, std::uint32_t valid) {
        if (always_scans_) return;
        push(block, valid);
        if (entries_ > 8 * candidates_ + 1024) sort_again();
    }
    void stamps_moved() { sort_again(); }
    BlockNumber choose(const Moment& moment);

    static std::optional<BlockNumber> likely_next() { return std::nullopt; }

    void save(StateWriter& state) const { state.value(candidates_); }
    void load(StateReader& state) {
        state.value(candidates_);
        sort_again();
    }

private:
    // Stable since `stamp`; the block closed first among equals.
    struct Entry {
        std::uint64_t stamp;
        std::uint64_t closed_as;
        BlockNumber block;

        bool operator>(const Entry& other) const {
            return stamp != other.stamp ? stamp > other.stamp : closed_as > other.closed_as;
        }
    };

    // Host pages written when the block was last changed in the sense of the form.
    std::uint64_t stamp_of(BlockNumber block) const {
        return score_.form == CostBenefit::Form::lfs
                   ? table_.closings[block].host_pages
                   : table_.stamps_begin + table_.states[block].changed;
    }
    bool is_current(const Entry& entry, std::uint32_t valid) const {
        return table_.states[entry.block].valid == valid &&
               table_.closings[entry.block].number == entry.closed_as &&
               stamp_of(entry.block) == entry.stamp;
    }
    void push(BlockNumber block, std::uint32_t valid) {
        std::vector<Entry>& entries = by_count_[valid];
        entries.push_back({stamp_of(block), table_.closings[block].number, block});
        std::push_heap(entries.begin(), entries.end(), std::greater<>());
        ++entries_;
    }
    BlockNumber best_by_count(const Moment& moment);
    BlockNumber scan(const Moment& moment) const;
    const Entry* best_of(std::uint32_t valid);
    void sort_again();

    BlockTable& table_;
    CostBenefitScore score_;
    bool always_scans_;
    std::uint64_t candidates_ = 0;
    std::vector<std::vector<Entry>> by_count_;  // min-heaps; some entries are no longer current
    std::uint64_t entries_ = 0;
};

}  // namespace drivewear::ftl
