#include "drivewear/wear/rber.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "drivewear/core/errors.hpp"
#include "support/reference_rows.hpp"

using namespace drivewear;
using namespace drivewear::wear;

TEST_CASE("every reference row of the power law") {
    std::size_t rows = 0;
    for (const test::ReferenceRow& row : test::reference_rows()) {
        if (row.model != "RBER_powerlaw") continue;
        ++rows;
        const auto& given = row.parameters;
        const RberLaw law{PowerLawRber{.eps = given.at("eps"),
                                       .alpha = given.at("alpha"),
                                       .k = given.at("k"),
                                       .beta = given.at("beta"),
                                       .m = given.at("m"),
                                       .n = given.at("n"),
                                       .gamma = given.at("gamma"),
                                       .p = given.at("p"),
                                       .q = given.at("q")}};
        INFO(row.id);
        CHECK(rber(law, {.pe_cycles = given.at("PE"),
                         .retention = units::hours(given.at("t")),
                         .reads = given.at("reads")}) ==
              doctest::Approx(row.number()).epsilon(1e-10));
    }
    CHECK(rows == 4);
}

TEST_CASE("every law grows with wear, time, heat and reads") {
    const RberLaw laws[]{
        {parse_rber_form("power-law:eps=1e-6,alpha=1e-12,k=2,beta=1e-8,m=0.5,n=0.5,gamma=1e-12")},
        {parse_rber_form("log-time:a=1e-6,b=0.1,c=3e-4,d=-9")},
        {parse_rber_form("table:0=1e-6,1000=2e-5,20000=3e-4")},
        {parse_rber_form("constant:1e-4")}};
    for (const RberLaw& law : laws) {
        const BlockStress base{3000, units::days(90), units::celsius(40), 1e4};
        const double now = rber(law, base);
        BlockStress more = base;
        more.pe_cycles = 5000;
        CHECK(rber(law, more) >= now);
        more = base;
        more.retention = units::days(365);
        CHECK(rber(law, more) >= now);
        more = base;
        more.temperature = units::celsius(55);
        CHECK(rber(law, more) >= now);
        more = base;
        more.reads = 1e6;
        CHECK(rber(law, more) >= now);
    }
}

TEST_CASE("heat is retention time by Arrhenius' law") {
    const RberLaw law{parse_rber_form("power-law:beta=1e-7,m=0.2,n=0.5")};
    // 6.4451 hours at 40 C for each at 55 C.
    CHECK(rber(law, {.pe_cycles = 1000,
                     .retention = units::hours(100),
                     .temperature = units::celsius(55)}) ==
          doctest::Approx(
              rber(law, {.pe_cycles = 1000, .retention = units::hours(644.50654257025879864)})));
}

TEST_CASE("a table is joined by straight lines in log RBER and ends where it ends") {
    const RberLaw law{parse_rber_form("table:0=1e-6,1000=1e-4,3000=4e-4")};
    CHECK(rber(law, {.pe_cycles = 500}) == doctest::Approx(1e-5));
    CHECK(rber(law, {.pe_cycles = 1000}) == doctest::Approx(1e-4));
    CHECK(rber(law, {.pe_cycles = 2000}) == doctest::Approx(2e-4));
    CHECK(rber(law, {.pe_cycles = 3000}) == doctest::Approx(4e-4));
    CHECK_THROWS_AS(rber(law, {.pe_cycles = 3001}), DomainError);
    CHECK(pe_cycles_at(law, {}, 2e-4) == doctest::Approx(2000));
    CHECK_THROWS_AS(pe_cycles_at(law, {}, 1e-3), DomainError);
    CHECK_THROWS_AS(pe_cycles_at(law, {}, 1e-7), DomainError);
}

TEST_CASE("the wear at which a limit is reached") {
    const RberLaw law{PowerLawRber{.eps = 1e-5, .alpha = 1e-10, .k = 2}};
    CHECK(pe_cycles_at(law, {}, 1e-5 + 1e-10 * 4000.0 * 4000.0) == doctest::Approx(4000));
}

TEST_CASE("texts of laws that say something else are refused with their column") {
    CHECK_THROWS_AS(parse_rber_form("cubic:a=1"), ParseError);
    CHECK_THROWS_AS(parse_rber_form("constant"), ParseError);
    CHECK_THROWS_AS(parse_rber_form("constant:2"), ParseError);
    CHECK_THROWS_AS(parse_rber_form("power-law:eps"), ParseError);
    CHECK_THROWS_AS(parse_rber_form("power-law:eps=x"), ParseError);
    CHECK_THROWS_AS(parse_rber_form("table:0=1e-6"), ParseError);
    CHECK_THROWS_AS(parse_rber_form("table:5=1e-6,5=1e-5"), ParseError);
    try {
        parse_rber_form("power-law:eps=1e-6,zeta=2");
        FAIL("accepted");
    } catch (const ParseError& error) {
        CHECK(error.column() == 20);
    }
    CHECK_THROWS_AS(rber({ConstantRber{1e-4}}, {.pe_cycles = -1}), DomainError);
    CHECK_THROWS_AS(rber({TableRber{}}, {}), DomainError);
}
