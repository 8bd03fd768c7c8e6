#include "drivewear/units/parse.hpp"

#include <doctest/doctest.h>

#include <string>

#include "drivewear/core/errors.hpp"
#include "drivewear/units/decimal.hpp"
#include "drivewear/units/format.hpp"

using namespace drivewear;
using namespace drivewear::units;

namespace {

std::uint64_t capacity(const char* text) {
    return parse_capacity(text).value();
}

struct Refusal {
    std::size_t column;
    std::string reason;
};

template <class Parse>
Refusal refusal(Parse parse, const char* text) {
    try {
        parse(text);
    } catch (const ParseError& error) {
        return {error.column(), error.reason()};
    }
    FAIL("accepted: " << text);
    return {};
}

}  // namespace

TEST_CASE("decimal and binary capacities are exact and different") {
    CHECK(capacity("12.8TB") == 12800000000000ULL);
    CHECK(capacity("12.8 TB") == 12800000000000ULL);
    CHECK(capacity("16TiB") == 17592186044416ULL);
    CHECK(capacity("4KiB") == 4096ULL);
    CHECK(capacity("4kB") == 4000ULL);
    CHECK(capacity("1.14GB") == 1140000000ULL);
    CHECK(capacity("18446744073709551615B") == UINT64_MAX);
    CHECK(capacity("0B") == 0ULL);
    CHECK(capacity("15EiB") == 15ULL << 60);
    CHECK(capacity("2e3 GB") == 2000000000000ULL);
    CHECK(capacity("1.5EB") == 1500000000000000000ULL);
}

TEST_CASE("every k/100 TB is exact, which doubles are not") {
    for (std::uint64_t k = 1; k <= 100000; ++k) {
        const std::string text = std::to_string(k / 100) + "." + std::to_string(k % 100 / 10) +
                                 std::to_string(k % 10) + "TB";
        REQUIRE(parse_capacity(text).value() == k * 10000000000ULL);
    }
}

TEST_CASE("ambiguous and senseless capacities are refused at the right column") {
    CHECK(refusal(parse_capacity, "12T").column == 3);
    CHECK(refusal(parse_capacity, "12T").reason.find("TiB") != std::string::npos);
    CHECK(refusal(parse_capacity, "12,8TB").column == 3);
    CHECK(refusal(parse_capacity, "1.5B").reason == "not a whole number of bytes");
    CHECK(refusal(parse_capacity, "0.1KiB").reason == "not a whole number of bytes");
    CHECK(refusal(parse_capacity, "-1TB").column == 1);
    CHECK(refusal(parse_capacity, "NaN").column == 1);
    CHECK(refusal(parse_capacity, "inf TB").column == 1);
    CHECK(refusal(parse_capacity, "").reason == "a number is missing");
    CHECK(refusal(parse_capacity, "12").column == 3);
    CHECK(refusal(parse_capacity, "20EB").reason.find("2^64") != std::string::npos);
    CHECK(refusal(parse_capacity, "1e30TB").reason.find("2^64") != std::string::npos);
    CHECK(refusal(parse_capacity, "18446744073709551616B").reason.find("digits") !=
          std::string::npos);
    CHECK(refusal(parse_capacity, "8Tb").reason.find("bits") != std::string::npos);
    CHECK(refusal(parse_capacity, "12.8TB/day").column == 5);
    CHECK(refusal(parse_capacity, "12.").column == 4);
    CHECK(refusal(parse_capacity, "1e999999999TB").reason.find("exponent") != std::string::npos);
}

TEST_CASE("rates, durations, temperatures and powers") {
    CHECK(parse_data_rate("500MB/s").value() == 5e8);
    CHECK(parse_data_rate("20TB/day").value() == 20e12 / 86400);
    CHECK(parse_data_rate("1 GiB / s").value() == doctest::Approx(1073741824.0));
    CHECK(refusal(parse_data_rate, "500MB").column == 6);
    CHECK(refusal(parse_data_rate, "500MB/fortnight").column == 7);
    CHECK(in_hours(parse_duration("2.5e6 h")) == 2.5e6);
    CHECK(in_years(parse_duration("5y")) == 5.0);
    CHECK(parse_duration("1 day").value() == 86400.0);
    CHECK(refusal(parse_duration, "5").column == 2);
    CHECK(parse_temperature("45C").value() == doctest::Approx(318.15));
    CHECK(in_celsius(parse_temperature("-40 C")) == doctest::Approx(-40));
    CHECK(parse_temperature("0K").value() == 0.0);
    CHECK(refusal(parse_temperature, "-300C").reason == "below absolute zero");
    CHECK(refusal(parse_temperature, "45").column == 3);
    CHECK(parse_power("18W").value() == 18.0);
    CHECK(refusal(parse_power, "18 kW").column == 4);
}

TEST_CASE("what is printed parses back to the same bytes, in the shortest unit") {
    for (const char* text : {"12.8 TB", "16 TiB", "4 KiB", "0 B", "512 B", "1.92 TB", "800 GB",
                             "8 GiB", "30.72 TB", "3 B"}) {
        CHECK(format_capacity(parse_capacity(text)) == std::string(text));
    }
    std::uint64_t value = 1;
    for (int i = 0; i < 2000; ++i) {
        value = value * 6364136223846793005ULL + 1442695040888963407ULL;
        const Capacity capacity = bytes(value >> (i % 64));
        if (Decimal(capacity.value(), 0).mantissa() < 1000000000000000000ULL) {
            REQUIRE(parse_capacity(format_capacity(capacity)) == capacity);
        }
    }
}

TEST_CASE("decimals keep what was printed") {
    CHECK(Decimal::parse("0.58").to_string() == "0.58");
    CHECK(Decimal::parse("3.0") == Decimal(3, 0));
    CHECK(Decimal::from_double(12.8).to_string() == "12.8");
    CHECK(Decimal::from_double(2.5e6).to_string() == "2500000");
    CHECK(Decimal::parse("0.1").to_double() == 0.1);
    CHECK(Decimal::parse("12.8").whole_multiple(1000000000000ULL) == 12800000000000ULL);
    CHECK_FALSE(Decimal::parse("0.3").whole_multiple(5));
    CHECK_THROWS_AS(Decimal::parse("3 DWPD"), ParseError);
    CHECK_THROWS_AS(Decimal::from_double(-1), DomainError);
    CHECK_THROWS_AS(Decimal::from_double(0.0 / 0.0), DomainError);
}
