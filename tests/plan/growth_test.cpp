#include "drivewear/plan/growth.hpp"

#include <doctest/doctest.h>

using namespace drivewear;
using namespace drivewear::plan;

TEST_CASE("growth steps each year and a part year counts pro rata") {
    const GrowingRate rate{
        .first_year = units::HostRate::from_value(1e12 / units::seconds_per_year),
        .growth_per_year = 0.1};
    CHECK(rate.written_after(units::years(1)).value() == doctest::Approx(1e12));
    CHECK(rate.written_after(units::years(2.5)).value() ==
          doctest::Approx(1e12 * (1 + 1.1 + 0.605)));
    CHECK(units::in_years(*rate.time_to_write(units::host_traffic(1e12 * 2.705))) ==
          doctest::Approx(2.5));
}

TEST_CASE("writes that fade away may never reach a limit") {
    const GrowingRate rate{.first_year = units::HostRate::from_value(1), .growth_per_year = -0.5};
    CHECK_FALSE(rate.time_to_write(units::host_traffic(3 * units::seconds_per_year)));
    const GrowingRate none{.first_year = units::HostRate::from_value(0), .growth_per_year = 0.1};
    CHECK_FALSE(none.time_to_write(units::host_traffic(1)));
}
