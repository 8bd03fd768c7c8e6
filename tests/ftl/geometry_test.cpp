#include "drivewear/ftl/geometry.hpp"

#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::ftl;

TEST_CASE("capacities become whole pages and blocks") {
    const Geometry geometry =
        geometry_from_capacities({.usable_bytes = 1'000'000'000, .raw_bytes = 1'140'000'000});
    CHECK(geometry.usable_pages == 244'140);  // of 244,140.6
    CHECK(geometry.raw_blocks == 1087);       // of 1,087.2
    CHECK(geometry.pool_blocks() == 1085);
    CHECK(geometry.spare_factor().value() == doctest::Approx(1 - 244140.0 / (1085 * 256)));
    CHECK_THROWS_AS(geometry_from_capacities({.usable_bytes = 1 << 30, .raw_bytes = 1 << 30}),
                    DomainError);
    CHECK_THROWS_AS(geometry_from_capacities(
                        {.usable_bytes = 1 << 20, .raw_bytes = 1 << 30, .block_bytes = 5000}),
                    DomainError);
}

TEST_CASE("a spare factor is taken over the pool, blocks held free excepted") {
    const Geometry geometry = geometry_from_spare_factor(
        {.spare_factor = device::SpareFactor::from_value(0.125), .pool_blocks = 4096});
    CHECK(geometry.usable_pages == 4096 * 256 * 7 / 8);
    CHECK(geometry.raw_blocks == 4098);
    CHECK(geometry.spare_factor().value() == 0.125);
}

TEST_CASE("parity takes one page in k+1, rounded up, and bad blocks shrink the pool") {
    Geometry geometry{.usable_pages = 1000, .raw_blocks = 20, .pages_per_block = 128};
    geometry.rain_data_pages = 15;
    CHECK(geometry.data_pages_per_block() == 120);
    CHECK(geometry.parity_factor() == doctest::Approx(16.0 / 15));
    geometry.factory_bad_blocks = 3;
    CHECK(geometry.pool_blocks() == 15);
    geometry.rain_data_pages = 1000;
    CHECK(geometry.data_pages_per_block() == 127);
    CHECK(problems_of(geometry).empty());
}

TEST_CASE("all problems of a geometry are told at once") {
    const Geometry geometry{.usable_pages = 0,
                            .raw_blocks = 10,
                            .pages_per_block = 1,
                            .blocks_held_free = 0,
                            .erase_failure_probability = 1};
    CHECK(problems_of(geometry).size() == 4);
    const Geometry full{.usable_pages = 2560, .raw_blocks = 12};
    REQUIRE(problems_of(full).size() == 1);
    CHECK(problems_of(full)[0].find("at least one block of spare") != std::string::npos);
}
