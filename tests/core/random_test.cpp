#include "drivewear/core/random.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

using namespace drivewear;

TEST_CASE("xoshiro256++ gives its authors' sequence") {
    // First outputs for the state {1, 2, 3, 4}, from the reference implementation.
    RandomStream stream(RandomStream::State{1, 2, 3, 4});
    CHECK(stream() == 41943041ULL);
    CHECK(stream() == 58720359ULL);
    CHECK(stream() == 3588806011781223ULL);
    CHECK(stream() == 3591011842654386ULL);
}

TEST_CASE("every name has its own stream") {
    std::set<std::uint64_t> firsts;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        for (std::uint64_t run = 0; run < 20; ++run) {
            for (const Purpose purpose : {Purpose::addresses, Purpose::victims}) {
                firsts.insert(RandomStream({.seed = seed, .run = run, .purpose = purpose})());
            }
        }
    }
    CHECK(firsts.size() == 800);
}

TEST_CASE("bounded draws are uniform within five standard errors") {
    RandomStream stream({.seed = 7});
    constexpr int draws = 100000;
    int counts[10] = {};
    for (int i = 0; i < draws; ++i)
        ++counts[stream.below(10)];
    const double error = std::sqrt(draws * 0.1 * 0.9);
    for (const int count : counts)
        CHECK(std::abs(count - draws * 0.1) < 5 * error);
}
