#include "drivewear/analytic/frontiers.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "analytic/reference.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/analytic/d_choices.hpp"
#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::analytic;
using device::SpareFactor;
using test::check_row;
using test::hot_cold_of;
using test::ReferenceRow;
using test::rows_of;
using test::spare_of;
using workload::AddressClass;

namespace {

using Model = double (*)(const ClassedDrive&);

double solve(Model model, const ReferenceRow& reference) {
    const auto classes = hot_cold_of(reference);
    const double choices = reference.has("d") ? reference.number("d") : greedy_choices;
    return model({spare_of(reference), test::pages_per_block_of(reference), choices, classes});
}

/// `percent` on top of the row's own error.
void check_near(const ReferenceRow& reference, double found, double percent) {
    const double allowed = reference.allowed_difference() + percent / 100 * reference.number();
    CHECK_MESSAGE(std::abs(found - reference.number()) <= allowed, reference.id, " ",
                  reference.parameters.dump(), " simulated ", reference.number(), ", found ",
                  found);
}

}  // namespace

TEST_CASE("one open block and one per class: the reference rows of the mean field") {
    for (const ReferenceRow& reference : rows_of("hotcold_SWF_meanfield"))
        check_row(reference, solve(single_frontier_mean_field, reference));
    for (const ReferenceRow& reference : rows_of("hotcold_HCWF_meanfield"))
        check_row(reference, solve(class_frontiers_mean_field, reference));
}

TEST_CASE("host and relocation apart: the chain's reference rows") {
    for (ReferenceRow reference : rows_of("hotcold_DWF_meanfield_chain")) {
        // Numerically the rows are good to about 1e-4; 2 % is their distance from simulation.
        reference.tolerance = "2e-4 rel";
        check_row(reference, solve(host_gc_frontiers_mean_field, reference));
    }
}

TEST_CASE("hot relocated pages are not independent") {
    // These rows hold the known-wrong form, which takes them for it: every one is too high.
    for (const ReferenceRow& reference : rows_of("hotcold_DWF_meanfield_binomial_approx"))
        CHECK(solve(host_gc_frontiers_mean_field, reference) < reference.number() * 0.97);
}

TEST_CASE("simulated d-choices agree within their errors") {
    for (const ReferenceRow& reference : rows_of("SIM_dchoices_single"))
        check_near(reference, solve(single_frontier_mean_field, reference), 0.1);
    for (const ReferenceRow& reference : rows_of("SIM_dchoices_HCWF(hot|cold oracle)"))
        check_near(reference, solve(class_frontiers_mean_field, reference), 0.1);
    for (const ReferenceRow& reference : rows_of("SIM_dchoices_DWF(host|GC)")) {
        // Many choices approach greedy, where the order of ties begins to count.
        if (reference.number("d") > 20 || reference.number("b") > 32) continue;
        check_near(reference, solve(host_gc_frontiers_mean_field, reference), 2);
    }
}

TEST_CASE("simulated greedy breaks ties by age and lies a little lower") {
    for (const ReferenceRow& reference : rows_of("SIM_greedy_single"))
        check_near(reference, solve(single_frontier_mean_field, reference), 1.1);
    for (const char* model : {"SIM_greedy_HCWF(hot|cold oracle)", "SIM_greedy_HCWF_long"}) {
        for (const ReferenceRow& reference : rows_of(model))
            check_near(reference, solve(class_frontiers_mean_field, reference), 1.4);
    }
    for (const ReferenceRow& reference : rows_of("SIM_greedy_DWF(host|GC)"))
        check_near(reference, solve(host_gc_frontiers_mean_field, reference), 6.5);
}

TEST_CASE("classes alike are one class, wherever the pages go") {
    const std::vector<AddressClass> alike{{0.3, 0.3}, {0.7, 0.7}};
    for (const double choices : {1.0, 3.0, 20.0}) {
        const ClassedDrive drive{SpareFactor::from_value(0.15), 16, choices, alike};
        const double uniform = d_choices({drive.spare_factor, 16, choices});
        CHECK(single_frontier_mean_field(drive) == doctest::Approx(uniform).epsilon(1e-9));
        CHECK(class_frontiers_mean_field(drive) == doctest::Approx(uniform).epsilon(1e-9));
        CHECK(host_gc_frontiers_mean_field(drive) == doctest::Approx(uniform).epsilon(1e-9));
    }
}

TEST_CASE("random victims cost 1/Sf wherever the pages go") {
    const std::vector<AddressClass> classes{{0.1, 0.9}, {0.9, 0.1}};
    const ClassedDrive drive{SpareFactor::from_value(0.2), 16, 1, classes};
    CHECK(single_frontier_mean_field(drive) == doctest::Approx(5).epsilon(1e-8));
    CHECK(class_frontiers_mean_field(drive) == doctest::Approx(5).epsilon(1e-8));
    CHECK(host_gc_frontiers_mean_field(drive) == doctest::Approx(5).epsilon(1e-8));
}

TEST_CASE("classes can be named in any order and split in parts") {
    const std::vector<AddressClass> one_way{{0.05, 0.5}, {0.15, 0.3}, {0.8, 0.2}};
    const std::vector<AddressClass> other_way{{0.8, 0.2}, {0.05, 0.5}, {0.15, 0.3}};
    const ClassedDrive drive{SpareFactor::from_value(0.1), 32, 10, one_way};
    ClassedDrive permuted = drive;
    permuted.classes = other_way;
    CHECK(class_frontiers_mean_field(permuted) ==
          doctest::Approx(class_frontiers_mean_field(drive)).epsilon(1e-9));
    const std::vector<AddressClass> split{{0.05, 0.5}, {0.15, 0.3}, {0.3, 0.075}, {0.5, 0.125}};
    ClassedDrive parted = drive;
    parted.classes = split;
    CHECK(class_frontiers_mean_field(parted) ==
          doctest::Approx(class_frontiers_mean_field(drive)).epsilon(1e-9));
}

TEST_CASE("with large blocks, greedy with a block per class is uniform FIFO") {
    const std::vector<AddressClass> classes{{0.1, 0.9}, {0.9, 0.1}};
    const SpareFactor spare = SpareFactor::from_value(0.1);
    const double near = class_frontiers_mean_field({spare, 512, 1e5, classes});
    CHECK(near == doctest::Approx(fifo(spare)).epsilon(0.012));
    CHECK(near < fifo(spare));
}

TEST_CASE("what these mean fields cannot take is refused") {
    const std::vector<AddressClass> three{{0.05, 0.5}, {0.15, 0.3}, {0.8, 0.2}};
    const std::vector<AddressClass> two{{0.2, 0.8}, {0.8, 0.2}};
    const SpareFactor spare = SpareFactor::from_value(0.1);
    CHECK_THROWS_AS(single_frontier_mean_field({spare, 32, 10, three}), DomainError);
    CHECK_THROWS_AS(single_frontier_mean_field({spare, 512, 10, two}), DomainError);
    CHECK_THROWS_AS(host_gc_frontiers_mean_field({spare, 128, 10, two}), DomainError);
    CHECK_THROWS_AS(class_frontiers_mean_field({spare, 32, 0.5, two}), DomainError);
    CHECK_THROWS_AS(class_frontiers_mean_field({spare, 0, 2, two}), DomainError);
}

TEST_CASE("edges: one page a block, almost no writes to a class, much and little spare") {
    const SpareFactor spare = SpareFactor::from_value(0.3);
    const std::vector<AddressClass> two{{0.2, 0.8}, {0.8, 0.2}};
    CHECK(single_frontier_mean_field({spare, 1, greedy_choices, two}) ==
          doctest::Approx(1).epsilon(1e-4));
    const std::vector<AddressClass> cold_static{{0.5, 1}, {0.5, 0}};
    for (const Model model : {single_frontier_mean_field, class_frontiers_mean_field}) {
        const double found = model({spare, 16, 5, cold_static});
        CHECK(found >= 1);
        CHECK(found < 1 / 0.3);
        CHECK(model({SpareFactor::from_value(0.999), 16, 5, two}) ==
              doctest::Approx(1).epsilon(1e-6));
        const double tight = model({SpareFactor::from_value(0.005), 16, 5, two});
        CHECK(tight > 10);
        CHECK(tight <= 200);
    }
}
