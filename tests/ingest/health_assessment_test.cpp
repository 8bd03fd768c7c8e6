// Life, ratings and outlooks against arithmetic and against simulated histories.
#include "drivewear/ingest/health_assessment.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "ingest/health_support.hpp"

using namespace drivewear;
using namespace drivewear::ingest;
using doctest::Approx;
using test::assessed;
using test::nvme_json;
using test::rated;

TEST_CASE("life left by wear and by rated TBW, and the one that binds") {
    const auto drive = assessed(
        nvme_json(R"("data_units_written":200000000,"percentage_used":20,"power_on_hours":17520)"),
        rated("204.8TB"));
    // 102.4 TB in 2 years: half of the rating; wear a fifth.
    REQUIRE(drive.limits.size() == 2);
    CHECK(drive.limits[0].name == "wear");
    CHECK(*drive.limits[0].years_left == Approx(8));
    CHECK(drive.limits[1].name == "rated_tbw");
    CHECK(*drive.limits[1].years_left == Approx(2));
    CHECK(drive.binding_limit()->name == "rated_tbw");
    CHECK(*drive.tbw_used_percent == Approx(50));
    CHECK(drive.rating->source == "ratings.csv line 2");
}

TEST_CASE("a steady history gives a narrow outlook at the straight line") {
    std::vector<UsePoint> points;
    for (int i = 0; i <= 10; ++i)
        points.push_back({i * 0.1, i * 2.0});
    const Outlook outlook = outlook_of(points, 100, 0, std::nullopt);
    CHECK(*outlook.p50 == Approx(4));
    CHECK(*outlook.p05 == Approx(4));
    CHECK(*outlook.p95 == Approx(4));
}

TEST_CASE("the outlook's quantiles are where simulated histories end") {
    // Gamma increments: mean 1 and variance 1 a year, ten intervals of a year, 100 allowed.
    std::mt19937_64 random(7);
    constexpr int histories = 4000;
    int before_p05 = 0, before_p50 = 0, before_p95 = 0;
    for (int h = 0; h < histories; ++h) {
        std::gamma_distribution<double> year(1.0, 1.0);
        std::vector<UsePoint> points{{0, 0}};
        for (int i = 1; i <= 20; ++i)
            points.push_back({static_cast<double>(i), points.back().used + year(random)});
        const double limit = points.back().used + 40;
        const Outlook outlook = outlook_of(points, limit, 0, std::nullopt);
        double used = points.back().used, end = 0;
        while (used < limit) {
            used += year(random);
            end += 1;
        }
        before_p05 += outlook.p05 && end <= *outlook.p05 ? 1 : 0;
        before_p50 += end <= *outlook.p50 ? 1 : 0;
        before_p95 += !outlook.p95 || end <= *outlook.p95 ? 1 : 0;
    }
    CHECK(before_p05 / double{histories} == Approx(0.05).epsilon(0.6));
    CHECK(before_p50 / double{histories} == Approx(0.50).epsilon(0.1));
    CHECK(before_p95 / double{histories} == Approx(0.95).epsilon(0.03));
}

TEST_CASE("two reports: the rate before the first tells the spread") {
    const Outlook even = outlook_of({{0, 10}, {1, 20}}, 100, 0, 1.0);
    CHECK(*even.p50 == Approx(8));
    CHECK(*even.p05 == Approx(8));
    const Outlook uneven = outlook_of({{0, 10}, {1, 40}}, 100, 0, 1.0);
    CHECK(*uneven.p50 == Approx(2));
    CHECK(*uneven.p05 < 1);
    CHECK_FALSE(uneven.p95);  // with one degree of freedom the late end is open
    const Outlook alone = outlook_of({{0, 10}, {1, 20}}, 100, 0, std::nullopt);
    CHECK(*alone.p50 == Approx(8));
    CHECK_FALSE(alone.p05);
    const Outlook still = outlook_of({{0, 10}, {1, 10}}, 100, 1, 1.0);
    CHECK_FALSE(still.p50);
}

TEST_CASE("a history's rate replaces the mean of the whole life") {
    std::vector<Snapshot> history;
    HealthRecord latest;
    for (int month = 0; month <= 6; ++month) {
        latest = test::read_one(nvme_json(
            "\"data_units_written\":" + std::to_string(100000000 + month * 10000000) +
                ",\"percentage_used\":" + std::to_string(10 + 2 * month) +
                ",\"power_on_hours\":" + std::to_string(40000 + 730 * month),
            "\"local_time\":{\"time_t\":" + std::to_string(1700000000 + 2628000LL * month) + "},"));
        history.push_back(snapshot_of(latest));
    }
    std::reverse(history.begin(), history.end());  // any order will do
    const auto drive = assess(latest, history, rated("600TB"));
    // 2 % a month: 78 % left are 39 months.
    CHECK(*drive.limits[0].years_left == Approx(39.0 / 12).epsilon(1e-6));
    REQUIRE(drive.limits[0].outlook);
    CHECK(*drive.limits[0].outlook->p05 < *drive.limits[0].outlook->p50);
    CHECK(*drive.limits[0].outlook->p95 > *drive.limits[0].outlook->p50);
    CHECK(drive.limits[0].outlook->how.find("7 reports over 182.5 days") != std::string::npos);
    // 5.12 TB a month: (600 - 81.92) TB left.
    CHECK(*drive.limits[1].years_left == Approx((600 - 81.92) / 5.12 / 12).epsilon(1e-6));
    CHECK(drive.latest.flags.empty());
}

TEST_CASE("a counter that falls gives no outlook") {
    const auto at = [](int hours, int units) {
        return test::read_one(nvme_json("\"data_units_written\":" + std::to_string(units) +
                                        ",\"power_on_hours\":" + std::to_string(hours)));
    };
    HealthRecord latest = at(5000, 1000000);
    const auto drive =
        assess(latest, {snapshot_of(at(1000, 2000000)), snapshot_of(latest)}, rated("600TB"));
    CHECK(drive.latest.has_flag("counter_decreased"));
    CHECK_FALSE(drive.limits[0].outlook);
}

TEST_CASE("ratings of the catalog by number, by series and capacity, or a reason") {
    const auto catalog = catalog::Catalog::from_texts(
        {{"acme.json",
          R"({"schema": "drivewear.catalog-family/1", "vendor": "Acme", "family": "7450 PRO",
              "sources": {"q": {"title": "Quotation"}},
              "drives": [{"id": "acme-7450-pro-3.84tb", "model": "Acme 7450 PRO 3.84TB",
                "fields": {"capacity": {"value": 3.84, "unit": "TB", "source": "q"},
                           "part_numbers": {"value": ["AC3T84"], "source": "q"},
                           "dwpd": {"value": 1, "unit": "DWPD", "source": "q"},
                           "warranty": {"value": 5, "unit": "years", "source": "q"}}}]})"}});
    const RatingBook book(catalog);
    HealthRecord record;
    record.model = "ACME AC3T84-00A07";
    const auto by_number = book.find(record);
    REQUIRE(by_number.rating);
    CHECK(units::in_tb(by_number.rating->tbw) == 7008);
    CHECK_FALSE(by_number.rating->inferred);
    record.model = "Acme_7450_XYZ3T8";
    CHECK_FALSE(book.find(record).rating);
    record.capacity = units::bytes(3840755982336);
    const auto by_series = book.find(record);
    REQUIRE(by_series.rating);
    CHECK(by_series.rating->inferred);
    record.model = "Other 7450";
    CHECK(book.find(record).reason.find("not in the catalog") != std::string::npos);
    record.model.clear();
    CHECK(book.find(record).reason == "the report names no model");
}
