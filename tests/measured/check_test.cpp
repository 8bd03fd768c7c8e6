// Consistency checks that need no model of a drive: on small made-up files, and on the results that
// ship, where every contradiction that was found by reading must be found by arithmetic too.
#include "drivewear/measured/check.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "drivewear/measured/measurements.hpp"

using namespace drivewear;
using namespace drivewear::measured;

namespace {

std::vector<Finding> check_csv(const std::string& rows, const std::string& link = "") {
    const auto results = parse_results(
        "drive,test,quantity,value,unit,operation,access,block,queue_depth,jobs,fewest,most,"
        "statistic\n" +
            rows,
        "mine.csv");
    return check(results, [&](const std::string&) { return link; });
}

bool has(const std::vector<Finding>& findings, Rule rule, const std::string& words) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
        return finding.rule == rule &&
               (finding.meaning + finding.arithmetic).find(words) != std::string::npos;
    });
}

const Measurements& shipped() {
    static const Measurements all = [] {
        const auto data = std::filesystem::path(DRIVEWEAR_TEST_DATA) / "../../data";
        return Measurements::load(data / "measured", catalog::Catalog::load({data / "catalog"}));
    }();
    return all;
}

const std::vector<Finding>& found() {
    static const std::vector<Finding> findings = check(shipped().results());
    return findings;
}

constexpr const char* pt = "storagereview-9550-max-pt";
constexpr const char* ja = "storagereview-9550-max-ja";
constexpr const char* cd9p = "storagereview-cd9p-r-pt";

struct Wanted {
    Rule rule;
    const char* drive;  ///< part of the doubtful row's label
    const char* source;
    int line;
    const char* words = "";  ///< in arithmetic or meaning
};

bool cites(const Citation& row, const Wanted& wanted) {
    const SourcePlace place{wanted.source, "line " + std::to_string(wanted.line)};
    return row.label.find(wanted.drive) != std::string::npos &&
           std::find(row.sources.begin(), row.sources.end(), place) != row.sources.end();
}

void require_found(const std::vector<Wanted>& all) {
    for (const Wanted& wanted : all) {
        const bool is_there =
            std::any_of(found().begin(), found().end(), [&](const Finding& finding) {
                return finding.rule == wanted.rule && cites(finding.rows.front(), wanted) &&
                       (finding.arithmetic + finding.meaning).find(wanted.words) !=
                           std::string::npos;
            });
        CHECK_MESSAGE(is_there, name_of(wanted.rule), ": ", wanted.drive, " ", wanted.source,
                      " line ", wanted.line, " ", wanted.words);
    }
}

}  // namespace

TEST_CASE("Little's law finds MB/s that are MiB/s, and lets right figures pass") {
    const std::string latency = "a,fio,latency,182.2,us,write,sequential,128 KiB,16,1,,,mean\n";
    const auto wrong =
        check_csv("a,fio,bandwidth,10957.9,MB/s,write,sequential,128 KiB,16,1,,,mean\n" + latency);
    CHECK(has(wrong, Rule::littles_law, "MB/s are MiB/s"));
    CHECK_FALSE(wrong.front().settled);
    CHECK(wrong.front().rows.size() == 2);
    CHECK(wrong.front().rows.front().place == "line 2");
    CHECK(
        check_csv("a,fio,bandwidth,10957.9,MiB/s,write,sequential,128 KiB,16,1,,,mean\n" + latency)
            .empty());
    CHECK(check_csv("a,fio,iops,87.7K,IOPS,write,sequential,128 KiB,16,1,,,mean\n" + latency)
              .empty());
    CHECK(has(check_csv("a,fio,iops,8.77K,IOPS,write,sequential,128 KiB,16,1,,,mean\n" + latency),
              Rule::littles_law, "factor of 10"));
}

TEST_CASE("a raw log's rate may be below what its latency allows, not above") {
    const auto of_log = [](const std::string& rate) {
        const std::string common =
            R"("drive": "d", "test": "fio", "operation": "write", "block": "4 KiB",)"
            R"("queue_depth": 1, "jobs": 1, "evidence": "raw log",)";
        return check(parse_results(
            R"({"schema": "drivewear.measured/1", "results": [{)" + common +
                R"("quantity": "iops", "value": ")" + rate + R"( IOPS"}, {)" + common +
                R"("quantity": "latency", "statistic": "mean", "value": "54.886 us"}]})",
            "fio.json"));
    };
    // 1 / 54.886 us = 18,220 a second.
    CHECK(of_log("17234.8").empty());
    CHECK(has(of_log("19234.8"), Rule::littles_law, "18.22K"));
}

TEST_CASE("a latency of another setting is told as that") {
    const auto findings = check_csv(
        "a,gdsio,bandwidth,2.5,GiB/s,write,sequential,128 KiB,64,1,,,point\n"
        "a,gdsio,bandwidth,1.6,GiB/s,write,sequential,128 KiB,128,1,,,point\n"
        "a,gdsio,latency,9.7,ms,write,sequential,128 KiB,64,1,,,point\n");
    CHECK(has(findings, Rule::littles_law, "belongs to 128 outstanding"));
}

TEST_CASE("the ends of a sweep bound its extremes") {
    CHECK(has(check_csv("a,fio,iops,180K,IOPS,write,random,16 KiB,,,1,512,min\n"
                        "a,fio,latency,0.015,ms,write,random,16 KiB,,,1,512,min\n"),
              Rule::sweep_bounds, "66.67K"));
    CHECK(has(check_csv("a,fio,iops,15.6K,IOPS,write,random,4 KiB,,,1,512,max\n"
                        "a,fio,latency,0.37,ms,write,random,4 KiB,,,1,512,max\n"),
              Rule::sweep_bounds, "factor of 100"));
    CHECK(check_csv("a,fio,iops,1.39M,IOPS,write,random,4 KiB,,,1,512,max\n"
                    "a,fio,latency,0.37,ms,write,random,4 KiB,,,1,512,max\n")
              .empty());
}

TEST_CASE("nothing is faster than its link") {
    CHECK(link_bytes_per_second("PCIe Gen5 x4") == doctest::Approx(15.754e9).epsilon(1e-4));
    CHECK(link_bytes_per_second("PCIe Gen3 x4") == doctest::Approx(3.9385e9).epsilon(1e-4));
    CHECK(link_bytes_per_second("PCIe Gen2 x8") == doctest::Approx(4e9));
    CHECK(link_bytes_per_second("SATA") == 0);
    const std::string row = "a,fio,iops,9M,IOPS,read,random,16 KiB,512,1,,,point\n";
    CHECK(has(check_csv(row, "PCIe Gen5 x4"), Rule::link_speed, "147.46 GB/s"));
    CHECK(check_csv(row).empty());
}

TEST_CASE("random writes above sequential ones, and write amplification below 1") {
    CHECK(has(check_csv("a,fio,bandwidth,7.0,GB/s,write,sequential,128 KiB,16,1,,,mean\n"
                        "a,fio,iops,1.78M,IOPS,write,random,4 KiB,,,1,512,max\n"),
              Rule::random_near_sequential, "faster than sequential"));
    CHECK(check_csv("a,fio,bandwidth,7.0,GB/s,write,sequential,128 KiB,16,1,,,mean\n"
                    "a,fio,iops,415K,IOPS,write,random,4 KiB,,,1,512,max\n")
              .empty());
    CHECK(has(check_csv("a,counters,write_amplification,0.97,,write,random,4 KiB,,,,,mean\n"),
              Rule::amplification_below_one, "0.97"));
    CHECK(check_csv("a,counters,write_amplification,1.00,,write,random,4 KiB,,,,,mean\n").empty());
}

TEST_CASE("a minimum above a maximum") {
    CHECK(has(check_csv("a,fio,iops,320K,IOPS,write,random,4 KiB,,,1,512,min\n"
                        "a,fio,iops,15.6K,IOPS,write,random,4 KiB,,,1,512,max\n"),
              Rule::order, "320K IOPS"));
}

TEST_CASE("shipped: all 16 sequential bandwidths printed as MB/s are MiB/s") {
    const auto count = std::count_if(found().begin(), found().end(), [](const Finding& finding) {
        return finding.rule == Rule::littles_law && finding.settled &&
               finding.meaning.find("MB/s are MiB/s") != std::string::npos &&
               finding.rows.front().label.find("128 KiB sequential") != std::string::npos;
    });
    CHECK(count == 16);
    require_found({{Rule::littles_law, "micron-9550-max", pt, 76, "14.73 GB/s"},
                   {Rule::littles_law, "micron-9550-max", ja, 70, "11.49 GB/s"},
                   {Rule::block_product, "kioxia-cd9p-r", cd9p, 118, "MiB/s"}});
}

TEST_CASE("shipped: GB/s of the sweeps are GiB/s") {
    require_found({{Rule::sweep_bounds, "micron-9550-max", pt, 87, "GiB/s"},
                   {Rule::sweep_bounds, "micron-7600-max", pt, 82, "GiB/s"},
                   {Rule::sweep_bounds, "micron-7600-max", pt, 99, "GiB/s"},
                   {Rule::sweep_ends, "micron-9550-max", pt, 93, "GiB/s"}});
}

TEST_CASE("shipped: number words that slipped by 10 and by 100") {
    require_found({{Rule::sweep_bounds, "micron-9550-max", ja, 105},
                   {Rule::link_speed, "phison-pascari-x200p", ja, 106, "147.46"},
                   {Rule::link_speed, "solidigm-d7-ps1010", ja, 106},
                   {Rule::link_speed, "kingston-dc3000me", ja, 106},
                   {Rule::link_speed, "sandisk-dc-sn861", ja, 112},
                   {Rule::order, "micron-9550-max", ja, 117},
                   {Rule::sweep_bounds, "micron-9550-max", ja, 117, "factor of 100"},
                   {Rule::sweep_bounds, "micron-7600-max", ja, 117, "factor of 100"},
                   {Rule::sweep_bounds, "phison-pascari-x200p", ja, 118, "factor of 100"},
                   {Rule::link_speed, "kingston-dc3000me", ja, 118},
                   {Rule::link_speed, "solidigm-d7-ps1010", ja, 118},
                   {Rule::sweep_bounds, "micron-9550-max", ja, 123, "factor of 100"},
                   {Rule::sweep_bounds, "micron-7600-max", ja, 123, "factor of 100"},
                   {Rule::sweep_bounds, "kingston-dc3000me", ja, 124, "factor of 100"},
                   {Rule::unit, "micron-9550-pro", pt, 55, "TB"}});
}

TEST_CASE("shipped: sections with the figures of the other one") {
    require_found({{Rule::random_near_sequential, "16 KiB random write", pt, 105, "14.75 GB/s"},
                   {Rule::random_near_sequential, "micron-7600-max", pt, 105},
                   {Rule::sweep_bounds, "micron-7600-max", pt, 105, "350K"},
                   {Rule::section, "micron-9550-max", pt, 126, "write section"},
                   {Rule::section, "kingston-dc3000me", pt, 127, "write section"}});
}

TEST_CASE("shipped: statistics that cannot be what they are called") {
    require_found({{Rule::statistic, "micron-9550-max", pt, 60, "558.9 s"},
                   {Rule::statistic, "micron-7600-max", pt, 60, "581.5 s"},
                   {Rule::statistic, "sandisk-dc-sn861", pt, 58, "558.6 s"},
                   {Rule::statistic, "micron-9550-pro", pt, 59, "577.9 s"},
                   {Rule::sweep_bounds, "micron-9550-max", pt, 117, "76.92K"},
                   {Rule::statistic, "kingston-dc3000me", cd9p, 87, "2nd lowest"},
                   {Rule::statistic, "sandisk-dc-sn861", cd9p, 120, "highest"}});
}

TEST_CASE("shipped: no steady state over the whole drive") {
    require_found({{Rule::random_near_sequential, "micron-7600-max", pt, 117, "1.78M"}});
}

TEST_CASE("shipped: documents against each other and against their own latencies") {
    require_found({{Rule::sweep_bounds, "sandisk-dc-sn861", pt, 112, "615K"},
                   {Rule::readings_differ, "kingston-dc3000me", pt, 112},
                   {Rule::throughput_falls, "phison-pascari-x200p", pt, 118, "941"},
                   {Rule::throughput_falls, "micron-9550-max", pt, 147, "3.12 GiB/s"},
                   {Rule::throughput_falls, "micron-9550-max", cd9p, 143, "0.78 GiB/s"},
                   {Rule::readings_differ, "micron-7600-max", cd9p, 145},
                   {Rule::statistic, "micron-7600-max", cd9p, 145, "3rd highest"},
                   {Rule::littles_law, "solidigm-d7-ps1010", cd9p, 138, "128 outstanding"}});
}

TEST_CASE("shipped: the right readings contradict one another in five places only") {
    std::vector<std::string> open;
    for (const Finding& finding : found()) {
        if (finding.severity == Severity::contradiction && !finding.settled)
            open.push_back(finding.rows.front().label);
    }
    CHECK(open.size() == 5);
}
