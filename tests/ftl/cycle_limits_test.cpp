#include "ftl/cycle_limits.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace drivewear;
using namespace drivewear::ftl;

namespace {

std::vector<std::uint32_t> draw(const char* limit, std::size_t blocks) {
    RandomStream random(StreamId{1, 0, Purpose::wear});
    return draw_cycle_limits(parse_cycle_limit(limit), random, blocks);
}

}  // namespace

TEST_CASE("limits have the mean and the coefficient of variation that was asked for") {
    constexpr std::size_t blocks = 200'000;
    for (const char* limit : {"normal:3000,0.1", "lognormal:3000,0.3", "weibull:3000,0.15",
                              "weibull:3000,1", "normal:3000,0"}) {
        CAPTURE(std::string(limit));
        const std::vector<std::uint32_t> limits = draw(limit, blocks);
        const double mean = std::accumulate(limits.begin(), limits.end(), 0.0) / blocks;
        double squares = 0;
        for (const std::uint32_t cycles : limits)
            squares += (cycles - mean) * (cycles - mean);
        const double deviation = std::sqrt(squares / blocks);
        const double wanted = parse_cycle_limit(limit).coefficient_of_variation * 3000;
        // Five standard errors of the mean; the deviation is less exact.
        CHECK(std::abs(mean - 3000) <= 5 * wanted / std::sqrt(blocks) + 1);
        CHECK(deviation == doctest::Approx(wanted).epsilon(0.02));
    }
    const std::vector<std::uint32_t> fixed = draw("fixed:3000", 100);
    CHECK(std::all_of(fixed.begin(), fixed.end(), [](auto cycles) { return cycles == 3000; }));
}

TEST_CASE("no block is worn out before its first erase") {
    const std::vector<std::uint32_t> limits = draw("normal:2,2", 10'000);
    CHECK(*std::min_element(limits.begin(), limits.end()) == 1);
}

TEST_CASE("Weibull shapes that are known in closed form") {
    CHECK(weibull_shape(1) == doctest::Approx(1));                                   // exponential
    CHECK(weibull_shape(std::sqrt(4 / std::acos(-1.0) - 1)) == doctest::Approx(2));  // Rayleigh
    CHECK(weibull_shape(std::sqrt(5.0)) == doctest::Approx(0.5));
}
