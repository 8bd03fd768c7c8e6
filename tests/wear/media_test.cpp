#include "drivewear/wear/media.hpp"

#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::wear;

TEST_CASE("a sequential rating over raw flash gives the P/E cycles it implies") {
    const units::Capacity raw = units::bytes(1ULL << 44);
    const auto budget = implied_media_budget(units::host_bytes(143100000000000000ULL),
                                             device::WriteAmplification(1));
    CHECK(units::in_tb(budget) == doctest::Approx(143100));
    CHECK(pe_cycles(budget, raw) == doctest::Approx(8134.3).epsilon(1e-5));
    CHECK(units::in_tb(media_budget(pe_cycles(budget, raw), raw)) == doctest::Approx(143100));
}

TEST_CASE("TBW = P/E x raw / WA") {
    // 7000 cycles of 4.096 TB at WA 3.
    const auto nand = media_budget(7000, units::bytes(4096000000000ULL));
    CHECK(units::in_tb(host_writes(nand, device::WriteAmplification(3))) ==
          doctest::Approx(9557.3333333333333333).epsilon(1e-14));
}

TEST_CASE("cycles without a meaning are refused") {
    CHECK_THROWS_AS(media_budget(0, units::bytes(1)), DomainError);
    CHECK_THROWS_AS(pe_cycles(units::nand_traffic(1), units::bytes(0)), DomainError);
}
