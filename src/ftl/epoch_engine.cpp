#include "ftl/epoch_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ftl/counting_engine.hpp"
#include "ftl/distinct_sampler.hpp"
#include "ftl/epoch_groups.hpp"
#include "ftl/epoch_victims.hpp"

namespace drivewear::ftl {
namespace {

constexpr std::uint64_t chunk_steps = 8192;  // some 50 ms

// A step is the n host writes until the open block is full (or a window ends). Its law is that of n
// single writes, exactly, and not that of Poisson arrivals of mean n:
//
// 1. How many of them go to each class: multinomial, by conditional binomials.
// 2. Of those to class k, the number of different pages: the classical occupancy law. Repeats lie
//    within the open block, which they fill with pages that are invalid at once.
// 3. Those pages are a uniform subset of the class. How many of them each block loses is
//    multivariate hypergeometric over the blocks, open ones and pages never written included.
//
// Drawing Binomial(count, 1 - exp(-n / U)) for each block by itself would be the same with the
// number of arrivals Poisson instead of n: valid pages would then not add up to U, and write
// amplification would be off by O(1 / N) for a drive of N blocks.
class EpochEngine final : public CountingEngine {
public:
    EpochEngine(const SimulationOptions& options, std::uint64_t run)
        : CountingEngine(options, run),
          groups_({.blocks = ledger_.block_count(),
                   .classes = traffic_.class_count(),
                   .frontiers = frontiers_.size()}),
          policy_(options, traffic_, groups_),
          held_counts_(traffic_.class_count()),
          closing_(traffic_.class_count()) {}

    void advance(std::uint64_t host_pages) override;
    std::uint64_t memory_bytes() const override;
    void save(StateWriter& state) const override;
    void load(StateReader& state) override;
    std::vector<std::string> broken_invariants() const override;

protected:
    void add_pages(BlockNumber block, std::span<const double> by_class) override;
    void take_pages(BlockNumber block, std::span<double> by_class) override;
    std::vector<double> pages_held() const override;
    std::uint32_t valid_pages(BlockNumber block) override;
    void close_block(BlockNumber block) override;
    void put_back(BlockNumber block) override;
    void remove_candidate(BlockNumber block) override;
    BlockNumber choose_victim() override;

private:
    EpochVictims::Moment moment() { return {random_, victim_random_, counts_.host_pages}; }
    void hold(BlockNumber block);
    std::vector<double> draw_classes(std::uint64_t writes);
    void write(std::span<const double> by_class);

    EpochGroups groups_;
    EpochVictims policy_;
    // The block being collected is neither open nor in a group.
    BlockNumber held_ = no_block;
    std::vector<double> held_counts_;
    std::vector<double> closing_;
};

// --- counts --------------------------------------------------------------------------------------

void EpochEngine::add_pages(BlockNumber block, std::span<const double> by_class) {
    const auto frontier = std::find_if(frontiers_.begin(), frontiers_.end(),
                                       [block](const Frontier& f) { return f.block == block; });
    const auto index = static_cast<std::size_t>(frontier - frontiers_.begin());
    for (std::size_t c = 0; c < by_class.size(); ++c)
        groups_.open_pages(c, index) += by_class[c];
}

void EpochEngine::hold(BlockNumber block) {
    held_ = block;
    groups_.remove(block, held_counts_);
}

void EpochEngine::take_pages(BlockNumber, std::span<double> by_class) {
    std::copy(held_counts_.begin(), held_counts_.end(), by_class.begin());
    held_ = no_block;
}

std::uint32_t EpochEngine::valid_pages(BlockNumber block) {
    if (block == held_) return static_cast<std::uint32_t>(kernels::sum(held_counts_));
    groups_.single_out(random_, block);
    return static_cast<std::uint32_t>(groups_.present(groups_.group_of(block)));
}

void EpochEngine::close_block(BlockNumber block) {
    const std::uint32_t frontier = frontier_of(block);
    for (std::size_t c = 0; c < closing_.size(); ++c)
        closing_[c] = std::exchange(groups_.open_pages(c, frontier), 0);
    groups_.add(block, closing_);
    policy_.add(block, moment());
}

void EpochEngine::put_back(BlockNumber block) {
    held_ = no_block;
    groups_.add(block, held_counts_);
    policy_.add(block, moment());
}

void EpochEngine::remove_candidate(BlockNumber block) {
    policy_.remove(block, moment());
    hold(block);
}

BlockNumber EpochEngine::choose_victim() {
    const BlockNumber block = policy_.choose(moment());
    hold(block);
    return block;
}

std::vector<double> EpochEngine::pages_held() const {
    std::vector<double> held(traffic_.class_count());
    for (std::size_t c = 0; c < held.size(); ++c)
        held[c] = groups_.held(c);
    return held;
}

// --- host writes ---------------------------------------------------------------------------------

// Multinomial: each class in turn takes a binomial share of what is left.
std::vector<double> EpochEngine::draw_classes(std::uint64_t writes) {
    std::vector<double> by_class(traffic_.class_count());
    double share_left = 1;
    for (std::size_t c = 0; c + 1 < by_class.size() && writes > 0; ++c) {
        const double share = traffic_.write_shares[c];
        const double probability = share >= share_left ? 1 : share / share_left;
        const std::uint64_t taken = subsets_.binomials().draw(random_, writes, probability);
        by_class[c] = static_cast<double>(taken);
        writes -= taken;
        share_left -= share;
    }
    by_class.back() += static_cast<double>(writes);
    return by_class;
}

void EpochEngine::write(std::span<const double> by_class) {
    for (std::size_t c = 0; c < by_class.size(); ++c) {
        if (by_class[c] == 0) continue;
        const auto writes = static_cast<std::uint64_t>(by_class[c]);
        const std::uint64_t touched = draw_distinct(random_, writes, traffic_.pages[c]);
        groups_.unwritten(c) = static_cast<double>(traffic_.pages[c]) - mapped_[c];
        groups_.lose(random_, c, touched);
        mapped_[c] = static_cast<double>(traffic_.pages[c]) - groups_.unwritten(c);
        groups_.open_pages(c, frontier_map_.for_host(static_cast<std::uint32_t>(c))) +=
            static_cast<double>(touched);
    }
    const std::uint32_t hosts = frontier_map_.host_count();
    for (std::uint32_t frontier = 0; frontier < hosts; ++frontier) {
        double written = 0;
        for (std::size_t c = frontier; c < by_class.size(); c += hosts)
            written += by_class[c];
        if (written > 0) count_host_pages(frontier, static_cast<std::uint64_t>(written));
    }
}

void EpochEngine::advance(std::uint64_t host_pages) {
    const std::uint64_t stop_at = counts_.host_pages + host_pages;
    for (std::uint64_t step = 0;
         step < chunk_steps && counts_.host_pages < stop_at && !ledger_.worn_out(); ++step) {
        if (frontier_map_.host_count() == 1 && !ensure_space(0)) return;
        const std::uint64_t count = likely_to_fit(stop_at - counts_.host_pages);
        const auto write_part = [this](std::span<const double> part) { write(part); };
        if (!write_in_parts(draw_classes(count), write_part)) return;
    }
}

// --- state ---------------------------------------------------------------------------------------

std::uint64_t EpochEngine::memory_bytes() const {
    constexpr std::uint64_t bytes_of_block = 24;  // victims: queue, order, place
    return ledger_.memory_bytes() + groups_.memory_bytes() + ledger_.block_count() * bytes_of_block;
}

void EpochEngine::save(StateWriter& state) const {
    CountingEngine::save(state);
    groups_.save(state);
    policy_.save(state);
}

void EpochEngine::load(StateReader& state) {
    CountingEngine::load(state);
    groups_.load(state);
    policy_.load(state);
}

std::vector<std::string> EpochEngine::broken_invariants() const {
    std::vector<std::string> broken = CountingEngine::broken_invariants();
    std::uint64_t grouped = 0;
    for (std::size_t i = 0; i < groups_.group_count(); ++i) {
        const EpochGroup& group = groups_.group(i);
        grouped += group.blocks.size();
        for (const BlockNumber block : group.blocks) {
            if (is_closed(block) && groups_.group_of(block) == i) continue;
            broken.push_back(fmt::format("block {} is in group {} by mistake", block, i));
        }
        if (groups_.present(i) <= data_pages_ * static_cast<double>(group.blocks.size())) continue;
        broken.push_back(
            fmt::format("{} blocks hold {} pages", group.blocks.size(), groups_.present(i)));
    }
    std::uint64_t closed = 0;
    for (BlockNumber block = 0; block < ledger_.block_count(); ++block)
        closed += is_closed(block) ? 1 : 0;
    if (closed != grouped) {
        broken.push_back(fmt::format("{} closed blocks, {} in groups", closed, grouped));
    }
    return broken;
}

}  // namespace

std::optional<std::string> why_not_epoch_engine(const SimulationOptions& options) {
    if (options.workload.trim_share > 0) {
        return "it takes many host writes in one step, and TRIM comes between them";
    }
    if (std::holds_alternative<CostBenefit>(options.policy)) {
        return "it draws counts when they matter, and cost-benefit weighs all of them with ages";
    }
    return why_not_exchangeable(options);
}

// A step writes what a victim frees, some spare factor x block. It takes microseconds for each
// class and more for each block whose count is drawn: few where policies look at single blocks, or
// where blocks are so large that greedy's promises last; else all.
double epoch_engine_cost(const SimulationOptions& options) {
    const Geometry& geometry = options.geometry;
    const double data_pages = geometry.data_pages_per_block();
    const double host_pages = std::max(1.0, geometry.spare_factor().value() * data_pages);
    const auto blocks = static_cast<double>(geometry.raw_blocks);
    const bool is_greedy = std::holds_alternative<Greedy>(options.policy) ||
                           std::holds_alternative<WindowedGreedy>(options.policy);
    const double drawn = std::min(blocks, 50 + (is_greedy ? 100 * blocks / data_pages : 0));
    const auto classes = static_cast<double>(options.workload.classes.size());
    return classes * (2500 + 30 * drawn) / host_pages;
}

std::string assumed_by_epoch_engine(const SimulationOptions& options) {
    std::string text = counting_assumption(options);
    if (std::holds_alternative<Greedy>(options.policy) ||
        std::holds_alternative<WindowedGreedy>(options.policy)) {
        text += "; among equal counts the block closed first is collected";
    }
    return text;
}

std::uint64_t epoch_engine_memory(const SimulationOptions& options) {
    const Geometry& geometry = options.geometry;
    const std::uint64_t blocks = geometry.raw_blocks - geometry.factory_bad_blocks;
    constexpr std::uint64_t bytes_of_block = 96;
    return (std::uint64_t{1} << 20) +
           blocks * (bytes_of_block + sizeof(double) * options.workload.classes.size());
}

std::unique_ptr<Engine> make_epoch_engine(const SimulationOptions& options, std::uint64_t run) {
    return std::make_unique<EpochEngine>(options, run);
}

}  // namespace drivewear::ftl
