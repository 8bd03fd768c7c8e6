#include "drivewear/wear/jesd218.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::wear;

TEST_CASE("the classes as table 1 of the standard has them") {
    const ClassRequirements client = requirements_of(parse_drive_class("client"));
    CHECK(client.uber == 1e-15);
    CHECK(client.functional_failure_share == 0.03);
    CHECK(client.active_hours_per_day == 8);
    CHECK(units::in_celsius(client.retention_temperature) == doctest::Approx(30));
    CHECK(units::in_days(client.retention) == doctest::Approx(365));
    const ClassRequirements enterprise = requirements_of(parse_drive_class("enterprise"));
    CHECK(enterprise.uber == 1e-16);
    CHECK(units::in_celsius(enterprise.active_temperature) == doctest::Approx(55));
    CHECK(units::in_celsius(enterprise.retention_temperature) == doctest::Approx(40));
    CHECK(units::in_days(enterprise.retention) == doctest::Approx(91.25));
    CHECK_THROWS_AS(parse_drive_class("consumer"), UnknownName);
}

TEST_CASE("data keep for shorter the hotter they lie") {
    const auto days = [](double degrees) {
        return units::in_days(power_off_retention(DriveClass::enterprise, units::celsius(degrees)));
    };
    CHECK(days(40) == doctest::Approx(91.25));
    // 3.8368 between 30 and 40 C, 6.4451 between 40 and 55 C at 1.1 eV.
    CHECK(days(30) == doctest::Approx(91.25 * 3.8368499609461665586));
    CHECK(days(55) == doctest::Approx(91.25 / 6.4450654257025879864));
    CHECK(units::in_hours(power_off_retention(DriveClass::client, units::celsius(52))) ==
          doctest::Approx(507).epsilon(1e-3));
}

TEST_CASE("one sector in 1e17 bits is one in 12.5 PB") {
    const UnrecoverableReads reads = unrecoverable_reads({.bytes_read = 1.25e16, .uber = 1e-17});
    CHECK(reads.expected_errors == doctest::Approx(1));
    CHECK(reads.probability_of_any == doctest::Approx(1 - std::exp(-1.0)));
    CHECK(reads.bytes_between_errors == doctest::Approx(1.25e16));
    CHECK(reads.expected_bytes_lost == doctest::Approx(512));
    CHECK(unrecoverable_reads({.bytes_read = 1, .uber = 0}).expected_errors == 0);
    CHECK(unrecoverable_reads({.bytes_read = 1, .uber = 1e-17}).probability_of_any ==
          doctest::Approx(8e-17));
    CHECK_THROWS_AS(unrecoverable_reads({.bytes_read = -1, .uber = 0}), DomainError);
    CHECK_THROWS_AS(unrecoverable_reads({.bytes_read = 1, .uber = 2}), DomainError);
}
