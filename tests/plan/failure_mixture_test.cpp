#include "plan/failure_mixture.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "drivewear/wear/failure.hpp"

using namespace drivewear;
using namespace drivewear::plan;

TEST_CASE("equal means are one Poisson law") {
    for (const double mean : {0.01, 1.0, 7.008, 300.0, 15000.0}) {
        const std::vector<double> means(10, mean);
        const Percentiles counts = failure_percentiles(means);
        CHECK(counts.p05 == static_cast<double>(wear::poisson_spares(mean, 0.05)));
        CHECK(counts.p50 == static_cast<double>(wear::poisson_spares(mean, 0.5)));
        CHECK(counts.p95 == static_cast<double>(wear::poisson_spares(mean, 0.95)));
    }
    const std::vector<double> none(3, 0.0);
    CHECK(failure_percentiles(none).p95 == 0);
}

TEST_CASE("means that differ spread the counts") {
    const std::vector<double> means{2, 12};
    const Percentiles mixed = failure_percentiles(means);
    const std::vector<double> alike{7, 7};
    CHECK(mixed.p05 < failure_percentiles(alike).p05);
    CHECK(mixed.p95 > failure_percentiles(alike).p95);
    // Half of the mixture is the 90 % point of its larger part: P(X <= 16 | 12) = 0.899,
    // P(X <= 17 | 12) = 0.937.
    CHECK(mixed.p95 == 17);
}

TEST_CASE("percentiles lie between the sorted values") {
    std::vector<double> values;
    for (int i = 100; i >= 0; --i)
        values.push_back(i);
    const Percentiles found = percentiles_of(values);
    CHECK(found.p05 == 5);
    CHECK(found.p50 == 50);
    CHECK(found.p95 == 95);
    const std::vector<double> two{1, 2};
    CHECK(percentiles_of(two).p50 == doctest::Approx(1.5));
}
