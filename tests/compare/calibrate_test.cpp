// Base and effective pool from few points.
#include "drivewear/compare/calibrate.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "drivewear/compare/calibration_file.hpp"
#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::compare;

namespace {

constexpr double gib = 0x1p30;

std::vector<CalibrationPoint> exact_points(const device::DeviceForm& form,
                                           const std::vector<double>& usable_gib) {
    std::vector<CalibrationPoint> points;
    for (const double usable : usable_gib) {
        points.push_back({.usable_bytes = usable * gib,
                          .write_amplification = write_amplification(form, usable * gib)});
    }
    return points;
}

std::string refusal(const std::vector<CalibrationPoint>& points,
                    const CalibrationOptions& options = {}) {
    try {
        calibrate(points, options);
    } catch (const DomainError& error) {
        return error.what();
    }
    return "accepted";
}

// Rated 4 KiB random writes of the 7450 PRO 960 GB and MAX 800 GB, which share hardware.
const std::vector<CalibrationPoint> rated_pair{{.usable_bytes = 745.2 * gib, .iops = 145e3},
                                               {.usable_bytes = 894.3 * gib, .iops = 85e3}};

}  // namespace

TEST_CASE("a rated pair on the same hardware tells the pool, and the pool the measured WA") {
    const Calibration pair = calibrate(rated_pair, {.base = 1.03});
    CHECK(pair.form.effective_pool_bytes / gib == doctest::Approx(1078).epsilon(0.003));
    CHECK(pair.form.base == doctest::Approx(1.03));
    CHECK(pair.rms_percent < 1e-3);
    CHECK_FALSE(pair.leave_one_out_max_percent.has_value());
    CHECK(pair.pool_low_bytes < pair.form.effective_pool_bytes);
    CHECK(pair.pool_high_bytes > pair.form.effective_pool_bytes);
    CHECK(write_amplification(pair.form, 372.6 * gib) == doctest::Approx(1.112).epsilon(0.02));
    CHECK(write_amplification(pair.form, 596.2 * gib) == doctest::Approx(1.41).epsilon(0.02));
    CHECK(write_amplification(pair.form, 745.2 * gib) == doctest::Approx(1.89).epsilon(0.02));
}

TEST_CASE("measured WA against usable capacity gives both, with residuals and left-out errors") {
    const std::vector<CalibrationPoint> measured{
        {.usable_bytes = 372.6 * gib, .write_amplification = 1.112},
        {.usable_bytes = 372.6 * gib, .write_amplification = 1.107},
        {.usable_bytes = 596.2 * gib, .write_amplification = 1.41},
        {.usable_bytes = 745.2 * gib, .write_amplification = 1.89}};
    const Calibration fit = calibrate(measured);
    CHECK(fit.base_is_fitted);
    CHECK(fit.form.effective_pool_bytes / gib == doctest::Approx(1078).epsilon(0.02));
    CHECK(fit.form.base == doctest::Approx(1.03).epsilon(0.02));
    CHECK(fit.rms_percent < 1.5);
    REQUIRE(fit.leave_one_out_max_percent.has_value());
    CHECK(*fit.leave_one_out_max_percent < 8);
    CHECK(*fit.leave_one_out_max_percent >= fit.rms_percent);
    CHECK(fit.pool_low_bytes < fit.form.effective_pool_bytes);
    CHECK(fit.pool_high_bytes > fit.form.effective_pool_bytes);
}

TEST_CASE("exact points come back exactly") {
    const device::DeviceForm form{1078 * gib, 1.03};
    const Calibration fit = calibrate(exact_points(form, {372.6, 596.2, 745.2, 894.3}));
    CHECK(fit.form.effective_pool_bytes ==
          doctest::Approx(form.effective_pool_bytes).epsilon(1e-5));
    CHECK(fit.form.base == doctest::Approx(1.03).epsilon(1e-5));
    CHECK(fit.rms_percent < 1e-3);
    CHECK(fit.leave_one_out_max_percent.value() < 0.01);
}

TEST_CASE("one steady-state point beside the sequential bandwidth") {
    const device::DeviceForm form{1078 * gib, 1};
    const double seq_write = 1390 * 1048576.0;
    const double usable = 745.2 * gib;
    const double iops = seq_write / (write_amplification(form, usable) * 4096);
    const CalibrationPoint point{.usable_bytes = usable, .iops = iops};
    const Calibration fit = calibrate({&point, 1}, {.seq_write_bytes_per_second = seq_write});
    CHECK(fit.form.effective_pool_bytes == doctest::Approx(1078 * gib).epsilon(1e-5));
    CHECK(fit.form.base == 1);
    CHECK(fit.flash_iops.value() == doctest::Approx(seq_write / 4096));
    CHECK(fit.points[0].predicted == doctest::Approx(iops).epsilon(1e-5));
}

TEST_CASE("IOPS against usable capacity, and IOPS and WA together") {
    const device::DeviceForm form{1078 * gib, 1.03};
    std::vector<CalibrationPoint> points;
    for (const double usable : {372.6, 596.2, 745.2}) {
        points.push_back({.usable_bytes = usable * gib,
                          .iops = 330e3 / write_amplification(form, usable * gib)});
    }
    const Calibration rates = calibrate(points);
    CHECK(rates.form.effective_pool_bytes == doctest::Approx(1078 * gib).epsilon(1e-4));
    CHECK(rates.form.base == 1);
    CHECK(rates.flash_iops.value() == doctest::Approx(330e3 / 1.03).epsilon(1e-4));
    points.push_back({.usable_bytes = 745.2 * gib,
                      .write_amplification = write_amplification(form, 745.2 * gib)});
    const Calibration both = calibrate(points);
    CHECK(both.form.base == doctest::Approx(1.03).epsilon(1e-4));
    CHECK(both.flash_iops.value() == doctest::Approx(330e3).epsilon(1e-4));
}

TEST_CASE("what does not determine the unknowns is refused, saying what would help") {
    const CalibrationPoint wa{.usable_bytes = 745.2 * gib, .write_amplification = 1.89};
    const CalibrationPoint iops{.usable_bytes = 745.2 * gib, .iops = 145e3};
    CHECK(refusal({}).find("0 points") != std::string::npos);
    CHECK(refusal({wa}).find("1 point cannot determine 2 unknowns") != std::string::npos);
    CHECK(refusal({wa, wa}).find("more usable capacities") != std::string::npos);
    CHECK(refusal({iops}).find("flash rate") != std::string::npos);
    CHECK(refusal({iops, iops}) != "accepted");
    CHECK(refusal({wa}, {.base = 1.03}) == "accepted");
    CHECK(refusal({wa}, {.base = 1.95}).find("no effective pool") != std::string::npos);
    CHECK(refusal({{.usable_bytes = 1e12, .write_amplification = 0.9}}).find("at least 1") !=
          std::string::npos);
    // Less write amplification with more usable capacity is nothing that garbage collection does.
    CHECK(refusal({{.usable_bytes = 400 * gib, .iops = 100e3},
                   {.usable_bytes = 700 * gib, .iops = 150e3}})
              .find("no effective pool") != std::string::npos);
}

TEST_CASE("points from CSV: units, counters, every problem at once") {
    const auto points = parse_points(
        "usable_bytes,waf,iops,host_bytes,nand_bytes\n"
        "745.2 GiB,1.89,,,\n800000000000,,145K,,\n596.2GiB,,,10 TB,14.1 TB\n",
        "p.csv");
    REQUIRE(points.size() == 3);
    CHECK(points[0].write_amplification.value() == doctest::Approx(1.89));
    CHECK(points[1].usable_bytes == 8e11);
    CHECK(points[1].iops.value() == doctest::Approx(145e3));
    CHECK(points[2].write_amplification.value() == doctest::Approx(1.41));
    CHECK(points[2].place == "line 4");
    const auto complaint = [](const char* text) {
        try {
            parse_points(text, "p.csv");
        } catch (const ValidationError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    CHECK(complaint("capacity,waf\n").find("no column 'usable_bytes'") != std::string::npos);
    CHECK(complaint("usable_bytes\n1\n").find("no column of rates") != std::string::npos);
    const std::string all = complaint("usable_bytes,waf\n12T,1.1\n745.2 GiB,fast\n745.2 GiB,\n");
    CHECK(all.find("p.csv: line 2, usable_bytes") != std::string::npos);
    CHECK(all.find("line 3, waf") != std::string::npos);
    CHECK(all.find("line 4") != std::string::npos);
}

TEST_CASE("a calibration that was kept is read back") {
    const auto form = parse_calibration(
        R"({"schema": "drivewear.calibration/1", "effective_pool_bytes": 1.1e12, "base": 1.03,
            "points": []})",
        "c.json");
    CHECK(form == device::DeviceForm{1.1e12, 1.03});
    CHECK_THROWS_AS(parse_calibration(R"({"schema": "drivewear.calibration/1"})", "c.json"),
                    ValidationError);
    CHECK_THROWS_AS(parse_calibration(R"({"schema": "drivewear.wa/1", "base": 1,
                                          "effective_pool_bytes": 1})",
                                      "c.json"),
                    ValidationError);
}
