#include "ftl/occupancy_trials.hpp"

#include <doctest/doctest.h>

#include <map>
#include <vector>

#include "ftl/batched_random.hpp"
#include "support/goodness_of_fit.hpp"

using namespace drivewear;
using namespace drivewear::ftl;

TEST_CASE("trials that succeed have the write shares, and meet every page of a class alike") {
    // Three blocks of 10 slots, the third empty; pages of two classes in each. Five pages of the
    // second class are not written yet, the third class is never written.
    const double held[3][3] = {{3, 2, 0}, {1, 5, 0}, {0, 0, 0}};
    const ClassTraffic traffic{.pages = {4, 12, 3}, .write_shares = {0.7, 0.3, 0}};
    const std::vector<double> never_written{0, 5, 3};
    const OccupancyTrials trials(traffic,
                                 {.blocks = 3, .slots = 10, .never_written = never_written});
    CHECK(trials.per_write() == doctest::Approx(0.7 * 30 / 4 + 0.3 * 40 / 12));
    BatchedRandom random(StreamId{5, 0, Purpose::addresses});
    std::map<std::int64_t, std::uint64_t> met;  // 4 x class + block; block 3: not written yet
    constexpr std::uint64_t writes = 50'000;
    std::uint64_t drawn = 0;
    for (std::uint64_t done = 0; done < writes;) {
        const std::uint64_t class_word = random();
        const OccupancyTrial trial = trials.draw(class_word, random());
        ++drawn;
        REQUIRE(trial.address_class < 2);
        REQUIRE(trial.slot < 10);
        REQUIRE(trial.block < 4);
        const double pages = trial.block == 3 ? never_written[trial.address_class]
                                              : held[trial.block][trial.address_class];
        if (trial.slot >= pages) continue;
        ++met[static_cast<std::int64_t>(4 * trial.address_class + trial.block)];
        ++done;
    }
    CHECK(static_cast<double>(drawn) / writes == doctest::Approx(trials.per_write()).epsilon(0.02));
    const double law[8] = {0.7 * 3 / 4,  0.7 * 1 / 4,  0, 0,  //
                           0.3 * 2 / 12, 0.3 * 5 / 12, 0, 0.3 * 5 / 12};
    CHECK(test::chi_square_p_value(met, 0, 7, [&law](std::int64_t place) { return law[place]; }) >
          1e-4);
}
