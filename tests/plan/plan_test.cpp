#include "drivewear/plan/plan.hpp"

#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::plan;

namespace {

std::string refusal(const std::string& text) {
    try {
        parse_plan(text, "p.json");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("a plan file is read in its own units") {
    const Plan plan = parse_plan(R"({
      "schema": "drivewear.plan/1", "name": "fleet", "drive": "micron-9550-max-12.8tb",
      "drives": 400, "service_years": 5,
      "writes": {"application_tb_per_day": 2400,
                 "host_multipliers": [{"stage": "replication", "factor": 2.0},
                                      {"stage": "filesystem", "factor": 1.5}],
                 "growth_percent_per_year": 10, "duty_cycle": 0.5},
      "workload": {"pattern": "uniform", "write_size": "4KiB"},
      "usable_capacity": "10TB", "temperature_c": 45, "reserve_percent": 10})",
                                 "fleet.json");
    CHECK(plan.drives == 400);
    CHECK(plan.host_multiplier_total() == 3);
    CHECK(units::in_years(plan.service_life) == 5);
    CHECK(plan.application_rate.value() * units::seconds_per_day == doctest::Approx(2.4e15));
    CHECK(plan.usable_capacity->value() == 10000000000000ULL);
    CHECK(plan.workload.sizes.at(0).length.value() == 4096);
    CHECK(units::in_celsius(plan.temperature) == doctest::Approx(45));
}

TEST_CASE("a bad plan reports every problem at once") {
    CHECK(refusal(R"({"schema": "drivewear.plan/1", "drive": 7, "drives": 0.5, "service_years": -1,
        "writes": {"application_tb_per_day": -3, "duty_cycle": 2,
                   "host_multipliers": [{"stage": "x", "factor": 0}]},
        "workload": {"pattern": "unifrom", "write_size": "4K"}, "usable_capcity": "1TB",
        "usable_capacity": "12T"})") ==
          "p.json: /drive: found 7, expected a text in quotes\n"
          "p.json: /drives: found 0.5, expected a whole number of drives, from 1 to 1e9\n"
          "p.json: /service_years: found -1, expected years above 0 and at most 100\n"
          "p.json: /usable_capacity: found '12T', column 3: a bare 'T' leaves open whether TB "
          "(powers of 1000) or TiB (powers of 1024) is meant\n"
          "p.json: /writes/application_tb_per_day: found -3, expected decimal TB a day, from 0 "
          "to 1e12\n"
          "p.json: /writes/host_multipliers/0/factor: found 0, expected a factor from 1e-6 to 1e6\n"
          "p.json: /writes/duty_cycle: found 2, expected a share from 0 to 1\n"
          "p.json: /workload/pattern: found 'unifrom', column 1: unknown pattern 'unifrom': "
          "expected one of "
          "uniform, sequential, hotcold, zipf, jesd219, classes, mix, zones\n"
          "p.json: /workload/write_size: found '4K', column 2: a bare 'K' leaves open whether KB "
          "(powers of 1000) or KiB (powers of 1024) is meant\n"
          "p.json: /usable_capcity: found an unknown key, expected 'usable_capacity' perhaps");
}

TEST_CASE("what is missing is named") {
    CHECK(refusal("{}").find("/schema: found nothing") != std::string::npos);
    CHECK(refusal("[]").find("expected an object") != std::string::npos);
    CHECK(refusal(R"({"schema": "drivewear.plan/2"})").find("drivewear.plan/1") !=
          std::string::npos);
}
