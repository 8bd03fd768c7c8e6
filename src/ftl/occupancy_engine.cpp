#include "ftl/occupancy_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "ftl/counting_engine.hpp"
#include "ftl/occupancy_class_index.hpp"
#include "ftl/victim_index.hpp"

namespace drivewear::ftl {
namespace {

constexpr std::uint64_t chunk_pages = std::uint64_t{1} << 22;  // host pages, some 50 ms

// Draws an index with given probabilities: a guide over their running sums.
class ClassChoice {
public:
    explicit ClassChoice(const std::vector<double>& shares) {
        double sum = 0;
        std::size_t last_written = 0;
        for (const double share : shares) {
            sum += share;
            if (share > 0) last_written = ends_.size();
            ends_.push_back(static_cast<std::uint64_t>(std::min(sum, 1.0) * 0x1p63));
        }
        // Rounding must not leave anything to classes that are never written.
        for (std::size_t c = last_written; c < ends_.size(); ++c)
            ends_[c] = std::uint64_t{1} << 63;
    }
    std::uint32_t draw(BatchedRandom& random) const {
        const std::uint64_t at = random() >> 1;
        return static_cast<std::uint32_t>(std::upper_bound(ends_.begin(), ends_.end(), at) -
                                          ends_.begin());
    }

private:
    std::vector<std::uint64_t> ends_;  // in 2^-63
};

template <typename Index>
class OccupancyEngine final : public CountingEngine {
public:
    template <typename MakeIndex>
    OccupancyEngine(const SimulationOptions& options, std::uint64_t run,
                    const MakeIndex& make_index)
        : CountingEngine(options, run),
          table_(ledger_.block_count()),
          index_(make_index(table_)),
          class_choice_(traffic_.write_shares) {
        if (traffic_.class_count() == 1) return;
        for (std::size_t c = 0; c < traffic_.class_count(); ++c)
            classes_.emplace_back(table_.size());
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
    void write_uniformly(std::uint64_t count);
    void write_one();
    bool trim_one();
    BlockNumber draw_block(std::uint32_t address_class);
    void lose_page(std::uint32_t address_class, std::uint32_t stamp);

    BlockTable table_;
    Index index_;
    ClassChoice class_choice_;
    std::vector<OccupancyClassIndex> classes_;  // empty for one class: the table knows all
    std::uint64_t closed_blocks_ = 0;           // how often a block was closed
};

// --- counts --------------------------------------------------------------------------------------

template <typename Index>
void OccupancyEngine<Index>::add_pages(BlockNumber block, std::span<const double> by_class) {
    for (std::size_t c = 0; c < by_class.size(); ++c) {
        const auto pages = static_cast<std::uint32_t>(by_class[c]);
        table_.states[block].valid += pages;
        if (!classes_.empty() && pages != 0) classes_[c].add(block, pages);
    }
    table_.states[block].changed = table_.stamp(counts_.host_pages);
}

template <typename Index>
void OccupancyEngine<Index>::take_pages(BlockNumber block, std::span<double> by_class) {
    by_class[0] = table_.valid_pages(block);
    for (std::size_t c = 0; c < classes_.size(); ++c)
        by_class[c] = classes_[c].clear(block);
    table_.states[block].valid = BlockTable::no_candidate;
}

template <typename Index>
std::vector<double> OccupancyEngine<Index>::pages_held() const {
    std::vector<double> held(traffic_.class_count());
    for (BlockNumber block = 0; block < table_.size(); ++block)
        held[0] += table_.valid_pages(block);
    for (std::size_t c = 0; c < classes_.size(); ++c)
        held[c] = static_cast<double>(classes_[c].pages());
    return held;
}

// --- host writes ---------------------------------------------------------------------------------

// One class, no TRIM: `count` pages, which fit, to the block open for it.
//
// A random slot of the drive is drawn as block and number in the block; the first `valid` numbers
// of a block stand for its valid pages. Blocks past the last stand for the pages never written.
template <typename Index>
void OccupancyEngine<Index>::write_uniformly(std::uint64_t count) {
    __extension__ using Wide = unsigned __int128;
    const std::uint32_t frontier = frontier_map_.for_host(0);
    const BlockNumber open_block = frontiers_[frontier].block;
    const std::uint64_t blocks = table_.size();
    const std::uint64_t slots = data_pages_;
    std::uint64_t unmapped = traffic_.pages[0] - static_cast<std::uint64_t>(mapped_[0]);
    const std::uint64_t range = blocks + (unmapped + slots - 1) / slots;
    BlockState* const states = table_.states.data();
    const std::uint32_t watch = index_.watch();
    const std::uint32_t first_stamp = table_.stamp(counts_.host_pages);
    std::uint64_t written = 0;
    while (written < count) {
        const std::span<const std::uint64_t> words = random_.ready();
        std::size_t used = 0;
        while (used < words.size() && written < count) {
            const Wide product = static_cast<Wide>(words[used++]) * range;
            const auto block = static_cast<std::uint64_t>(product >> 64);
            const auto slot = static_cast<std::uint64_t>(
                (static_cast<Wide>(static_cast<std::uint64_t>(product)) * slots) >> 64);
            if (block >= blocks) [[unlikely]] {
                if ((block - blocks) * slots + slot >= unmapped) continue;
                --unmapped;
                ++written;
                ++states[open_block].valid;
                continue;
            }
            // Without a branch: one slot in eight is not valid, and at random.
            BlockState& state = states[block];
            const std::uint32_t hit = slot < (state.valid & ~BlockTable::no_candidate) ? 1U : 0U;
            written += hit;
            state.valid -= hit;
            state.changed =
                hit != 0 ? first_stamp + static_cast<std::uint32_t>(written) : state.changed;
            states[open_block].valid += hit;
            if ((hit & (state.valid <= watch ? 1U : 0U)) != 0) [[unlikely]] {
                index_.dropped(static_cast<BlockNumber>(block), state.valid);
            }
        }
        random_.skip(used);
    }
    mapped_[0] = static_cast<double>(traffic_.pages[0] - unmapped);
    states[open_block].changed = first_stamp + static_cast<std::uint32_t>(count);
    count_host_pages(frontier, count);
}

// The block of a random mapped page.
template <typename Index>
BlockNumber OccupancyEngine<Index>::draw_block(std::uint32_t address_class) {
    if (!classes_.empty()) return classes_[address_class].draw(random_);
    for (;;) {
        const std::uint64_t slot = random_.below(table_.size() * data_pages_);
        const auto block = static_cast<BlockNumber>(slot / data_pages_);
        if (slot % data_pages_ < table_.valid_pages(block)) return block;
    }
}

// A random mapped page of the class is no longer valid where it is.
template <typename Index>
void OccupancyEngine<Index>::lose_page(std::uint32_t address_class, std::uint32_t stamp) {
    const BlockNumber block = draw_block(address_class);
    if (!classes_.empty()) classes_[address_class].remove_one(block);
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
    lose_page(address_class, table_.stamp(counts_.host_pages));
    --mapped_[address_class];
    ++counts_.trimmed_pages;
    return true;
}

template <typename Index>
void OccupancyEngine<Index>::write_one() {
    if (traffic_.trim_share > 0 && random_.uniform() < traffic_.trim_share && trim_one()) return;
    const std::uint32_t address_class = classes_.empty() ? 0 : class_choice_.draw(random_);
    const std::uint32_t frontier = frontier_map_.for_host(address_class);
    if (!ensure_space(frontier)) return;
    const std::uint64_t page = random_.below(traffic_.pages[address_class]);
    const std::uint32_t stamp = table_.stamp(counts_.host_pages + 1);
    if (static_cast<double>(page) < mapped_[address_class]) {
        lose_page(address_class, stamp);
    } else {
        ++mapped_[address_class];
    }
    const BlockNumber block = frontiers_[frontier].block;
    ++table_.states[block].valid;
    table_.states[block].changed = stamp;
    if (!classes_.empty()) classes_[address_class].add(block, 1);
    count_host_pages(frontier, 1);
}

template <typename Index>
void OccupancyEngine<Index>::advance(std::uint64_t host_pages) {
    const std::uint64_t stop_at = counts_.host_pages + std::min(host_pages, chunk_pages);
    expect_host_pages(chunk_pages);
    const bool is_uniform = classes_.empty() && traffic_.trim_share == 0;
    const std::uint32_t frontier = frontier_map_.for_host(0);
    while (counts_.host_pages < stop_at && !ledger_.worn_out()) {
        if (!is_uniform) {
            write_one();
        } else if (ensure_space(frontier)) {
            write_uniformly(
                std::min<std::uint64_t>(stop_at - counts_.host_pages, space_in(frontier)));
        }
    }
}

// --- state ---------------------------------------------------------------------------------------

template <typename Index>
std::uint64_t OccupancyEngine<Index>::memory_bytes() const {
    constexpr std::uint64_t bytes_of_block = sizeof(BlockState) + 2 * sizeof(std::uint64_t);
    constexpr std::uint64_t bytes_of_class = 3 * sizeof(std::uint32_t);
    return ledger_.memory_bytes() +
           table_.size() * (bytes_of_block + classes_.size() * bytes_of_class);
}

template <typename Index>
void OccupancyEngine<Index>::save(StateWriter& state) const {
    CountingEngine::save(state);
    table_.save(state);
    index_.save(state);
    for (const OccupancyClassIndex& one : classes_)
        one.save(state);
    state.value(closed_blocks_);
}

template <typename Index>
void OccupancyEngine<Index>::load(StateReader& state) {
    CountingEngine::load(state);
    table_.load(state);
    index_.load(state);
    for (OccupancyClassIndex& one : classes_)
        one.load(state);
    state.value(closed_blocks_);
}

template <typename Index>
std::vector<std::string> OccupancyEngine<Index>::broken_invariants() const {
    std::vector<std::string> broken = CountingEngine::broken_invariants();
    for (BlockNumber block = 0; block < table_.size() && !classes_.empty(); ++block) {
        std::uint64_t by_class = 0;
        for (const OccupancyClassIndex& one : classes_)
            by_class += one.pages_in(block);
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
    const bool is_uniform =
        options.workload.classes.size() == 1 && options.workload.trim_share == 0;
    return is_uniform ? 8 : 30;
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
