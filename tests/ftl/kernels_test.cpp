// Every instruction set gives the bits of the plain twin, whatever the length and contents.
#include "ftl/kernels/kernels.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "drivewear/core/random.hpp"
#include "ftl/kernels/portable_math.hpp"
#include "support/vector_targets.hpp"

using namespace drivewear;
using namespace drivewear::ftl;
namespace scalar = kernels::scalar;

namespace {

RandomStream stream(std::uint64_t seed) {
    return RandomStream(StreamId{seed, 0, Purpose::uncertainty});
}

kernels::RandomLanes some_lanes() {
    RandomStream random = stream(1);
    kernels::RandomLanes lanes;
    for (auto& words : lanes.words) {
        for (std::uint64_t& word : words)
            word = random();
    }
    return lanes;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    // memcmp takes no null pointer, which an empty vector may give.
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

// Proposals with arrays of their own.
struct Proposals {
    Proposals(const std::vector<double>& trial_counts, double p, RandomStream& stream)
        : count(trial_counts.size()),
          probability(p),
          trials(trial_counts),
          random(2 * kernels::padded(count)),
          successes(kernels::padded(count)),
          distance(successes),
          height(successes),
          verdict(successes) {
        trials.resize(kernels::padded(count), trial_counts.front());
        for (std::uint64_t& word : random)
            word = stream();
    }
    kernels::BinomialProposals view() {
        return {trials.data(),   random.data(), successes.data(), distance.data(),
                height.data(),   verdict.data(), count,           probability};
    }

    std::size_t count;
    double probability;
    std::vector<double> trials;
    std::vector<std::uint64_t> random;
    std::vector<double> successes;
    std::vector<double> distance;
    std::vector<double> height;
    std::vector<double> verdict;
};

std::vector<double> whole_numbers(std::size_t count, RandomStream& random) {
    std::vector<double> numbers(count);
    for (double& number : numbers)
        number = static_cast<double>(random.below(std::uint64_t{1} << 40));
    return numbers;
}

}  // namespace

TEST_CASE("elementary functions agree with the system's to the last digits") {
    RandomStream random = stream(2);
    for (int i = 0; i < 20'000; ++i) {
        const double x = std::exp(200 * (random.uniform() - 0.5));
        CHECK(kernels::log(x) == doctest::Approx(std::log(x)).epsilon(1e-15));
        const double f = i % 2 == 0 ? 0.65 * random.uniform() - 0.25
                                    : std::ldexp(random.uniform() - 0.5, -i % 60);
        CHECK(kernels::log1p(f) == doctest::Approx(std::log1p(f)).epsilon(1e-15));
        const double y = 1400 * (random.uniform() - 0.5);
        CHECK(kernels::exp(y) == doctest::Approx(std::exp(y)).epsilon(4e-16));
    }
    CHECK(kernels::log(1.0) == 0);
    CHECK(kernels::exp(0.0) == 1);
    for (double k = 0; k < 200; ++k) {
        const double exact = std::lgamma(k + 1) -
                             ((k + 0.5) * std::log(k + 1) - (k + 1) + 0.5 * std::log(2 * M_PI));
        CHECK(std::abs(kernels::stirling_tail(k) - exact) < 1e-10 + 1e-15 * std::lgamma(k + 1));
    }
}

TEST_CASE("the scalar generator is xoshiro256++ on every lane") {
    kernels::RandomLanes lanes = some_lanes();
    RandomStream::State state{};
    for (std::size_t word = 0; word < 4; ++word)
        state[word] = lanes.words[word][5];
    RandomStream alone(state);
    std::vector<std::uint64_t> words(80);
    scalar::fill_random(lanes, words);
    for (std::size_t i = 5; i < words.size(); i += kernels::random_lanes)
        CHECK(words[i] == alone());
}

TEST_CASE("random words, gaps and reductions are the same on every vector target") {
    const int targets = test::on_every_vector_target([](const std::string& target) {
        CAPTURE(target);
        RandomStream random = stream(3);
        for (std::size_t count = 0; count <= 96; count += kernels::random_lanes) {
            kernels::RandomLanes plain = some_lanes();
            kernels::RandomLanes vector = some_lanes();
            std::vector<std::uint64_t> expected(count);
            std::vector<std::uint64_t> found(count);
            scalar::fill_random(plain, expected);
            kernels::fill_random(vector, found);
            CHECK(found == expected);
            CHECK(vector.words == plain.words);

            std::vector<double> expected_gaps(count);
            std::vector<double> gaps(count);
            scalar::draw_gaps(expected, std::log1p(-3e-4), expected_gaps);
            kernels::draw_gaps(expected, std::log1p(-3e-4), gaps);
            CHECK(same_bits(gaps, expected_gaps));
        }
        for (std::size_t count = 0; count <= 40; ++count) {
            for (std::size_t offset = 0; offset < 3; ++offset) {
                const std::vector<double> all = whole_numbers(count + offset, random);
                const std::span values = std::span(all).subspan(offset);
                CHECK(kernels::sum(values) == scalar::sum(values));
                CHECK(kernels::minimum(values) == scalar::minimum(values));
                std::vector<double> expected = whole_numbers(count + 2, random);
                std::vector<double> found = expected;
                // One before and one behind must stay as they are.
                scalar::subtract(std::span(expected).subspan(1, count), values);
                kernels::subtract(std::span(found).subspan(1, count), values);
                CHECK(same_bits(found, expected));
            }
        }
    });
    CHECK(targets >= 1);
}

TEST_CASE("binomial proposals and verdicts are the same on every vector target") {
    test::on_every_vector_target([](const std::string& target) {
        CAPTURE(target);
        RandomStream random = stream(4);
        for (const double probability : {0.5, 0.3, 0.01, 3.3e-4, 1e-9}) {
            for (std::size_t count = 1; count <= 33; ++count) {
                std::vector<double> trials(count);
                for (double& one : trials) {
                    const double mean = 10 * std::exp(12 * random.uniform());
                    one = std::ceil(mean / probability);
                }
                Proposals expected(trials, probability, random);
                Proposals found = expected;
                scalar::propose_binomials(expected.view());
                kernels::propose_binomials(found.view());
                CHECK(same_bits(found.successes, expected.successes));
                CHECK(same_bits(found.distance, expected.distance));
                CHECK(same_bits(found.height, expected.height));
                CHECK(same_bits(found.verdict, expected.verdict));
                scalar::judge_binomials(expected.view());
                kernels::judge_binomials(found.view());
                CHECK(same_bits(found.verdict, expected.verdict));
            }
        }
    });
}
