#include "ftl/counting_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ftl/victim_histogram.hpp"

namespace drivewear::ftl {
namespace {

constexpr std::uint64_t chunk_pages = std::uint64_t{1} << 24;  // preconditioning at a time

}  // namespace

std::string counting_assumption(const SimulationOptions& options) {
    std::string text =
        "pages of an address class are exchangeable: only how many each block holds is simulated";
    const bool may_retire = options.geometry.erase_failure_probability > 0 ||
                            (options.life && options.life->cycle_limit);
    if (options.workload.classes.size() > 1 && may_retire) {
        text +=
            "; when a retired block makes a victim's pages fall upon two blocks, they are "
            "divided at random";
    }
    return text;
}

CountingEngine::CountingEngine(const SimulationOptions& options, std::uint64_t run)
    : geometry_(options.geometry),
      traffic_(class_traffic(options)),
      data_pages_(geometry_.data_pages_per_block()),
      ledger_(options, run),
      frontier_map_(options.placement, options.workload),
      random_(StreamId{options.seed, run, Purpose::addresses}),
      victim_random_(StreamId{options.seed, run, Purpose::victims}),
      frontiers_(frontier_map_.count()),
      mapped_(traffic_.class_count()),
      precondition_(options.precondition),
      written_through_(ledger_.block_count()),
      is_closed_(ledger_.block_count()),
      streams_(frontier_map_.count()),
      victims_(empty_victim_histogram(data_pages_)),
      moving_(traffic_.class_count()),
      part_(traffic_.class_count()) {}

void CountingEngine::forget_victims() {
    std::fill(victims_.victims.begin(), victims_.victims.end(), 0);
}

std::uint64_t CountingEngine::mapped_pages() const {
    return static_cast<std::uint64_t>(kernels::sum(mapped_));
}

// --- frontiers -----------------------------------------------------------------------------------

void CountingEngine::open(std::uint32_t frontier) {
    const BlockNumber block = ledger_.take_free();
    frontiers_[frontier] = {block, 0};
    written_through_[block] = frontier;
}

void CountingEngine::fill(std::uint32_t frontier, std::uint64_t count) {
    Frontier& filled = frontiers_[frontier];
    filled.written += static_cast<std::uint32_t>(count);
    if (filled.written < data_pages_) return;
    const BlockNumber block = filled.block;
    filled = {};
    is_closed_[block] = 1;
    ledger_.close(block);
    close_block(block);
}

void CountingEngine::count_host_pages(std::uint32_t frontier, std::uint64_t count) {
    counts_.host_pages += count;
    streams_[frontier].host_pages += count;
    fill(frontier, count);
}

bool CountingEngine::ensure_space(std::uint32_t frontier) {
    while (frontiers_[frontier].block == no_block || ledger_.is_short()) {
        if (ledger_.worn_out()) return false;
        if (ledger_.has_spare_free_block()) {
            open(frontier);
        } else if (!collect()) {
            return false;
        }
    }
    return true;
}

bool CountingEngine::part_fits(std::span<const double> by_class) {
    const std::uint32_t hosts = frontier_map_.host_count();
    std::uint32_t filled = 0;
    for (std::uint32_t frontier = 0; frontier < hosts; ++frontier) {
        double demand = 0;
        for (std::size_t c = frontier; c < by_class.size(); c += hosts)
            demand += by_class[c];
        if (demand > space_in(frontier)) return false;
        if (demand > 0 && demand == space_in(frontier)) ++filled;
    }
    // Which of two blocks is closed first is left to chance, too.
    return filled <= 1;
}

std::uint64_t CountingEngine::likely_to_fit(std::uint64_t host_pages) const {
    const std::uint32_t hosts = frontier_map_.host_count();
    auto fitting = static_cast<double>(host_pages);
    for (std::uint32_t frontier = 0; frontier < hosts; ++frontier) {
        double share = 0;
        for (std::size_t c = frontier; c < traffic_.class_count(); c += hosts)
            share += traffic_.write_shares[c];
        // A frontier without a block waits for its first write; that one is found by dividing.
        if (share > 0 && space_in(frontier) > 0) {
            fitting = std::min(fitting, space_in(frontier) / share);
        }
    }
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(fitting));
}

// --- collection ----------------------------------------------------------------------------------

bool CountingEngine::has_room_for(BlockNumber victim) {
    return ledger_.free_blocks() > 0 ||
           space_in(frontier_map_.for_copies(written_through_[victim])) >= valid_pages(victim);
}

// When retirements have used up every free block: any closed block that can still be collected.
std::optional<BlockNumber> CountingEngine::last_resort() {
    std::optional<BlockNumber> best;
    for (BlockNumber block = 0; block < ledger_.block_count(); ++block) {
        if (is_closed_[block] == 0 || !has_room_for(block)) continue;
        if (!best || valid_pages(block) < valid_pages(*best)) best = block;
    }
    return best;
}

// Collects one block; false when there is no room for its pages, which ends the drive's life.
bool CountingEngine::collect() {
    const std::optional<BlockNumber> overdue = ledger_.overdue();
    if (overdue) remove_candidate(*overdue);
    BlockNumber victim = overdue ? *overdue : choose_victim();
    if (!has_room_for(victim)) {
        put_back(victim);
        const std::optional<BlockNumber> other = last_resort();
        if (!other) {
            ledger_.set_exhausted();
            return false;
        }
        victim = *other;
        remove_candidate(victim);
    }
    copy_out(victim);
    is_closed_[victim] = 0;
    ledger_.erase(victim, counts_.host_pages);
    ++counts_.erases;
    return true;
}

void CountingEngine::copy_out(BlockNumber victim) {
    const std::uint32_t frontier = frontier_map_.for_copies(written_through_[victim]);
    std::uint64_t left = valid_pages(victim);
    record_victim(victims_, left);
    counts_.gc_pages += left;
    streams_[written_through_[victim]].gc_pages += left;
    take_pages(victim, moving_);
    while (left > 0) {
        if (frontiers_[frontier].block == no_block) open(frontier);
        const std::uint64_t count = std::min<std::uint64_t>(left, space_in(frontier));
        if (count == left) {
            add_pages(frontiers_[frontier].block, moving_);
        } else {
            subsets_.draw(random_, moving_, count, part_);
            kernels::subtract(moving_, part_);
            add_pages(frontiers_[frontier].block, part_);
        }
        fill(frontier, count);
        left -= count;
    }
}

// --- preconditioning -----------------------------------------------------------------------------

// Host writes of pages that were not mapped; they fit into open blocks.
void CountingEngine::write_new_pages(std::span<const double> by_class) {
    const std::uint32_t hosts = frontier_map_.host_count();
    for (std::uint32_t frontier = 0; frontier < hosts; ++frontier) {
        std::fill(part_.begin(), part_.end(), 0);
        for (std::size_t c = frontier; c < by_class.size(); c += hosts)
            part_[c] = by_class[c];
        const double pages = kernels::sum(part_);
        if (pages == 0) continue;
        for (std::size_t c = 0; c < part_.size(); ++c)
            mapped_[c] += part_[c];
        add_pages(frontiers_[frontier].block, part_);
        count_host_pages(frontier, static_cast<std::uint64_t>(pages));
    }
}

// Pages [first, first + count), by class.
std::vector<double> CountingEngine::next_in_order(std::uint64_t first, std::uint64_t count) const {
    std::vector<double> by_class(traffic_.class_count());
    std::uint64_t begin = 0;
    for (std::size_t c = 0; c < by_class.size(); ++c) {
        const std::uint64_t end = begin + traffic_.pages[c];
        const std::uint64_t from = std::clamp(first, begin, end);
        by_class[c] = static_cast<double>(std::clamp(first + count, begin, end) - from);
        begin = end;
    }
    return by_class;
}

// `count` pages drawn from those not mapped yet, by class.
std::vector<double> CountingEngine::next_at_random(std::uint64_t count) {
    std::vector<double> unmapped(traffic_.class_count());
    for (std::size_t c = 0; c < unmapped.size(); ++c)
        unmapped[c] = static_cast<double>(traffic_.pages[c]) - mapped_[c];
    std::vector<double> by_class(unmapped.size());
    subsets_.draw(random_, unmapped, count, by_class);
    return by_class;
}

// In address order a class comes after another, so parts must not be shuffled: one class at a time.
void CountingEngine::fill_drive(bool in_random_order, std::uint64_t pages) {
    std::uint64_t left = std::min(pages - progress_.pages_done, chunk_pages);
    expect_host_pages(left);
    while (left > 0) {
        const bool has_one_frontier = frontier_map_.host_count() == 1;
        if (has_one_frontier && !ensure_space(0)) return;
        std::uint64_t count =
            has_one_frontier ? std::min<std::uint64_t>(left, space_in(0)) : likely_to_fit(left);
        std::vector<double> by_class =
            in_random_order ? next_at_random(count) : next_in_order(progress_.pages_done, count);
        if (!in_random_order && !has_one_frontier) {
            const auto first = std::find_if(by_class.begin(), by_class.end(),
                                            [](double of_class) { return of_class > 0; });
            std::fill(first + 1, by_class.end(), 0);
            count = static_cast<std::uint64_t>(*first);
        }
        const auto write = [this](std::span<const double> part) { write_new_pages(part); };
        if (!write_in_parts(std::move(by_class), write)) return;
        progress_.pages_done += count;
        left -= count;
    }
}

// Valid pages anywhere in the pool; the slots without one count as programmed by the host and
// written elsewhere since.
void CountingEngine::scatter() {
    const std::uint64_t pool = geometry_.pool_blocks();
    std::vector<double> slots(pool, data_pages_);
    std::vector<std::vector<double>> pages(traffic_.class_count());
    for (std::size_t c = 0; c < pages.size(); ++c) {
        pages[c].resize(pool);
        subsets_.draw(random_, slots, traffic_.pages[c], pages[c]);
        kernels::subtract(slots, pages[c]);
        mapped_[c] = static_cast<double>(traffic_.pages[c]);
    }
    const std::uint64_t written = pool * data_pages_;
    expect_host_pages(written);
    counts_.host_pages += written;
    streams_[0].host_pages += written;
    for (std::uint64_t i = 0; i < pool; ++i) {
        open(0);
        for (std::size_t c = 0; c < pages.size(); ++c)
            part_[c] = pages[c][i];
        add_pages(frontiers_[0].block, part_);
        fill(0, data_pages_);
    }
}

bool CountingEngine::precondition() {
    if (progress_.step == precondition_.size() || ledger_.worn_out()) return false;
    const PreconditionStep& step = precondition_[progress_.step];
    const auto pages = static_cast<std::uint64_t>(
        std::llround(step.drive_writes * static_cast<double>(geometry_.usable_pages)));
    if (step.kind == PreconditionStep::Kind::scattered) {
        scatter();
        progress_.pages_done = pages;
    } else if (step.kind == PreconditionStep::Kind::workload) {
        const std::uint64_t before = counts_.host_pages;
        advance(pages - progress_.pages_done);
        progress_.pages_done += counts_.host_pages - before;
    } else {
        fill_drive(step.kind == PreconditionStep::Kind::random, pages);
    }
    if (progress_.pages_done >= pages) {
        progress_.pages_done = 0;
        ++progress_.step;
    }
    return true;
}

// --- state ---------------------------------------------------------------------------------------

void CountingEngine::save(StateWriter& state) const {
    ledger_.save(state);
    random_.save(state);
    state.value(victim_random_.state());
    state.list(frontiers_);
    state.list(mapped_);
    state.value(counts_);
    state.value(progress_);
    state.list(written_through_);
    state.list(is_closed_);
    state.list(streams_);
    state.list(victims_.victims);
}

void CountingEngine::load(StateReader& state) {
    ledger_.load(state);
    random_.load(state);
    RandomStream::State victims;
    state.value(victims);
    victim_random_ = RandomStream(victims);
    state.fixed_list(frontiers_);
    state.fixed_list(mapped_);
    state.value(counts_);
    state.value(progress_);
    state.fixed_list(written_through_);
    state.fixed_list(is_closed_);
    state.fixed_list(streams_);
    state.fixed_list(victims_.victims);
}

std::uint32_t CountingEngine::programmed_in(BlockNumber block) const {
    for (const Frontier& frontier : frontiers_) {
        if (frontier.block == block) return frontier.written;
    }
    return is_closed_[block] != 0 ? data_pages_ : 0;
}

std::vector<std::string> CountingEngine::broken_invariants() const {
    std::vector<std::string> broken;
    std::uint64_t programmed = ledger_.erase_total() * data_pages_;
    for (BlockNumber block = 0; block < ledger_.block_count(); ++block)
        programmed += programmed_in(block);
    if (counts_.host_pages + counts_.gc_pages != programmed) {
        broken.push_back(fmt::format("{} host and {} copied pages, but blocks saw {} programs",
                                     counts_.host_pages, counts_.gc_pages, programmed));
    }
    const std::vector<double> held = pages_held();
    for (std::size_t c = 0; c < held.size(); ++c) {
        if (held[c] == mapped_[c] && held[c] <= static_cast<double>(traffic_.pages[c])) continue;
        broken.push_back(fmt::format("class {}: blocks hold {} valid pages, {} of {} are mapped", c,
                                     held[c], mapped_[c], traffic_.pages[c]));
    }
    return broken;
}

}  // namespace drivewear::ftl
