#include "drivewear/wear/spares.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <queue>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/random.hpp"
#include "drivewear/wear/failure.hpp"
#include "support/reference_rows.hpp"

using namespace drivewear;
using namespace drivewear::wear;

TEST_CASE("every reference row of AFR, MTTF and spares") {
    std::size_t rows = 0;
    for (const test::ReferenceRow& row : test::reference_rows()) {
        const auto& given = row.parameters;
        double found = 0;
        if (row.model == "AFR_from_MTTF" && row.quantity == "AFR") {
            found = annualised_failure_rate(units::hours(given.at("MTTF_h")));
        } else if (row.model == "MTTF_from_AFR") {
            found = units::in_hours(mttf_from_afr(given.at("AFR")));
        } else if (row.model == "spares_poisson") {
            found = static_cast<double>(poisson_spares(given.at("lam"), given.at("conf")));
        } else if (row.model == "spares_binomial") {
            found = static_cast<double>(binomial_spares(
                {.drives = given.at("n"), .probability = given.at("p")}, given.at("conf")));
        } else {
            continue;
        }
        ++rows;
        INFO(row.id << " " << given.dump());
        if (row.tolerance == "exact integer") {
            CHECK(found == row.number());
        } else {
            CHECK(std::abs(found - row.number()) <= row.allowed_difference());
        }
    }
    CHECK(rows == 21);
}

TEST_CASE("the chance that spares suffice belongs to the quantile") {
    // P(X <= k) as the reference rows state them.
    CHECK(probability_spares_suffice(1.0, 3) == doctest::Approx(0.981011843123846).epsilon(1e-13));
    CHECK(probability_spares_suffice(44.0, 60) ==
          doctest::Approx(0.991249882046863).epsilon(1e-13));
    CHECK(probability_spares_suffice(OneLifeFleet{240, 0.02}, 10) ==
          doctest::Approx(0.990340922327803).epsilon(1e-13));
    CHECK(probability_spares_suffice(OneLifeFleet{3, 0.9}, 3) == 1);
    CHECK(probability_spares_suffice(0.0, 0) == 1);
}

TEST_CASE("a shelf that is refilled slowly is a shelf bought once, quickly needs hardly any") {
    const double mean = 7.008;
    const RefilledShelf never{mean / 5, units::years(1e6), units::years(5)};
    for (const std::uint64_t spares : {3ULL, 7ULL, 12ULL}) {
        CHECK(probability_shelf_lasts(never, spares) ==
              doctest::Approx(probability_spares_suffice(mean, spares)).epsilon(1e-5));
    }
    CHECK(refilled_spares(never, 0.95) == 12);
    const RefilledShelf weekly{mean / 5, units::days(7), units::years(5)};
    CHECK(refilled_spares(weekly, 0.95) == 2);
    // Without a spare the first failure ends it.
    CHECK(probability_shelf_lasts(weekly, 0) == doctest::Approx(std::exp(-mean)).epsilon(1e-10));
}

TEST_CASE("a refilled shelf against its simulation") {
    const RefilledShelf shelf{20, units::days(45), units::years(4)};
    constexpr std::uint64_t spares = 7;
    RandomStream stream({.seed = 11, .purpose = Purpose::wear});
    const auto exponential = [&](double mean) { return -mean * std::log1p(-stream.uniform()); };
    constexpr int lives = 20000;
    int lasted = 0;
    for (int life = 0; life < lives; ++life) {
        std::priority_queue<double, std::vector<double>, std::greater<>> arrivals;
        bool runs_out = false;
        for (double now = exponential(1.0 / 20); now < 4 && !runs_out;
             now += exponential(1.0 / 20)) {
            while (!arrivals.empty() && arrivals.top() <= now)
                arrivals.pop();
            runs_out = arrivals.size() == spares;
            arrivals.push(now + exponential(45.0 / 365));
        }
        lasted += runs_out ? 0 : 1;
    }
    const double expected = probability_shelf_lasts(shelf, spares);
    const double error = std::sqrt(expected * (1 - expected) / lives);
    CHECK(expected > 0.1);
    CHECK(expected < 0.9);
    CHECK(std::abs(lasted / static_cast<double>(lives) - expected) < 4 * error);
}

TEST_CASE("more spares last longer, longer lead times do not") {
    double last = 0;
    for (std::uint64_t spares = 0; spares < 12; ++spares) {
        const double now = probability_shelf_lasts({5, units::days(60), units::years(5)}, spares);
        CHECK(now > last);
        CHECK(now >= probability_shelf_lasts({5, units::days(90), units::years(5)}, spares));
        last = now;
    }
}

TEST_CASE("shelves without a meaning are refused") {
    CHECK_THROWS_AS(probability_spares_suffice(-1, 3), DomainError);
    CHECK_THROWS_AS(probability_spares_suffice(OneLifeFleet{3, 1.2}, 1), DomainError);
    CHECK_THROWS_AS(probability_shelf_lasts({-1, units::days(1), units::years(1)}, 1), DomainError);
    CHECK_THROWS_AS(probability_shelf_lasts({1, units::days(0), units::years(1)}, 1), DomainError);
    CHECK_THROWS_AS(refilled_spares({1, units::days(1), units::years(1)}, 1), DomainError);
}
