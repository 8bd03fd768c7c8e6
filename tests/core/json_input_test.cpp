#include "core/json_input.hpp"

#include <doctest/doctest.h>

using namespace drivewear;

namespace {

std::string refusal(std::string_view text) {
    try {
        parse_json(text, "f.json");
    } catch (const ValidationError& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("a syntax error names its line and column") {
    CHECK(refusal("{\n  \"a\": 1,\n  \"b\": }").find("f.json: line 3, column 8: found") == 0);
    CHECK(refusal("").find("f.json: line 1, column 1") == 0);
    CHECK(refusal("{\"a\": NaN}").find("line 1, column 7") != std::string::npos);
    CHECK(refusal("{\"a\": 1e999}").find("double") != std::string::npos);
    CHECK(refusal("{} {}").find("line 1, column 4") != std::string::npos);
}

TEST_CASE("duplicated keys and deep nesting are refused") {
    CHECK(refusal(R"({"a": {"b": 1}, "a": 2})").find("key \"a\"") != std::string::npos);
    CHECK(refusal(R"({"a": {"b": 1}, "c": {"b": 2}})") == "accepted");
    CHECK(refusal(std::string(100000, '[')).find("deeper") != std::string::npos);
}

TEST_CASE("a byte order mark is skipped") {
    CHECK(refusal("\xEF\xBB\xBF{}") == "accepted");
}

TEST_CASE("all problems of an object come at once, with pointers and suggestions") {
    const auto json = parse_json(R"({"drives": -1, "nmae": "x", "name": 3, "n": 1.5})", "p.json");
    ProblemList problems("p.json");
    ObjectReader reader(json, "/plan", problems);
    CHECK_FALSE(reader.number("drives", {0, 10, "a number from 0 to 10"}));
    CHECK_FALSE(reader.text("name"));
    CHECK_FALSE(reader.whole_number("n", {0, 10, "a whole number"}));
    reader.require("capacity", "a capacity");
    reader.refuse_unknown();
    try {
        problems.throw_if_any();
        FAIL("no problem found");
    } catch (const ValidationError& error) {
        CHECK(std::string(error.what()) ==
              "p.json: /plan/drives: found -1, expected a number from 0 to 10\n"
              "p.json: /plan/name: found 3, expected a text in quotes\n"
              "p.json: /plan/n: found 1.5, expected a whole number\n"
              "p.json: /plan/capacity: found nothing, expected a capacity\n"
              "p.json: /plan/nmae: found an unknown key, expected 'name' perhaps");
    }
}
