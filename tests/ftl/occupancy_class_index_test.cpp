#include "ftl/occupancy_class_index.hpp"

#include <doctest/doctest.h>

#include <map>
#include <vector>

#include "support/goodness_of_fit.hpp"
#include "support/memory_state.hpp"

using namespace drivewear;
using namespace drivewear::ftl;

namespace {

BatchedRandom random_of(std::uint64_t seed) {
    return BatchedRandom(StreamId{seed, 0, Purpose::addresses});
}

OccupancyClassIndex index_of(const std::vector<std::uint32_t>& counts) {
    OccupancyClassIndex index(counts.size());
    for (BlockNumber block = 0; block < counts.size(); ++block)
        index.add(block, counts[block]);
    return index;
}

}  // namespace

TEST_CASE("blocks are drawn in proportion to their pages") {
    std::vector<std::uint32_t> counts{0, 1, 2, 3, 4, 5, 7, 8, 255, 256, 257, 0, 1000, 16, 31};
    const OccupancyClassIndex index = index_of(counts);
    BatchedRandom random = random_of(1);
    std::map<std::int64_t, std::uint64_t> drawn;
    for (int i = 0; i < 200'000; ++i)
        ++drawn[index.draw(random)];
    const auto pages = static_cast<double>(index.pages());
    CHECK(pages == 1845);
    const auto last = static_cast<std::int64_t>(counts.size() - 1);
    CHECK(test::chi_square_p_value(drawn, 0, last, [&](std::int64_t block) {
              return counts[static_cast<std::size_t>(block)] / pages;
          }) > 1e-4);
    CHECK(drawn.count(0) == 0);
    CHECK(drawn.count(11) == 0);
}

TEST_CASE("pages come and go one by one, and draws empty every block in the end") {
    OccupancyClassIndex index = index_of({5, 0, 64, 63, 1});
    BatchedRandom random = random_of(2);
    CHECK(index.clear(3) == 63);
    CHECK(index.clear(1) == 0);
    index.add(1, 3);
    for (std::uint64_t left = 5 + 3 + 64 + 1; left > 0; --left) {
        REQUIRE(index.pages() == left);
        const BlockNumber block = index.draw(random);
        REQUIRE(index.pages_in(block) > 0);
        index.remove_one(block);
    }
    CHECK(index.pages() == 0);
    for (const std::uint32_t count : index.counts())
        CHECK(count == 0);
}

TEST_CASE("a saved index draws on as before, and a false one is refused") {
    OccupancyClassIndex index = index_of({9, 100, 101, 3, 0, 77});
    index.remove_one(1);
    index.clear(3);
    test::MemoryState saved;
    index.save(saved);
    OccupancyClassIndex again(6);
    again.load(saved);
    CHECK(saved.remaining() == 0);
    BatchedRandom one = random_of(3);
    BatchedRandom other = random_of(3);
    for (int i = 0; i < 1000; ++i)
        REQUIRE(index.draw(one) == again.draw(other));

    test::MemoryState false_lists;
    StateWriter& writer = false_lists;
    writer.list(std::vector<std::uint32_t>{1, 0});
    for (int level = 0; level < 33; ++level)
        writer.list(std::vector<BlockNumber>(level == 5 ? 1 : 0));
    OccupancyClassIndex refusing(2);
    CHECK_THROWS_AS(refusing.load(false_lists), InputError);
}
