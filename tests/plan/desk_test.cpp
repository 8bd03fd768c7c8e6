#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"
#include "drivewear/plan/bids.hpp"
#include "drivewear/plan/explain.hpp"
#include "drivewear/plan/rank.hpp"
#include "drivewear/plan/shrink.hpp"

using namespace drivewear;
using namespace drivewear::plan;

namespace {

catalog::Drive drive_of(double capacity_tb, std::uint64_t dwpd) {
    catalog::Drive drive;
    drive.capacity = units::bytes(static_cast<std::uint64_t>(capacity_tb * 10) * 100000000000ULL);
    drive.id = "maker-d" + std::to_string(dwpd) + "-" + std::to_string(drive.capacity.value());
    drive.dwpd = units::Decimal(dwpd, 0);
    drive.warranty_years = units::Decimal(5, 0);
    drive.mttf = units::hours(2e6);
    drive.seq_write = units::DataRate::from_value(7e9);
    drive.interface = "PCIe Gen5 x4";
    drive.form_factors = {"E3.S", "U.2"};
    return drive;
}

Plan plan_of(double tb_per_drive_day, std::uint64_t drives) {
    Plan plan;
    plan.drives = drives;
    plan.service_life = units::years(5);
    plan.application_rate = units::DataRate::from_value(
        tb_per_drive_day * 1e12 * static_cast<double>(drives) / units::seconds_per_day);
    return plan;
}

template <class Call>
std::string refusal(Call call) {
    try {
        call();
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("the fewest drives that fit, by writes and by data") {
    // 12.8 TB x 3 DWPD takes 38.4 TB a day; 100 drives at 19.2 TB a day need half as many for the
    // writes, but the data of 100 x 12.8 TB still needs 100.
    const catalog::Drive big = drive_of(12.8, 3);
    const catalog::Drive small = drive_of(6.4, 1);
    const Plan plan = plan_of(19.2, 100);
    const Ranking ranking = rank({.plan = plan,
                                  .plan_drive = big,
                                  .candidates = {small, big},
                                  .prices = {{big.id, {100, "USD"}}}});
    REQUIRE(ranking.drives.size() == 2);
    const RankedDrive& first = ranking.drives[0];
    CHECK(first.budget.drive_id == big.id);
    CHECK(first.fits);
    CHECK(first.drives_for_writes == 50);
    CHECK(first.drives_for_data == 100);
    CHECK(first.drives_needed == 100);
    CHECK(first.cost->per_usable_tb ==
          doctest::Approx(100.0 * static_cast<double>(100 + *first.spares) / 1280));
    CHECK(first.cost->per_needed_host_tb ==
          doctest::Approx(first.cost->total / (19.2 * 365 * 5 * 100)));
    const RankedDrive& second = ranking.drives[1];
    CHECK_FALSE(second.fits);
    CHECK(second.drives_for_writes == 300);
    CHECK(second.drives_for_data == 200);
    CHECK_FALSE(second.cost);
}

TEST_CASE("a drive without a rating is left out with its reason") {
    catalog::Drive unrated = drive_of(6.4, 1);
    unrated.dwpd.reset();
    const Plan plan = plan_of(1, 10);
    const Ranking ranking =
        rank({.plan = plan, .plan_drive = unrated, .candidates = {unrated}, .prices = {}});
    CHECK(ranking.drives.empty());
    REQUIRE(ranking.left_out.size() == 1);
    CHECK(ranking.left_out[0].reason.find("no rating") != std::string::npos);
}

TEST_CASE("conditions compare as people write them") {
    const catalog::Drive drive = drive_of(6.4, 1);
    CHECK(meets(drive, "interface=PCIe5"));
    CHECK(meets(drive, "interface=pcie gen5 x4"));
    CHECK_FALSE(meets(drive, "interface=PCIe4"));
    CHECK(meets(drive, "form_factor=e3.s"));
    CHECK(meets(drive, "min_capacity=6.4TB"));
    CHECK_FALSE(meets(drive, "min_capacity=6.5TB"));
    CHECK_FALSE(meets(drive, "min_dwpd=1.5"));
    CHECK_THROWS_AS(meets(drive, "colour=red"), ParseError);
    CHECK_THROWS_AS(meets(drive, "vendor"), ParseError);
    CHECK_THROWS_AS(meets(drive, "min_capacity=6T"), ParseError);
}

TEST_CASE("prices are read whole or refused line by line") {
    const Prices prices = parse_prices("id,price,currency\na,10,USD\nb,2.5,EUR\n", "p.csv");
    CHECK(prices.at("b") == Price{2.5, "EUR"});
    CHECK(refusal([] { parse_prices("id,price\na,ten\n,3\na,1\na,2\nb,-1\n", "p.csv"); }) ==
          "p.csv: line 2: found price 'ten', expected a number above 0\n"
          "p.csv: line 3: found no drive, expected an id or part number\n"
          "p.csv: line 5: found a second price for a, expected one price a drive\n"
          "p.csv: line 6: found price '-1', expected a number above 0");
    CHECK(refusal([] { parse_prices("", "p.csv"); }).find("no column 'price'") !=
          std::string::npos);
}

TEST_CASE("shrinking finds the least over-provision that fits the flash") {
    // The drive's own workload is uniform; hot and cold data wear it faster than rated.
    catalog::Drive drive = drive_of(7.6, 1);
    Plan plan = plan_of(7.6 * 0.995, 10);
    plan.workload = workload::parse("hotcold:f=0.05,r=0.95");
    const Shrinking shrinking = shrink({.plan = plan, .drive = drive});
    CHECK_FALSE(shrinking.rating_binds);
    const auto& steps = shrinking.steps;
    REQUIRE(steps.size() == 11);
    for (std::size_t i = 1; i < steps.size(); ++i) {
        CHECK(steps[i].budget.wa.total.value() < steps[i - 1].budget.wa.total.value());
        CHECK(*steps[i].life_gain_years > 0);
        CHECK(*steps[i].rand_write_iops > *steps[i - 1].rand_write_iops);
        CHECK(steps[i].drives_for_data >= steps[i - 1].drives_for_data);
    }
    REQUIRE(shrinking.largest_fit);
    plan.usable_capacity = *shrinking.largest_fit;
    CHECK(compute_budget(plan, drive).verdict == Verdict::fits);
    if (*shrinking.largest_fit < drive.capacity) {
        plan.usable_capacity = *shrinking.largest_fit + units::bytes(1000000000);
        CHECK(compute_budget(plan, drive).verdict == Verdict::does_not_fit);
    }
}

TEST_CASE("no over-provision moves the vendor's rating") {
    const catalog::Drive drive = drive_of(6.4, 1);
    const Plan plan = plan_of(7, 10);
    const Shrinking shrinking = shrink({.plan = plan, .drive = drive});
    CHECK(shrinking.rating_binds);
    CHECK_FALSE(shrinking.largest_fit);
}

TEST_CASE("bids in different terms become one") {
    const auto bids = parse_bids(
        "name,capacity,dwpd,tbw,years,workload,price,currency\n"
        "A,3.84TB,1,,5,4K random,500,USD\n"
        "B,3.84TB,,7008TB,5,,450,USD\n"
        "C,3.84TB,1.6666666667,,3,64K random,,\n"
        "D,1TiB,3,1TB,5,JESD219,,\n",
        "bids.csv");
    REQUIRE(bids.size() == 4);
    const Plan plan = plan_of(3, 10);
    const auto judged = judge_bids(plan, bids, 0);
    CHECK(judged[0].bid.name == "B");
    CHECK(judged[1].bid.name == "A");
    CHECK(units::in_tb(judged[1].tbw) == doctest::Approx(7008));
    CHECK(judged[0].dwpd_quoted_years == doctest::Approx(1));
    CHECK(judged[0].traps[0].find("not stated") != std::string::npos);
    CHECK(judged[1].traps.empty());
    CHECK(*judged[0].fleet_price == doctest::Approx(450.0 * 8));
    // 5/3 DWPD over 3 years is the TBW of 1 DWPD over 5.
    CHECK(judged[2].bid.name == "C");
    CHECK(judged[2].dwpd_plan_years == doctest::Approx(1));
    CHECK(judged[2].traps.size() == 2);
    CHECK_FALSE(judged[3].fits);
    CHECK(judged[3].traps.size() == 3);  // workload, disagreement, binary units
}

TEST_CASE("bad bids are refused line by line") {
    CHECK(
        refusal([] {
            parse_bids("name,capacity,dwpd,years\nA,12T,1,5\nB,1TB,,5\nC,1TB,-1,5\n", "b.csv");
        }) ==
        "b.csv: line 2, capacity: found '12T', column 3: a bare 'T' leaves open whether TB (powers "
        "of 1000) or TiB (powers of 1024) is meant\n"
        "b.csv: line 3: found neither dwpd nor tbw, expected one of them\n"
        "b.csv: line 4, dwpd: found '-1', column 1: a negative value has no meaning here");
    CHECK(refusal([] { parse_bids("name,capacity,dwpd,years\n", "b.csv"); }).find("no offers") !=
          std::string::npos);
}

TEST_CASE("an explanation's steps end in the budget's figures") {
    const catalog::Drive drive = drive_of(7.6, 1);
    const Budget budget = compute_budget(plan_of(2, 10), drive);
    bool margin_seen = false;
    for (const ExplainedStep& step : explain(budget)) {
        CHECK_FALSE(step.formula.empty());
        CHECK_FALSE(step.source.empty());
        if (step.name == "margin") {
            margin_seen = true;
            CHECK(step.result == budget.margin_percent);
        }
    }
    CHECK(margin_seen);
}
