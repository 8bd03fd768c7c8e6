// Predictions beside what vendors publish and laboratories measure. The observed figures are
// theirs; the expected predictions are computed from the closed form by hand.
#include "drivewear/compare/compare.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::compare;

namespace {

const std::filesystem::path data = std::filesystem::path(DRIVEWEAR_TEST_DATA) / "../../data";

const catalog::Catalog& drives() {
    static const catalog::Catalog all = catalog::Catalog::load({data / "catalog"});
    return all;
}

const measured::Measurements& measurements() {
    static const auto all = measured::Measurements::load(data / "measured", drives());
    return all;
}

const Comparison& nominal() {
    static const Comparison comparison = compare::compare(drives(), measurements());
    return comparison;
}

const Comparison& calibrated() {
    static const Comparison comparison =
        compare::compare(drives(), measurements(), {.calibrated = true});
    return comparison;
}

const Row& row(const Comparison& comparison, const std::string& drive, Quantity quantity,
               const std::string& conditions = "") {
    const auto found =
        std::find_if(comparison.rows.begin(), comparison.rows.end(), [&](const Row& r) {
            return r.drive_id == drive && r.quantity == quantity &&
                   r.conditions.find(conditions) != std::string::npos;
        });
    REQUIRE_MESSAGE(found != comparison.rows.end(), drive, " ", conditions);
    return *found;
}

}  // namespace

TEST_CASE("9550 MAX: sequential / random TBW is the predicted write amplification") {
    const struct {
        const char* drive;
        double ratio;
    } published[] = {{"micron-9550-max-3.2tb", 2.123},
                     {"micron-9550-max-6.4tb", 2.118},
                     {"micron-9550-max-12.8tb", 2.042},
                     {"micron-9550-max-25.6tb", 2.016}};
    for (const auto& [drive, ratio] : published) {
        const Row& r = row(nominal(), drive, Quantity::tbw_ratio);
        CHECK(r.observed == doctest::Approx(ratio).epsilon(3e-4));
        CHECK(r.predicted == doctest::Approx(2.040).epsilon(1e-4));
        CHECK(std::abs(r.error_percent) < 4);
        CHECK(r.verdict == Verdict::agrees);
        CHECK(r.observed_kind == ObservedKind::rated);
        CHECK_FALSE(r.sources.empty());
    }
    const Row& pro = row(nominal(), "micron-9550-pro-3.84tb", Quantity::tbw_ratio);
    CHECK(pro.observed == doctest::Approx(4.195).epsilon(1e-3));
    CHECK(pro.predicted == doctest::Approx(4.12).epsilon(1e-3));
}

TEST_CASE("rated random writes follow from sequential bandwidth, or the row says why not") {
    const Row& large = row(nominal(), "micron-9550-max-25.6tb", Quantity::rated_iops);
    CHECK(large.observed == 1200e3);
    CHECK(large.predicted == doctest::Approx(1197e3).epsilon(1e-3));
    CHECK(large.verdict == Verdict::agrees);
    const Row& small = row(nominal(), "micron-9550-max-3.2tb", Quantity::rated_iops);
    CHECK(small.verdict == Verdict::limited_elsewhere);
    CHECK(small.reason.find("WA were 4.52") != std::string::npos);
    const Row& qlc = row(nominal(), "micron-6550-ion-61.44tb", Quantity::rated_iops);
    CHECK(qlc.reason.find("16 KiB") != std::string::npos);
    CHECK(qlc.verdict == Verdict::agrees);
    const Row& kioxia = row(nominal(), "kioxia-cd9p-r-e3s-7.68tb", Quantity::rated_iops);
    CHECK(kioxia.predicted == doctest::Approx(415e3).epsilon(2e-3));
    CHECK(kioxia.verdict == Verdict::agrees);
}

TEST_CASE("a review's short test is not taken for steady state") {
    const Row& micron = row(nominal(), "micron-7600-max-6.4tb", Quantity::measured_iops, "4 KiB");
    CHECK(micron.observed == doctest::Approx(1.78e6));
    CHECK(micron.verdict == Verdict::not_steady_state);
    CHECK(micron.reason.find("WA 1.00") != std::string::npos);
    const Row& over = row(nominal(), "micron-9550-max-12.8tb", Quantity::measured_over_rated);
    CHECK(over.observed == doctest::Approx(1.56e6));
    CHECK(over.predicted == 820e3);
    CHECK(over.verdict == Verdict::not_steady_state);
    CHECK(over.reason.find("1.9 x") != std::string::npos);
}

TEST_CASE("QLC ratings of two request sizes show the indirection unit") {
    const Row& r = row(nominal(), "micron-6600-ion-245.76tb", Quantity::request_size);
    CHECK(r.observed == doctest::Approx(4));
    CHECK(r.predicted == 4);
}

TEST_CASE("counters of the 7450 MAX: nominal flash is near, the calibrated form within 2 %") {
    const char* drive = "micron-7450-max-800gb";
    const Row& plain = row(nominal(), drive, Quantity::measured_wa, "uniform, 745.2 GiB");
    CHECK(plain.observed == doctest::Approx(1.89));
    CHECK(plain.predicted == doctest::Approx(2.040).epsilon(1e-3));
    for (const char* conditions : {"uniform, 372.6", "uniform, 596.2", "uniform, 745.2"}) {
        CHECK(std::abs(row(calibrated(), drive, Quantity::measured_wa, conditions).error_percent) <
              2);
    }
    REQUIRE(calibrated().calibrations.size() >= 2);
    const auto& own = calibrated().calibrations[0];
    CHECK(own.drive_ids == std::vector<std::string>{drive});
    CHECK(own.calibration.leave_one_out_max_percent.has_value());
    const auto& all = calibrated().calibrations;
    const auto pair = std::find_if(all.begin(), all.end(), [&](const DriveCalibration& one) {
        return one.drive_ids.size() == 2 && one.drive_ids[0] == drive;
    });
    REQUIRE(pair != all.end());
    CHECK(pair->calibration.form.effective_pool_bytes / 0x1p30 ==
          doctest::Approx(1078).epsilon(0.005));
}

TEST_CASE("skew: near for weak skew, low for strong skew, from uniform writes alone") {
    const char* drive = "micron-7450-max-800gb";
    const auto error = [&](const char* conditions) {
        return row(calibrated(), drive, Quantity::skew_iops, conditions).error_percent;
    };
    CHECK(std::abs(error("two-zone 60/40")) < 1);
    CHECK(std::abs(error("two-zone 70/30")) < 1.5);
    CHECK(error("two-zone 90/10") == doctest::Approx(-14).epsilon(0.1));
    CHECK(error("zipf 1.0") == doctest::Approx(-25).epsilon(0.1));
    CHECK(row(calibrated(), drive, Quantity::skew_iops, "zipf 1.0").reason.find("better") !=
          std::string::npos);
    REQUIRE(calibrated().buffers.size() == 1);
    const BufferTrial& trial = calibrated().buffers[0];
    CHECK(trial.without_rms_percent > 8);
    CHECK(trial.kept == (trial.with_leave_one_out_rms_percent < trial.without_rms_percent));
}

TEST_CASE("every row traces to a listed source, and its error is its own arithmetic") {
    CHECK(nominal().rows.size() > 80);
    CHECK(nominal().calibrations.empty());
    for (const Row& r : nominal().rows) {
        CHECK_MESSAGE(!r.sources.empty(), r.drive_id, " ", name_of(r.quantity));
        for (const measured::SourcePlace& place : r.sources) {
            CHECK_MESSAGE(nominal().sources.contains(place.source), place.source);
        }
        CHECK_MESSAGE(!r.reason.empty(), r.drive_id, " ", name_of(r.quantity));
        CHECK(r.error_percent == doctest::Approx(100 * (r.predicted / r.observed - 1)));
        CHECK((r.verdict == Verdict::agrees) == (std::abs(r.error_percent) <= 10));
    }
}

TEST_CASE("the summary counts what the rows say") {
    const Summary& summary = nominal().summary;
    std::size_t near = 0;
    std::size_t all = 0;
    for (const Row& r : nominal().rows) {
        if (r.quantity == Quantity::random_tbw || r.quantity == Quantity::pe_cycles) continue;
        ++all;
        near += std::abs(r.error_percent) <= 10 ? 1 : 0;
    }
    CHECK(summary.all.rows == all);
    CHECK(summary.all.within_10_percent == near);
    CHECK(summary.all.within_2_percent <= summary.all.within_5_percent);
    std::size_t by_verdict = 0;
    for (const VerdictCount& count : summary.by_verdict)
        by_verdict += count.rows;
    CHECK(by_verdict == all);
}

TEST_CASE("one drive, one quantity") {
    const Comparison one =
        compare::compare(drives(), measurements(),
                         {.drive_id = "micron-9550-max-12.8tb", .quantity = Quantity::tbw_ratio});
    CHECK(one.rows.size() == 1);
    CHECK(quantity_named("skew_iops") == Quantity::skew_iops);
    CHECK_THROWS_AS(quantity_named("speed"), UnknownName);
}
