#include "drivewear/analytic/sequential_mixture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "analytic/reference.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::analytic;
using device::SpareFactor;

namespace {

const std::vector<workload::AddressClass> one_class{{1, 1}};

}  // namespace

TEST_CASE("simulated FIFO settles in one of the predicted steady states") {
    for (const char* id : {"R0645", "R0646"}) {
        const test::ReferenceRow reference = test::row(id);
        const auto states =
            mixture_steady_states({test::spare_of(reference), reference.number("seq"), one_class});
        const double nearest =
            *std::min_element(states.begin(), states.end(), [&](double a, double b) {
                return std::abs(a - reference.number()) < std::abs(b - reference.number());
            });
        check_row(reference, nearest);
    }
}

TEST_CASE("a vanishing stream leaves the random writes' answer") {
    for (const double spare : {0.05, 0.1, 0.3, 0.6}) {
        const SpareFactor factor = SpareFactor::from_value(spare);
        const auto states = mixture_steady_states({factor, 1e-3, one_class});
        CHECK(states.back() == doctest::Approx(fifo(factor)).epsilon(2e-3));
        const std::vector<workload::AddressClass> hot_cold{{0.2, 0.8}, {0.8, 0.2}};
        const auto skewed = mixture_steady_states({factor, 1e-3, hot_cold});
        CHECK(skewed.back() == doctest::Approx(fifo(factor, hot_cold)).epsilon(5e-3));
    }
}

TEST_CASE("the sum over passes, term by term") {
    // Survival of a page t drive writes after it was written, sums over the passes of the queue.
    const double share = 0.5;
    const double alpha = 1 / 0.9;
    for (const double state :
         mixture_steady_states({SpareFactor::from_value(0.1), share, one_class})) {
        double programs = 0;
        for (double age = 0; age < 1 / share; age += alpha / state)
            programs += std::exp(-(1 - share) * age) * (share + (1 - share) * (1 - share * age));
        CHECK(programs == doctest::Approx(state).epsilon(1e-9));
    }
}

TEST_CASE("an almost pure stream can run without amplification") {
    const auto states = mixture_steady_states({SpareFactor::from_value(0.1), 0.97, one_class});
    CHECK(states.front() == 1);
    CHECK(std::is_sorted(states.begin(), states.end()));
    CHECK_THROWS_AS(mixture_steady_states({SpareFactor::from_value(0.1), 1.0, one_class}),
                    DomainError);
}
