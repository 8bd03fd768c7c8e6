// Single values of a catalog file: which are read, exactly, and which are refused and how.
#include <doctest/doctest.h>

#include <string>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::catalog;

namespace {

std::string file_with(const std::string& fields, const std::string& id = "a-1") {
    return R"({"schema": "drivewear.catalog-family/1", "vendor": "V", "family": "F",
               "sources": {"s": {"title": "S"}},
               "drives": [{"id": ")" +
           id + R"(", "model": "A", "fields": {)" + fields + "}}]}";
}

const std::string terabyte = R"("capacity": {"value": 1, "unit": "TB", "source": "s"})";

Drive drive_with(const std::string& fields) {
    return Catalog::from_texts({{"f.json", file_with(fields)}}).drives().front();
}

// The problems without the file's name and the drive's pointer.
std::string refusal(const std::string& fields, const std::string& id = "a-1") {
    try {
        Catalog::from_texts({{"f.json", file_with(fields, id)}});
    } catch (const ValidationError& error) {
        std::string lines;
        for (const Problem& problem : error.problems()) {
            std::string place = problem.place;
            if (place.starts_with("/drives/0/")) place.erase(0, 10);
            lines += place + ": " + problem.found + " -> " + problem.expected + "\n";
        }
        return lines;
    }
    return "accepted";
}

std::string refused_value(const std::string& field, const std::string& value) {
    return refusal(terabyte + ", \"" + field + "\": " + value);
}

}  // namespace

TEST_CASE("a capacity comes from its decimal text to the byte") {
    for (const int hundredths : {1, 7, 29, 57, 115, 768, 1536, 3072, 6144, 12345}) {
        std::string text = std::to_string(hundredths);
        while (text.size() < 3)
            text.insert(0, 1, '0');
        text.insert(text.size() - 2, 1, '.');
        const Drive drive = drive_with("\"capacity\": {\"value\": " + text +
                                       ", \"unit\": \"TB\", \"source\": \"s\"}");
        CHECK(drive.capacity.value() == static_cast<std::uint64_t>(hundredths) * 10'000'000'000);
    }
    CHECK(refusal(R"("capacity": {"value": 1.5, "unit": "B", "source": "s"})") ==
          "fields/capacity/value: 1.5 B -> not a whole number of bytes\n");
    CHECK(refusal(R"("capacity": {"value": 1.0000000000000002, "unit": "TB", "source": "s"})") ==
          "fields/capacity/value: 1.0000000000000002 -> at most 15 significant digits\n");
}

TEST_CASE("values are typed by their kind") {
    const Drive drive = drive_with(terabyte + R"(,
        "seq_read": {"value": 2, "unit": "GiB/s", "source": "s"},
        "read_latency": {"value": 60, "unit": "us", "source": "s"},
        "mttf_0_50c": {"value": 2.5e6, "unit": "h", "source": "s"},
        "dwpd": {"value": 0.58, "unit": "DWPD", "source": "s"},
        "uber": {"value": 1e-17, "unit": "sectors/bit", "source": "s"},
        "operating_temp_min": {"value": -5, "unit": "C", "source": "s"},
        "operating_temp_max": {"value": 70, "unit": "C", "source": "s"},
        "power_max": {"value": 30, "unit": "W", "source": "s"},
        "protection": {"value": ["PLP", "RAIN"], "source": "s"},
        "x_rack": {"value": 7, "source": "s"})");
    CHECK(drive.seq_read->value() == 2.0 * (1 << 30));
    CHECK(drive.read_latency->value() == doctest::Approx(60e-6));
    CHECK(units::in_hours(*drive.mttf_to_50c) == 2.5e6);
    CHECK(drive.dwpd->to_string() == "0.58");
    CHECK(drive.uber == 1e-17);
    CHECK(units::in_celsius(*drive.operating_temperature_min) == doctest::Approx(-5));
    CHECK(drive.texts.at("power_max") == "30 W");
    CHECK(drive.texts.at("protection") == "PLP, RAIN");
    CHECK(drive.texts.at("x_rack") == "7");
}

TEST_CASE("part numbers of several fields come together; a drive's list replaces its family's") {
    const Drive drive = drive_with(terabyte + R"(,
        "part_numbers_sed": {"value": ["SED-1"], "source": "s"},
        "part_numbers_sie": {"value": ["SIE-1"], "source": "s"})");
    CHECK(drive.part_numbers == std::vector<std::string>{"SED-1", "SIE-1"});
    const Catalog catalog = Catalog::from_texts({{"f.json", R"({
        "schema": "drivewear.catalog-family/1", "vendor": "V", "family": "F",
        "sources": {"s": {"title": "S"}},
        "fields": {"form_factors": {"value": ["U.2"], "source": "s"}},
        "drives": [{"id": "a", "model": "A", "fields": {
            "form_factors": {"value": ["E3.S"], "source": "s"},
            "capacity": {"value": 1, "unit": "TB", "source": "s"}}}]})"}});
    CHECK(catalog.find("a").form_factors == std::vector<std::string>{"E3.S"});
}

TEST_CASE("a wrong value is refused with what would be right") {
    CHECK(refused_value("dwpd", R"({"value": 0, "unit": "DWPD", "source": "s"})") ==
          "fields/dwpd/value: 0 -> a number above 0\n");
    CHECK(refused_value("dwpd", R"({"value": "NaN", "unit": "DWPD", "source": "s"})") ==
          "fields/dwpd/value: \"NaN\" -> a number above 0\n");
    CHECK(refused_value("dwpd", R"({"value": 3, "source": "s"})") ==
          "fields/dwpd/unit: nothing -> DWPD\n");
    CHECK(refused_value("nand_layers", R"({"value": 1.5, "unit": "layers", "source": "s"})") ==
          "fields/nand_layers/value: 1.5 layers -> a whole number\n");
    CHECK(refused_value("form_factors", R"({"value": "U.2", "source": "s"})") ==
          "fields/form_factors/value: \"U.2\" -> a list of texts\n");
    CHECK(refused_value("interface", R"({"value": {}, "source": "s"})") ==
          "fields/interface/value: {} -> a text\n");
    CHECK(refused_value("seq_read", R"({"value": 1, "unit": "GB/s", "source": "s", "noet": ""})") ==
          "fields/seq_read/noet: an unknown key -> 'note' perhaps\n");
    CHECK(refused_value("seq_read", R"({"value": 1, "unit": "GB/s", "source": "t"})") ==
          "fields/seq_read: the unknown source 't' -> an id of sources.json or of the file's own "
          "\"sources\"\n");
    CHECK(refused_value("seq_read",
                        R"({"value": 1, "unit": "GB/s", "source": "s", "status": "guessed"})") ==
          "fields/seq_read/status: \"guessed\" -> published, derived, inferred or conflict\n");
    CHECK(refused_value("seq_read",
                        R"({"value": 1, "unit": "GB/s", "source": "s", "status": "inferred"})") ==
          "fields/seq_read/note: nothing -> how the value was derived or inferred\n");
}

TEST_CASE("a conflict names its readings, one of them chosen, and the reason") {
    const std::string one = R"({"value": 1, "unit": "GB/s", "source": "s", "chosen": true})";
    const std::string two = R"({"value": 2, "unit": "GB/s", "source": "s", "chosen": false})";
    const std::string worse = R"({"value": 2, "unit": "GBps", "source": "s", "chosen": false})";
    const auto conflict = [](const std::string& readings, const std::string& more) {
        return refused_value(
            "seq_read", R"({"status": "conflict", "readings": [)" + readings + "]" + more + "}");
    };
    const std::string reason = R"(, "reason": "r")";
    CHECK(conflict(one + "," + two, reason) == "accepted");
    CHECK(conflict(two + "," + one, reason) == "accepted");
    CHECK(conflict(one, reason) ==
          "fields/seq_read/readings: "
          "[{\"chosen\":true,\"source\":\"s\",\"unit\":\"GB/s\",\"value\":1}] "
          "-> a list of at least two readings\n");
    CHECK(conflict(one + "," + one, reason) ==
          "fields/seq_read/readings: 2 chosen readings -> exactly one with \"chosen\": true\n");
    CHECK(conflict(one + "," + two, "") ==
          "fields/seq_read/reason: nothing -> why the chosen reading was chosen\n");
    CHECK(conflict(one + "," + worse, reason) ==
          "fields/seq_read/readings/1/unit: \"GBps\" -> one of MB/s, GB/s, MiB/s, GiB/s\n");
    CHECK(conflict(one + "," + two, reason + R"(, "value": 2, "unit": "GB/s")") ==
          "fields/seq_read/value: 2 -> 1 as in the chosen reading\n");
}

TEST_CASE("a drive must agree with itself") {
    CHECK(refusal(R"("capacity": {"value": 6.4, "unit": "TB", "source": "s"})", "x-12.8tb") ==
          "id: \"x-12.8tb\" -> an id that ends in the capacity, 6.4 TB\n");
    CHECK(refusal(terabyte, "x_1") ==
          "id: \"x_1\" -> lower-case letters, digits, '.' and '-' only\n");
    CHECK(refused_value("raw_capacity", R"({"value": 900, "unit": "GB", "source": "s"})") ==
          "fields/raw_capacity: 900 GB -> at least the capacity, 1 TB\n");
    CHECK(refused_value("operating_temp_max", R"({"value": 0, "unit": "C", "source": "s"},
              "operating_temp_min": {"value": 5, "unit": "C", "source": "s"})") ==
          "fields/operating_temp_min: more than operating_temp_max -> the lower of the two\n");
}

TEST_CASE("raw flash is inferred as the next power of two where nobody states it") {
    const auto raw_of = [](const std::string& value) {
        return drive_with("\"capacity\": " + value).raw_capacity->value();
    };
    CHECK(raw_of(R"({"value": 480, "unit": "GB", "source": "s"})") == 512ULL << 30);
    CHECK(raw_of(R"({"value": 800, "unit": "GB", "source": "s"})") == 1ULL << 40);
    CHECK(raw_of(R"({"value": 3.2, "unit": "TB", "source": "s"})") == 4ULL << 40);
    CHECK(raw_of(R"({"value": 4, "unit": "TiB", "source": "s"})") == 4ULL << 40);
    CHECK(raw_of(R"({"value": 61.44, "unit": "TB", "source": "s"})") == 64ULL << 40);
}
