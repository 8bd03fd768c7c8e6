// How reports are told apart, joined and refused.
#include "drivewear/ingest/health_reader.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "drivewear/ingest/health_fleet.hpp"
#include "ingest/health_counts.hpp"
#include "ingest/health_support.hpp"
#include "support/throws.hpp"

using namespace drivewear;
using namespace drivewear::ingest;
using doctest::Approx;
using test::host_bytes;
using test::nand_bytes;
using test::nvme_json;
using test::read_all;
using test::read_one;

namespace {

std::string refusal(std::string_view text) {
    return test::message_of([&] { read_all(text); });
}

std::string count_text(std::string_view text) {
    const auto count = grouped_count(text);
    return count ? to_string(*count) : "none";
}

class Folder {
public:
    Folder()
        : path_(std::filesystem::temp_directory_path() /
                ("drivewear-health-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::filesystem::path write(const std::string& name, std::string_view text) const {
        const auto file = path_ / name;
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace

TEST_CASE("counts in every grouping, and what is none") {
    CHECK(count_text("0") == "0");
    CHECK(count_text("1,506,179") == "1506179");
    CHECK(count_text("42 Celsius") == "42");
    CHECK(count_text("100%") == "100");
    CHECK(count_text("12,34,567") == "1234567");
    CHECK(count_text("960\xEF\xBF\xBD"
                     "197\xEF\xBF\xBD"
                     "124") == "960197124");
    CHECK(count_text("0x2d0cdc01b") == "12093079579");
    CHECK(count_text("340282366920938463463374607431768211455") ==
          "340282366920938463463374607431768211455");
    CHECK(count_text("340282366920938463463374607431768211456") == "none");
    CHECK(count_text("136157684.0") == "136157684");
    CHECK(count_text("1,234.00") == "1234");
    CHECK(count_text("12.5") == "none");
    CHECK(count_text("1.5e9") == "none");
    CHECK(count_text("0/0") == "none");
    CHECK(count_text("~1000") == "none");
    CHECK(count_text("") == "none");
    CHECK(count_text("nan") == "none");
    CHECK(*decimal_figure("11472,811") == Approx(11472.811));
    CHECK(*decimal_figure("1.133.997,9 GiB") == Approx(1133997.9));
    CHECK_FALSE(decimal_figure("-"));
}

TEST_CASE("logs without identity complete the drive before them") {
    const auto both =
        read_one(nvme_json(R"("data_units_written":1000,"power_on_hours":10)") +
                 "\n{\"Physical media units written\": {\"hi\": 0, \"lo\": 1024000000}}\n");
    CHECK(host_bytes(both) == "512000000");
    CHECK(nand_bytes(both) == "1024000000");
    CHECK(*assess(both, {}).waf == Approx(2));
    CHECK(both.format == "smartctl JSON 7.4 + OCP C0h log");
    // Two logs of one kind are two drives.
    const auto apart = read_all("{\"data_units_written\": 1}\n{\"data_units_written\": 2}\n");
    REQUIRE(apart.size() == 2);
    CHECK(apart[0].file == "report");
    CHECK(apart[1].file == "report #2");
}

TEST_CASE("a broken document costs itself, not the whole ones before it") {
    std::vector<HealthRecord> records;
    const auto message = test::message_of([&] {
        read_health("{\"data_units_written\": 7}\n{\"data_units_written\": ", "f.json",
                    test::attributes(),
                    [&](HealthRecord record) { records.push_back(std::move(record)); });
    });
    CHECK(message == "f.json: line 2, column 24: found the end, expected a value");
    REQUIRE(records.size() == 1);
    CHECK(host_bytes(records[0]) == "3584000");
}

TEST_CASE("what is no report is one line") {
    for (const std::string& text :
         {std::string(), std::string("\0\0\0\0", 4), std::string("hello\n"),
          std::string("../../dir/file"), std::string("{\"fio version\": \"fio-3.1\"}"),
          std::string("{\"devices\":[{\"name\":\"/dev/sda\"}]}"), std::string("{\"Devices\":[]}"),
          std::string(100000, '['), "{" + std::string(5000, '\xFF'),
          std::string("date,serial_number,model\n1,2,3\n")}) {
        const std::string message = refusal(text);
        INFO(text.substr(0, 40));
        CHECK(message != "no error");
        CHECK(message.find('\n') == std::string::npos);
        CHECK(message.size() < 300);
    }
}

TEST_CASE("byte order mark, CRLF and text around do not matter") {
    const std::string json = nvme_json(R"("data_units_written":5)");
    CHECK(host_bytes(read_one("\xEF\xBB\xBF" + json + "\r\n")) == "2560000");
    CHECK(host_bytes(read_one("sudo: warning\r\n" + json + "\r\nexit 0\r\n")) == "2560000");
    CHECK(host_bytes(read_one("\xEF\xBB\xBFsmartctl 7.2 2020-12-30 r5155\r\n"
                              "=== START OF SMART DATA SECTION ===\r\n"
                              "SMART/Health Information (NVMe Log 0x02)\r\n"
                              "Data Units Written:   5 [2.56 MB]\r\n")) == "2560000");
}

TEST_CASE("vendors' logs") {
    const auto samsung = read_one(
        "[015:000] PhysicallyWrittenBytes                  : 5000000\n"
        "[068:065] User Data Erase Count (Min)             : 20\n"
        "[072:069] User Data Erase Count (Max)             : 24\n");
    CHECK(nand_bytes(samsung) == "5000000");
    CHECK(*samsung.erases->most == 24);
    const auto seagate = read_one(
        "Seagate Extended SMART Information :\n"
        "Description                             Ext-Smart-Id    Ext-Smart-Value\n"
        "Remaining SSD life                      231             0x0000000000000043\n"
        "Physical (NAND) bytes written           60137           0x0000000000000010\n"
        "Physical (HOST) bytes written           62193           0x0000000000000008\n");
    CHECK(nand_bytes(seagate) == "8192000");
    CHECK(host_bytes(seagate) == "4096000");
    CHECK(seagate.wear->used_percent == 33);
    const auto toshiba = read_one(
        "Vendor Log Page 0xCA for NVME device:nvme0\n"
        "Total data written to NAND               : 1024.5 GiB\n");
    CHECK(nand_bytes(toshiba) == std::to_string(1024 * 1073741824LL + 536870912));
    const auto micron = read_one(R"({"Extended Smart Log Page : 0xFB": [
        {"Physical Media Units Written - TLC": "0x10", "Physical Media Units Written - SLC": "0x2"}]})");
    CHECK(nand_bytes(micron) == "18");
    const auto solidigm = read_one(
        R"({"Solidigm SMART log": "nvme0", "Device stats": {
            "wear_leveling_count": {"normalized": 97, "min": 5, "max": 11, "avg": 8},
            "nand_bytes_written": {"normalized": 100, "raw": 2}}})");
    CHECK(nand_bytes(solidigm) == "67108864");
    CHECK(*solidigm.erases->mean == 8);
    REQUIRE(solidigm.wear);
    CHECK(solidigm.wear->used_percent == 3);
    const auto wd = read_one("  Physical NAND Bytes Written                    0 123456789\n");
    CHECK(nand_bytes(wd) == "123456789");
}

TEST_CASE("the 512 bytes of C0h themselves, and another log's") {
    std::string bytes(512, '\0');
    bytes[1] = 16;  // 4096 bytes written
    const unsigned char guid[] = {0xC5, 0xAF, 0x10, 0x28, 0xEA, 0xBF, 0xF2, 0xA4,
                                  0x9C, 0x4F, 0x6F, 0x7C, 0xC9, 0x14, 0xD5, 0xAF};
    std::copy(std::begin(guid), std::end(guid), bytes.begin() + 496);
    CHECK(nand_bytes(read_one(bytes)) == "4096");
    bytes[500] = 1;
    CHECK(refusal(bytes) != "no error");
}

TEST_CASE("rules for attributes are refused with every problem") {
    const auto message = test::message_of([] {
        AttributeTable::from_text(
            R"({"schema": "drivewear.smart-attributes/1", "sources": {"a": {}}, "rules": [
                {"id": 300, "meaning": "host_bytes_written", "field": "raw", "source": "b"},
                {"id": 5, "meaning": "life", "field": "raw", "source": "a", "modls": ["x"]}]})",
            "a.json");
    });
    CHECK(message ==
          "a.json: /rules/0/id: found 300, expected a whole number from 1 to 255\n"
          "a.json: /rules/0/unit_bytes: found nothing, expected a unit for byte counters and for "
          "nothing else\n"
          "a.json: /rules/0/source: found 'b', expected an id of `sources`\n"
          "a.json: /rules/1/meaning: found 'life', expected a word of the schema\n"
          "a.json: /rules/1/unit_bytes: found nothing, expected a unit for byte counters and for "
          "nothing else\n"
          "a.json: /rules/1/modls: found an unknown key, expected 'models' perhaps");
    CHECK(matches_pattern("SAMSUNG MZ7L3", "samsung*"));
    CHECK(matches_pattern("abc", "*b*"));
    CHECK_FALSE(matches_pattern("abc", "b*"));
    CHECK(matches_pattern("", "*"));
    CHECK(matches_pattern("aaaaab", "*a*b"));
    CHECK(test::attributes().size() > 40);
}

TEST_CASE("folders: every file is read or listed, whatever the number of threads") {
    const Folder folder;
    for (int i = 0; i < 40; ++i) {
        std::string json =
            nvme_json("\"data_units_written\":" + std::to_string(1000 + i) +
                      ",\"percentage_used\":" + std::to_string(i) + ",\"power_on_hours\":1000");
        json.replace(json.find("\"S1\""), 4, "\"serial " + std::to_string(i) + "\"");
        folder.write("drive" + std::to_string(100 + i) + ".json", json);
    }
    folder.write("a-broken.json", "{\"smartctl\": ");
    folder.write("b-empty.json", "");
    std::vector<std::string> files[2];
    for (const unsigned threads : {1u, 3u}) {
        Fleet fleet;
        read_health_paths({folder.path(), folder.path() / "missing"}, test::attributes(),
                          {.threads = threads}, fleet);
        const auto report = fleet.finish({});
        CHECK(report.summary.drives == 40);
        CHECK(report.summary.wear_used_percent->median == Approx(19.5));
        CHECK(report.unreadable.size() == 3);
        CHECK(report.drives[report.summary.worst.front()].latest.wear->used_percent == 39);
        for (const DriveHealth& drive : report.drives)
            files[threads / 3].push_back(drive.latest.file);
    }
    CHECK(files[0] == files[1]);
}

TEST_CASE("Backblaze files of many megabytes are read piece by piece, with their line numbers") {
    const Folder folder;
    std::string csv = "date,serial_number,model,capacity_bytes,failure,smart_9_raw,smart_241_raw\n";
    constexpr int rows = 120000;
    for (int i = 0; i < rows; ++i) {
        csv += "2024-05-01,S" + std::to_string(i) + ",Samsung SSD 870,250059350016,0," +
               std::to_string(i) + "," + std::to_string(1000000 + i) + "\n";
    }
    REQUIRE(csv.size() > (5 << 20));
    const auto file = folder.write("2024-05-01.csv", csv);
    int count = 0;
    std::string last;
    read_health_file(file, test::attributes(), [&](HealthRecord record) {
        ++count;
        last = record.file + " " + host_bytes(record);
    });
    CHECK(count == rows);
    CHECK(last == file.string() + " line " + std::to_string(rows + 1) + " " +
                      std::to_string(512LL * (1000000 + rows - 1)));
}

TEST_CASE("files that are too large or not there are refused before they are read") {
    const Folder folder;
    const auto file = folder.write("large.json", "{");
    std::filesystem::resize_file(file, 65ULL << 20);
    CHECK(test::message_of([&] {
              read_health_file(file, test::attributes(), [](HealthRecord) {});
          }).find("68157440 bytes") != std::string::npos);
    CHECK(test::message_of([&] {
              read_health_file(folder.path() / "none", test::attributes(), [](HealthRecord) {});
          }) != "no error");
}
