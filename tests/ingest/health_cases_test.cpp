// Telemetry that is read wrongly in the wild: one test for each way, named after it. The right
// answers are arithmetic on the inputs (a data unit is 512,000 bytes, 32 MiB are 33,554,432).
#include <doctest/doctest.h>

#include "drivewear/ingest/health_fleet.hpp"
#include "ingest/health_support.hpp"
#include "support/throws.hpp"

using namespace drivewear;
using namespace drivewear::ingest;
using doctest::Approx;
using test::assessed;
using test::host_bytes;
using test::nand_bytes;
using test::nvme_json;
using test::rated;
using test::read_one;
using test::row;
using test::sata_json;

namespace {

const LifeLimit* limit_of(const DriveHealth& drive, std::string_view name) {
    for (const LifeLimit& limit : drive.limits) {
        if (limit.name == name) return &limit;
    }
    return nullptr;
}

std::string backblaze(const std::string& rows) {
    return "date,serial_number,model,capacity_bytes,failure,smart_3_normalized,smart_3_raw,"
           "smart_9_normalized,smart_9_raw,smart_241_normalized,smart_241_raw\n" +
           rows;
}

}  // namespace

TEST_CASE("case 01: a data unit is 1000 blocks of 512 bytes, whatever the LBA size") {
    const auto drive =
        assessed(nvme_json(R"("data_units_written":64663716,"power_on_hours":742)",
                           R"("logical_block_size":4096,"user_capacity":{"bytes":960197124096},)"));
    CHECK(host_bytes(drive.latest) == "33107822592000");
    CHECK(in_tb(drive.latest.host_written->value) == Approx(33.1078).epsilon(1e-5));
    CHECK(*drive.dwpd_so_far == Approx(33107822592000.0 / 960197124096.0 / (742 / 24.0)));
}

TEST_CASE("case 02: thousands commas in nvme-cli's text") {
    CHECK(host_bytes(read_one("Smart Log for NVME device:nvme0 namespace-id:ffffffff\n"
                              "data_units_written : 1,277,863,316\n")) == "654266017792000");
}

TEST_CASE("case 03: the bracket is rounded, the count is not") {
    CHECK(host_bytes(read_one("SMART/Health Information (NVMe Log 0x02)\n"
                              "Data Units Written:    4,433,594 [2.27 TB]\n")) == "2270000128000");
}

TEST_CASE("case 04: 1000 and not 1024") {
    CHECK(host_bytes(read_one(nvme_json(R"("data_units_written":113662783)"))) == "58195344896000");
}

TEST_CASE("case 07: a point between thousands, and a decimal TBW") {
    const auto drive = assessed("model N1\ndata_units_written : 499.055\npower_on_hours : 100\n");
    CHECK(host_bytes(drive.latest) == "255516160000");
    HealthRecord record = drive.latest;
    record.model = "N1";
    const auto used = assess(std::move(record), rated("600TBW")).tbw_used_percent;
    REQUIRE(used);
    CHECK(*used == Approx(0.04259).epsilon(1e-3));
}

TEST_CASE("case 08: endurance uses writes, not reads") {
    const auto record =
        read_one(nvme_json(R"("data_units_read":35239374,"data_units_written":682594316)",
                           R"("user_capacity":{"bytes":400088457216},)"));
    const double full_writes = static_cast<double>(record.host_written->value.value()) /
                               static_cast<double>(record.capacity->value());
    CHECK(full_writes == Approx(873.528).epsilon(1e-6));
    CHECK(to_string(record.host_read->value.value()) == "18042559488000");
}

TEST_CASE("case 09: a counter near zero gives no rate and no endless life") {
    const auto drive =
        assessed(nvme_json(R"("data_units_written":4,"percentage_used":0,"power_on_hours":301)"),
                 rated("100TB"));
    CHECK(host_bytes(drive.latest) == "2048000");
    CHECK(drive.latest.has_flag("writes_near_zero"));
    CHECK(limit_of(drive, "rated_tbw") == nullptr);
    CHECK_FALSE(drive.tbw_used_percent);
    REQUIRE(limit_of(drive, "wear"));
    CHECK(limit_of(drive, "wear")->bound == Bound::at_least);
}

TEST_CASE("case 11: 200 percent used is past its rating, not an error") {
    const auto drive = assessed(nvme_json(
        R"("percentage_used":200,"available_spare":100,"available_spare_threshold":10,"power_on_hours":9)"));
    CHECK(drive.latest.wear->used_percent == 200);
    CHECK_FALSE(drive.latest.wear->at_limit);
    CHECK(*drive.binding_limit()->years_left == 0);
    CHECK(drive.latest.has_flag("endurance_consumed"));
}

TEST_CASE("case 12: 255 percent is where the field ends") {
    const auto drive = assessed(nvme_json(R"("percentage_used":255)"));
    CHECK(drive.latest.wear->at_limit);
    CHECK(drive.latest.has_flag("wear_saturated"));
    // A figure above the field's end is the same end.
    CHECK(read_one(nvme_json(R"("percentage_used":300)")).wear->used_percent == 255);
}

TEST_CASE("case 13: warning 0x04 with all spare left is consumed endurance, not failing media") {
    const auto drive = assessed(nvme_json(
        R"("critical_warning":4,"available_spare":100,"available_spare_threshold":10,"percentage_used":100)"));
    CHECK(drive.latest.has_flag("reliability_degraded"));
    CHECK(drive.latest.has_flag("endurance_consumed"));
    CHECK_FALSE(drive.latest.has_flag("spare_below_threshold"));
    CHECK_FALSE(drive.latest.has_flag("smart_failing"));
    for (const Flag& flag : drive.latest.flags) {
        if (flag.code == "endurance_consumed") {
            CHECK(flag.detail.find("spare 100 % (threshold 10 %)") != std::string::npos);
        }
    }
}

TEST_CASE("case 14: 105 percent says nothing about free space or read-only") {
    const auto drive = assessed(nvme_json(R"("percentage_used":105)"));
    CHECK(drive.latest.has_flag("endurance_consumed"));
    CHECK_FALSE(drive.latest.has_flag("read_only"));
}

TEST_CASE("case 16: the drive's view and the rated TBW are far apart") {
    const auto drive = assessed(
        nvme_json(R"("percentage_used":8,"data_units_written":3906250,"power_on_hours":208)"),
        rated("560"));
    CHECK(*drive.tbw_used_percent == Approx(0.357).epsilon(1e-3));
    REQUIRE(drive.latest.has_flag("wear_and_tbw_disagree"));
    CHECK(drive.latest.flags.back().detail.find("22.4x") != std::string::npos);
    CHECK(drive.binding_limit()->name == "wear");
}

TEST_CASE("case 17: 453 percent of life left is not healthy but unknown") {
    const auto card = read_one(R"({"enduranceRemainLifePercentNumber": 45300})");
    CHECK_FALSE(card.wear);
    CHECK(card.has_flag("implausible_life_left"));
    const auto sata = read_one(sata_json("CT1", row(202, "Percent_Lifetime_Remain", 200, "0")));
    CHECK_FALSE(sata.wear);
    CHECK(sata.has_flag("implausible_life_left"));
}

TEST_CASE("case 18: 0 percent used bounds the life from below") {
    const auto drive = assessed(
        nvme_json(R"("percentage_used":0,"data_units_written":1002900,"power_on_hours":10147)"));
    CHECK(in_tb(drive.latest.host_written->value) == Approx(0.5135).epsilon(1e-4));
    const LifeLimit* wear = limit_of(drive, "wear");
    REQUIRE(wear);
    CHECK(wear->bound == Bound::at_least);
    // At least 115.8 years in all: 10147 hours are below 1 percent of it.
    CHECK(*wear->years_left + 10147 / 8760.0 == Approx(115.8).epsilon(1e-3));
}

TEST_CASE("case 19: zettabytes on a day-old drive are read exactly and not used") {
    const auto drive =
        assessed(nvme_json(R"("data_units_written":1180591620717411303424,"power_on_hours":24)",
                           R"("user_capacity":{"bytes":1000204886016},)"),
                 rated("600TB"));
    CHECK(host_bytes(drive.latest) == "604462909807314587353088000");
    CHECK(drive.latest.has_flag("implausible_rate"));
    CHECK_FALSE(drive.dwpd_so_far);
    CHECK_FALSE(drive.tbw_used_percent);
    CHECK_FALSE(drive.binding);
}

TEST_CASE("case 20: a power-on counter that runs behind the clock is no time base") {
    const auto at = [](long long time, int hours, long units) {
        return nvme_json("\"data_units_written\":" + std::to_string(units) +
                             ",\"power_on_hours\":" + std::to_string(hours),
                         "\"local_time\":{\"time_t\":" + std::to_string(time) + "},");
    };
    Fleet fleet;
    fleet.add(read_one(at(1700000000, 2, 1000000)));
    fleet.add(read_one(at(1700000000 + 527820, 18, 9000000)));
    const auto report = fleet.finish(rated("600TB"));
    REQUIRE(report.drives.size() == 1);
    const DriveHealth& drive = report.drives.front();
    CHECK(drive.latest.has_flag("power_on_hours_behind_clock"));
    // 8e6 units in 146.617 hours of the clock; by power-on time it would be 9 times as fast.
    const double left_bytes = 600e12 - 9e6 * 512000;
    const double per_year = 8e6 * 512000 / (527820 / (365.0 * 86400));
    CHECK(*limit_of(drive, "rated_tbw")->years_left == Approx(left_bytes / per_year));
}

TEST_CASE("case 21: hours are never rescaled in silence") {
    CHECK(*read_one(nvme_json(R"("power_on_hours":10)", R"("model_family":"Samsung",)"))
               .power_on_hours == 10u);
}

TEST_CASE("case 22: 22 drive writes a day over few hours make the hours doubtful") {
    const auto drive = assessed(
        nvme_json(R"("data_units_written":2824080560,"percentage_used":5,"power_on_hours":482)",
                  R"("nvme_total_capacity":3204045602816,)"));
    CHECK(in_tb(drive.latest.host_written->value) == Approx(1445.929).epsilon(1e-6));
    CHECK(*drive.dwpd_so_far == Approx(22.47).epsilon(1e-3));
    CHECK(drive.latest.capacity_source == "nvme_total_capacity");
    CHECK(drive.latest.has_flag("time_base_doubtful"));
}

TEST_CASE("case 23: counters as JSON strings") {
    CHECK(host_bytes(read_one(R"({"critical_warning": 0, "data_units_written": "432007"})")) ==
          "221187584000");
    CHECK(host_bytes(read_one(R"({"critical_warning": 0, "data_units_written": "136,157,684"})")) ==
          "69712734208000");
}

TEST_CASE("case 25: counters as floats are whole, and inexact above 2^53") {
    const auto record = read_one(R"({"data_units_written": 136157684.0})");
    CHECK(host_bytes(record) == "69712734208000");
    CHECK_FALSE(record.has_flag("counter_inexact"));
    CHECK(read_one(R"({"data_units_written": 9007199254740994.0})").has_flag("counter_inexact"));
}

TEST_CASE("case 27: no counter passes through a double") {
    CHECK(*read_one(nvme_json(R"("host_writes":9007199254740993)")).write_commands ==
          9007199254740993u);
    // smartctl repeats what a double cannot hold as text, and beyond 64 bits as bytes.
    const auto wide = read_one(
        nvme_json(R"("host_writes":18446744073709552000,"host_writes_s":"18446744073709551615")"));
    CHECK(to_string(*wide.write_commands) == "18446744073709551615");
    const auto bytes = read_one(
        nvme_json(R"("host_writes":1.8446744073709552e19,"host_writes_le":[1,0,0,0,0,0,0,0,1])"));
    CHECK(to_string(*bytes.write_commands) == "18446744073709551617");
}

TEST_CASE("case 28: a negative count is a 32-bit one that wrapped") {
    const auto record =
        read_one(R"({"data_units_written": 5, "thm_temp1_total_time": -2, "power_cycles": -1})");
    CHECK(record.has_flag("counter_wrapped"));
    CHECK(*record.power_cycles == 4294967295u);
}

TEST_CASE("case 29: a misspelt key is not a warning of zero") {
    const auto record =
        read_one(R"({"critical_warrning": 0, "data_units_written": 47217872, "temperature": 300})");
    CHECK_FALSE(record.critical_warning);
    CHECK(record.has_flag("unknown_key"));
    CHECK(in_tb(record.host_written->value) == Approx(24.175550).epsilon(1e-7));
}

TEST_CASE("case 30: the critical warning as an object, the temperature in kelvin") {
    const auto record = read_one(
        R"({"critical_warning": {"value": 4, "available_spare": 0, "temp_threshold": 0,
            "reliability_degraded": 1, "ro": 0}, "temperature": 328, "avail_spare": 97})");
    CHECK(*record.critical_warning == 4u);
    CHECK(*record.celsius == 55);
    CHECK(*record.spare_percent == 97);
    CHECK(*read_one(nvme_json(R"("temperature":55)")).celsius == 55);
}

TEST_CASE("case 32: a device that did not open is no drive with zeros") {
    const auto message = test::message_of([] {
        test::read_all(R"({"json_format_version":[1,0],"smartctl":{"version":[7,3],"messages":
            [{"string":"open device: /dev/sda failed: try '-d megaraid,N'","severity":"error"}],
            "exit_status":2},"local_time":{"time_t":1740483986}})");
    });
    CHECK(message.find("no data: open device: /dev/sda failed: try '-d megaraid,N'") !=
          std::string::npos);
    CHECK(message.find('\n') == std::string::npos);
    const auto info = read_one(R"({"device":{"name":"/dev/sata1","protocol":"ATA"},
        "model_name":"M","smart_support":true})");
    CHECK(info.has_flag("no_health_data"));
    CHECK_FALSE(info.power_on_hours);
}

TEST_CASE("case 33: group separators of every code page") {
    for (const char* count : {"16 829 004", "16.829.004",
                              "16\xC2\xA0"
                              "829\xC2\xA0"
                              "004",
                              "16'829'004", "16?829?004",
                              "16\xFF"
                              "829\xFF"
                              "004",
                              "16\xE2\x80\xAF"
                              "829\xE2\x80\xAF"
                              "004",
                              "16\\xa0829\\xa0004",
                              "16\xEF\xBF\xBD"
                              "829\xEF\xBF\xBD"
                              "004",
                              "1,68,29,004"}) {
        INFO(count);
        CHECK(host_bytes(read_one("SMART/Health Information (NVMe Log 0x02)\nData Units Written: " +
                                  std::string(count) + " [8,61 TB]\n")) == "8616450048000");
    }
}

TEST_CASE("case 36: 241 named LBAs but counted in 32 MiB, proven by the device statistics") {
    const auto record = read_one(sata_json(
        "TOSHIBA THNSN8960", row(241, "Total_LBAs_Written", 100, "1233000"),
        R"("ata_device_statistics":{"pages":[{"number":1,"table":[{"offset":24,"value":80805888000,
           "flags":{"valid":true}}]}]},)"));
    CHECK(host_bytes(record) == "41372614656000");
    CHECK(record.host_written->source.find("agrees in units of 32 MiB") != std::string::npos);
    CHECK_FALSE(record.has_flag("unit_unknown"));
}

TEST_CASE("case 37: the unit of a drive that smartctl does not know") {
    const auto record = read_one(
        "smartctl 7.3 2022-02-28 r5338 [x86_64-linux] (local build)\n"
        "=== START OF INFORMATION SECTION ===\n"
        "Device Model:     Lexar SSD NS100\nRotation Rate:    Solid State Device\n"
        "Sector Size:      512 bytes logical/physical\n"
        "ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED "
        "RAW\n"
        "241 Unknown_Attribute       0x0032   100   100   000    Old_age   Always       -   "
        "998347\n"
        "0x01  0x018  6     65427717018  ---  Logical Sectors Written\n");
    CHECK(in_tb(record.host_written->value) == Approx(33.4990).epsilon(1e-5));
    CHECK(record.host_written->source.find("32 MiB") != std::string::npos);
}

TEST_CASE("case 39: the only plausible unit is assumed and says so") {
    const auto record =
        read_one(sata_json("SSDSCKKB240G8R", row(241, "Total_LBAs_Written", 100, "46482"),
                           R"("power_on_time":{"hours":2038},)"));
    CHECK(in_tb(record.host_written->value) == Approx(1.5597).epsilon(1e-4));
    CHECK(record.host_written->inferred);
    CHECK(record.has_flag("unit_assumed"));
}

TEST_CASE("case 40: Intel's 32 MiB counters and remaining life by value") {
    const auto drive = assessed(sata_json("INTEL SSDSC2BB016T4",
                                          row(233, "Media_Wearout_Indicator", 15, "0") + "," +
                                              row(241, "Host_Writes_32MiB", 100, "62594010") + "," +
                                              row(243, "NAND_Writes_32MiB", 100, "138721860"),
                                          R"("power_on_time":{"hours":30000},)"));
    CHECK(in_tb(drive.latest.host_written->value) == Approx(2100.3).epsilon(1e-4));
    CHECK(in_tb(drive.latest.nand_written->value) == Approx(4654.7).epsilon(1e-4));
    CHECK(*drive.waf == Approx(2.2162).epsilon(1e-4));
    CHECK(drive.latest.wear->used_percent == 85);
}

TEST_CASE("case 41: a value of 1 is the floor, and raw 0 does not mean new") {
    const auto drive =
        assessed(sata_json("INTEL SSDSC2BA200G3", row(233, "Media_Wearout_Indicator", 1, "0"),
                           R"("power_on_time":{"hours":50000},)"));
    CHECK(drive.latest.wear->used_percent == 99);
    CHECK(drive.latest.wear->at_limit);
    CHECK(drive.latest.has_flag("wear_saturated"));
    CHECK(drive.binding_limit()->bound == Bound::at_most);
}

TEST_CASE("case 43: Samsung's 177 near its end: the value is wear, the raw value cycles") {
    const auto drive = assessed(sata_json("Samsung SSD 850 EVO 500GB",
                                          row(177, "Wear_Leveling_Count", 1, "2981") + "," +
                                              row(241, "Total_LBAs_Written", 99, "572549452098"),
                                          R"("power_on_time":{"hours":20837},
                                             "user_capacity":{"bytes":500107862016},)"));
    CHECK(drive.latest.wear->used_percent == 99);
    CHECK(drive.latest.wear->at_limit);
    CHECK(*drive.latest.erases->mean == 2981);
    CHECK(in_tb(drive.latest.host_written->value) == Approx(293.145).epsilon(1e-5));
    CHECK(*drive.dwpd_so_far == Approx(0.675).epsilon(1e-3));
}

TEST_CASE("case 45: life left that firmware turns round is unknown where raw does not agree") {
    const auto doubtful =
        read_one(sata_json("KINGSTON SA400S37120G", row(231, "SSD_Life_Left", 100, "2")));
    CHECK_FALSE(doubtful.wear);
    CHECK(doubtful.has_flag("wear_attribute_unsettled"));
    const auto agreed =
        read_one(sata_json("KINGSTON SA400M8120G", row(231, "SSD_Life_Left", 98, "98")));
    CHECK(agreed.wear->used_percent == 2);
}

TEST_CASE("case 46: 169 falls to 0, which is worn out, and its raw value tells it") {
    CHECK(read_one(sata_json("TS64GMTS400", row(169, "Remaining_Lifetime_Perc", 0, "0")))
              .wear->used_percent == 100);
    CHECK(read_one(sata_json("TS32GMTS400", row(169, "Remaining_Lifetime_Perc", 100, "96")))
              .wear->used_percent == 4);
}

TEST_CASE("case 47: WD's 230 counts what is used") {
    CHECK(
        read_one(sata_json("WDC WDS200T2B0A-00SM50", row(230, "Media_Wearout_Indicator", 100, "1")))
            .wear->used_percent == 1);
    // Packed words: the second byte. 0x011e0100011e on a drive that is 1 % used.
    CHECK(read_one(sata_json("WDC WDS100T2B0A-00SM50",
                             row(230, "Media_Wearout_Indicator", 100, "1228377424158")))
              .wear->used_percent == 1);
}

TEST_CASE("case 50: Samsung counts sectors, not 32 MiB") {
    const auto record = read_one(
        sata_json("Samsung SSD 850 EVO 1TB", row(241, "Total_LBAs_Written", 99, "9692132000")));
    CHECK(in_tb(record.host_written->value) == Approx(4.9624).epsilon(1e-4));
}

TEST_CASE("case 51: a raw value in hexadecimal is read in the order it is printed") {
    const auto text = [](const char* raw) {
        return "smartctl 7.3 2022-02-28 r5338 [x86_64-linux] (local build)\n"
               "=== START OF INFORMATION SECTION ===\nDevice Model:     Samsung SSD 870 EVO\n"
               "Rotation Rate:    Solid State Device\n"
               "241 Total_LBAs_Written      0x0032   099   099   000    Old_age   Always   -   " +
               std::string(raw) + "\n";
    };
    CHECK(in_tb(read_one(text("0x0008299120f5")).host_written->value) ==
          Approx(17.949).epsilon(1e-4));
    CHECK(in_tb(read_one(text("0x000d4d2396cb")).host_written->value) ==
          Approx(29.250).epsilon(1e-4));
}

TEST_CASE("case 52: power-on hours packed with minutes") {
    const std::string packed = R"x({"id":9,"name":"Power_On_Hours","value":95,"raw":)x"
                               R"x({"value":57951993765239,"string":"40311 (52 181 0)"}})x";
    CHECK(*read_one(sata_json("M", packed)).power_on_hours == 40311u);
    CHECK(*read_one(sata_json("M", packed, R"("power_on_time":{"hours":40311},)")).power_on_hours ==
          40311u);
    // Without smartctl's reading the low 32 bits are the hours.
    CHECK(*read_one(backblaze("2024-01-01,Z,SSD1,250059350016,0,,,95,57951993765239,,\n"))
               .power_on_hours == (57951993765239u & 0xFFFFFFFFu));
}

TEST_CASE("case 53: a rotating disk gets no endurance answer") {
    const auto drive = assessed(
        R"({"device":{"protocol":"ATA"},"model_name":"ST4000DM000","rotation_rate":7200,
            "user_capacity":{"bytes":4000787030016},"power_on_time":{"hours":30000},
            "ata_smart_attributes":{"table":[)" +
            row(241, "Total_LBAs_Written", 100, "8338") + "]}}",
        rated("100TB"));
    CHECK_FALSE(drive.latest.host_written);
    CHECK(drive.latest.has_flag("not_solid_state"));
    CHECK(drive.limits.empty());
    CHECK_FALSE(drive.rating);
}

TEST_CASE("case 54: SAS text, hours:minutes, straight-line exhaustion") {
    const auto drive = assessed(
        "smartctl 7.2 2020-12-30 r5155 [x86_64-linux] (local build)\n"
        "=== START OF INFORMATION SECTION ===\nVendor:   ACME\nProduct:  S1\n"
        "Rotation Rate:        Solid State Device\nTransport protocol:   SAS (SPL-4)\n"
        "=== START OF READ SMART DATA SECTION ===\nSMART Health Status: OK\n"
        "Percentage used endurance indicator: 80%\n"
        "    Accumulated power on time, hours:minutes 35075:29 [2104529 minutes]\n"
        "write:         0        0         0         0          0      11472,811           0\n");
    CHECK(drive.latest.model == "ACME S1");
    CHECK(drive.latest.wear->used_percent == 80);
    CHECK(*drive.binding_limit()->years_left * 8760 == Approx(8769).epsilon(1e-4));
    CHECK(host_bytes(drive.latest) == "11472811000000");
    CHECK(*drive.latest.passed);
}

TEST_CASE("case 56: {hi, lo} makes 128 bits") {
    CHECK(nand_bytes(read_one(R"({"Physical media units written": {"hi": 1, "lo": 5}})")) ==
          "18446744073709551621");
    const auto flat = read_one(
        R"({"physical_media_units_written_hi": 1.0, "physical_media_units_written_lo": 5.0,
            "log_page_guid": 2.337e38})");
    CHECK(nand_bytes(flat) == "18446744073709551621");
}

TEST_CASE("case 57: a hex dump of C0h that stops early") {
    // 4,867,569,061,888 = 0x046D51B99000, little endian at byte 0.
    std::string dump = "Device:nvme0n1 log-id:192\n       0  1  2  3\n";
    const char* first = "00 90 b9 51 6d 04 00 00 00 00 00 00 00 00 00 00";
    constexpr char digits[] = "0123456789abcdef";
    for (int line = 0; line < 18; ++line) {
        dump += std::string("0") + digits[line / 16] + digits[line % 16] + "0: ";
        dump += line == 0 ? first : "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00";
        dump += " \"................\"\n";
    }
    dump += "0120: 00 00 00 00 00 00 00 00 00 00 00 00\n";
    const auto record = read_one(dump);
    CHECK(nand_bytes(record) == "4867569061888");
    REQUIRE(record.has_flag("log_page_assumed"));
    CHECK(record.flags.front().detail.find("byte 299") != std::string::npos);
}

TEST_CASE("case 58: OCP's keys in both styles, and the misspelling") {
    const auto v2 = read_one(
        R"({"physical_media_units_written": {"hi": 0, "lo": 1000},
            "sys_area_program_fail_count_noralized": 100, "log_page_version": 6})");
    CHECK(nand_bytes(v2) == "1000");
    CHECK_FALSE(v2.erases);  // absent in this version: unknown, not 0
    const auto v1 = read_one(
        R"({"Physical media units written": {"hi": 0, "lo": 1000},
            "Max User data erase counts": 7, "Min User data erase counts": 3})");
    CHECK(nand_bytes(v1) == "1000");
    CHECK(*v1.erases->most == 7);
    const auto text = read_one(
        "SMART Cloud Attributes:-\n"
        "  Physical media units written -\t\t0 1000\n"
        "  Max User data erase counts\t\t7\n");
    CHECK(nand_bytes(text) == "1000");
}

TEST_CASE("case 59: an endurance estimate without a unit is not bytes") {
    const auto drive = assessed(
        R"({"Physical media units written": {"hi": 0, "lo": 5}, "Endurance estimate": 20100000})");
    CHECK(drive.latest.has_flag("endurance_estimate_unit_unknown"));
    CHECK(drive.limits.empty());
}

TEST_CASE("case 61: packed wear, a timer that never ran, and WA below 1") {
    const auto drive = assessed(
        "Additional Smart Log for NVME device:nvme0 namespace-id:ffffffff\n"
        "ID             KEY                                 Normalized     Raw\n"
        "0xad    wear_leveling_count                            100         4295098369\n"
        "0xe2    media_wear_percentage                          100         65535\n"
        "0xf4    nand_bytes_written                             100         40262\n"
        "0xf5    host_bytes_written                             100         45197\n");
    CHECK(*drive.waf == Approx(0.8908).epsilon(1e-4));
    CHECK(drive.latest.has_flag("waf_below_one"));
    CHECK(drive.latest.has_flag("timed_workload_not_run"));
    CHECK(*drive.latest.erases->least == 1);
    CHECK(*drive.latest.erases->most == 2);
    CHECK(*drive.latest.erases->mean == 1);
    CHECK(in_tb(drive.latest.host_written->value) == Approx(1.5166).epsilon(1e-4));
}

TEST_CASE("case 62: normalised 0 and raw 0 is a counter the model does not have") {
    const auto drive = assessed(
        "key                               normalized raw\n"
        "nand_bytes_written              :   0%       sectors: 0\n"
        "host_bytes_written              :   0%       sectors: 0\n");
    CHECK_FALSE(drive.waf);
    CHECK_FALSE(drive.latest.host_written);
    CHECK(drive.latest.has_flag("counter_unsupported"));
    CHECK(drive.waf_source == "this model does not count NAND bytes");
}

TEST_CASE("case 63: nan in a vendor's JSON costs one figure, not the file") {
    const auto record = read_one(
        R"({"Intel Smart log": "nvme0", "Device stats": {
            "timed_workload_media_wear": {"normalized": 100, "raw": nan},
            "nand_bytes_written": {"normalized": 100, "raw": 1000},
            "host_bytes_written": {"normalized": 100, "raw": 500}}})");
    CHECK(nand_bytes(record) == "33554432000");
    CHECK(host_bytes(record) == "16777216000");
    const auto text = read_one(
        "timed_workload_media_wear       : 100%       63.999%\n"
        "nand_bytes_written              : 100%       sectors: 224943088\n");
    CHECK(text.has_flag("timed_workload_not_run"));
}

TEST_CASE("case 64: a label that changed between GB and GiB is kept in both readings") {
    const auto record = read_one("Host Write : 1000 GiB\n");
    CHECK_FALSE(record.host_written);
    REQUIRE(record.has_flag("unit_ambiguous"));
    CHECK(record.flags.front().detail.find("1e+12 bytes if GB") != std::string::npos);
    CHECK(record.flags.front().detail.find("1.0737e+12 bytes if GiB") != std::string::npos);
}

TEST_CASE("case 65: DWPD without years is refused") {
    RatingBook book;
    CHECK(test::message_of([&] { book.add_csv("model,dwpd\nN1,1\n", "r.csv"); }) ==
          "r.csv: line 2: found DWPD without years, expected years: the same DWPD is another TBW "
          "over 3 or 5");
}

TEST_CASE("case 66: 1 DWPD of 15 TB over 5 years is 27,375 TB, not 26,700") {
    RatingBook book;
    book.add_csv("model,dwpd,years,capacity\nN1,1,5,15TB\n", "r.csv");
    HealthRecord record;
    record.model = "N1";
    CHECK(units::in_tb(book.find(record).rating->tbw) == 27375);
}

TEST_CASE("case 67: 3.84 TB at 1 DWPD over 5 years of 365 days is 7008 TB") {
    RatingBook book;
    book.add_csv("model,dwpd,years,capacity\nN*,1,5,3.84TB\n", "r.csv");
    HealthRecord record;
    record.model = "n1-384";
    const auto rating = book.find(record).rating;
    CHECK(rating->tbw.value() == 7008000000000000u);
    CHECK(rating->source == "r.csv line 2 (DWPD x capacity x 365 x years)");
}

TEST_CASE("case 68: the tail of a fleet, which its mean hides") {
    // 3 drives at 0, 2 and 70 %: capacities 4, 4 and 2 TB.
    Fleet fleet;
    const auto add = [&](int used, const char* bytes, const char* serial, bool by_total) {
        const std::string capacity =
            by_total ? std::string("\"nvme_total_capacity\":") + bytes
                     : std::string("\"user_capacity\":{\"bytes\":") + bytes + "}";
        HealthRecord record = read_one(nvme_json(
            "\"data_units_written\":2000000000,\"power_on_hours\":20000,\"percentage_used\":" +
                std::to_string(used),
            capacity + ","));
        record.serial = serial;
        fleet.add(std::move(record));
    };
    add(0, "4000000000000", "A", false);
    add(2, "4000000000000", "B", true);
    add(70, "2000000000000", "C", true);
    const auto report = fleet.finish({});
    const FleetSummary& summary = report.summary;
    CHECK(summary.drives == 3);
    CHECK(summary.wear_used_percent->mean == Approx(24));
    CHECK(summary.wear_used_percent->median == 2);
    CHECK(summary.wear_used_percent->most == 70);
    CHECK(*summary.capacity_weighted_wear == Approx((2 * 4 + 70 * 2) / 10.0));
    CHECK(summary.wear_from_50 == 1);
    CHECK(in_tb(summary.host_written) == Approx(3 * 1024.0));
    CHECK(report.drives[summary.worst.front()].latest.serial == "C");
}

TEST_CASE("case 69: remaining and used in one scale") {
    CHECK(read_one(sata_json("CT500MX500SSD1", row(202, "Percent_Lifetime_Remain", 10, "90")))
              .wear->used_percent == 90);
    CHECK(read_one(sata_json("Samsung SSD 860", row(177, "Wear_Leveling_Count", 32, "900")))
              .wear->used_percent == 68);
    CHECK(read_one(nvme_json(R"("percentage_used":52)")).wear->used_percent == 52);
}

TEST_CASE("case 89: the endurance group's log gives a ratio, not bytes") {
    for (const char* key : {"mediate_write_commands", "media_units_written"}) {
        const auto drive = assessed(R"({"endurance_estimate": 1, "data_units_written": 2, ")" +
                                    std::string(key) + R"(": 3, "percent_used": 7})");
        CHECK(*drive.waf == Approx(1.5));
        CHECK_FALSE(drive.latest.host_written);
        CHECK_FALSE(drive.latest.nand_written);
        CHECK(drive.latest.has_flag("unit_unknown"));
        CHECK(drive.latest.wear->used_percent == 7);
    }
}

TEST_CASE("case 90: zero writes over months may mean not reported") {
    const auto drive = assessed(
        nvme_json(
            R"("data_units_written":0,"host_writes":0,"data_units_read":202,"power_on_hours":4733)",
            R"("nvme_namespaces":[{"utilization":{"bytes":4000787030016},
               "capacity":{"bytes":4000787030016}}],)"),
        rated("600TB"));
    CHECK(host_bytes(drive.latest) == "0");
    CHECK(drive.latest.has_flag("zero_writes_reported"));
    CHECK_FALSE(drive.waf);
    CHECK_FALSE(drive.binding);
    CHECK(drive.latest.capacity_source == "nvme_namespaces[0].capacity");
}

TEST_CASE(
    "case 91: Backblaze's rows: empty is absent, a failed drive stays failed, disks are disks") {
    const auto records =
        test::read_all(backblaze("2013-09-29,A,HITACHI1,4000787030016,0,,300,,4800,,\n"
                                 "2013-10-01,A,HITACHI1,4000787030016,1,,300,,4848,,\n"
                                 "2013-10-05,A,HITACHI1,4000787030016,0,,300,,4944,,\n"));
    REQUIRE(records.size() == 3);
    CHECK(*records[0].taken_at == 1380412800);
    CHECK_FALSE(records[0].host_written);
    Fleet fleet;
    for (const HealthRecord& record : records)
        fleet.add(record);
    const auto report = fleet.finish({});
    REQUIRE(report.drives.size() == 1);
    CHECK(report.drives[0].latest.failed == true);
    CHECK(report.drives[0].latest.has_flag("resurrected"));
    CHECK(report.drives[0].latest.has_flag("not_solid_state"));
    CHECK(report.drives[0].latest.file == "report line 3");
    // An SSD's row: columns by name, in any order.
    const auto ssd = test::read_all(
        "date,serial_number,model,capacity_bytes,failure,smart_241_raw,smart_9_raw,"
        "smart_177_normalized,smart_177_raw\n"
        "2023-01-02,B,Samsung SSD 870 EVO 250GB,250059350016,0,1000000,10000,95,77\n");
    CHECK(host_bytes(ssd.at(0)) == "512000000");
    CHECK(ssd.at(0).wear->used_percent == 5);
    // Hours are compared as numbers: "10000" is after "9999".
    CHECK(*ssd.at(0).power_on_hours == 10000u);
}
