#include "drivewear/analytic/d_choices.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "analytic/reference.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::analytic;
using device::SpareFactor;
using test::check_row;
using test::ReferenceRow;
using test::rows_of;
using test::spare_of;

namespace {

DChoices drive_of(const ReferenceRow& reference) {
    return {spare_of(reference), test::pages_per_block_of(reference), reference.number("d")};
}

}  // namespace

TEST_CASE("d-choices: the reference rows of the fixed point") {
    for (const ReferenceRow& reference : rows_of("dchoices_meanfield"))
        check_row(reference, d_choices(drive_of(reference)));
}

TEST_CASE("d-choices: simulations agree within their errors") {
    for (const ReferenceRow& reference : rows_of("SIM_dchoices")) {
        if (reference.has("cls") || reference.has("seq")) continue;
        ReferenceRow widened = reference;
        // Finite drives lie O(1/N) above the limit: as much again as the simulation's error.
        const double allowed = reference.allowed_difference() + 0.001 * reference.number();
        CHECK_MESSAGE(std::abs(d_choices(drive_of(reference)) - reference.number()) <= allowed,
                      reference.id);
    }
    for (const ReferenceRow& reference : rows_of("SIM_random")) {
        const double found =
            d_choices({spare_of(reference), test::pages_per_block_of(reference), 1});
        check_row(reference, found);
    }
}

TEST_CASE("d-choices: the transient after a random fill") {
    for (const char* model : {"dchoices_transient", "SIM_dchoices_transient"}) {
        for (const ReferenceRow& reference : rows_of(model)) {
            DChoicesTransient transient{drive_of(reference), InitialFill::random, {}};
            for (const auto& edge : reference.parameters.at("window_driveWrites")) {
                if (edge.get<double>() > 0) transient.window_ends.push_back(edge.get<double>());
            }
            check_row(reference, d_choices_transient(transient).back());
        }
    }
}

TEST_CASE("d-choices: a sequential fill starts without cost and ends at the fixed point") {
    DChoicesTransient transient{
        {SpareFactor::from_value(0.2), 32, 20}, InitialFill::sequential, {0.05, 6, 6.5}};
    const std::vector<double> windows = d_choices_transient(transient);
    // At first nearly all of 20 draws find an empty block among a fifth of all.
    CHECK(windows[0] < 1.2);
    CHECK(windows[2] == doctest::Approx(d_choices(transient.drive)).epsilon(1e-6));
    transient.window_ends = {1, 0.5};
    CHECK_THROWS_AS(d_choices_transient(transient), DomainError);
}

TEST_CASE("d-choices runs from random to greedy") {
    for (const double spare : {1e-6, 0.01, 0.1, 0.5, 0.9, 0.999}) {
        for (const std::uint64_t b : {1, 2, 16, 64}) {
            CAPTURE(spare);
            CAPTURE(b);
            const SpareFactor factor = SpareFactor::from_value(spare);
            CHECK(d_choices({factor, b, 1}) == doctest::Approx(1 / spare).epsilon(1e-12));
            // The last digits of the limit: 1/d against the slope of the curve.
            CHECK(d_choices({factor, b, 1e9}) == doctest::Approx(greedy(factor, b)).epsilon(1e-5));
            double before = d_choices({factor, b, 1});
            for (const double d : {1.5, 2.0, 3.0, 10.0, 100.0, 1e4}) {
                const double now = d_choices({factor, b, d});
                CHECK(now <= before * (1 + 1e-12));
                CHECK(now >= 1);
                before = now;
            }
        }
    }
    CHECK_THROWS_AS(d_choices({SpareFactor::from_value(0.1), 0, 2}), DomainError);
    CHECK_THROWS_AS(d_choices({SpareFactor::from_value(0.1), most_d_choices_pages + 1, 2}),
                    DomainError);
    CHECK_THROWS_AS(d_choices({SpareFactor::from_value(0.1), 8, 0.5}), DomainError);
    CHECK_THROWS_AS(d_choices({SpareFactor::from_value(0.1), 8, NAN}), DomainError);
}

TEST_CASE("large blocks: the integral equation against ever larger blocks") {
    for (const double spare : {0.02, 0.1, 0.4, 0.8}) {
        const SpareFactor factor = SpareFactor::from_value(spare);
        for (const double d : {1.0, 2.0, 7.5, 100.0}) {
            CAPTURE(spare);
            CAPTURE(d);
            const double limit = d_choices_large_blocks(factor, d);
            const double near = d_choices({factor, 4096, d});
            const double nearer = d_choices({factor, 8192, d});
            // The distance halves as the block doubles: Richardson's extrapolation.
            CHECK(2 * nearer - near == doctest::Approx(limit).epsilon(5e-5));
        }
        CHECK(d_choices_large_blocks(factor, 1e7) == doctest::Approx(fifo(factor)).epsilon(1e-5));
    }
    CHECK(d_choices_large_blocks(SpareFactor::from_value(1e-5), 3) > 1);
    CHECK(d_choices_large_blocks(SpareFactor::from_value(0.9999), 3) >= 1);
}
