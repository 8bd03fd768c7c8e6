#include "drivewear/plan/budget.hpp"

#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::plan;

namespace {

catalog::Drive micron_9550_max() {
    catalog::Drive drive;
    drive.id = "micron-9550-max-12.8tb";
    drive.model = "Micron 9550 MAX 12.8TB";
    drive.capacity = units::bytes(12800000000000ULL);
    drive.raw_capacity = units::bytes(1ULL << 44);
    drive.dwpd = units::Decimal(3, 0);
    drive.warranty_years = units::Decimal(5, 0);
    drive.tbw_random = units::host_bytes(70080000000000000ULL);
    drive.tbw_sequential = units::host_bytes(143100000000000000ULL);
    drive.mttf_to_50c = units::hours(2.5e6);
    drive.mttf_to_55c = units::hours(2.0e6);
    drive.active_power = units::watts(18);
    return drive;
}

Plan fleet() {
    Plan plan;
    plan.drive = "micron-9550-max-12.8tb";
    plan.drives = 400;
    plan.service_life = units::years(5);
    plan.application_rate = units::DataRate::from_value(2400e12 / units::seconds_per_day);
    plan.host_multipliers = {{.stage = "replication", .factor = 2}};
    plan.growth_percent_per_year = 10;
    plan.temperature = units::celsius(45);
    plan.reserve_percent = 10;
    return plan;
}

doctest::Approx four_digits(double value) {
    return doctest::Approx(value).epsilon(5e-5);
}

}  // namespace

TEST_CASE("P/E cycles of the plan's own replace those the ratings imply") {
    Plan plan = fleet();
    plan.pe_cycles = 10000;
    const Budget budget = compute_budget(plan, micron_9550_max());
    CHECK_FALSE(budget.pe_cycles_implied);
    // 10,000 x 16 TiB.
    CHECK(units::in_tb(budget.media_budget) == doctest::Approx(175921.86044416));
    CHECK(units::in_tb(budget.predicted_tbw) ==
          doctest::Approx(175921.86044416 / budget.wa.total.value()));
    CHECK(units::in_tb(budget.rating.tbw) == 70080);
    plan.pe_cycles = 1;
    CHECK(compute_budget(plan, micron_9550_max()).verdict == Verdict::does_not_fit);
}

TEST_CASE("the training fleet's budget, worked out by hand") {
    const Budget budget = compute_budget(fleet(), micron_9550_max());
    CHECK(units::in_tb_per_day(budget.host_rate_per_drive) == four_digits(12.0));
    CHECK(units::in_tb(budget.host_total_per_drive) == four_digits(26740.34));
    CHECK(budget.required_dwpd == four_digits(1.1447));
    CHECK(units::in_tb(budget.rating.tbw) == 70080);
    CHECK(budget.rating.dwpd == four_digits(3));
    CHECK(budget.tbw_used_percent == four_digits(38.157));
    CHECK(budget.margin_percent == four_digits(90 - 38.157));
    CHECK(budget.wa.total.value() == four_digits(2.0401));
    CHECK(units::in_tb(budget.nand_total_per_drive) == four_digits(54551.9));
    CHECK(*budget.pe_cycles_implied == four_digits(8134.3));
    CHECK(units::in_tb(budget.predicted_tbw) == four_digits(70144.9));
    CHECK(units::in_years(*budget.life_by_tbw) == four_digits(10.024));
    CHECK(*budget.afr_percent == four_digits(0.34979));
    CHECK(*budget.expected_failures == four_digits(7.008));
    CHECK(*budget.spares_p95 == 12);
    CHECK(units::in_kilowatt_hours(*budget.energy) == four_digits(315360));
    CHECK(budget.verdict == Verdict::fits);
}

TEST_CASE("less usable capacity means more spare, less wear") {
    Plan plan = fleet();
    const Budget full = compute_budget(plan, micron_9550_max());
    plan.usable_capacity = units::bytes(10000000000000ULL);
    const Budget shrunk = compute_budget(plan, micron_9550_max());
    CHECK(shrunk.spare_factor.value() > full.spare_factor.value());
    CHECK(shrunk.wa.total.value() < full.wa.total.value());
    CHECK(shrunk.tbw_used_percent == full.tbw_used_percent);
    plan.usable_capacity = units::bytes(12900000000000ULL);
    CHECK_THROWS_AS(compute_budget(plan, micron_9550_max()), DomainError);
}

TEST_CASE("sequential writes are held against the sequential rating") {
    Plan plan = fleet();
    plan.workload = workload::parse("sequential");
    const Budget budget = compute_budget(plan, micron_9550_max());
    CHECK(units::in_tb(budget.rating.tbw) == 143100);
    CHECK(budget.rating.workload.find("sequential") != std::string::npos);
    CHECK(budget.wa.total.value() == 1);
}

TEST_CASE("without a TBW the DWPD gives it, exactly") {
    catalog::Drive drive = micron_9550_max();
    drive.tbw_random.reset();
    drive.tbw_sequential.reset();
    CHECK(compute_budget(fleet(), drive).rating.tbw.value() == 70080000000000000ULL);
    drive.dwpd.reset();
    CHECK_THROWS_AS(compute_budget(fleet(), drive), DomainError);
}

TEST_CASE("a hot fleet gets no failure prediction, and is told why") {
    Plan plan = fleet();
    plan.temperature = units::celsius(60);
    const Budget budget = compute_budget(plan, micron_9550_max());
    CHECK_FALSE(budget.afr_percent);
    CHECK_FALSE(budget.spares_p95);
    CHECK(budget.warnings.back().find("not extrapolated") != std::string::npos);
}

TEST_CASE("too much written does not fit") {
    Plan plan = fleet();
    plan.drives = 100;
    const Budget budget = compute_budget(plan, micron_9550_max());
    CHECK(budget.verdict == Verdict::does_not_fit);
    CHECK(budget.margin_percent < 0);
}
