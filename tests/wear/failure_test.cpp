#include "drivewear/wear/failure.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::wear;

TEST_CASE("AFR of a 2.5 million hour MTTF") {
    CHECK(annualised_failure_rate(units::hours(2.5e6)) == doctest::Approx(0.0034979).epsilon(1e-4));
    CHECK(annualised_failure_rate(units::hours(1.2e6)) ==
          doctest::Approx(0.0072734197180132084987).epsilon(1e-13));
    CHECK(units::in_hours(mttf_from_afr(0.0044)) == doctest::Approx(1986525.8718229374384));
}

TEST_CASE("400 drives for 5 years: 7.008 failures, 12 spares at 95 %, 14 at 99 %") {
    const double mean = expected_failures(
        {.drives = 400, .service_life = units::years(5), .mttf = units::hours(2.5e6)});
    CHECK(mean == doctest::Approx(7.008).epsilon(1e-12));
    CHECK(poisson_spares(mean, 0.95) == 12);
    CHECK(poisson_spares(mean, 0.99) == 14);
}

TEST_CASE("240 drives at 2 %: Poisson is the more careful") {
    CHECK(poisson_spares(240 * 0.02, 0.99) == 11);
    CHECK(binomial_spares({.drives = 240, .probability = 0.02}, 0.99) == 10);
    CHECK(binomial_spares({.drives = 100, .probability = 0.01}, 0.95) == 3);
    CHECK(poisson_spares(1.0, 0.95) == 3);
    CHECK(poisson_spares(0, 0.95) == 0);
    CHECK(binomial_spares({.drives = 7, .probability = 1}, 0.5) == 7);
}

TEST_CASE("spares grow with confidence and never miss it") {
    for (const double mean : {1e-6, 0.3, 7.0, 1e4}) {
        std::uint64_t last = 0;
        for (const double confidence : {0.01, 0.5, 0.9, 0.999, 1 - 1e-9}) {
            const std::uint64_t spares = poisson_spares(mean, confidence);
            CHECK(spares >= last);
            last = spares;
        }
    }
}

TEST_CASE("the MTTF is chosen by temperature and never extrapolated") {
    catalog::Drive drive;
    CHECK_FALSE(mttf_at(drive, units::celsius(40)).mttf);
    drive.mttf_to_50c = units::hours(2.5e6);
    drive.mttf_to_55c = units::hours(2.0e6);
    CHECK(units::in_hours(*mttf_at(drive, units::celsius(50)).mttf) == doctest::Approx(2.5e6));
    CHECK(units::in_hours(*mttf_at(drive, units::celsius(50.1)).mttf) == doctest::Approx(2.0e6));
    CHECK_FALSE(mttf_at(drive, units::celsius(56)).mttf);
}

TEST_CASE("what has no meaning is refused") {
    CHECK_THROWS_AS(annualised_failure_rate(units::hours(0)), DomainError);
    CHECK_THROWS_AS(annualised_failure_rate(units::hours(-1)), DomainError);
    CHECK_THROWS_AS(mttf_from_afr(1), DomainError);
    CHECK_THROWS_AS(poisson_spares(-1, 0.9), DomainError);
    CHECK_THROWS_AS(poisson_spares(std::nan(""), 0.9), DomainError);
    CHECK_THROWS_AS(poisson_spares(1, 1), DomainError);
    CHECK_THROWS_AS(binomial_spares({.drives = 3, .probability = 1.1}, 0.9), DomainError);
}
