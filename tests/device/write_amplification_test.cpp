#include "drivewear/device/write_amplification.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::device;

TEST_CASE("spare factor and over-provision are told apart by name") {
    CHECK(SpareFactor::from_over_provision(0.07).value() == doctest::Approx(0.07 / 1.07));
    CHECK(SpareFactor::from_value(0.2).over_provision() == doctest::Approx(0.25));
    const auto spare = SpareFactor::from_capacities(12800000000000ULL, 1ULL << 44);
    CHECK(spare.value() == doctest::Approx(0.272404238581657716).epsilon(1e-15));
}

TEST_CASE("ratios without a meaning are refused") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double value : {0.0, 1.0, -0.1, 1.5, nan}) {
        CHECK_THROWS_AS(SpareFactor::from_value(value), DomainError);
    }
    CHECK_THROWS_AS(SpareFactor::from_over_provision(nan), DomainError);
    CHECK_THROWS_AS(SpareFactor::from_over_provision(std::numeric_limits<double>::infinity()),
                    DomainError);
    CHECK_THROWS_AS(SpareFactor::from_capacities(100, 100), DomainError);
    CHECK_THROWS_AS(SpareFactor::from_capacities(0, 100), DomainError);
    CHECK_THROWS_AS(WriteAmplification(0.99), DomainError);
    CHECK_THROWS_AS(WriteAmplification{nan}, DomainError);
}
