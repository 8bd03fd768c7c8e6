// Victim indices against a plain look at every block.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "ftl/victim_index.hpp"

using namespace drivewear;
using namespace drivewear::ftl;

namespace {

constexpr std::uint32_t block_pages = 16;
constexpr std::uint32_t large_block = 1000;  // so that indices scan instead of keeping order
constexpr std::uint32_t blocks = 60;

// A drive of blocks with random counts: closes, invalidates, collects, and checks each victim.
class Exercise {
public:
    explicit Exercise(std::uint64_t seed) : random_(StreamId{seed, 0, Purpose::addresses}) {}

    template <typename MakeIndex, typename Expected>
    void run(const MakeIndex& make_index, const Expected& expected) {
        auto index = make_index(table_);
        RandomStream luck(StreamId{1, 0, Purpose::victims});
        for (int step = 0; step < 20'000; ++step) {
            ++now_;
            const auto block = static_cast<BlockNumber>(random_.below(blocks));
            if (closed_.count(block) == 0) {
                close(block, index);
            } else if (table_.valid_pages(block) > 0) {
                invalidate(block, index);
            }
            if (closed_.size() < blocks / 2) continue;
            if (random_.below(50) == 0) {
                const BlockNumber removed = *closed_.begin();
                index.remove(removed);
                closed_.erase(removed);
            } else if (random_.below(4) == 0) {
                const BlockNumber wanted = expected(*this);
                const BlockNumber victim = index.choose({luck, now_});
                REQUIRE(victim == wanted);
                REQUIRE_FALSE(table_.is_candidate(victim));
                closed_.erase(victim);
            }
        }
    }

    // The closed block for which `better(a, b)` holds against all others.
    template <typename Better>
    BlockNumber best(const Better& better, std::size_t oldest = blocks) const {
        std::vector<BlockNumber> candidates(closed_.begin(), closed_.end());
        std::sort(candidates.begin(), candidates.end(), [this](BlockNumber a, BlockNumber b) {
            return table_.closings[a].number < table_.closings[b].number;
        });
        candidates.resize(std::min(candidates.size(), oldest));
        return *std::min_element(candidates.begin(), candidates.end(), better);
    }
    const BlockTable& table() const { return table_; }
    std::uint64_t now() const { return now_; }

private:
    template <typename Index>
    void close(BlockNumber block, Index& index) {
        table_.closings[block].number = closings_++;
        table_.closings[block].host_pages = now_;
        const auto valid = static_cast<std::uint32_t>(1 + random_.below(block_pages));
        table_.states[block] = {valid | BlockTable::no_candidate, table_.stamp(now_)};
        index.add(block);
        closed_.insert(block);
    }
    template <typename Index>
    void invalidate(BlockNumber block, Index& index) {
        table_.states[block].changed = table_.stamp(now_);
        const std::uint32_t valid = --table_.states[block].valid;
        if (valid <= index.watch()) index.dropped(block, valid);
    }

    RandomStream random_;
    BlockTable table_{blocks};
    std::set<BlockNumber> closed_;
    std::uint64_t now_ = 0;
    std::uint64_t closings_ = 0;
};

auto fewer_then_longer(const Exercise& exercise) {
    return [&table = exercise.table()](BlockNumber a, BlockNumber b) {
        if (table.valid_pages(a) != table.valid_pages(b)) {
            return table.valid_pages(a) < table.valid_pages(b);
        }
        return table.states[a].changed < table.states[b].changed;
    };
}

auto better_score(const Exercise& exercise, const CostBenefitScore& options) {
    return [&exercise, form = options.form, pages = options.pages_per_block](BlockNumber a,
                                                                             BlockNumber b) {
        const auto& states = exercise.table().states;
        if (form == CostBenefit::Form::kawaguchi && states[a].valid == 0 && states[b].valid == 0) {
            return states[a].changed < states[b].changed;
        }
        const auto score = [&](BlockNumber block) {
            const BlockTable& table = exercise.table();
            const std::uint64_t since = form == CostBenefit::Form::lfs
                                            ? table.closings[block].host_pages
                                            : table.states[block].changed;
            const double u = static_cast<double>(table.valid_pages(block)) / pages;
            const auto age = static_cast<double>(exercise.now() - since);
            if (form == CostBenefit::Form::lfs) return (1 - u) * age / (1 + u);
            return u == 0 ? std::numeric_limits<double>::infinity() : (1 - u) * age / (2 * u);
        };
        // Equal but for rounding: the block closed first.
        const bool is_close = score(a) == score(b) || std::abs(score(a) / score(b) - 1) < 1e-9;
        return is_close ? exercise.table().closings[a].number < exercise.table().closings[b].number
                        : score(a) > score(b);
    };
}

}  // namespace

TEST_CASE("greedy finds the lowest count, held longest among equals") {
    for (const std::uint32_t pages : {block_pages, large_block}) {
        Exercise(1).run(
            [pages](BlockTable& table) { return GreedyIndex(table, {.pages_per_block = pages}); },
            [](const Exercise& exercise) { return exercise.best(fewer_then_longer(exercise)); });
    }
}

TEST_CASE("windowed greedy looks no further than the oldest blocks") {
    for (const std::uint32_t pages : {block_pages, large_block}) {
        for (const std::size_t window : {std::size_t{1}, std::size_t{5}, std::size_t{25}}) {
            Exercise(window).run(
                [&](BlockTable& table) {
                    return GreedyIndex(table, {.pages_per_block = pages, .window = window});
                },
                [window](const Exercise& exercise) {
                    return exercise.best(fewer_then_longer(exercise), window);
                });
        }
    }
}

TEST_CASE("FIFO takes the block closed first") {
    Exercise(2).run([](BlockTable& table) { return QueueIndex(table, block_pages); },
                    [](const Exercise& exercise) {
                        return exercise.best([](BlockNumber, BlockNumber) { return false; });
                    });
}

TEST_CASE("cost-benefit finds the best score in both forms") {
    for (const std::uint32_t pages : {block_pages, large_block}) {
        for (const auto form : {CostBenefit::Form::lfs, CostBenefit::Form::kawaguchi}) {
            const CostBenefitScore score{form, pages};
            Exercise(3).run([score](BlockTable& table) { return CostBenefitIndex(table, score); },
                            [&score](const Exercise& exercise) {
                                return exercise.best(better_score(exercise, score));
                            });
        }
    }
}

TEST_CASE("d-choices with many choices is greedy, with one any block equally often") {
    BlockTable table(8);
    SampledIndex many(table, 1000);
    for (BlockNumber block = 0; block < 8; ++block) {
        table.states[block].valid = BlockTable::no_candidate + 10 - block;
        many.add(block);
    }
    RandomStream luck(StreamId{1, 0, Purpose::victims});
    CHECK(many.choose({luck, 0}) == 7);
    CHECK(many.choose({luck, 0}) == 6);

    BlockTable other(8);
    SampledIndex one(other, 1);
    for (BlockNumber block = 0; block < 8; ++block)
        one.add(block);
    std::vector<int> chosen(8);
    constexpr int draws = 80'000;
    for (int draw = 0; draw < draws; ++draw) {
        const BlockNumber victim = one.choose({luck, 0});
        ++chosen[victim];
        one.add(victim);
    }
    // Five standard deviations of a binomial count.
    for (const int count : chosen)
        CHECK(std::abs(count - draws / 8) < 5 * std::sqrt(draws / 8.0 * 7 / 8));
}

TEST_CASE("a second chance is given once") {
    BlockTable table(3);
    QueueIndex index(table, 4);
    const std::vector<std::uint32_t> valid{5, 4, 9};
    for (BlockNumber block = 0; block < 3; ++block) {
        table.states[block].valid = BlockTable::no_candidate + valid[block];
        index.add(block);
    }
    RandomStream luck(StreamId{1, 0, Purpose::victims});
    CHECK(index.choose({luck, 0}) == 1);  // 0 is passed over
    CHECK(index.choose({luck, 0}) == 0);  // 2 is passed over, 0 had its chance
    CHECK(index.choose({luck, 0}) == 2);
}

TEST_CASE("stamps that move keep the order of the blocks that changed lately") {
    BlockTable table(3);
    GreedyIndex index(table, {.pages_per_block = block_pages});
    const std::uint64_t late = 3 * BlockTable::memory_pages + BlockTable::memory_pages / 2;
    for (const BlockNumber block : {2U, 1U, 0U}) {
        const std::uint64_t now = late - 10 * block;
        if (table.make_room_for(now + 100)) index.stamps_moved();
        table.states[block] = {BlockTable::no_candidate + 5, table.stamp(now)};
        index.add(block);
    }
    if (table.make_room_for(late + BlockTable::memory_pages)) index.stamps_moved();
    CHECK(table.stamps_begin > 0);
    RandomStream luck(StreamId{1, 0, Purpose::victims});
    CHECK(index.choose({luck, 0}) == 2);
    CHECK(index.choose({luck, 0}) == 1);
    CHECK(index.choose({luck, 0}) == 0);
}
