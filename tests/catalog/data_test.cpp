// The catalog that ships: complete, valid by its schema, every value with its source.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/catalog/fields.hpp"
#include "drivewear/core/files.hpp"
#include "support/json_schema.hpp"

using namespace drivewear;
using namespace drivewear::catalog;
using test::complaints;
using test::json_of;
using Json = nlohmann::json;

namespace {

const std::filesystem::path data = std::filesystem::path(DRIVEWEAR_TEST_DATA) / "../../data";

const Catalog& shipped() {
    static const Catalog catalog = Catalog::load({data / "catalog"});
    return catalog;
}

struct Fact {
    std::string drives, field, value, unit, source, locator;
};

std::vector<Fact> expected_facts() {
    std::ifstream file(std::filesystem::path(DRIVEWEAR_TEST_DATA) / "catalog/expected_facts.csv");
    std::vector<Fact> facts;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::vector<std::string> cells(1);
        bool quoted = false;
        for (const char c : line) {
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.emplace_back();
            } else {
                cells.back() += c;
            }
        }
        REQUIRE(cells.size() == 6);
        facts.push_back({cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]});
    }
    return facts;
}

// "kioxia-cd9p-r-*" stands for every drive whose id starts so.
std::vector<const Drive*> drives_named(std::string pattern) {
    const bool open_ended = pattern.ends_with('*');
    if (open_ended) pattern.pop_back();
    std::vector<const Drive*> named;
    for (const Drive& drive : shipped().drives()) {
        if (open_ended ? drive.id.starts_with(pattern) : drive.id == pattern) {
            named.push_back(&drive);
        }
    }
    return named;
}

bool states(const Drive& drive, const Fact& fact) {
    const auto found = drive.provenance.find(fact.field);
    if (found == drive.provenance.end()) return false;
    return std::any_of(
        found->second.readings.begin(), found->second.readings.end(), [&](const Reading& reading) {
            if (reading.source != fact.source || reading.locator != fact.locator) return false;
            // Numbers with their unit are the whole reading; of a text, the fact is a part.
            return fact.unit.empty() ? reading.value.find(fact.value) != std::string::npos
                                     : reading.value == fact.value + " " + fact.unit;
        });
}

}  // namespace

TEST_CASE("every fact that the three families' documents state is there with source and line") {
    const std::vector<Fact> facts = expected_facts();
    CHECK(facts.size() >= 380);
    std::set<std::string> sources;
    for (const Fact& fact : facts) {
        sources.insert(fact.source);
        const auto drives = drives_named(fact.drives);
        CHECK_MESSAGE(!drives.empty(), fact.drives);
        for (const Drive* drive : drives) {
            CHECK_MESSAGE(states(*drive, fact), drive->id, " ", fact.field, " ", fact.value, " ",
                          fact.unit, " ", fact.source, " ", fact.locator);
        }
    }
    CHECK(sources.size() == 5);
}

TEST_CASE("the drives of the three families are all there") {
    CHECK(drives_named("micron-9550-max-*").size() == 4);
    CHECK(drives_named("kioxia-cd9p-r-e3s-*").size() == 5);
    CHECK(drives_named("kioxia-cd9p-r-2.5in-*").size() == 1);
    CHECK(drives_named("micron-9100-pro-*").size() == 3);
    CHECK(drives_named("micron-9100-max-*").size() == 2);
    CHECK(shipped().drives().size() == 80);
}

TEST_CASE("the schema accepts every file and knows exactly the fields the program knows") {
    const Json schema = json_of(data / "schema/catalog-family.schema.json");
    for (const auto& file : std::filesystem::directory_iterator(data / "catalog")) {
        CHECK_MESSAGE(complaints(schema, json_of(file.path())) == "", file.path().filename());
    }
    CHECK(complaints(json_of(data / "schema/sources.schema.json"),
                     json_of(data / "sources.json")) == "");
    CHECK(complaints(json_of(data / "schema/smart-attributes.schema.json"),
                     json_of(data / "smart/attributes.json")) == "");

    const Json& fields = schema.at("definitions").at("fields").at("properties");
    CHECK(fields.size() == vocabulary().size());
    for (const Field& field : vocabulary()) {
        const std::string kind(name_of(field.kind));
        REQUIRE_MESSAGE(fields.contains(field.name), field.name);
        CHECK(fields.at(field.name).at("$ref") == "#/definitions/" + kind);
        const auto units = units_of(field.kind);
        if (units.empty()) continue;
        const Json& allowed = schema.at("definitions").at(kind).at("properties").at("unit");
        CHECK(allowed.at("enum") == Json(std::vector<std::string>(units.begin(), units.end())));
    }
}

TEST_CASE("the schema refuses what the program refuses") {
    const Json schema = json_of(data / "schema/catalog-family.schema.json");
    Json family = json_of(data / "catalog/micron-9550-max.json");
    family["fields"]["warranty"]["unit"] = "months";
    CHECK(complaints(schema, family) != "");
    family["fields"]["warranty"]["unit"] = "years";
    CHECK(complaints(schema, family) == "");
    family["drives"][0]["fields"]["seq_raed"] = family["drives"][0]["fields"]["seq_read"];
    CHECK(complaints(schema, family) != "");
}

TEST_CASE("every value that ships names source, place and standing; every source its trust") {
    for (const Drive& drive : shipped().drives()) {
        for (const auto& [field, provenance] : drive.provenance) {
            for (const Reading& reading : provenance.readings) {
                CHECK_MESSAGE(shipped().sources().contains(reading.source), reading.source);
                CHECK_MESSAGE(!reading.locator.empty(), drive.id, " ", field);
            }
        }
    }
    for (const auto& [id, source] : shipped().sources()) {
        CHECK_MESSAGE((source.trust == "A" || source.trust == "B" || source.trust == "C"), id);
        CHECK_MESSAGE(!source.why.empty(), id);
    }
}

TEST_CASE("raw flash is published where it is and marked as inferred elsewhere") {
    const auto status = [](const char* id) {
        return shipped().find(id).provenance.at("raw_capacity").status;
    };
    CHECK(status("solidigm-d7-ps1010-7.68tb") == Status::published);
    CHECK(status("phison-pascari-x200e-6.4tb") == Status::published);
    CHECK(status("micron-9550-max-12.8tb") == Status::inferred);
    CHECK(status("micron-9100-max-2.4tb") == Status::conflict);
    CHECK(shipped().find("micron-9100-max-2.4tb").raw_capacity->value() == 4ULL << 40);
    CHECK(shipped().find("micron-9100-max-1.2tb").raw_capacity->value() == 2ULL << 40);
    CHECK(shipped().find("micron-9550-max-25.6tb").raw_capacity->value() == 32ULL << 40);
}

TEST_CASE("names people type find their drive") {
    const auto id = [](const char* name) { return shipped().find(name).id; };
    CHECK(id("9550 max 12.8") == "micron-9550-max-12.8tb");
    CHECK(id("KCD9DPJE7T68") == "kioxia-cd9p-r-e3s-7.68tb");
    CHECK(id("kcd9xpje7t68") == "kioxia-cd9p-r-e3s-7.68tb");
    CHECK(id("cd9p-r 61.44") == "kioxia-cd9p-r-2.5in-61.44tb");
    CHECK(id("9100 max 2.4") == "micron-9100-max-2.4tb");
    CHECK(id("9100 pro 800GB") == "micron-9100-pro-800gb");
    CHECK(id("WD SN861 6.4TB") == "sandisk-dc-sn861-6.4tb");
    CHECK(id("ps1030 12.8") == "solidigm-d7-ps1030-12.8tb");
    CHECK(id("micron-9100-pro-3.2tb") == "micron-9100-pro-3.2tb");
}

TEST_CASE("datasheets that contradict themselves say so") {
    const auto warns = [](const char* id, const std::string& words) {
        const auto& warnings = shipped().find(id).warnings;
        return std::any_of(warnings.begin(), warnings.end(), [&](const std::string& warning) {
            return warning.find(words) != std::string::npos;
        });
    };
    CHECK(warns("micron-9100-pro-800gb", "above the sequential read"));
    CHECK(warns("micron-9100-pro-800gb", "workload behind the endurance rating is not stated"));
    CHECK(warns("micron-7600-max-1.6tb",
                "rated TBW 8700 TB is 0.68 % below DWPD x capacity x 365 x 5 years = 8760 TB"));
    CHECK(warns("solidigm-d7-ps1030-12.8tb", "rated TBW 70000 TB is 0.11 % below"));
    CHECK_FALSE(warns("solidigm-d7-ps1030-12.8tb", "above the sequential"));
    CHECK(warns("kioxia-cd9p-r-e3s-7.68tb", "workload behind the endurance rating is not stated"));
    CHECK(shipped().find("micron-9550-max-12.8tb").warnings.empty());
}
