#include "drivewear/plan/uncertainty.hpp"

#include <doctest/doctest.h>
#include <hwy/targets.h>

#include <cmath>

#include "drivewear/core/errors.hpp"
#include "drivewear/plan/budget.hpp"

using namespace drivewear;
using namespace drivewear::plan;
using Shape = Spread::Shape;

namespace {

catalog::Drive usual_drive() {
    catalog::Drive drive;
    drive.id = "test-12.8tb";
    drive.model = "Test";
    drive.capacity = units::bytes(12800000000000);
    drive.raw_capacity = units::bytes(std::uint64_t{1} << 44);
    drive.warranty_years = units::Decimal(5, 0);
    drive.dwpd = units::Decimal(3, 0);
    drive.tbw_random = units::host_bytes(70080000000000000);
    drive.tbw_sequential = units::host_bytes(143100000000000000);
    drive.mttf_to_50c = units::hours(2.5e6);
    return drive;
}

Plan usual_plan() {
    Plan plan;
    plan.drive = "test";
    plan.drives = 400;
    plan.service_life = units::years(5);
    plan.application_rate =
        units::DataRate::from_value(9600.0 * units::bytes_per_tb / units::seconds_per_day);
    plan.growth_percent_per_year = 10;
    plan.reserve_percent = 10;
    return plan;
}

UncertainInputs nothing_uncertain() {
    UncertainInputs inputs;
    inputs.host_multiplier_is_default = false;
    for (Spread* spread : {&inputs.growth_points, &inputs.host_multiplier, &inputs.wa_excess,
                           &inputs.pe_cycles, &inputs.spare_factor, &inputs.mttf}) {
        spread->shape = Shape::fixed;
    }
    return inputs;
}

Uncertainty assess(const Plan& plan, const catalog::Drive& drive,
                   const UncertaintyOptions& options = {}) {
    return assess_uncertainty(compute_budget(plan, drive), drive, options);
}

bool same(const Uncertainty& a, const Uncertainty& b) {
    return a.life_years.p05 == b.life_years.p05 && a.life_years.p95 == b.life_years.p95 &&
           a.media_used_percent.p50 == b.media_used_percent.p50 &&
           a.probability_fits == b.probability_fits;
}

}  // namespace

TEST_CASE("every instruction set gives the same bits") {
    Plan plan = usual_plan();
    plan.uncertainty.growth_points = {Shape::triangular, -30, 20, 0};
    plan.uncertainty.spare_factor = {Shape::uniform, 0.8, 1.2, 1};
    std::optional<Uncertainty> first;
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        INFO(hwy::TargetName(target));
        const Uncertainty found = assess(plan, usual_drive());
        if (!first) first = found;
        CHECK(same(found, *first));
    }
    hwy::SetSupportedTargetsForTest(0);
}

TEST_CASE("with nothing uncertain every draw is the budget itself") {
    for (const bool sequential_rating : {true, false}) {
        catalog::Drive drive = usual_drive();
        if (!sequential_rating) drive.tbw_sequential.reset();
        Plan plan = usual_plan();
        plan.usable_capacity = units::bytes(11000000000000);
        plan.uncertainty = nothing_uncertain();
        const Budget budget = compute_budget(plan, drive);
        const Uncertainty found = assess_uncertainty(budget, drive);
        CHECK(found.tbw_used_percent.p05 == doctest::Approx(budget.tbw_used_percent).epsilon(1e-9));
        CHECK(found.tbw_used_percent.p95 == doctest::Approx(budget.tbw_used_percent).epsilon(1e-9));
        CHECK(found.media_used_percent.p50 ==
              doctest::Approx(budget.media_used_percent).epsilon(1e-6));
        const auto first = std::min(*budget.life_by_tbw, *budget.life_by_media);
        CHECK(found.life_years.p50 == doctest::Approx(units::in_years(first)).epsilon(1e-6));
        CHECK(found.failures->p95 == static_cast<double>(*budget.spares_p95));
        for (const TornadoBar& bar : found.tornado)
            CHECK(bar.swing_points == 0);
    }
}

TEST_CASE("percentiles of one lognormal input are its own") {
    Plan plan = usual_plan();
    plan.uncertainty = nothing_uncertain();
    plan.uncertainty.host_multiplier = {Shape::lognormal, 0.8, 1.25, 1};
    const catalog::Drive drive = usual_drive();
    const Budget budget = compute_budget(plan, drive);
    const Uncertainty found = assess_uncertainty(budget, drive, {.draws = 200000});
    const double used = budget.tbw_used_percent;
    CHECK(found.tbw_used_percent.p05 == doctest::Approx(0.8 * used).epsilon(3e-3));
    CHECK(found.tbw_used_percent.p50 == doctest::Approx(used).epsilon(3e-3));
    CHECK(found.tbw_used_percent.p95 == doctest::Approx(1.25 * used).epsilon(3e-3));
    // It fits while the factor stays below (100 - reserve) / used.
    const double tighter = std::max(budget.media_used_percent, used);
    const double deviations = std::log(90 / tighter) / (std::log(1.25) / 1.6448536269514722);
    const double expected = 0.5 * std::erfc(-deviations / std::sqrt(2.0));
    CHECK(expected > 0.01);
    CHECK(expected < 0.99);
    CHECK(std::abs(found.probability_fits - expected) < 4 * found.standard_error + 1e-4);
    REQUIRE(found.tornado.front().input == "host_multiplier");
    CHECK(found.tornado.front().low == doctest::Approx(0.8));
    CHECK(found.tornado.front().swing_points ==
          doctest::Approx(tighter * (1.25 - 0.8)).epsilon(1e-6));
}

TEST_CASE("one seed gives one answer on any number of threads") {
    const Plan plan = usual_plan();
    const catalog::Drive drive = usual_drive();
    const Uncertainty one = assess(plan, drive, {.draws = 20011, .seed = 5, .threads = 1});
    for (const unsigned threads : {2u, 3u, 7u, 0u}) {
        CHECK(same(one, assess(plan, drive, {.draws = 20011, .seed = 5, .threads = threads})));
    }
    CHECK_FALSE(same(one, assess(plan, drive, {.draws = 20011, .seed = 6, .threads = 1})));
}

TEST_CASE("more of what wears never fits more often") {
    const catalog::Drive drive = usual_drive();
    double last = 1;
    for (const double share : {0.5, 0.8, 0.9, 1.0, 1.1, 1.3, 2.0}) {
        Plan plan = usual_plan();
        plan.application_rate = usual_plan().application_rate * share;
        const double now = assess(plan, drive).probability_fits;
        CHECK(now <= last);
        last = now;
    }
    CHECK(last < 0.01);
}

TEST_CASE("the ranges of presets take the place of the default multiplier") {
    Plan plan = usual_plan();
    Preset preset;
    preset.low = 1;
    preset.high = 6;
    plan.host_multipliers = {{.stage = "store", .factor = 2, .preset = preset}};
    const catalog::Drive drive = usual_drive();
    const auto spread_of = [&](const Plan& given) {
        for (const TornadoBar& bar : assess(given, drive).tornado)
            if (bar.input == "host_multiplier") return bar.spread;
        return std::string();
    };
    CHECK(spread_of(plan) == "triangular, 0.5 to 3");
    plan.uncertainty.host_multiplier_is_default = false;
    CHECK(spread_of(plan) == "lognormal, 0.9 to 1.11");
}

TEST_CASE("without an MTTF failures are absent; draws out of range are refused") {
    catalog::Drive drive = usual_drive();
    drive.mttf_to_50c.reset();
    CHECK_FALSE(assess(usual_plan(), drive).failures);
    CHECK_THROWS_AS(assess(usual_plan(), drive, {.draws = 99}), DomainError);
    CHECK_THROWS_AS(assess(usual_plan(), drive, {.draws = 10000001}), DomainError);
}
