#include "core/csv_input.hpp"

#include <doctest/doctest.h>

using namespace drivewear;

TEST_CASE("quotes, CRLF, blank lines and a byte order mark") {
    const CsvTable table = read_csv("\xEF\xBB\xBFName, Price\r\n\"a, \"\"b\"\"\", 3\r\n\r\nc\n");
    CHECK(table.header == std::vector<std::string>{"name", "price"});
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0].fields == std::vector<std::string>{"a, \"b\"", "3"});
    CHECK(table.rows[1].line == 4);
    CHECK_FALSE(field(table.rows[1], table.column({"price"})));
    CHECK(field(table.rows[0], table.column({"cost", "price"})) == "3");
    CHECK_FALSE(table.column({"currency"}));
}

TEST_CASE("a quoted field may hold lines, and line numbers go on counting") {
    const CsvTable table = read_csv("a\n\"x\ny\"\nz");
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0].fields[0] == "x\ny");
    CHECK(table.rows[1].line == 4);
}

TEST_CASE("nothing in, nothing out") {
    CHECK(read_csv("").header.empty());
}
