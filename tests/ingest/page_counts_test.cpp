#include "ingest/page_counts.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace drivewear::ingest {
namespace {

double pages_in(const std::vector<workload::WriteCount>& histogram) {
    double pages = 0;
    for (const workload::WriteCount& count : histogram)
        pages += count.pages;
    return pages;
}

double writes_in(const std::vector<workload::WriteCount>& histogram) {
    double writes = 0;
    for (const workload::WriteCount& count : histogram)
        writes += count.pages * count.writes;
    return writes;
}

}  // namespace

TEST_CASE("pages are counted exactly, each device on its own") {
    PageCounts counts(1 << 20);
    counts.write({.device = 0, .page = 10, .count = 4});
    counts.write({.device = 0, .page = 12, .count = 1});
    counts.write({.device = 1, .page = 12, .count = 1});
    CHECK(counts.sampling_rate() == 1);
    CHECK(counts.written_pages() == 5);
    CHECK(counts.histogram() == std::vector<workload::WriteCount>{{1, 4}, {2, 1}});
}

TEST_CASE("only pages in use are trimmed, and once") {
    PageCounts counts(1 << 20);
    counts.write({.device = 0, .page = 100, .count = 10});
    counts.trim({.device = 0, .page = 105, .count = 10});
    CHECK(counts.trimmed_pages_in_use() == 5);
    counts.trim({.device = 0, .page = 105, .count = 10});
    counts.trim({.device = 1, .page = 100, .count = 10});
    CHECK(counts.trimmed_pages_in_use() == 5);
    counts.write({.device = 0, .page = 105, .count = 1});
    // A TRIM of more pages than the table has looks through the table instead.
    counts.trim({.device = 0, .page = 104, .count = std::uint64_t{1} << 50});
    CHECK(counts.trimmed_pages_in_use() == 7);
    counts.trim({.device = 0, .page = 0, .count = std::uint64_t{1} << 50});
    CHECK(counts.trimmed_pages_in_use() == 11);
}

TEST_CASE("beyond its memory it estimates from a sample whose counts are exact") {
    constexpr std::uint64_t pages = 300'000;
    PageCounts counts(1 << 18);
    for (int round = 0; round < 3; ++round)
        counts.write({.device = 3, .page = 7'000'000, .count = pages});
    CHECK(counts.sampling_rate() < 0.05);
    // The sample has n pages: its size is known to 1 / sqrt(n).
    const auto counted = static_cast<double>(counts.counted_pages());
    CHECK(counted > 1000);
    CHECK(counts.written_pages() == doctest::Approx(pages).epsilon(4 / std::sqrt(counted)));
    const auto histogram = counts.histogram();
    REQUIRE(histogram.size() == 1);
    CHECK(histogram[0].writes == 3);
    CHECK(histogram[0].pages == counted);
    counts.trim({.device = 3, .page = 7'000'000, .count = pages / 2});
    CHECK(counts.trimmed_pages_in_use() ==
          doctest::Approx(pages / 2).epsilon(4 * std::sqrt(2 / counted)));
}

TEST_CASE("high counts are put together within five per cent, none is lost") {
    PageCounts counts(1 << 20);
    double writes = 0;
    for (std::uint64_t page = 0; page < 60; ++page) {
        for (std::uint64_t i = 0; i <= page * page; ++i)
            counts.write({.device = 0, .page = page, .count = 1});
        writes += static_cast<double>(page * page + 1);
    }
    const auto histogram = counts.histogram();
    CHECK(pages_in(histogram) == 60);
    CHECK(writes_in(histogram) == doctest::Approx(writes).epsilon(1e-12));
    for (std::size_t i = 1; i < histogram.size(); ++i)
        CHECK(histogram[i - 1].writes < histogram[i].writes);
}

}  // namespace drivewear::ingest
