#include "drivewear/core/csv.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "drivewear/core/errors.hpp"

using namespace drivewear;

namespace {

std::vector<CsvRecord> read(std::string_view text) {
    CsvReader reader(text, "in.csv");
    std::vector<CsvRecord> records;
    while (auto record = reader.next())
        records.push_back(std::move(*record));
    return records;
}

using Fields = std::vector<std::string>;

}  // namespace

TEST_CASE("plain, quoted and empty fields") {
    const auto records = read(
        "\xEF\xBB\xBF"
        "a,b\r\n1,\"x, \"\"y\"\"\n2\"\n\n,\n\"\"\nlast");
    REQUIRE(records.size() == 5);
    CHECK(records[0].fields == Fields{"a", "b"});
    CHECK(records[1].fields == Fields{"1", "x, \"y\"\n2"});
    CHECK(records[2].fields == Fields{"", ""});
    CHECK(records[3].fields == Fields{""});
    CHECK(records[4].fields == Fields{"last"});
    CHECK(records[1].line == 2);
    CHECK(records[2].line == 5);
    CHECK(records[4].line == 7);
    CHECK(read("").empty());
    CHECK(read("a,b\n").size() == 1);
}

TEST_CASE("broken quotes are refused with their line") {
    for (const char* text : {"a\n1,\"open\nand on", "a\n\"x\"y,1\n"}) {
        try {
            read(text);
            FAIL("accepted");
        } catch (const ValidationError& error) {
            CHECK(error.problems().front().file == "in.csv");
            CHECK(error.problems().front().place == "line 2");
        }
    }
}

TEST_CASE("whatever is quoted comes back") {
    CHECK(rc::check([](const std::vector<std::string>& fields) {
        RC_PRE(!fields.empty());
        std::string text;
        for (const std::string& field : fields) {
            text += text.empty() ? "\"" : ",\"";
            for (const char c : field)
                text += c == '"' ? std::string("\"\"") : std::string(1, c);
            text += '"';
        }
        const auto records = read(text + "\n");
        RC_ASSERT(records.size() == 1u);
        RC_ASSERT(records[0].fields == fields);
    }));
}

TEST_CASE("a table: lower case header, blanks off, blank lines out") {
    const CsvTable table =
        read_csv("\xEF\xBB\xBFName, Price\r\n\"a, \"\"b\"\"\" , 3\r\n\r\nc\n", "in.csv");
    CHECK(table.header == std::vector<std::string>{"name", "price"});
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0].fields == std::vector<std::string>{"a, \"b\"", "3"});
    CHECK(table.rows[1].line == 4);
    CHECK_FALSE(field(table.rows[1], table.column({"price"})));
    CHECK(field(table.rows[0], table.column({"cost", "price"})) == "3");
    CHECK_FALSE(table.column({"currency"}));
}

TEST_CASE("a quoted field may hold lines, and line numbers go on counting") {
    const CsvTable table = read_csv("a\n\"x\ny\"\nz", "in.csv");
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0].fields[0] == "x\ny");
    CHECK(table.rows[1].line == 4);
}

TEST_CASE("nothing in, nothing out") {
    CHECK(read_csv("", "in.csv").header.empty());
}
