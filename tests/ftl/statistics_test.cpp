#include "ftl/statistics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "drivewear/core/random.hpp"
#include "ftl/warm_up.hpp"

using namespace drivewear;
using namespace drivewear::ftl;

namespace {

// Windows of 1,000 host pages whose write amplification is 2 + trend + uniform noise.
std::vector<Window> windows_of(std::size_t count, double trend_per_window) {
    RandomStream random(StreamId{7, 0, Purpose::uncertainty});
    std::vector<Window> windows;
    for (std::size_t i = 0; i < count; ++i) {
        const double trend = trend_per_window * static_cast<double>(i);
        const double factor = 2 + trend + 0.1 * (random.uniform() - 0.5);
        windows.push_back({1000, static_cast<std::uint64_t>(1000 * factor)});
    }
    return windows;
}

}  // namespace

TEST_CASE("write amplification weighs windows by their host pages") {
    CHECK(write_amplification(std::vector<Window>{{100, 300}, {300, 300}}) == 1.5);
    CHECK(write_amplification({}) == 1);
}

TEST_CASE("batches keep every page") {
    const std::vector<Window> windows = windows_of(101, 0);
    const std::vector<Window> batches = batches_of(windows, 16);
    CHECK(batches.size() == 16);
    std::uint64_t host_pages = 0;
    for (const Window& batch : batches)
        host_pages += batch.host_pages;
    CHECK(host_pages == 101'000);
    CHECK(batches_of(windows, 1000).size() == 101);
    CHECK(batches_of({}, 16).empty());
}

TEST_CASE("the standard error of independent windows is their deviation over the root of n") {
    const std::vector<Window> windows = windows_of(10'000, 0);
    // Uniform on an interval of 0.1: deviation 0.1 / sqrt(12).
    CHECK(standard_error(windows) == doctest::Approx(0.1 / std::sqrt(12.0) / 100).epsilon(0.05));
    CHECK(standard_error(batches_of(windows, 100)) ==
          doctest::Approx(0.1 / std::sqrt(12.0) / 100).epsilon(0.3));
    CHECK(standard_error(windows_of(1, 0)) == 0);
}

TEST_CASE("a drift is told from noise") {
    CHECK(is_level(windows_of(200, 0)));
    CHECK_FALSE(is_level(windows_of(200, 0.001)));
    // A transient in the first half only.
    std::vector<Window> windows = windows_of(100, 0);
    for (std::size_t i = 0; i < 40; ++i)
        windows[i].nand_pages += 500;
    CHECK_FALSE(is_level(windows));
    CHECK(has_settled(windows));
}

TEST_CASE("warm-ups last as long as the coldest pages need") {
    CHECK(warm_up_bounds(workload::parse("uniform")).least == 5);
    CHECK(warm_up_bounds(workload::parse("uniform")).most == 100);
    // Nine tenths of the pages take a tenth of the writes: a turnover of 9 drive writes.
    const WarmUpBounds cold = warm_up_bounds(workload::parse("hotcold:f=0.1,r=0.9"));
    CHECK(cold.least == doctest::Approx(18));
    CHECK(cold.most == doctest::Approx(180));
    // Pages never written do not count.
    CHECK(warm_up_bounds(workload::parse("classes:shares=0.5:1/0.5:0")).least == 5);
}
