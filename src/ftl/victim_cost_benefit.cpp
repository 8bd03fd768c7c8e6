#include "ftl/victim_cost_benefit.hpp"

#include <cmath>
#include <optional>

namespace drivewear::ftl {

const CostBenefitIndex::Entry* CostBenefitIndex::best_of(std::uint32_t valid) {
    std::vector<Entry>& entries = by_count_[valid];
    while (!entries.empty() && !is_current(entries.front(), valid)) {
        std::pop_heap(entries.begin(), entries.end(), std::greater<>());
        entries.pop_back();
        --entries_;
    }
    return entries.empty() ? nullptr : &entries.front();
}

BlockNumber CostBenefitIndex::best_by_count(const Moment& moment) {
    const Entry* best = nullptr;
    double best_score = -1;
    for (std::uint32_t valid = 0; valid < by_count_.size(); ++valid) {
        const Entry* entry = best_of(valid);
        if (entry == nullptr) continue;
        const double score = score_(valid, moment.host_pages - entry->stamp);
        const bool is_older = best != nullptr && entry->closed_as < best->closed_as;
        if (score > best_score || (score == best_score && is_older)) {
            best = entry;
            best_score = score;
        }
    }
    return best->block;
}

BlockNumber CostBenefitIndex::scan(const Moment& moment) const {
    std::optional<Entry> best;
    double best_score = -1;
    for (BlockNumber block = 0; block < table_.size(); ++block) {
        if (!table_.is_candidate(block)) continue;
        const Entry entry{stamp_of(block), table_.closings[block].number, block};
        const std::uint32_t valid = table_.states[block].valid;
        const double score = score_(valid, moment.host_pages - entry.stamp);
        // Equally good blocks without valid pages have infinite scores: the one so for longest.
        const bool wins_tie =
            best && (std::isinf(score) ? *best > entry : entry.closed_as < best->closed_as);
        if (score > best_score || (score == best_score && wins_tie)) {
            best = entry;
            best_score = score;
        }
    }
    return best->block;
}

BlockNumber CostBenefitIndex::choose(const Moment& moment) {
    const BlockNumber block = always_scans_ ? scan(moment) : best_by_count(moment);
    remove(block);
    return block;
}

void CostBenefitIndex::sort_again() {
    for (std::vector<Entry>& entries : by_count_)
        entries.clear();
    entries_ = 0;
    if (always_scans_) return;
    for (BlockNumber block = 0; block < table_.size(); ++block) {
        if (table_.is_candidate(block)) push(block, table_.states[block].valid);
    }
}

}  // namespace drivewear::ftl
