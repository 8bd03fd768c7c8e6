#include "drivewear/analytic/stages.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "analytic/reference.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/workload/unit_amplification.hpp"

using namespace drivewear;
using namespace drivewear::analytic;
using device::SpareFactor;
using test::check_row;
using test::ReferenceRow;
using test::rows_of;
using test::spare_of;
using workload::AddressClass;

namespace {

const std::vector<AddressClass> one_class{{1, 1}};

TrimmedDrive trimmed(const ReferenceRow& reference) {
    const double q = reference.number(reference.has("q") ? "q" : "trim");
    const bool has_spare = reference.has("Sf") || reference.has("sf");
    const SpareFactor spare = has_spare ? spare_of(reference) : SpareFactor::from_value(0.1);
    return under_trim({spare, one_class, q / (1 - q)});
}

std::uint64_t kibibytes(double count) {
    return static_cast<std::uint64_t>(std::llround(count * 1024));
}

}  // namespace

TEST_CASE("TRIM: the reference rows, computed and simulated") {
    for (const ReferenceRow& reference : rows_of("trim_utilisation"))
        check_row(reference, trimmed(reference).in_use_share);
    for (const ReferenceRow& reference : rows_of("SIM_trim_utilisation"))
        check_row(reference, trimmed(reference).in_use_share);
    for (const ReferenceRow& reference : rows_of("trim_effective_spare"))
        check_row(reference, trimmed(reference).spare_factor.value());
    for (const ReferenceRow& reference : rows_of("trim_greedy_exact")) {
        check_row(reference,
                  greedy(trimmed(reference).spare_factor, test::pages_per_block_of(reference)));
    }
    for (const ReferenceRow& reference : rows_of("trim_LRU"))
        check_row(reference, fifo(trimmed(reference).spare_factor));
}

TEST_CASE("TRIM of several classes balances each of them") {
    const std::vector<AddressClass> classes{{0.1, 0.7}, {0.6, 0.3}, {0.3, 0.0}};
    const double trims = 0.3;
    const TrimmedDrive drive = under_trim({SpareFactor::from_value(0.1), classes, trims});
    // Writes add r_i (1 - s_i), TRIMs take their share of what is in use.
    double in_use = 0;
    REQUIRE(drive.classes.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        const double share_in_use =
            drive.classes[i].page_share * drive.in_use_share / classes[i].page_share;
        CHECK(classes[i].write_share * (1 - share_in_use) ==
              doctest::Approx(trims * drive.classes[i].page_share).epsilon(1e-12));
        in_use += share_in_use * classes[i].page_share;
    }
    CHECK(in_use == doctest::Approx(drive.in_use_share).epsilon(1e-12));
    CHECK(drive.spare_factor.value() == doctest::Approx(1 - in_use * 0.9).epsilon(1e-12));

    // Splitting a class in two changes nothing.
    const std::vector<AddressClass> split{{0.25, 0.25}, {0.75, 0.75}};
    const TrimmedDrive same = under_trim({SpareFactor::from_value(0.1), split, trims});
    CHECK(same.in_use_share == doctest::Approx(1 - trims).epsilon(1e-14));

    CHECK_THROWS_AS(under_trim({SpareFactor::from_value(0.1), one_class, 1.0}), DomainError);
    CHECK_THROWS_AS(under_trim({SpareFactor::from_value(0.1), one_class, NAN}), DomainError);
}

TEST_CASE("indirection unit: the reference rows") {
    for (const char* model : {"IU_WA", "PUB_IU"}) {
        for (const ReferenceRow& reference : rows_of(model)) {
            workload::Workload asked;
            asked.sizes = {{units::bytes(kibibytes(reference.number("size_KiB"))), 1}};
            if (reference.has("align_KiB"))
                asked.alignment = units::bytes(kibibytes(reference.number("align_KiB")));
            check_row(reference,
                      workload::unit_amplification(asked, kibibytes(reference.number("IU_KiB"))));
        }
    }
    for (const ReferenceRow& reference : rows_of("JESD219_enterprise")) {
        if (!reference.has("IU_KiB")) continue;
        check_row(reference, workload::unit_amplification(workload::parse("jesd219"),
                                                          kibibytes(reference.number("IU_KiB"))));
    }
}

TEST_CASE("parity: the reference rows, and the spare it takes") {
    for (const ReferenceRow& reference : rows_of("RAIN_parity")) {
        const Stripe stripe{static_cast<std::uint32_t>(reference.number("data")),
                            static_cast<std::uint32_t>(reference.number("parity"))};
        check_row(reference, stripe_amplification(stripe));
    }
    // 1 - 0.875 x 16/15.
    CHECK(spare_under_stripe(SpareFactor::from_value(0.125), {15, 1}).value() ==
          doctest::Approx(1 - 0.875 * 16 / 15).epsilon(1e-14));
    CHECK_THROWS_AS(spare_under_stripe(SpareFactor::from_value(0.06), {15, 1}), DomainError);
    CHECK_THROWS_AS(stripe_amplification({0, 1}), DomainError);
}
