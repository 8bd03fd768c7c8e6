#include "drivewear/catalog/rated_tbw.hpp"

#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"
#include "drivewear/units/parse.hpp"

using namespace drivewear;
using catalog::tbw_of;
using units::Decimal;

TEST_CASE("TBW is DWPD x capacity x 365 x years to the byte") {
    const auto tbw = [](const char* dwpd, const char* capacity, const char* years) {
        return tbw_of(
                   {Decimal::parse(dwpd), units::parse_capacity(capacity), Decimal::parse(years)})
            .value();
    };
    // The printed ratings of the drives in question.
    CHECK(tbw("3", "3.2TB", "5") == 17'520'000'000'000'000);
    CHECK(tbw("3", "12.8TB", "5") == 70'080'000'000'000'000);
    CHECK(tbw("1", "3.84TB", "5") == 7'008'000'000'000'000);
    CHECK(tbw("1", "30.72TB", "5") == 56'064'000'000'000'000);
    CHECK(tbw("0.3", "1B", "1") == 109);  // 109.5, rounded down
    CHECK_THROWS_AS(tbw("100", "256TiB", "5"), DomainError);
}

TEST_CASE("a drive without warranty or DWPD, or with an absurd one, has no derived TBW") {
    catalog::Drive drive;
    drive.capacity = units::parse_capacity("12.8TB");
    CHECK_FALSE(tbw_from_dwpd(drive));
    drive.dwpd = Decimal(3, 0);
    CHECK_FALSE(tbw_from_dwpd(drive));
    drive.warranty_years = Decimal(5, 0);
    CHECK(tbw_from_dwpd(drive)->value() == 70'080'000'000'000'000);
    drive.dwpd = Decimal(3, 9);
    CHECK_FALSE(tbw_from_dwpd(drive));
}
