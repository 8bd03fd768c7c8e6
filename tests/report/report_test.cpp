#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "drivewear/report/json.hpp"
#include "drivewear/report/table.hpp"

using namespace drivewear::report;

TEST_CASE("numbers show 15 digits, whole ones no fraction, NaN nothing") {
    CHECK(number(12.000000000000002).dump() == "12");
    CHECK(number(0.1 + 0.2).dump() == "0.3");
    CHECK(number(26740.3416).dump() == "26740.3416");
    CHECK(number(std::numeric_limits<double>::quiet_NaN()).is_null());
    CHECK(number(1e300).dump() == "1e+300");
    CHECK(number(std::optional<double>{}).is_null());
    CHECK(exact_integer(18446744073709551615ULL).dump() == "\"18446744073709551615\"");
    CHECK(exact_integer(12800000000000ULL).dump() == "12800000000000");
}

TEST_CASE("CSV quotes what needs it and leaves the absent empty") {
    const Json rows =
        Json::array({{{"id", "a,b"}, {"tb", 1.5}, {"note", nullptr}, {"list", {"x", "say \"y\""}}},
                     {{"id", "c"}, {"tb", 2}, {"note", "line\nbreak"}, {"list", Json::array()}}});
    CHECK(to_csv(rows) ==
          "id,tb,note,list\n\"a,b\",1.5,,\"x; say \"\"y\"\"\"\nc,2,\"line\nbreak\",\n");
    CHECK(to_csv(Json::array(), {"id", "tb"}) == "id,tb\n");
}

TEST_CASE("tables align numbers right and words left") {
    Table table({"drive", "TB"});
    table.add({"a", "1.5"});
    table.add({"longer", {"12", Colour::bad}});
    CHECK(table.to_text(false) == "drive    TB\na       1.5\nlonger   12\n");
    CHECK(table.to_text(true).find("\x1b[31;1m 12\x1b[0m") != std::string::npos);
}

TEST_CASE("readable numbers have commas and the digits asked for") {
    CHECK(readable(26740.3416) == "26,740.3");
    CHECK(readable(26740.3416, 7) == "26,740.34");
    CHECK(readable(70080) == "70,080");
    CHECK(readable(0.0034979, 5) == "0.0034979");
    CHECK(readable(-1234567) == "-1,234,567");
    CHECK(readable(0) == "0");
    CHECK(readable(100) == "100");
}

TEST_CASE("wrapping keeps words whole") {
    CHECK(wrap("one two three", 9, "  ") == "  one two\n  three\n");
}
