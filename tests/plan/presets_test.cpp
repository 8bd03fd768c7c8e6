#include "drivewear/plan/presets.hpp"

#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/plan/plan.hpp"

using namespace drivewear;
using namespace drivewear::plan;

namespace {

Presets shipped() {
    const std::string file = std::string(DRIVEWEAR_TEST_DATA) + "/../../data/presets.json";
    return Presets::parse(read_file(file), file);
}

}  // namespace

TEST_CASE("every shipped preset is a range with a source") {
    const Presets presets = shipped();
    CHECK(presets.all().size() >= 15);
    for (const auto& [name, preset] : presets.all()) {
        CHECK_MESSAGE(preset.low <= preset.typical, name);
        CHECK_MESSAGE(preset.typical <= preset.high, name);
        CHECK_MESSAGE(!preset.source.empty(), name);
    }
}

TEST_CASE("erasure codes are computed") {
    const Preset code = Presets{}.find("erasure:8+3");
    CHECK(code.typical == doctest::Approx(11.0 / 8));
    CHECK(code.high == 4);
    for (const char* bad : {"erasure:", "erasure:8", "erasure:8+", "erasure:0+3", "erasure:8+x"}) {
        CHECK_THROWS_AS(Presets{}.find(bad), ParseError);
    }
}

TEST_CASE("an unknown preset suggests the nearest") {
    CHECK_THROWS_WITH_AS(shipped().find("kafka-rf3"),
                         "preset 'kafka-rf3' is not known: did you mean kafka-rf-3?", UnknownName);
}

TEST_CASE("a plan takes a preset's typical factor, or its own") {
    constexpr const char* text = R"({"schema": "drivewear.plan/1", "drive": "d", "drives": 1,
        "service_years": 1, "writes": {"application_tb_per_day": 1, "host_multipliers": [
            {"preset": "raid-6"}, {"preset": "raid-5", "factor": 1.25}]}})";
    const Plan plan = parse_plan(text, "p.json", {.read_text = {}, .presets = shipped()});
    CHECK(plan.host_multiplier_total() == doctest::Approx(3.75));
    CHECK(plan.host_multipliers[0].stage == "raid-6");
    CHECK(plan.host_multipliers[1].preset->high == 2);
    CHECK_THROWS_AS(parse_plan(text, "p.json"), ValidationError);
}
