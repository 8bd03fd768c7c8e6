#include "drivewear/analytic/estimate.hpp"

#include <doctest/doctest.h>

#include "analytic/reference.hpp"
#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::analytic;
using device::SpareFactor;
using device::WriteAmplificationEstimate;

namespace {

Query query(double spare, const char* workload = "uniform") {
    return {.spare_factor = SpareFactor::from_value(spare), .workload = workload::parse(workload)};
}

double total(const Query& asked) {
    return estimate(asked).total.value();
}

bool mentions(const WriteAmplificationEstimate& answer, const char* part) {
    for (const std::string& assumption : answer.assumptions) {
        if (assumption.find(part) != std::string::npos) return true;
    }
    return false;
}

void check_refused(const Query& asked, const char* part) {
    try {
        estimate(asked);
        FAIL("answered: " << part);
    } catch (const DomainError& error) {
        CHECK_MESSAGE(std::string(error.what()).find(part) != std::string::npos, error.what());
    }
}

}  // namespace

TEST_CASE("the answers that planners ask for first") {
    CHECK(total(query(0.07)) == doctest::Approx(7.3177232148).epsilon(1e-10));
    const Query trap{.spare_factor = SpareFactor::from_over_provision(0.07)};
    CHECK(total(trap) == doctest::Approx(7.82).epsilon(1e-3));

    Query exact = query(0.1);
    exact.pages_per_block = 64;
    CHECK(total(exact) == doctest::Approx(4.8212747982).epsilon(1e-10));
    CHECK(estimate(exact).model.find("exact greedy, 64 pages") == 0);

    Query jesd219 = query(0.1, "jesd219");
    CHECK(total(jesd219) == doctest::Approx(5.850).epsilon(1e-4));
    CHECK(mentions(estimate(jesd219), "superblocks"));
    jesd219.policy = FifoCleaning{};
    CHECK(total(jesd219) == doctest::Approx(5.850).epsilon(1e-4));

    Query hot_cold = query(0.2, "hotcold:f=0.2,r=0.8");
    hot_cold.policy = DesnoyersGreedyCleaning{};
    hot_cold.pages_per_block = 32;
    CHECK(total(hot_cold) == doctest::Approx(2.8446908892).epsilon(1e-10));

    // The drive of the example: 12.8 TB on 16 TiB.
    const Query drive{.spare_factor = SpareFactor::from_capacities(12800000000000, 17592186044416)};
    CHECK(total(drive) == doctest::Approx(2.0401).epsilon(1e-4));
}

TEST_CASE("JESD219's zones, simulated greedily, are near the finite-block form") {
    for (const char* id : {"R0615", "R0618"}) {
        const test::ReferenceRow reference = test::row(id);
        Query asked = query(reference.number("sf"), "jesd219");
        asked.pages_per_block = 64;
        CHECK(total(asked) == doctest::Approx(reference.number()).epsilon(0.01));
    }
}

TEST_CASE("stages multiply and are told apart") {
    Query asked = query(0.125, "uniform:size=4KiB");
    asked.indirection_unit_bytes = 16384;
    asked.parity = Stripe{15, 1};
    const WriteAmplificationEstimate answer = estimate(asked);
    CHECK(answer.indirection_unit == 4);
    CHECK(answer.parity == doctest::Approx(16.0 / 15));
    CHECK(answer.garbage_collection == doctest::Approx(total(query(1 - 0.875 * 16 / 15))));
    CHECK(answer.total.value() ==
          doctest::Approx(answer.garbage_collection * 4 * 16 / 15).epsilon(1e-15));
    CHECK(mentions(answer, "read, merged and written whole"));
    CHECK(mentions(answer, "15+1 parity"));
    CHECK(!answer.standard_error);

    asked.workload = workload::parse("uniform");
    CHECK(estimate(asked).indirection_unit == 1);
    CHECK(mentions(estimate(asked), "requests are whole indirection units of 16 KiB"));
}

TEST_CASE("TRIM raises the effective spare factor") {
    for (const char* model : {"trim_LRU"}) {
        for (const test::ReferenceRow& reference : test::rows_of(model)) {
            Query asked = query(reference.number("Sf"));
            asked.workload.trim_share = reference.number("q");
            check_row(reference, total(asked));
        }
    }
    const Estimate details = estimate_with_details(query(0.1, "uniform:trim=0.2"));
    CHECK(details.effective_spare_factor.value() == doctest::Approx(0.325).epsilon(1e-14));
    CHECK(mentions(details.answer, "75 % of the logical pages in use"));
    // A TRIM weighs less beside requests of 16 pages.
    CHECK(total(query(0.1, "uniform:trim=0.2,size=64KiB")) > total(query(0.1, "uniform:trim=0.2")));
}

TEST_CASE("frontiers change the answer only where they can") {
    Query asked = query(0.1, "hotcold:f=0.2,r=0.8");
    const double single = total(asked);
    asked.policy = FifoCleaning{};
    asked.frontiers = Frontiers::hot_cold;
    CHECK(total(asked) == single);
    asked.frontiers = Frontiers::separated;
    CHECK(total(asked) == doctest::Approx(3.5711596589).epsilon(1e-10));
    asked.workload = workload::parse("uniform");
    CHECK(total(asked) == total(query(0.1)));
}

TEST_CASE("sequential writes cost nothing extra; mixtures say what is unsure") {
    CHECK(total(query(0.1, "sequential")) == 1);
    const WriteAmplificationEstimate mixed = estimate(query(0.1, "mix:0.1*uniform+0.9*sequential"));
    CHECK(mixed.total.value() == doctest::Approx(1.8935).epsilon(1e-3));
    CHECK(mentions(mixed, "several steady states exist (1.89"));
    Query fifo_mix = query(0.1, "mix:0.1*uniform+0.9*sequential");
    fifo_mix.policy = FifoCleaning{};
    check_row(test::row("R0646"), total(fifo_mix));
}

TEST_CASE("what has no meaning or no formula is refused with the reason") {
    Query asked = query(0.06);
    asked.parity = Stripe{15, 1};
    check_refused(asked, "leaves nothing to spare");
    check_refused(query(0.1, "zones:count=10,open=2"), "simulate");
    check_refused(query(0.1, "mix:0.5*uniform+0.5*sequential,trim=0.1"), "TRIM together");
    Query random = query(0.1, "sequential");
    random.policy = RandomCleaning{};
    check_refused(random, "sampled victims");
    Query blocks = query(0.1);
    blocks.pages_per_block = 0;
    check_refused(blocks, "0 pages a block");
}

TEST_CASE("policies and frontiers are read back from their text") {
    for (const char* text : {"greedy", "fifo", "greedy-desnoyers", "random", "d-choices:10"})
        CHECK(to_text(parse_policy(text)) == text);
    for (const char* text : {"single", "hotcold", "host-gc", "separated"})
        CHECK(to_text(parse_frontiers(text)) == text);
    CHECK_THROWS_AS(parse_policy("greed"), ParseError);
    CHECK_THROWS_AS(parse_policy("d-choices"), ParseError);
    CHECK_THROWS_AS(parse_frontiers("both"), ParseError);
    try {
        parse_policy("d-choices:0.5");
        FAIL("accepted");
    } catch (const ParseError& error) {
        CHECK(error.column() == 11);
    }
}
