#include "drivewear/catalog/catalog.hpp"

#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::catalog;

namespace {

constexpr const char* family = R"({
  "schema": "drivewear.catalog-family/1", "vendor": "Micron", "family": "9550 MAX",
  "tier": "mixed use", "aliases": ["MTX"],
  "sources": {"sheet": {"title": "Data sheet"}, "brief": {"title": "Brief"},
              "copy": {"title": "A copy"}},
  "fields": {
    "interface": {"value": "PCIe Gen5 x4", "source": "sheet", "locator": "line 11"},
    "form_factors": {"value": ["U.2", "E3.S"], "source": "sheet"},
    "warranty": {"value": 5, "unit": "years", "source": "sheet"},
    "power_active": {"status": "conflict", "reason": "two texts agree", "readings": [
      {"value": 16, "unit": "W", "source": "brief", "note": "second-hand", "chosen": false},
      {"value": 18, "unit": "W", "source": "sheet", "locator": "line 15", "chosen": true}]}
  },
  "drives": [
    {"id": "micron-9550-max-12.8tb", "model": "Micron 9550 MAX 12.8TB", "fields": {
      "capacity": {"value": 12.8, "unit": "TB", "source": "sheet"},
      "part_numbers": {"value": ["MTX-1", "MTX-2"], "source": "sheet"},
      "dwpd": {"value": 3, "unit": "DWPD", "source": "sheet"},
      "tbw_random": {"value": 70080, "unit": "TB", "source": "sheet", "locator": "line 25",
                     "corroborated_by": [{"source": "copy", "locator": "line 26",
                                         "printed": "70.08 PB"}]},
      "rand_read_4k": {"value": 540000, "unit": "IOPS", "source": "sheet"},
      "seq_read": {"value": 1, "unit": "GB/s", "source": "sheet"},
      "shock": {"value": "1000 G", "source": "sheet"}}},
    {"id": "micron-9550-max-25.6tb", "model": "Micron 9550 MAX 25.6TB", "fields": {
      "capacity": {"value": 25.6, "unit": "TB", "source": "sheet"},
      "warranty": {"value": 3, "unit": "years", "source": "sheet"}}}
  ]})";

Catalog two_drives() {
    return Catalog::from_texts({{"micron.json", family}});
}

std::string refusal(const std::string& text) {
    try {
        Catalog::from_texts({{"f.json", text}});
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

std::string lookup_refusal(const char* name) {
    try {
        two_drives().find(name);
    } catch (const UnknownName& error) {
        return error.what();
    }
    return "found";
}

}  // namespace

TEST_CASE("a family file gives typed drives with their sources") {
    const Catalog loaded = two_drives();
    const Drive& drive = loaded.find("micron-9550-max-12.8tb");
    CHECK(drive.capacity.value() == 12800000000000ULL);
    CHECK(drive.tbw_random->value() == 70080000000000000ULL);
    CHECK(drive.dwpd->to_string() == "3");
    CHECK(drive.warranty_years->to_string() == "5");
    CHECK(drive.tier == "mixed use");
    CHECK(drive.active_power->value() == 18);
    CHECK(drive.texts.at("shock") == "1000 G");
    CHECK(drive.raw_capacity->value() == 16ULL << 40);
    CHECK(drive.provenance.at("raw_capacity").status == Status::inferred);
    CHECK(drive.form_factors == std::vector<std::string>{"U.2", "E3.S"});
    CHECK(loaded.find("micron-9550-max-25.6tb").warranty_years->to_string() == "3");
}

TEST_CASE("a conflict keeps every reading, the chosen one first, and the reason") {
    const Provenance power = two_drives().find("mtx-1").provenance.at("power_active");
    CHECK(power.status == Status::conflict);
    REQUIRE(power.readings.size() == 2);
    CHECK(power.readings[0].value == "18 W");
    CHECK(power.readings[0].locator == "line 15");
    CHECK_FALSE(power.readings[1].chosen);
    CHECK(power.reason == "two texts agree");
    const Provenance tbw = two_drives().find("mtx-1").provenance.at("tbw_random");
    REQUIRE(tbw.readings.size() == 2);
    CHECK(tbw.readings[1].source == "copy");
    CHECK(tbw.readings[1].value == "70080 TB");
    CHECK(tbw.readings[1].printed == "70.08 PB");
}

TEST_CASE("drives are found by id, model, part number and loose name") {
    CHECK(two_drives().find("MTX-2").id == "micron-9550-max-12.8tb");
    CHECK(two_drives().find("Micron 9550 MAX 12.8TB").id == "micron-9550-max-12.8tb");
    CHECK(two_drives().find("9550 max 12.8").id == "micron-9550-max-12.8tb");
    CHECK(lookup_refusal("9550 max") ==
          "drive '9550 max' is ambiguous: it fits micron-9550-max-12.8tb, micron-9550-max-25.6tb");
    CHECK(lookup_refusal("micron-9550-max-12.9tb").find("did you mean micron-9550-max-12.8tb?") !=
          std::string::npos);
    CHECK(lookup_refusal("samsung 9550").find("the nearest are micron") != std::string::npos);
    CHECK(lookup_refusal("").find("not in the catalog") != std::string::npos);
}

TEST_CASE("a datasheet that contradicts itself says so") {
    const std::vector<std::string> warnings = two_drives().find("mtx-1").warnings;
    REQUIRE(warnings.size() == 2);
    CHECK(warnings[0] ==
          "4 KiB random read of 540000 IOPS is 2.21 GB/s, above the sequential read of 1.00 GB/s");
    CHECK(warnings[1] == "the workload behind the endurance rating is not stated");
}

TEST_CASE("every problem of a file comes at once with its JSON pointer") {
    CHECK(refusal(R"({"schema": "drivewear.catalog-family/1", "vendor": "V", "family": "F",
      "tier": "fast",
      "drives": [{"id": "a-12.8tb", "model": "A", "fields": {
          "capacity": {"value": 12.8, "unit": "T", "source": "s"},
          "dwpd": {"value": -1, "unit": "DWPD", "source": "s"},
          "seq_raed": {"value": 1, "unit": "GB/s", "source": "s"},
          "warranty": {"value": 5, "unit": "months", "source": "s"},
          "tbw_random": {"value": 1, "unit": "TB"},
          "uber": 1e-17}},
        {"model": "B", "colour": "red"}]})") ==
          "f.json: /tier: found \"fast\", expected read intensive, mixed use or write intensive\n"
          "f.json: /drives/0/fields/capacity/unit: found \"T\", expected one of B, kB, MB, GB, TB, "
          "PB, KiB, MiB, GiB, TiB, PiB\n"
          "f.json: /drives/0/fields/dwpd/value: found -1, expected a number above 0\n"
          "f.json: /drives/0/fields/seq_raed: found an unknown field, expected 'seq_read' perhaps\n"
          "f.json: /drives/0/fields/tbw_random/source: found nothing, expected an id of a source\n"
          "f.json: /drives/0/fields/uber: found 1e-17, expected an object with value and source\n"
          "f.json: /drives/0/fields/warranty/unit: found \"months\", expected years\n"
          "f.json: /drives/1/id: found nothing, expected vendor-model-[form-]capacity\n"
          "f.json: /drives/1/colour: found an unknown key, expected only the keys of the schema\n"
          "f.json: /drives/1/fields/capacity: found nothing, expected a capacity, such as "
          "{\"value\": 12.8, \"unit\": \"TB\", ...}");
}

TEST_CASE("a later folder replaces a drive with a notice; one folder may not repeat an id") {
    const Catalog both =
        Catalog::from_texts({{"builtin/micron.json", family}, {"mine/micron.json", family}});
    CHECK(both.drives().size() == 2);
    CHECK(both.notices().size() == 2);
    CHECK_THROWS_AS(Catalog::from_texts({{"a/x.json", family}, {"a/y.json", family}}),
                    ValidationError);
}
