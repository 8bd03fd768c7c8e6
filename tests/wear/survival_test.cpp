#include "drivewear/wear/survival.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/random.hpp"

using namespace drivewear;
using namespace drivewear::wear;

namespace {

double total(const std::vector<double>& years) {
    return std::accumulate(years.begin(), years.end(), 0.0);
}

// Renewal function of a Weibull life of scale 1: the power series of Smith and Leadbetter, "On the
// renewal function for the Weibull distribution", Technometrics 5(3), 1963.
double weibull_renewals(double time, double shape) {
    std::vector<double> gamma(41), a(41);
    double sum = 0;
    for (int k = 1; k <= 40; ++k) {
        gamma[static_cast<std::size_t>(k)] =
            std::exp(std::lgamma(k * shape + 1) - std::lgamma(k + 1.0));
        double rest = gamma[static_cast<std::size_t>(k)];
        for (int j = 1; j < k; ++j)
            rest -= gamma[static_cast<std::size_t>(j)] * a[static_cast<std::size_t>(k - j)];
        a[static_cast<std::size_t>(k)] = rest;
        sum +=
            (k % 2 == 1 ? 1 : -1) * rest * std::pow(time, k * shape) / std::tgamma(k * shape + 1);
    }
    return sum;
}

}  // namespace

TEST_CASE("a constant hazard fails alike every year") {
    const LifeModel life{.mttf = units::hours(2.5e6)};
    const auto years =
        expected_failures_by_year(life, {.drives = 400, .service_life = units::years(5)});
    REQUIRE(years.size() == 5);
    for (const double year : years)
        CHECK(year == doctest::Approx(7.008 / 5).epsilon(1e-4));
    CHECK(total(years) == doctest::Approx(7.008).epsilon(1e-4));
    CHECK(failure_probability(life, units::years(1)) ==
          doctest::Approx(0.0034978681560845067838).epsilon(1e-12));
}

TEST_CASE("replacement by the renewal equation agrees with the series for Weibull lives") {
    for (const double shape : {0.7, 1.0, 1.5, 2.0, 3.0}) {
        // Scale of one year: MTTF = Gamma(1 + 1/shape) years.
        const LifeModel life{.mttf = units::years(std::tgamma(1 + 1 / shape)), .shape = shape};
        const auto years =
            expected_failures_by_year(life, {.drives = 1, .service_life = units::years(1.25)});
        REQUIRE(years.size() == 2);
        INFO("shape " << shape);
        CHECK(years[0] == doctest::Approx(weibull_renewals(1, shape)).epsilon(1e-4));
        CHECK(total(years) == doctest::Approx(weibull_renewals(1.25, shape)).epsilon(1e-4));
    }
}

TEST_CASE("wear-out comes on top of random failures, and replacing drives restarts it") {
    const LifeModel random{.mttf = units::hours(2e6)};
    LifeModel worn = random;
    worn.wear_out = WearOut{.typical_life = units::years(6), .shape = 10};
    const Fleet kept{.drives = 1000, .service_life = units::years(7), .failed_are_replaced = false};
    const auto years = expected_failures_by_year(worn, kept);
    CHECK(years[0] == doctest::Approx(1000 * -std::expm1(-8760 / 2e6)).epsilon(1e-3));
    CHECK(years[6] > 100 * years[0] / 2);
    CHECK(total(years) < 1000);
    CHECK(total(years) == doctest::Approx(1000 * failure_probability(worn, units::years(7))));
    CHECK(survival(worn, units::years(6)) ==
          doctest::Approx(std::exp(-1 - 6 * 8760 / 2e6)).epsilon(1e-12));

    // Against a simulation of the same fleet, 20,000 drives.
    RandomStream stream({.seed = 7, .purpose = Purpose::wear});
    double failures = 0;
    constexpr int drives = 20000;
    for (int drive = 0; drive < drives; ++drive) {
        for (double age = 0;;) {
            const double by_chance = -2e6 / 8760 * std::log1p(-stream.uniform());
            const double by_wear = 6 * std::pow(-std::log1p(-stream.uniform()), 0.1);
            age += std::min(by_chance, by_wear);
            if (age > 9) break;
            ++failures;
        }
    }
    const double expected = total(expected_failures_by_year(
        worn, {.drives = drives, .service_life = units::years(9), .failed_are_replaced = true}));
    CHECK(std::abs(failures - expected) < 4 * std::sqrt(expected));
}

TEST_CASE("survival only falls") {
    const LifeModel life{units::years(20), 0.7, WearOut{units::years(8), 5}};
    double last = 1;
    for (double age = 0; age < 15; age += 0.25) {
        const double alive = survival(life, units::years(age));
        CHECK(alive <= last);
        last = alive;
    }
}

TEST_CASE("lives without a meaning are refused") {
    const Fleet fleet{.drives = 1, .service_life = units::years(1)};
    CHECK_THROWS_AS(survival({.mttf = units::hours(0)}, units::years(1)), DomainError);
    CHECK_THROWS_AS(survival({.mttf = units::hours(1), .shape = 0}, units::years(1)), DomainError);
    CHECK_THROWS_AS(survival({.mttf = units::hours(1)}, units::years(-1)), DomainError);
    CHECK_THROWS_AS(survival({units::hours(1), 1, WearOut{units::years(1), 1}}, units::years(1)),
                    DomainError);
    CHECK_THROWS_AS(expected_failures_by_year({.mttf = units::hours(1e6)},
                                              {.drives = 1, .service_life = units::years(0)}),
                    DomainError);
    CHECK_THROWS_AS(expected_failures_by_year({.mttf = units::hours(-1e6)}, fleet), DomainError);
}
