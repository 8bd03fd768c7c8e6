#include "ftl/occupancy_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ftl/counting_engine.hpp"
#include "ftl/occupancy_pages.hpp"
#include "ftl/occupancy_trials.hpp"
#include "ftl/victim_index.hpp"

namespace drivewear::ftl {
namespace {

constexpr std::uint64_t chunk_pages = std::uint64_t{1} << 22;  // host pages, some 50 ms

constexpr std::size_t batch_size = 32;  // writes or trials drawn and prefetched together
constexpr double most_trials = 6;       // for one write; beyond, an index of the pages is faster

// Trials for one write once the drive is full.
double trials_per_write(const ClassTraffic& traffic, const Geometry& geometry) {
    return OccupancyTrials(traffic, {.blocks = geometry.raw_blocks - geometry.factory_bad_blocks,
                                     .slots = geometry.data_pages_per_block(),
                                     .never_written = std::vector<double>(traffic.class_count())})
        .per_write();
}

// How host writes are drawn.
enum class Drawing {
    uniform,  // one class: a batch of trials without branches
    trials,   // several classes, a batch of trials
    one       // one after another: with TRIM, or where trials would rarely succeed
};

Drawing drawing_for(const ClassTraffic& traffic, const Geometry& geometry) {
    if (traffic.trim_share > 0) return Drawing::one;
    if (traffic.class_count() == 1) return Drawing::uniform;
    return trials_per_write(traffic, geometry) <= most_trials ? Drawing::trials : Drawing::one;
}

template <typename Index>
class OccupancyEngine final : public CountingEngine {
public:
    template <typename MakeIndex>
    OccupancyEngine(const SimulationOptions& options, std::uint64_t run,
                    const MakeIndex& make_index)
        : CountingEngine(options, run),
          table_(ledger_.block_count()),
          index_(make_index(table_)),
          drawing_(drawing_for(traffic_, geometry_)),
          class_choice_(traffic_.write_shares) {
        if (traffic_.class_count() == 1) return;
        pages_.emplace(OccupancyPages::Shape{.blocks = table_.size(),
                                             .classes = traffic_.class_count(),
                                             .is_indexed = drawing_ == Drawing::one});
    }

    void advance(std::uint64_t host_pages) override;
    std::uint64_t memory_bytes() const override;
    void save(StateWriter& state) const override;
    void load(StateReader& state) override;
    std::vector<std::string> broken_invariants() const override;

protected:
    void add_pages(BlockNumber block, std::span<const double> by_class) override;
    void take_pages(BlockNumber block, std::span<double> by_class) override;
    std::vector<double> pages_held() const override;
    std::uint32_t valid_pages(BlockNumber block) override { return table_.valid_pages(block); }
    void close_block(BlockNumber block) override {
        table_.closings[block] = {closed_blocks_++, counts_.host_pages};
        index_.add(block);
    }
    void put_back(BlockNumber block) override { index_.add(block); }
    void remove_candidate(BlockNumber block) override { index_.remove(block); }
    BlockNumber choose_victim() override {
        return index_.choose({victim_random_, counts_.host_pages});
    }
    void expect_host_pages(std::uint64_t host_pages) override {
        if (table_.make_room_for(counts_.host_pages + host_pages)) index_.stamps_moved();
    }

private:
    void fetch_next_victim();
    void write_uniformly(std::uint64_t count);
    void write_by_trials(std::uint64_t stop_at);
    OccupancyTrials trials() const;
    bool is_hit(const OccupancyTrial& trial) const;
    bool has_space(std::uint32_t frontier) const;
    void write_page(const OccupancyTrial& trial);
    void program(std::uint32_t address_class, std::uint32_t stamp);
    void write_one();
    bool trim_one();
    BlockNumber draw_block(std::uint32_t address_class);
    void lose_page(BlockNumber block, std::uint32_t address_class, std::uint32_t stamp);

    BlockTable table_;
    Index index_;
    Drawing drawing_;
    ClassChoice class_choice_;
    std::optional<OccupancyPages> pages_;  // absent for one class: the table knows all
    std::uint64_t closed_blocks_ = 0;      // how often a block was closed
};

// --- counts --------------------------------------------------------------------------------------

template <typename Index>
void OccupancyEngine<Index>::add_pages(BlockNumber block, std::span<const double> by_class) {
    for (std::size_t c = 0; c < by_class.size(); ++c) {
        const auto pages = static_cast<std::uint32_t>(by_class[c]);
        table_.states[block].valid += pages;
        if (pages_ && pages != 0) pages_->add(block, static_cast<std::uint32_t>(c), pages);
    }
    table_.states[block].changed = table_.stamp(counts_.host_pages);
}

template <typename Index>
void OccupancyEngine<Index>::take_pages(BlockNumber block, std::span<double> by_class) {
    by_class[0] = table_.valid_pages(block);
    if (pages_) pages_->clear(block, by_class);
    table_.states[block].valid = BlockTable::no_candidate;
}

template <typename Index>
std::vector<double> OccupancyEngine<Index>::pages_held() const {
    if (pages_) return pages_->totals();
    double held = 0;
    for (BlockNumber block = 0; block < table_.size(); ++block)
        held += table_.valid_pages(block);
    return {held};
}

// --- host writes ---------------------------------------------------------------------------------

// Shortly before a block must be collected: asks for what is needed of the one that will probably
// be chosen.
template <typename Index>
void OccupancyEngine<Index>::fetch_next_victim() {
    const std::optional<BlockNumber> block = index_.likely_next();
    if (!block) return;
    __builtin_prefetch(&table_.states[*block], 1);
    __builtin_prefetch(&table_.closings[*block], 1);
    ledger_.fetch(*block);
}

// One class, no TRIM: `count` pages, which fit, to the block open for it.
//
// A random slot of the drive is drawn as block and number in the block; the first `valid` numbers
// of a block stand for its valid pages. Blocks past the last stand for the pages never written.
template <typename Index>
void OccupancyEngine<Index>::write_uniformly(std::uint64_t count) {
    const std::uint32_t frontier = frontier_map_.for_host(0);
    const BlockNumber open_block = frontiers_[frontier].block;
    const std::uint64_t blocks = table_.size();
    std::uint64_t unmapped = traffic_.pages[0] - static_cast<std::uint64_t>(mapped_[0]);
    const OccupancyTrials trials = this->trials();
    BlockState* const states = table_.states.data();
    const std::uint32_t watch = index_.watch();
    const std::uint32_t first_stamp = table_.stamp(counts_.host_pages);
    std::uint32_t open_valid = states[open_block].valid;
    std::array<OccupancyTrial, batch_size> batch;
    std::uint64_t written = 0;
    while (written < count) {
        const std::span<const std::uint64_t> words = random_.ready();
        const std::size_t drawn = std::min(words.size(), batch_size);
        for (std::size_t i = 0; i < drawn; ++i) {
            batch[i] = trials.in_class(0, words[i]);
            __builtin_prefetch(states + std::min(batch[i].block, blocks - 1), 1);
        }
        std::size_t used = 0;
        while (used < drawn && written < count) {
            const auto [block, slot, only_class] = batch[used++];
            if (block == open_block) [[unlikely]] {
                // A page of the open block moves on within it.
                if (slot < open_valid) ++written;
                continue;
            }
            if (block >= blocks) [[unlikely]] {
                if ((block - blocks) * data_pages_ + slot >= unmapped) continue;
                --unmapped;
                ++open_valid;
                ++written;
                continue;
            }
            // Without a branch: one slot in eight is not valid, and at random.
            BlockState& state = states[block];
            const std::uint32_t hit = (slot - (state.valid & ~BlockTable::no_candidate)) >> 31;
            written += hit;
            state.valid -= hit;
            const std::uint32_t stamp = first_stamp + static_cast<std::uint32_t>(written);
            state.changed += (stamp - state.changed) & (0U - hit);
            open_valid += hit;
            if ((hit & (state.valid <= watch ? 1U : 0U)) != 0) [[unlikely]] {
                index_.dropped(static_cast<BlockNumber>(block), state.valid);
            }
        }
        random_.skip(used);
    }
    mapped_[0] = static_cast<double>(traffic_.pages[0] - unmapped);
    states[open_block] = {open_valid, first_stamp + static_cast<std::uint32_t>(count)};
    count_host_pages(frontier, count);
}

// Trials with room for as many pages as are not yet written; none once the drive is full.
template <typename Index>
OccupancyTrials OccupancyEngine<Index>::trials() const {
    std::vector<double> never_written(traffic_.class_count());
    for (std::size_t c = 0; c < never_written.size(); ++c)
        never_written[c] = static_cast<double>(traffic_.pages[c]) - mapped_[c];
    return OccupancyTrials(
        traffic_,
        {.blocks = table_.size(), .slots = data_pages_, .never_written = std::move(never_written)});
}

template <typename Index>
bool OccupancyEngine<Index>::is_hit(const OccupancyTrial& trial) const {
    const std::uint32_t c = trial.address_class;
    if (trial.block < table_.size()) {
        return trial.slot < pages_->pages_in(static_cast<BlockNumber>(trial.block), c);
    }
    const std::uint64_t number = (trial.block - table_.size()) * data_pages_ + trial.slot;
    return static_cast<double>(number) < static_cast<double>(traffic_.pages[c]) - mapped_[c];
}

template <typename Index>
bool OccupancyEngine<Index>::has_space(std::uint32_t frontier) const {
    return frontiers_[frontier].block != no_block && !ledger_.is_short();
}

// A page of the class is programmed in the open block of its frontier.
template <typename Index>
void OccupancyEngine<Index>::program(std::uint32_t address_class, std::uint32_t stamp) {
    const std::uint32_t frontier = frontier_map_.for_host(address_class);
    const BlockNumber block = frontiers_[frontier].block;
    BlockState& state = table_.states[block];
    ++state.valid;
    state.changed = stamp;
    if (pages_) pages_->add(block, address_class, 1);
    count_host_pages(frontier, 1);
}

// The page that a trial has met, where there is space for it.
template <typename Index>
void OccupancyEngine<Index>::write_page(const OccupancyTrial& trial) {
    const std::uint32_t stamp = table_.stamp(counts_.host_pages + 1);
    if (trial.block < table_.size()) {
        lose_page(static_cast<BlockNumber>(trial.block), trial.address_class, stamp);
    } else {
        ++mapped_[trial.address_class];
    }
    program(trial.address_class, stamp);
}

// Several classes, no TRIM: until `stop_at` host pages are written or the drive is worn out.
template <typename Index>
void OccupancyEngine<Index>::write_by_trials(std::uint64_t stop_at) {
    const OccupancyTrials trials = this->trials();
    std::array<OccupancyTrial, batch_size> batch;
    while (counts_.host_pages < stop_at) {
        for (OccupancyTrial& trial : batch) {
            const std::uint64_t class_word = random_();
            trial = trials.draw(class_word, random_());
            const auto block =
                static_cast<BlockNumber>(std::min<std::uint64_t>(trial.block, table_.size() - 1));
            pages_->fetch(block);
            __builtin_prefetch(&table_.states[block], 1);
        }
        for (OccupancyTrial& trial : batch) {
            if (!is_hit(trial)) continue;
            const std::uint32_t frontier = frontier_map_.for_host(trial.address_class);
            if (!has_space(frontier)) {
                // Collecting moves pages: where the one to be written lies is drawn anew.
                if (!ensure_space(frontier)) return;
                do {
                    trial = trials.in_class(trial.address_class, random_());
                } while (!is_hit(trial));
            }
            write_page(trial);
            if (counts_.host_pages == stop_at) return;
            if (space_in(frontier) == batch_size) fetch_next_victim();
        }
    }
}

// The block of a random mapped page.
template <typename Index>
BlockNumber OccupancyEngine<Index>::draw_block(std::uint32_t address_class) {
    if (pages_) return pages_->draw(address_class, random_);
    for (;;) {
        const std::uint64_t slot = random_.below(table_.size() * data_pages_);
        const auto block = static_cast<BlockNumber>(slot / data_pages_);
        if (slot % data_pages_ < table_.valid_pages(block)) return block;
    }
}

// A page of the class is no longer valid in the block.
template <typename Index>
void OccupancyEngine<Index>::lose_page(BlockNumber block, std::uint32_t address_class,
                                       std::uint32_t stamp) {
    if (pages_) pages_->remove_one(block, address_class);
    BlockState& state = table_.states[block];
    const std::uint32_t valid = --state.valid;
    state.changed = stamp;
    if (valid <= index_.watch()) index_.dropped(block, valid);
}

template <typename Index>
bool OccupancyEngine<Index>::trim_one() {
    const auto mapped = static_cast<std::uint64_t>(kernels::sum(mapped_));
    if (mapped == 0) return false;
    auto at = static_cast<double>(random_.below(mapped));
    std::uint32_t address_class = 0;
    while (at >= mapped_[address_class])
        at -= mapped_[address_class++];
    lose_page(draw_block(address_class), address_class, table_.stamp(counts_.host_pages));
    --mapped_[address_class];
    ++counts_.trimmed_pages;
    return true;
}

template <typename Index>
void OccupancyEngine<Index>::write_one() {
    if (traffic_.trim_share > 0 && random_.uniform() < traffic_.trim_share && trim_one()) return;
    const std::uint32_t address_class = pages_ ? class_choice_.of(random_()) : 0;
    if (!ensure_space(frontier_map_.for_host(address_class))) return;
    const std::uint64_t page = random_.below(traffic_.pages[address_class]);
    const std::uint32_t stamp = table_.stamp(counts_.host_pages + 1);
    if (static_cast<double>(page) < mapped_[address_class]) {
        lose_page(draw_block(address_class), address_class, stamp);
    } else {
        ++mapped_[address_class];
    }
    program(address_class, stamp);
}

template <typename Index>
void OccupancyEngine<Index>::advance(std::uint64_t host_pages) {
    const std::uint64_t stop_at = counts_.host_pages + std::min(host_pages, chunk_pages);
    expect_host_pages(chunk_pages);
    while (counts_.host_pages < stop_at && !ledger_.worn_out()) {
        if (drawing_ == Drawing::one) {
            write_one();
        } else if (drawing_ == Drawing::trials) {
            write_by_trials(stop_at);
        } else if (const std::uint32_t frontier = frontier_map_.for_host(0);
                   ensure_space(frontier)) {
            fetch_next_victim();
            write_uniformly(
                std::min<std::uint64_t>(stop_at - counts_.host_pages, space_in(frontier)));
        }
    }
}

// --- state ---------------------------------------------------------------------------------------

template <typename Index>
std::uint64_t OccupancyEngine<Index>::memory_bytes() const {
    constexpr std::uint64_t bytes_of_block = sizeof(BlockState) + 2 * sizeof(std::uint64_t);
    return ledger_.memory_bytes() + table_.size() * bytes_of_block +
           (pages_ ? pages_->memory_bytes() : 0);
}

template <typename Index>
void OccupancyEngine<Index>::save(StateWriter& state) const {
    CountingEngine::save(state);
    table_.save(state);
    index_.save(state);
    if (pages_) pages_->save(state);
    state.value(closed_blocks_);
}

template <typename Index>
void OccupancyEngine<Index>::load(StateReader& state) {
    CountingEngine::load(state);
    table_.load(state);
    index_.load(state);
    if (pages_) pages_->load(state);
    state.value(closed_blocks_);
}

template <typename Index>
std::vector<std::string> OccupancyEngine<Index>::broken_invariants() const {
    std::vector<std::string> broken = CountingEngine::broken_invariants();
    for (BlockNumber block = 0; block < table_.size() && pages_; ++block) {
        std::uint64_t by_class = 0;
        for (std::uint32_t c = 0; c < traffic_.class_count(); ++c)
            by_class += pages_->pages_in(block, c);
        if (by_class == table_.valid_pages(block)) continue;
        broken.push_back(fmt::format("block {} holds {} pages by class and {} in all", block,
                                     by_class, table_.valid_pages(block)));
    }
    return broken;
}

}  // namespace

std::optional<std::string> why_not_occupancy_engine(const SimulationOptions& options) {
    return why_not_exchangeable(options);
}

double occupancy_engine_cost(const SimulationOptions& options) {
    const ClassTraffic traffic = class_traffic(options);
    switch (drawing_for(traffic, options.geometry)) {
        case Drawing::uniform:
            return 6;
        case Drawing::trials:
            return 10 + 7 * trials_per_write(traffic, options.geometry);
        case Drawing::one:
            break;
    }
    return 55;
}

std::string assumed_by_occupancy_engine(const SimulationOptions& options) {
    return counting_assumption(options);
}

std::uint64_t occupancy_engine_memory(const SimulationOptions& options) {
    const Geometry& geometry = options.geometry;
    const std::uint64_t blocks = geometry.raw_blocks - geometry.factory_bad_blocks;
    const std::uint64_t classes = options.workload.classes.size();
    constexpr std::uint64_t bytes_of_block = 72;  // tables, ledger and victim index
    constexpr std::uint64_t bytes_of_class = 16;
    return blocks * (bytes_of_block + (classes > 1 ? classes * bytes_of_class : 0));
}

std::unique_ptr<Engine> make_occupancy_engine(const SimulationOptions& options, std::uint64_t run) {
    return with_victim_index(
        options, [&]<typename MakeIndex>(const MakeIndex& make_index) -> std::unique_ptr<Engine> {
            using Index = std::invoke_result_t<MakeIndex, BlockTable&>;
            return std::make_unique<OccupancyEngine<Index>>(options, run, make_index);
        });
}

}  // namespace drivewear::ftl
