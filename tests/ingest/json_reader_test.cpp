#include "ingest/json_reader.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "support/throws.hpp"

using namespace drivewear;
using ingest::JsonDocument;
using ingest::JsonKind;
using ingest::JsonReader;
using ingest::JsonValue;
using ingest::read_json;
using test::message_of;

namespace {

std::string refusal(std::string_view text) {
    return message_of([&] { read_json(text, "a.json"); });
}

// The same value as the other parser sees it.
nlohmann::json rebuilt(JsonValue value) {
    switch (value.kind()) {
        case JsonKind::object: {
            nlohmann::json object = nlohmann::json::object();
            value.for_each_member([&](std::string_view name, JsonValue member) {
                object[std::string(name)] = rebuilt(member);
            });
            return object;
        }
        case JsonKind::array: {
            nlohmann::json array = nlohmann::json::array();
            value.for_each_element([&](JsonValue element) { array.push_back(rebuilt(element)); });
            return array;
        }
        case JsonKind::number:
            if (const auto whole = value.whole_number()) return static_cast<std::uint64_t>(*whole);
            return *value.number();
        case JsonKind::text:
            return *value.text();
        case JsonKind::boolean:
            return *value.boolean();
        default:
            return nullptr;
    }
}

nlohmann::json random_value(std::mt19937_64& random, int depth) {
    const auto below = [&](std::uint64_t bound) { return random() % bound; };
    switch (below(depth > 0 ? 8 : 6)) {
        case 0:
            return nullptr;
        case 1:
            return below(2) == 0;
        case 2:
            return random();
        case 3:
            return -std::ldexp(static_cast<double>(random()), -40);
        case 4:
            return std::ldexp(static_cast<double>(random()), static_cast<int>(below(60)) - 80);
        case 5: {
            constexpr const char* texts[] = {
                "", "a", "\"\\/\b\f\n\r\t", "\xC3\xA9", "\xF0\x9F\x92\xBE", "1,234", "\x01"};
            return texts[below(7)];
        }
        case 6: {
            nlohmann::json array = nlohmann::json::array();
            for (auto count = below(4); count > 0; --count)
                array.push_back(random_value(random, depth - 1));
            return array;
        }
        default: {
            nlohmann::json object = nlohmann::json::object();
            for (auto count = below(4); count > 0; --count)
                object["k" + std::to_string(below(9))] = random_value(random, depth - 1);
            return object;
        }
    }
}

}  // namespace

TEST_CASE("counters of any width keep every digit") {
    const JsonDocument document = read_json(
        R"({"safe": 9007199254740993, "wide": 340282366920938463463374607431768211455,
            "wider": 340282366920938463463374607431768211456, "float": 136157684.0,
            "part": 0.5, "negative": -2})",
        "a.json");
    const JsonValue root = document.root();
    CHECK(*root["safe"].whole_number() == 9007199254740993u);
    CHECK(to_string(*root["wide"].whole_number()) == "340282366920938463463374607431768211455");
    CHECK_FALSE(root["wider"].whole_number());
    CHECK(root["wider"].number_text() == "340282366920938463463374607431768211456");
    CHECK(*root["float"].whole_number() == 136157684u);
    CHECK_FALSE(root["part"].whole_number());
    CHECK_FALSE(root["negative"].whole_number());
    CHECK(*root["negative"].number() == -2.0);
}

TEST_CASE("what is not there is absent all the way down") {
    const JsonDocument document = read_json(R"({"a": {"b": 1}, "c": null})", "a.json");
    const JsonValue root = document.root();
    CHECK_FALSE(root["x"]["y"]["z"]);
    CHECK_FALSE(root["a"]["b"]["c"]);
    CHECK_FALSE(JsonDocument{}.root());
    CHECK(root["c"].kind() == JsonKind::null);
    CHECK(root.first_of({"x", "a"})["b"].number_text() == "1");
    CHECK(root.size() == 2);
    CHECK_FALSE(root["x"].text());
    CHECK_FALSE(root["x"].number());
    CHECK(root["x"].size() == 0);
}

TEST_CASE("numbers that are none are numbers without a value") {
    const JsonDocument document = read_json(
        R"({"raw": nan, "b": -nan, "c": Infinity, "d": -inf, "e": NaN, "f": 2})", "a.json");
    for (const char* name : {"raw", "b", "c", "d", "e"}) {
        CHECK(document.root()[name].kind() == JsonKind::number);
        CHECK_FALSE(document.root()[name].number());
        CHECK_FALSE(document.root()[name].whole_number());
    }
    CHECK(*document.root()["f"].number() == 2.0);
}

TEST_CASE("escapes are decoded, halves of pairs replaced") {
    const JsonDocument document =
        read_json(R"({"a": "\u00e9\ud83d\udcbe\"\\\/\n", "b": "\ud83dx\udcbe", "c": "\u12"})", "a");
    CHECK(*document.root()["a"].text() == "\xC3\xA9\xF0\x9F\x92\xBE\"\\/\n");
    CHECK(*document.root()["b"].text() == "\xEF\xBF\xBDx\xEF\xBF\xBD");
    CHECK(document.root()["c"].text()->starts_with("\xEF\xBF\xBD"));
    CHECK(document.root()["a"].raw_text().starts_with("\\u00e9"));
}

TEST_CASE("several documents with text around them") {
    JsonReader reader(
        "\xEF\xBB\xBFwarning: [x] {odd}\r\n  {\"n\": 1}\n{\"n\": 2}{\"n\": 3}\ndone\n", "a.json");
    JsonDocument document;
    for (const char* expected : {"1", "2", "3"}) {
        REQUIRE(reader.next(document));
        CHECK(document.root()["n"].number_text() == expected);
    }
    CHECK_FALSE(reader.next(document));
    CHECK(reader.skipped_text());
    JsonReader clean("{}\n", "a.json");
    CHECK(clean.next(document));
    CHECK_FALSE(clean.next(document));
    CHECK_FALSE(clean.skipped_text());
}

TEST_CASE("a broken document is one line that says where") {
    CHECK(refusal("{\"a\": 1,\n \"b\" 2}") == "a.json: line 2, column 6: found '2', expected ':'");
    CHECK(refusal("{\"a\": tru") == "a.json: line 1, column 7: found 't', expected a value");
    CHECK(refusal("{\"a\": [1, 2") ==
          "a.json: line 1, column 12: found the end, expected ',' or ']'");
    CHECK(refusal("{\"a\": \"xyz") == "a.json: line 1, column 11: found the end, expected '\"'");
    CHECK(refusal("{\"a\": 1.}") == "a.json: line 1, column 9: found '}', expected a digit");
    CHECK(refusal(std::string_view("{\"a\": \0}", 8)) ==
          "a.json: line 1, column 7: found byte 0x00, expected a value");
    CHECK(refusal("{") == "a.json: line 1, column 2: found the end, expected a name in quotes");
    CHECK(refusal("") == "a.json: the file: found nothing, expected JSON");
    CHECK(refusal("fio: engine not loadable\n") ==
          "a.json: the file: found no JSON document, expected JSON");
    CHECK(refusal("{\"a\":" + std::string(100000, '[')) ==
          "a.json: line 1, column 69: found nesting deeper than 64, expected a plain document");
}

TEST_CASE("a document of too many values is refused before it fills the memory") {
    std::string text = "{\"a\": [0";
    for (int i = 0; i < 1000; ++i)
        text += ",0";
    const auto message =
        message_of([&] { read_json(text + "]}", "a.json", {.deepest = 4, .most_values = 100}); });
    CHECK(message.find("found more than 100 values") != std::string::npos);
}

TEST_CASE("any document reads as the other parser reads it") {
    std::mt19937_64 random(20261201);
    for (int round = 0; round < 2000; ++round) {
        nlohmann::json wrapped{{"value", random_value(random, 5)}};
        const std::string text = wrapped.dump(round % 3 == 0 ? 2 : -1, ' ', round % 2 == 0);
        const JsonDocument document = read_json(text, "a.json");
        INFO(text);
        CHECK(rebuilt(document.root()) == wrapped);
        // Every beginning of it is either refused or, with the brackets closed, the document.
        const std::string_view part = std::string_view(text).substr(0, random() % text.size());
        CHECK(refusal(part) != "no error");
    }
}
