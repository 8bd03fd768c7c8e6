#include "ftl/block_ledger.hpp"

#include <algorithm>
#include <functional>

#include "ftl/cycle_limits.hpp"

namespace drivewear::ftl {

std::uint64_t blocks_needed(const SimulationOptions& options) {
    const Geometry& geometry = options.geometry;
    const std::uint64_t data_pages = geometry.data_pages_per_block();
    const std::uint64_t for_data = (geometry.usable_pages + data_pages - 1) / data_pages;
    const FrontierMap frontiers(options.placement, options.workload);
    return for_data + frontiers.count() + geometry.blocks_held_free;
}

BlockLedger::BlockLedger(const SimulationOptions& options, std::uint64_t run)
    : held_free_(options.geometry.blocks_held_free),
      blocks_needed_(blocks_needed(options)),
      levels_dynamically_(!std::holds_alternative<NoWearLevelling>(options.wear_levelling)),
      static_threshold_(0),
      erase_failure_probability_(options.geometry.erase_failure_probability),
      random_(StreamId{options.seed, run, Purpose::wear}),
      erases_(options.geometry.raw_blocks - options.geometry.factory_bad_blocks),
      is_retired_(erases_.size()) {
    if (const auto* levelling = std::get_if<StaticWearLevelling>(&options.wear_levelling)) {
        static_threshold_ = levelling->threshold_erases;
    }
    if (options.life && options.life->cycle_limit) {
        limits_ = draw_cycle_limits(*options.life->cycle_limit, random_, erases_.size());
    }
    free_.reserve(erases_.size());
    for (BlockNumber block = 0; block < block_count(); ++block)
        set_free(block);
}

void BlockLedger::set_free(BlockNumber block) {
    free_.push_back({levels_dynamically_ ? erases_[block] : 0, block, freed_++});
    std::push_heap(free_.begin(), free_.end(), std::greater<>());
}

BlockNumber BlockLedger::take_free() {
    const BlockNumber block = free_.front().block;
    std::pop_heap(free_.begin(), free_.end(), std::greater<>());
    free_.pop_back();
    return block;
}

void BlockLedger::close(BlockNumber block) {
    if (static_threshold_ != 0) closed_.emplace(erases_[block], block);
}

bool BlockLedger::survives(BlockNumber block) {
    if (!limits_.empty() && erases_[block] >= limits_[block]) return false;
    return erase_failure_probability_ == 0 || random_.uniform() >= erase_failure_probability_;
}

void BlockLedger::erase(BlockNumber block, std::uint64_t host_pages) {
    if (static_threshold_ != 0) closed_.erase({erases_[block], block});
    last_erases_ = ++erases_[block];
    ++erase_total_;
    if (survives(block)) {
        set_free(block);
        return;
    }
    is_retired_[block] = 1;
    ++retired_;
    if (!first_retirement_) first_retirement_ = host_pages;
}

std::optional<BlockNumber> BlockLedger::overdue() const {
    if (closed_.empty()) return std::nullopt;
    const auto& [fewest, block] = *closed_.begin();
    if (last_erases_ <= fewest || last_erases_ - fewest <= static_threshold_) return std::nullopt;
    return block;
}

BlockCensus BlockLedger::census() const {
    return {.good = erases_.size() - retired_,
            .retired = retired_,
            .mean_erases = static_cast<double>(erase_total_) / static_cast<double>(erases_.size())};
}

device::EraseHistogram BlockLedger::erase_histogram() const {
    std::uint32_t least = ~std::uint32_t{0};
    std::uint32_t most = 0;
    for (BlockNumber block = 0; block < block_count(); ++block) {
        if (is_retired_[block] != 0) continue;
        least = std::min(least, erases_[block]);
        most = std::max(most, erases_[block]);
    }
    if (least > most) return {};
    device::EraseHistogram histogram{least, std::vector<std::uint64_t>(most - least + 1)};
    for (BlockNumber block = 0; block < block_count(); ++block) {
        if (is_retired_[block] == 0) ++histogram.blocks[erases_[block] - least];
    }
    return histogram;
}

std::uint64_t BlockLedger::memory_bytes() const {
    constexpr std::uint64_t bytes_of_set_node = 48;
    return erases_.size() * (sizeof(std::uint32_t) + sizeof(std::uint8_t) + sizeof(FreeBlock)) +
           limits_.size() * sizeof(std::uint32_t) +
           (static_threshold_ != 0 ? erases_.size() * bytes_of_set_node : 0);
}

void BlockLedger::save(StateWriter& state) const {
    state.value(random_.state());
    state.list(erases_);
    state.list(is_retired_);
    state.list(free_);
    state.value(freed_);
    std::vector<BlockNumber> closed;
    for (const auto& [erases, block] : closed_)
        closed.push_back(block);
    state.list(closed);
    state.value(last_erases_);
    state.value(erase_total_);
    state.value(retired_);
    state.value(is_exhausted_);
    state.item(first_retirement_);
}

void BlockLedger::load(StateReader& state) {
    RandomStream::State random;
    state.value(random);
    random_ = RandomStream(random);
    state.fixed_list(erases_);
    state.fixed_list(is_retired_);
    state.list(free_);
    state.value(freed_);
    std::vector<BlockNumber> closed;
    state.list(closed);
    closed_.clear();
    for (const BlockNumber block : closed)
        closed_.emplace(erases_.at(block), block);
    state.value(last_erases_);
    state.value(erase_total_);
    state.value(retired_);
    state.value(is_exhausted_);
    state.item(first_retirement_);
}

}  // namespace drivewear::ftl
