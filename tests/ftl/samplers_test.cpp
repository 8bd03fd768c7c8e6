// Draws against the laws they claim, with Boost.Math's probabilities or sums of small cases.
#include <doctest/doctest.h>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/hypergeometric.hpp>
#include <boost/multiprecision/cpp_dec_float.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "ftl/binomial.hpp"
#include "ftl/distinct_sampler.hpp"
#include "ftl/subset_sampler.hpp"
#include "support/goodness_of_fit.hpp"
#include "support/memory_state.hpp"
#include "support/sanitizers.hpp"
#include "support/vector_targets.hpp"

using namespace drivewear;
using namespace drivewear::ftl;
using test::chi_square_p_value;

namespace {

using Histogram = std::map<std::int64_t, std::uint64_t>;

// Some forty tests of a fixed seed: a right sampler would fail one in a hundred thousand seeds.
constexpr double least_p_value = 1e-6;
constexpr int draws = test::is_sanitized ? 20'000 : 400'000;

BatchedRandom batched(std::uint64_t seed) {
    return BatchedRandom(StreamId{seed, 0, Purpose::uncertainty});
}

// Values worth looking at: ten standard deviations about the mean.
std::pair<std::int64_t, std::int64_t> range_about(double mean, double variance, double most) {
    const double reach = 10 * std::sqrt(variance) + 20;
    return {static_cast<std::int64_t>(std::max(0.0, std::floor(mean - reach))),
            static_cast<std::int64_t>(std::min(most, std::ceil(mean + reach)))};
}

double binomial_p_value(const Histogram& histogram, double trials, double p) {
    const boost::math::binomial law(trials, p);
    const auto [least, most] = range_about(trials * p, trials * p * (1 - p), trials);
    return chi_square_p_value(histogram, least, most, [&](std::int64_t k) {
        return boost::math::pdf(law, static_cast<double>(k));
    });
}

// Probabilities of d different pages after each write, by recursion.
std::vector<double> occupancy_law(std::uint64_t writes, std::uint64_t pages) {
    std::vector<double> law(pages + 1);
    law[0] = 1;
    for (std::uint64_t write = 0; write < writes; ++write) {
        for (std::uint64_t d = pages; d > 0; --d) {
            const auto touched = static_cast<double>(d);
            const auto all = static_cast<double>(pages);
            law[d] = law[d] * touched / all + law[d - 1] * (all - touched + 1) / all;
        }
        law[0] = 0;
    }
    return law;
}

}  // namespace

TEST_CASE("binomial draws follow the binomial law") {
    const std::pair<double, double> cases[] = {
        {1, 0.3},         {7, 0.5},       {20, 0.5},      {40, 0.26},       {300, 0.01},
        {1000, 0.012},    {5000, 0.9},    {256, 0.04},    {65'536, 3e-4},   {2e6, 3.3e-4},
        {2e6, 3.3e-6},    {50, 0.999},    {1e9, 5e-8},    {3'000'000, 0.4}, {1e12, 2e-11},
    };
    BatchedRandom random = batched(1);
    BinomialSampler sampler;
    for (const auto& [trials, p] : cases) {
        const std::vector<double> all(1000, trials);
        std::vector<double> successes(all.size());
        Histogram histogram;
        for (int i = 0; i < draws / 1000; ++i) {
            sampler.draw_all(random, all, p, successes);
            for (const double value : successes)
                ++histogram[static_cast<std::int64_t>(value)];
        }
        CAPTURE(trials);
        CAPTURE(p);
        CHECK(binomial_p_value(histogram, trials, p) > least_p_value);
    }
}

TEST_CASE("a batch of different trials draws each from its own law") {
    BatchedRandom random = batched(2);
    BinomialSampler sampler;
    const std::vector<double> trials{0, 1, 100, 4000, 4001, 2e6, 50, 1e8, 30'000};
    std::vector<double> successes(trials.size());
    std::vector<Histogram> histograms(trials.size());
    for (int i = 0; i < draws / 4; ++i) {
        sampler.draw_all(random, trials, 0.003, successes);
        for (std::size_t j = 0; j < trials.size(); ++j)
            ++histograms[j][static_cast<std::int64_t>(successes[j])];
    }
    CHECK(histograms[0].size() == 1);
    for (std::size_t j = 1; j < trials.size(); ++j) {
        CAPTURE(trials[j]);
        CHECK(binomial_p_value(histograms[j], trials[j], 0.003) > least_p_value);
    }
}

TEST_CASE("certain and impossible events need no luck") {
    BatchedRandom random = batched(3);
    BinomialSampler sampler;
    CHECK(sampler.draw(random, 0, 0.5) == 0);
    CHECK(sampler.draw(random, 1'000'000, 0) == 0);
    CHECK(sampler.draw(random, 1'000'000, 1) == 1'000'000);
}

TEST_CASE("a uniform subset falls upon groups as the hypergeometric law says") {
    struct Case {
        std::vector<double> sizes;
        std::uint64_t count;
    };
    const std::vector<Case> cases{
        {{5, 3, 2}, 4},
        {{30, 20, 400}, 60},
        {{1000, 5000, 200, 0, 7}, 3000},
        {{200, 200, 200, 200}, 750},
        {{4000, 100, 90'000, 6000}, 2500},
        {{1e6, 1.5e6, 2e6, 4e5}, 100'000},
    };
    BatchedRandom random = batched(4);
    SubsetSampler sampler;
    for (const Case& one : cases) {
        double items = 0;
        for (const double size : one.sizes)
            items += size;
        std::vector<Histogram> histograms(one.sizes.size());
        Histogram of_two;
        std::vector<double> taken(one.sizes.size());
        for (int i = 0; i < draws / 8; ++i) {
            sampler.draw(random, one.sizes, one.count, taken);
            double total = 0;
            for (std::size_t j = 0; j < taken.size(); ++j) {
                REQUIRE(taken[j] >= 0);
                REQUIRE(taken[j] <= one.sizes[j]);
                ++histograms[j][static_cast<std::int64_t>(taken[j])];
                total += taken[j];
            }
            REQUIRE(total == static_cast<double>(one.count));
            ++of_two[static_cast<std::int64_t>(taken[0] + taken[1])];
        }
        const auto p_value = [&](const Histogram& histogram, double marked) {
            const auto n = static_cast<double>(one.count);
            const double mean = n * marked / items;
            const double variance =
                mean * (1 - marked / items) * (items - n) / std::max(1.0, items - 1);
            const auto [lower, upper] = range_about(mean, variance, std::min(n, marked));
            const auto least = std::max<std::int64_t>(
                lower, static_cast<std::int64_t>(std::max(0.0, n + marked - items)));
            const boost::math::hypergeometric law(static_cast<unsigned>(marked),
                                                  static_cast<unsigned>(one.count),
                                                  static_cast<unsigned>(items));
            return chi_square_p_value(histogram, least, upper, [&](std::int64_t k) {
                return boost::math::pdf(law, static_cast<unsigned>(k));
            });
        };
        CAPTURE(items);
        CAPTURE(one.count);
        for (std::size_t j = 0; j < taken.size(); ++j) {
            CAPTURE(j);
            CHECK(p_value(histograms[j], one.sizes[j]) > least_p_value);
        }
        // Two groups together: they are drawn with the right dependence.
        CHECK(p_value(of_two, one.sizes[0] + one.sizes[1]) > least_p_value);
    }
}

TEST_CASE("writes touch as many different pages as the occupancy law says") {
    const std::pair<std::uint64_t, std::uint64_t> cases[] = {
        {1, 5}, {6, 3}, {20, 10}, {100, 30}, {40, 2000}, {300, 1000}, {2000, 700}, {900, 100'000},
    };
    BatchedRandom random = batched(5);
    for (const auto& [writes, pages] : cases) {
        Histogram histogram;
        for (int i = 0; i < draws / 20; ++i)
            ++histogram[static_cast<std::int64_t>(draw_distinct(random, writes, pages))];
        const std::vector<double> law = occupancy_law(writes, pages);
        const auto most = static_cast<std::int64_t>(std::min(writes, pages));
        CAPTURE(writes);
        CAPTURE(pages);
        CHECK(chi_square_p_value(histogram, 1, most, [&](std::int64_t d) {
                  return law[static_cast<std::size_t>(d)];
              }) > least_p_value);
    }
}

TEST_CASE("repeats among a superblock's writes have the mean and variance of the occupancy law") {
    // Johnson & Kotz, "Urn models and their application" (1977), section 3.2. In doubles nothing
    // would be left of the differences.
    using Decimal = boost::multiprecision::cpp_dec_float_50;
    const Decimal n = 1'030'000;
    const Decimal u = 3'100'000'000ULL;
    const Decimal none = pow(1 - 1 / u, n);
    const Decimal pair = pow(1 - 2 / u, n);
    const auto mean = static_cast<double>(n - u * (1 - none));
    const auto variance = static_cast<double>(u * none + u * (u - 1) * pair - u * u * none * none);
    BatchedRandom random = batched(6);
    double sum = 0;
    double squares = 0;
    constexpr int samples = draws / 20;
    for (int i = 0; i < samples; ++i) {
        const std::uint64_t touched = draw_distinct(random, 1'030'000, 3'100'000'000);
        const double repeats = static_cast<double>(1'030'000 - touched) - mean;
        sum += repeats;
        squares += repeats * repeats;
    }
    CHECK(std::abs(sum / samples) < 5 * std::sqrt(variance / samples));
    CHECK(squares / samples == doctest::Approx(variance).epsilon(5 * std::sqrt(2.0 / samples)));
}

TEST_CASE("samplers draw the same on every vector target") {
    std::map<std::string, std::vector<std::uint64_t>> found;
    test::on_every_vector_target([&](const std::string& target) {
        BatchedRandom random = batched(7);
        SubsetSampler sampler;
        const std::vector<double> sizes{2e6, 1.7e6, 3e8, 1.1e6, 900, 5e7, 40, 1.9e6, 7e5};
        std::vector<double> taken(sizes.size());
        std::vector<std::uint64_t>& words = found[target];
        for (int i = 0; i < 2000; ++i) {
            sampler.draw(random, sizes, 1'000'000, taken);
            for (const double one : taken)
                words.push_back(static_cast<std::uint64_t>(one));
            words.push_back(draw_distinct(random, 200'000, 50'000'000));
        }
        words.push_back(random());
    });
    for (const auto& [target, words] : found) {
        CAPTURE(target);
        CHECK(words == found.begin()->second);
    }
}

TEST_CASE("a batched stream goes on from where it was saved") {
    for (const int used : {0, 1, 1023, 1024, 5000}) {
        BatchedRandom straight = batched(8);
        for (int i = 0; i < used; ++i)
            straight();
        test::MemoryState state;
        straight.save(state);
        BatchedRandom resumed = batched(9);
        resumed.load(state);
        for (int i = 0; i < 3000; ++i)
            REQUIRE(resumed() == straight());
    }
}
