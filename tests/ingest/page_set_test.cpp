#include "ingest/page_set.hpp"

#include <doctest/doctest.h>

#include <set>
#include <utility>

#include "drivewear/core/random.hpp"

namespace drivewear::ingest {

TEST_CASE("ranks are those of a sorted set, over devices and far apart") {
    PageSet pages;
    std::set<std::pair<std::uint32_t, std::uint64_t>> expected;
    RandomStream random(StreamId{.seed = 5});
    for (int i = 0; i < 300; ++i) {
        const auto device = static_cast<std::uint32_t>(random.below(3));
        const std::uint64_t page =
            random.below(4) * (std::uint64_t{1} << 40) + random.below(70'000);
        const std::uint64_t count = 1 + random.below(200);
        pages.add({device, page, count});
        for (std::uint64_t p = page; p < page + count; ++p)
            expected.emplace(device, p);
    }
    pages.number();
    CHECK(pages.size() == expected.size());
    std::uint64_t rank = 0;
    for (const auto& [device, page] : expected) {
        REQUIRE(pages.rank(device, page) == rank);
        ++rank;
        REQUIRE(pages.rank(device, page + 1) == rank);
    }
    CHECK(pages.rank(0, 0) == 0);
    CHECK(pages.rank(9, 0) == pages.size());
}

TEST_CASE("an empty set has rank 0 everywhere") {
    PageSet pages;
    pages.number();
    CHECK(pages.size() == 0);
    CHECK(pages.rank(0, 12345) == 0);
}

}  // namespace drivewear::ingest
