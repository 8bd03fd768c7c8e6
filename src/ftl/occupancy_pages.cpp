#include "ftl/occupancy_pages.hpp"

namespace drivewear::ftl {

void OccupancyPages::clear(BlockNumber block, std::span<double> by_class) {
    for (std::size_t c = 0; c < classes_; ++c) {
        std::uint32_t& count = counts_[block * classes_ + c];
        by_class[c] = count;
        count = 0;
        if (!indices_.empty()) indices_[c].clear(block);
    }
}

std::vector<double> OccupancyPages::totals() const {
    std::vector<double> totals(classes_);
    for (std::size_t i = 0; i < counts_.size(); ++i)
        totals[i % classes_] += counts_[i];
    return totals;
}

std::uint64_t OccupancyPages::memory_bytes() const {
    constexpr std::uint64_t bytes_of_indexed_block = 3 * sizeof(std::uint32_t);
    return counts_.size() *
           (sizeof(std::uint32_t) + (indices_.empty() ? 0 : bytes_of_indexed_block));
}

void OccupancyPages::save(StateWriter& state) const {
    state.list(counts_);
    for (const OccupancyClassIndex& index : indices_)
        index.save(state);
}

void OccupancyPages::load(StateReader& state) {
    state.fixed_list(counts_);
    for (OccupancyClassIndex& index : indices_)
        index.load(state);
}

}  // namespace drivewear::ftl
