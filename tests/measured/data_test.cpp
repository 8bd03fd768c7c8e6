// The measured results that ship: complete, valid by their schema, every printing with its source.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "drivewear/core/csv.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/measured/measurements.hpp"
#include "support/json_schema.hpp"

using namespace drivewear;
using namespace drivewear::measured;

namespace {

const std::filesystem::path data = std::filesystem::path(DRIVEWEAR_TEST_DATA) / "../../data";

const Measurements& shipped() {
    static const Measurements all =
        Measurements::load(data / "measured", catalog::Catalog::load({data / "catalog"}));
    return all;
}

std::size_t count_of_file(const std::string& name) {
    const auto& results = shipped().results();
    return static_cast<std::size_t>(
        std::count_if(results.begin(), results.end(), [&](const Result& result) {
            return std::filesystem::path(result.file).filename() == name;
        }));
}

}  // namespace

TEST_CASE("every result is there") {
    CHECK(count_of_file("fio.json") == 214);
    CHECK(count_of_file("dlio.json") == 35);
    CHECK(count_of_file("gdsio.json") == 112);
    CHECK(count_of_file("databases.json") == 10);
    CHECK(count_of_file("write-amplification.json") == 257);
    CHECK(shipped().results().size() == 628);

    std::set<std::string> fio_drives;
    for (const Result& result : shipped().results()) {
        if (result.conditions.test == "fio") fio_drives.insert(result.conditions.drive);
    }
    fio_drives.erase("");
    CHECK(fio_drives.size() == 8);
}

TEST_CASE("the schema accepts every file and refuses what the reader refuses") {
    const auto schema = test::json_of(data / "schema/measured.schema.json");
    const auto source_schema = test::json_of(data / "schema/sources.schema.json");
    for (const auto& file : std::filesystem::directory_iterator(data / "measured")) {
        const bool is_list = file.path().filename() == "sources.json";
        CHECK_MESSAGE(
            test::complaints(is_list ? source_schema : schema, test::json_of(file.path())) == "",
            file.path().filename());
    }
    for (const char* wrong :
         {R"({"quantity": "iops", "value": "3 IOPS"})",
          R"({"drive": "a", "quantity": "speed", "value": "3 IOPS"})",
          R"({"drive": "a", "quantity": "iops", "value": "3 IOPS", "thread": 4})",
          R"({"drive": "a", "quantity": "iops", "value": "3 IOPS", "jobs": 0})"}) {
        const std::string text =
            std::string(R"({"schema": "drivewear.measured/1", "results": [)") + wrong + "]}";
        CHECK_MESSAGE(test::complaints(schema, nlohmann::json::parse(text)) != "", wrong);
        CHECK_THROWS_MESSAGE(parse_results(text, "wrong.json"), wrong);
    }
}

TEST_CASE("every figure that the source documents print is there with its source and line") {
    std::map<std::string, std::vector<const Figure*>> by_place;
    for (const Result& result : shipped().results()) {
        for (const Reading& reading : result.readings) {
            for (const SourcePlace& place : reading.sources)
                by_place[place.source + " " + place.locator].push_back(&reading.figure);
        }
    }
    const std::string text =
        read_file(std::filesystem::path(DRIVEWEAR_TEST_DATA) / "measured/printed_figures.csv");
    CsvReader expected(text, "printed_figures.csv");
    expected.next();
    std::size_t figures = 0;
    while (const auto record = expected.next()) {
        const double value = std::stod(record->fields.at(2)) * unit_factor(record->fields.at(3));
        const auto is_near = [&](double other) { return std::abs(other - value) <= 1e-9 * value; };
        const auto& printed = by_place[record->fields.at(0) + " " + record->fields.at(1)];
        CHECK_MESSAGE(std::any_of(printed.begin(), printed.end(),
                                  [&](const Figure* figure) {
                                      return is_near(figure->low) || is_near(figure->high);
                                  }),
                      record->fields[0], " ", record->fields[1], " ", record->fields[2]);
        ++figures;
    }
    CHECK(figures == 740);
}

TEST_CASE("all sequential bandwidths of the reviews are right in binary units") {
    std::size_t count = 0;
    for (const Result& result : shipped().results()) {
        const Conditions& c = result.conditions;
        const bool is_one = c.test == "fio" && result.quantity == Quantity::bandwidth &&
                            c.access == Access::sequential && c.block_bytes == 131072.0 &&
                            c.statistic == Statistic::mean;
        if (!is_one) continue;
        ++count;
        CHECK_MESSAGE(result.value.unit == "MiB/s", result.label());
        CHECK_MESSAGE(result.readings.front().figure.unit == "MB/s", result.label());
    }
    CHECK(count == 16);
}

TEST_CASE("every result names a source that is listed, and second-hand ones keep that mark") {
    std::size_t secondary = 0;
    for (const Result& result : shipped().results()) {
        REQUIRE_MESSAGE(!result.readings.empty(), result.label());
        for (const Reading& reading : result.readings) {
            CHECK_MESSAGE(!reading.sources.empty(), result.label());
        }
        secondary += result.evidence == Evidence::secondary ? 1 : 0;
        const bool differs = std::any_of(
            result.readings.begin(), result.readings.end(),
            [&](const Reading& reading) { return reading.figure.text != result.value.text; });
        if (differs && result.readings.size() > 1) {
            const bool explained = !result.reason.empty() || !result.note.empty();
            const bool close = std::all_of(
                result.readings.begin(), result.readings.end(), [&](const Reading& reading) {
                    return reading.figure.interval().meets(
                        {result.value.interval().low * 0.9, result.value.interval().high * 1.1});
                });
            CHECK_MESSAGE((explained || close), result.label());
        }
    }
    CHECK(secondary == 32);
}
