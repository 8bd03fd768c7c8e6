#include "drivewear/wear/erase_spread.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::wear;

TEST_CASE("moments of a histogram") {
    const EraseSpread spread = spread_of({.first_count = 9, .blocks = {1, 0, 2, 1}});
    CHECK(spread.blocks == 4);
    CHECK(spread.least == 9);
    CHECK(spread.most == 12);
    CHECK(spread.mean == doctest::Approx((9 + 11 + 11 + 12) / 4.0));
    CHECK(spread.standard_deviation == doctest::Approx(std::sqrt(4.75 / 4)));
    CHECK(levelling_efficiency(spread) == doctest::Approx(10.75 / 12));
}

TEST_CASE("blocks of one endurance wear in the order of their erases") {
    // Mean 100: one block at 120, two at 110, 97 just below.
    device::EraseHistogram erases{.first_count = 99, .blocks = std::vector<std::uint64_t>(22, 0)};
    erases.blocks[0] = 97;
    erases.blocks[11] = 2;
    erases.blocks[21] = 1;
    const double mean = spread_of(erases).mean;
    const WornAt worn =
        worn_at(erases, {.mean_cycles = 3000, .coefficient_of_variation = 0, .spare_blocks = 1});
    CHECK(worn.first_block_cycles == doctest::Approx(3000 * mean / 120));
    CHECK(worn.spare_exhausted_cycles == doctest::Approx(3000 * mean / 110));
}

TEST_CASE("even erases, normal endurance: quantiles of the normal law") {
    const device::EraseHistogram even{.first_count = 50, .blocks = {1000000}};
    const WornAt worn = worn_at(
        even, {.mean_cycles = 5000, .coefficient_of_variation = 0.1, .spare_blocks = 22749});
    // 2.27495 % lie below -1.99999... standard deviations (Phi(-2) = 0.0227501).
    CHECK(worn.spare_exhausted_cycles == doctest::Approx(5000 * (1 - 0.2)).epsilon(1e-5));
    // Half of a block in a million: Phi(-4.8916) = 5e-7.
    CHECK(worn.first_block_cycles == doctest::Approx(5000 * (1 - 0.48916)).epsilon(1e-4));
}

TEST_CASE("more spread never lasts longer, more spare never shorter") {
    const BlockEndurance endurance{
        .mean_cycles = 3000, .coefficient_of_variation = 0.1, .spare_blocks = 20};
    double last = 1e9;
    for (std::uint64_t width = 1; width < 30; width += 4) {
        const device::EraseHistogram erases{
            .first_count = 100 - width, .blocks = std::vector<std::uint64_t>(2 * width + 1, 10)};
        const WornAt worn = worn_at(erases, endurance);
        CHECK(worn.first_block_cycles < last);
        CHECK(worn.first_block_cycles < worn.spare_exhausted_cycles);
        last = worn.first_block_cycles;
    }
}

TEST_CASE("replicates of a drive wear as one drive does") {
    const device::EraseHistogram one{.first_count = 99, .blocks = {30, 40, 30}};
    const device::EraseHistogram three{.first_count = 99, .blocks = {90, 120, 90}};
    const BlockEndurance endurance{
        .mean_cycles = 3000, .coefficient_of_variation = 0.1, .spare_blocks = 7};
    BlockEndurance of_three = endurance;
    of_three.drives = 3;
    const WornAt expected = worn_at(one, endurance);
    const WornAt found = worn_at(three, of_three);
    CHECK(found.first_block_cycles == doctest::Approx(expected.first_block_cycles));
    CHECK(found.spare_exhausted_cycles == doctest::Approx(expected.spare_exhausted_cycles));
    of_three.spare_blocks = 100;
    CHECK_THROWS_AS(worn_at(three, of_three), DomainError);
}

TEST_CASE("a workload against its rating") {
    const WornAt worn{.first_block_cycles = 3000, .spare_exhausted_cycles = 3500};
    const EnduranceUnderWorkload endurance =
        endurance_under({.raw = units::bytes(8192000000000),
                         .rated_tbw = units::host_bytes(9830400000000000),
                         .wa = device::WriteAmplification(2.5)},
                        worn);
    // 8.192 TB x 3000 / 2.5 = 9830.4 TB.
    CHECK(units::in_tb(endurance.first_block_worn) == doctest::Approx(9830.4));
    REQUIRE(endurance.share_of_rated_tbw);
    CHECK(*endurance.share_of_rated_tbw == doctest::Approx(3500.0 / 3000));
}

TEST_CASE("histograms and endurances without a meaning are refused") {
    const device::EraseHistogram some{.first_count = 1, .blocks = {10}};
    CHECK_THROWS_AS(spread_of({}), DomainError);
    CHECK_THROWS_AS(spread_of({.first_count = 0, .blocks = {4}}), DomainError);
    CHECK_THROWS_AS(worn_at(some, {.mean_cycles = 0}), DomainError);
    CHECK_THROWS_AS(worn_at(some, {.mean_cycles = 1, .coefficient_of_variation = 2.5}), DomainError);
    CHECK_THROWS_AS(worn_at(some, {.mean_cycles = 1, .spare_blocks = 10}), DomainError);
}
