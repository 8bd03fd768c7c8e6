#include "drivewear/report/convert_report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "drivewear/units/parse.hpp"

using namespace drivewear;

namespace {

plan::EnduranceConversion twelve_petabytes() {
    plan::EnduranceStatement statement;
    statement.tbw = units::host_bytes(units::parse_capacity("12.25PB").value());
    statement.capacity = units::parse_capacity("1.6TB");
    statement.years = units::Decimal(5, 0);
    return plan::convert_endurance(statement);
}

}  // namespace

TEST_CASE("a conversion's record has numbers to work with and exact texts") {
    const report::Json record = report::to_json(twelve_petabytes(), false);
    CHECK(record.at("schema") == "drivewear.convert/1");
    CHECK(record.at("dwpd").dump() == "4.19520547945205");
    CHECK(record.at("tbw_tb").dump() == "12250");
    CHECK(record.at("exact").at("dwpd") == "1225/292");
    CHECK_FALSE(record.contains("tbw_tib"));
    CHECK(report::to_json(twelve_petabytes(), true).at("exact").at("capacity_tib") ==
          "1.4551915228366851806640625");
}

TEST_CASE("the table leaves out what is not known and says fractions where digits go on") {
    const std::string table = report::to_table(twelve_petabytes(), false);
    CHECK(table.find("4.19520547945205  DWPD    1225/292") != std::string::npos);
    CHECK(table.find("12,250  TB\n") != std::string::npos);
    plan::EnduranceStatement statement;
    statement.dwpd = units::Decimal(3, 0);
    statement.years = units::Decimal(3, 0);
    statement.to_years = units::Decimal(5, 0);
    CHECK(report::to_table(plan::convert_endurance(statement), true) ==
          "quantity              amount  unit   exactly\n"
          "drive writes per day     1.8  DWPD\n"
          "years of 365 days          5  years\n");
}
