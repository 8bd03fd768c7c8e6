#include "drivewear/plan/convert.hpp"

#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"
#include "drivewear/units/parse.hpp"

using namespace drivewear;
using namespace drivewear::plan;
using units::Decimal;

namespace {

Decimal decimal(const char* text) {
    return Decimal::parse(text);
}

units::HostBytes written(const char* text) {
    return units::host_bytes(units::parse_capacity(text).value());
}

EnduranceStatement drive_writes(const char* dwpd, const char* capacity, const char* years) {
    EnduranceStatement statement;
    statement.dwpd = decimal(dwpd);
    statement.capacity = units::parse_capacity(capacity);
    statement.years = decimal(years);
    return statement;
}

}  // namespace

TEST_CASE("drive writes per day come to the vendors' printed TBW") {
    const auto tbw = [](const char* dwpd, const char* capacity, const char* years) {
        return convert_endurance(drive_writes(dwpd, capacity, years)).tbw_tb->exact;
    };
    CHECK(tbw("1", "3.84TB", "5") == "7008");
    CHECK(tbw("3", "12.8TB", "5") == "70080");
    CHECK(tbw("10", "800GB", "5") == "14600");
    CHECK(tbw("1", "30.72TB", "5") == "56064");
    CHECK(tbw("0.58", "61.44TB", "5") == "65034.24");
    const EnduranceConversion all = convert_endurance(drive_writes("3", "12.8TB", "5"));
    CHECK(all.pbw_pb->exact == "70.08");
    CHECK(all.tb_per_day->exact == "38.4");
    CHECK(all.capacity_tb->exact == "12.8");
    CHECK(all.years->exact == "5");
}

TEST_CASE("a total gives drive writes as a fraction where the digits do not end") {
    EnduranceStatement statement;
    statement.tbw = written("12.25PB");
    statement.capacity = units::parse_capacity("1.6TB");
    statement.years = decimal("5");
    const EnduranceConversion conversion = convert_endurance(statement);
    CHECK(conversion.dwpd->value == doctest::Approx(4.195205479452055).epsilon(1e-15));
    CHECK(conversion.dwpd->exact == "1225/292");
    CHECK(conversion.tb_per_day->exact == "490/73");
    CHECK(conversion.tbw_tb->exact == "12250");
}

TEST_CASE("the same total over other years is another rate") {
    EnduranceStatement statement;
    statement.dwpd = decimal("3");
    statement.years = decimal("3");
    statement.to_years = decimal("5");
    const EnduranceConversion conversion = convert_endurance(statement);
    CHECK(conversion.dwpd->exact == "1.8");
    CHECK(conversion.years->exact == "5");
    CHECK_FALSE(conversion.tbw_tb);
    CHECK_FALSE(conversion.tb_per_day);

    statement.capacity = units::parse_capacity("1TB");
    CHECK(convert_endurance(statement).tbw_tb->exact == "3285");
    CHECK(convert_endurance(statement).tb_per_day->exact == "1.8");
}

TEST_CASE("bytes a day need the capacity for drive writes and the years for the total") {
    EnduranceStatement statement;
    statement.host_bytes_per_day = written("20TB");
    statement.capacity = units::parse_capacity("12.8TB");
    CHECK(convert_endurance(statement).dwpd->exact == "1.5625");
    CHECK_FALSE(convert_endurance(statement).tbw_tb);
    statement.capacity.reset();
    statement.years = decimal("5");
    CHECK(convert_endurance(statement).tbw_tb->exact == "36500");
    CHECK_FALSE(convert_endurance(statement).dwpd);
}

TEST_CASE("binary amounts are exact as well") {
    EnduranceStatement statement;
    statement.tbw = written("1PiB");
    statement.years = decimal("1");
    statement.capacity = units::parse_capacity("1TiB");
    const EnduranceConversion conversion = convert_endurance(statement);
    CHECK(conversion.tbw_tib->exact == "1024");
    CHECK(conversion.pbw_pib->exact == "1");
    CHECK(conversion.capacity_tib->exact == "1");
    CHECK(conversion.tbw_tb->exact == "1125.899906842624");
    CHECK(conversion.tib_per_day->exact == "1024/365");
}

TEST_CASE("small results keep their leading zeros") {
    EnduranceStatement statement;
    statement.host_bytes_per_day = written("5GB");
    statement.capacity = units::parse_capacity("1TB");
    CHECK(convert_endurance(statement).dwpd->exact == "0.005");
    CHECK(convert_endurance(statement).dwpd->value == 0.005);
}

TEST_CASE("what says too little or too much is refused in words") {
    const auto refusal = [](const EnduranceStatement& statement) -> std::string {
        try {
            convert_endurance(statement);
        } catch (const DomainError& error) {
            return error.what();
        }
        return "accepted";
    };
    EnduranceStatement statement;
    CHECK(refusal(statement).find("found no rating") == 0);
    statement.tbw = written("7008TB");
    CHECK(refusal(statement).find("give the years it is meant for") != std::string::npos);
    statement.capacity = units::parse_capacity("3.84TB");
    CHECK(refusal(statement).find("give the years it is meant for") != std::string::npos);
    statement.years = decimal("5");
    CHECK(refusal(statement) == "accepted");
    statement.dwpd = decimal("1");
    CHECK(refusal(statement).find("found several ratings") == 0);
    statement.tbw.reset();
    CHECK(refusal(statement) == "accepted");
    statement.years = decimal("0");
    CHECK(refusal(statement) == "found 0, expected numbers above 0");
    statement.years.reset();
    statement.to_years = decimal("5");
    CHECK(refusal(statement).find("are missing") != std::string::npos);
    statement.to_years.reset();
    statement.capacity.reset();
    CHECK(refusal(statement).find("give the capacity") != std::string::npos);
}
