// Files of results, as people write them.
#include <doctest/doctest.h>

#include <string>

#include "drivewear/core/errors.hpp"
#include "drivewear/measured/measurements.hpp"

using namespace drivewear;
using namespace drivewear::measured;

namespace {

std::string complaint(const std::string& text, const std::string& file = "mine.json") {
    try {
        parse_results(text, file);
    } catch (const ValidationError& error) {
        return error.what();
    }
    return "accepted";
}

std::string document(const std::string& result) {
    return R"({"schema": "drivewear.measured/1", "results": [)" + result + "]}";
}

}  // namespace

TEST_CASE("a result without readings is its own reading") {
    const auto results = parse_results(
        document(R"({"drive": "mine", "quantity": "write_amplification", "value": "1.89",
                     "workload": "uniform", "usable": "745.2 GiB", "source": "log",
                     "locator": "line 3"})"),
        "mine.json");
    REQUIRE(results.size() == 1);
    CHECK(results[0].place == "/results/0");
    CHECK(results[0].conditions.usable_bytes.value() == doctest::Approx(745.2 * 0x1p30));
    REQUIRE(results[0].readings.size() == 1);
    CHECK(results[0].readings[0].sources[0] == SourcePlace{"log", "line 3"});
}

TEST_CASE("a reading may state other conditions than the result") {
    const auto results =
        parse_results(document(R"({"drive": "mine", "quantity": "iops", "value": "900K IOPS",
                     "operation": "read", "statistic": "max", "outstanding": [1, 512],
                     "readings": [{"printed": "904K IOPS", "sources": [{"source": "a"}]},
                                  {"printed": "900K IOPS", "printed_as": {"operation": "write"}}]})"),
                      "mine.json");
    REQUIRE(results[0].readings.size() == 2);
    CHECK_FALSE(results[0].readings[0].has_own_conditions);
    CHECK(results[0].readings[1].has_own_conditions);
    CHECK(results[0].readings[1].conditions.operation == Operation::write);
    CHECK(results[0].readings[1].conditions.outstanding == Sweep{1, 512});
}

TEST_CASE("CSV has the same names as columns") {
    const auto results = parse_results(
        "drive,quantity,value,unit,operation,access,block,queue_depth,jobs,fewest,most,statistic\n"
        "mine,iops,900K,IOPS,write,random,4 KiB,32,16,,,mean\n"
        "mine,latency,0.37,ms,write,random,4 KiB,,,1,512,max\n",
        "mine.csv");
    REQUIRE(results.size() == 2);
    CHECK(results[0].conditions.concurrency() == 512);
    CHECK(results[0].value.value() == doctest::Approx(900e3));
    CHECK(results[1].conditions.outstanding == Sweep{1, 512});
    CHECK(results[1].place == "line 3");
}

TEST_CASE("every problem of a file is told at once, each with its place") {
    const std::string all = complaint(document(R"({"quantity": "speed", "value": "3"},
                              {"drive": "a", "quantity": "iops", "value": "3 MB/s"},
                              {"drive": "a", "quantity": "iops", "value": "3 IOPS", "thread": 4},
                              {"drive": "a", "quantity": "iops", "value": "3 IOPS", "threads": 4,
                               "queue_depth": 4})"));
    CHECK(all.find("mine.json: /results/0/drive") != std::string::npos);
    CHECK(all.find("/results/0/quantity: found 'speed'") != std::string::npos);
    CHECK(all.find("/results/1/value") != std::string::npos);
    CHECK(all.find("/results/2/thread") != std::string::npos);
    CHECK(all.find("/results/3/threads") != std::string::npos);
    CHECK(complaint(R"({"results": []})").find("drivewear.measured/1") != std::string::npos);
    CHECK(complaint("{").find("mine.json") == 0);
}

TEST_CASE("CSV problems name their line") {
    CHECK(complaint("drive,value\nx,1\n", "m.csv").find("line 1: found no column 'quantity'") !=
          std::string::npos);
    CHECK(complaint("drive,quantity,value\nx,iops\n", "m.csv")
              .find("m.csv: line 2: found 2 fields") != std::string::npos);
    CHECK(complaint("drive,quantity,value\nx,iops,fast\n", "m.csv").find("line 2") !=
          std::string::npos);
    CHECK(complaint("", "m.csv").find("no column 'drive'") != std::string::npos);
}
