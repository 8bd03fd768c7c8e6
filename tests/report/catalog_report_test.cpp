// The procurement feed and what `catalog` shows, from the catalog that ships.
#include "drivewear/report/catalog_report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace drivewear;
using report::Json;

namespace {

const catalog::Catalog& shipped() {
    static const catalog::Catalog catalog =
        catalog::Catalog::load({std::filesystem::path(DRIVEWEAR_TEST_DATA) / "../../data/catalog"});
    return catalog;
}

Json record_of(const char* id) {
    return report::to_record(shipped().find(id));
}

}  // namespace

TEST_CASE("a record has every column in order, each with a unit or none and a meaning") {
    const auto columns = report::catalog_columns();
    CHECK(columns.size() == 39);
    const Json record = record_of("micron-9550-max-12.8tb");
    std::size_t index = 0;
    for (const auto& [key, value] : record.items()) {
        REQUIRE(index < columns.size());
        CHECK(key == columns[index].name);
        CHECK(!columns[index].meaning.empty());
        ++index;
    }
    CHECK(index == columns.size());
}

TEST_CASE("a record holds the drive's figures in the units its keys name") {
    const Json record = record_of("micron-9550-max-12.8tb");
    CHECK(record.at("capacity_bytes") == 12'800'000'000'000);
    CHECK(record.at("capacity_tb").dump() == "12.8");
    CHECK(record.at("raw_capacity_bytes") == 17'592'186'044'416);
    CHECK(record.at("raw_capacity_status") == "inferred");
    CHECK(record.at("over_provision_percent").get<double>() ==
          doctest::Approx(37.43895).epsilon(1e-6));
    CHECK(record.at("spare_factor").get<double>() == doctest::Approx(0.2724042).epsilon(1e-6));
    CHECK(record.at("seq_read_mb_s") == 14000);
    CHECK(record.at("rand_write_iops") == 820000);
    CHECK(record.at("read_latency_us") == 60);
    CHECK(record.at("dwpd") == 3);
    CHECK(record.at("tbw_random_tb") == 70080);
    CHECK(record.at("tbw_derived_tb") == 70080);
    CHECK(record.at("mttf_hours_0_50c") == 2'500'000);
    CHECK(record.at("afr_percent").get<double>() == doctest::Approx(0.34979).epsilon(1e-5));
    CHECK(record.at("uber") == 1e-17);
    CHECK(record.at("form_factors") == Json({"U.2", "E3.S"}));
    CHECK(record.at("idle_power_w").is_null());
    CHECK(record.at("part_numbers").is_null());
    CHECK(record.at("warnings") == Json::array());
    CHECK(record_of("kioxia-cd9p-r-e3s-7.68tb").at("part_numbers") ==
          Json({"KCD9DPJE7T68", "KCD9XPJE7T68"}));
    CHECK(record_of("micron-6600-ion-245.76tb").at("indirection_unit_bytes") == 16384);
}

TEST_CASE("the feed is versioned and says what it was made from") {
    const Json feed = report::to_feed(shipped());
    CHECK(feed.at("schema") == "drivewear.catalog/1");
    CHECK(feed.at("generated_from") == report::generated_from(shipped()));
    CHECK(feed.at("drives").size() == shipped().drives().size());
    const std::string csv = report::to_feed_csv(report::all_drives(shipped()));
    CHECK(csv.substr(0, 20) == "id,vendor,family,mod");
    CHECK(report::to_feed_csv({}).find('\n') == report::to_feed_csv({}).size() - 1);
}

TEST_CASE("a drive is shown with every reading and why one was chosen") {
    const catalog::Drive& drive = shipped().find("micron-9550-max-12.8tb");
    const Json power = report::to_json(drive).at("fields").at("power_seq_write");
    CHECK(power.at("value") == "18 W");
    CHECK(power.at("status") == "conflict");
    CHECK(power.at("readings").back().at("value") == "16 W");
    CHECK(power.at("readings").back().at("chosen") == false);
    CHECK(power.at("reason") != "");
    std::size_t readings = 0;
    for (const auto& [field, provenance] : drive.provenance)
        readings += provenance.readings.size();
    CHECK(report::to_rows(drive).size() == readings);
    const std::string table = report::to_table(drive, false);
    CHECK(table.find("12.8 TB") != std::string::npos);
    CHECK(table.find("storagereview-9550-max-pt (+3)") != std::string::npos);
    CHECK(table.find("not taken") != std::string::npos);
}

TEST_CASE("lists and sources have a row each") {
    const std::string table = report::to_table(report::all_drives(shipped()), false);
    CHECK(std::count(table.begin(), table.end(), '\n') == 81);
    const Json sources = report::to_json(shipped().sources());
    CHECK(sources.at("sources").size() == shipped().sources().size());
    CHECK(report::to_table(shipped().sources(), false).find("StorageReview") != std::string::npos);
}

TEST_CASE("checked files come with their problems") {
    const std::vector<catalog::FileCheck> checks{
        {.file = "a.json", .drives = {"a"}, .sources = 0, .problems = {}, .warnings = {"a: w"}},
        {.file = "b.json",
         .drives = {},
         .sources = 0,
         .problems = {{"b.json", "/drives", "nothing", "a list"}},
         .warnings = {}}};
    const Json files = report::to_json(checks).at("files");
    CHECK(files[0].at("valid") == true);
    CHECK(files[1].at("problems")[0].at("pointer") == "/drives");
    const Json rows = report::to_rows(checks);
    CHECK(rows.size() == 2);
    CHECK(rows[0].at("kind") == "warning");
    CHECK(rows[1].at("expected") == "a list");
}
