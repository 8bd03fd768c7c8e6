#include "drivewear/ingest/smart_attributes.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/json_input.hpp"
#include "drivewear/core/files.hpp"

namespace drivewear::ingest {
namespace {

using Json = nlohmann::json;

constexpr const char* schema_name = "drivewear.smart-attributes/1";
constexpr NumberRange id_range{1, 255, "a whole number from 1 to 255"};

constexpr std::array<const char*, 13> meaning_names = {
    "host_bytes_written", "host_bytes_read",          "nand_bytes_written",
    "host_program_pages", "background_program_pages", "life_left_percent",
    "life_used_percent",  "erase_count_least",        "erase_count_mean",
    "erase_count_most",   "erase_count_allowed",      "spare_left_percent",
    "unsettled"};
constexpr std::array<const char*, 4> field_names = {"raw", "value", "raw_second_byte",
                                                    "value_if_raw_agrees"};

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

template <std::size_t Count>
std::size_t place_of(const std::array<const char*, Count>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return static_cast<std::size_t>(found - names.begin());
}

class RuleReader {
public:
    RuleReader(const Json& object, std::string pointer, ProblemList& problems)
        : reader_(object, std::move(pointer), problems) {}

    AttributeRule read(const Json& sources) {
        AttributeRule rule;
        reader_.require("id", id_range.expected);
        rule.id = static_cast<unsigned>(reader_.whole_number("id", id_range).value_or(0));
        rule.models = texts("models");
        rule.names = texts("names");
        rule.meaning = static_cast<AttributeMeaning>(choice("meaning", meaning_names));
        rule.field = static_cast<AttributeField>(choice("field", field_names));
        read_units(rule);
        if (const Json* assumed = reader_.find("assumed")) {
            if (!assumed->is_boolean()) reader_.problem("assumed", rendered(*assumed), "a boolean");
            rule.assumed = assumed->is_boolean() && assumed->get<bool>();
        }
        reader_.require("source", "an id of `sources`");
        rule.source = reader_.text("source").value_or("");
        if (!rule.source.empty() && !sources.contains(rule.source)) {
            reader_.problem("source", "'" + rule.source + "'", "an id of `sources`");
        }
        rule.note = reader_.text("note").value_or("");
        reader_.refuse_unknown();
        return rule;
    }

private:
    std::vector<std::string> texts(const std::string& name) {
        std::vector<std::string> list;
        const Json* array = reader_.find(name);
        if (array == nullptr) return list;
        for (const Json& element : *array) {
            if (element.is_string()) list.push_back(element.get<std::string>());
        }
        if (!array->is_array() || list.empty() || list.size() != array->size()) {
            reader_.problem(name, rendered(*array), "a list of texts");
        }
        return list;
    }

    template <std::size_t Count>
    std::size_t choice(const std::string& name, const std::array<const char*, Count>& names) {
        reader_.require(name, "a word of the schema");
        const auto word = reader_.text(name);
        if (!word) return 0;
        const std::size_t place = place_of(names, *word);
        if (place < Count) return place;
        reader_.problem(name, "'" + *word + "'", "a word of the schema");
        return 0;
    }

    void read_units(AttributeRule& rule) {
        if (const Json* units = reader_.find("unit_bytes")) {
            for (const Json& unit : *units) {
                if (unit.is_number_unsigned() && unit.get<std::uint64_t>() > 0) {
                    rule.unit_bytes.push_back(unit.get<std::uint64_t>());
                } else {
                    reader_.problem("unit_bytes", rendered(unit), "bytes of one count");
                }
            }
        }
        const bool counts_bytes = rule.meaning == AttributeMeaning::host_bytes_written ||
                                  rule.meaning == AttributeMeaning::host_bytes_read ||
                                  rule.meaning == AttributeMeaning::nand_bytes_written;
        if (counts_bytes == rule.unit_bytes.empty()) {
            reader_.problem("unit_bytes", counts_bytes ? "nothing" : "a unit",
                            "a unit for byte counters and for nothing else");
        }
    }

    ObjectReader reader_;
};

bool fits_any(std::string_view text, const std::vector<std::string>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return matches_pattern(text, pattern); });
}

bool fits(const AttributeRule& rule, const AttributeQuery& query) {
    if (rule.id != query.id) return false;
    if (!rule.names.empty() && !fits_any(query.name, rule.names)) return false;
    return rule.models.empty() || fits_any(query.model, rule.models) ||
           fits_any(query.family, rule.models);
}

}  // namespace

bool matches_pattern(std::string_view text, std::string_view pattern) {
    // The usual walk with one place to come back to: linear but for the last star.
    std::size_t at = 0, wanted = 0, star = std::string_view::npos, star_at = 0;
    while (at < text.size()) {
        const bool same = wanted < pattern.size() && pattern[wanted] != '*' &&
                          (pattern[wanted] == '?' || lower(pattern[wanted]) == lower(text[at]));
        if (same) {
            ++at;
            ++wanted;
        } else if (wanted < pattern.size() && pattern[wanted] == '*') {
            star = wanted++;
            star_at = at;
        } else if (star != std::string_view::npos) {
            wanted = star + 1;
            at = ++star_at;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', wanted) == std::string_view::npos;
}

AttributeTable AttributeTable::from_text(std::string_view json, const std::string& file) {
    const Json document = parse_json(json, file);
    ProblemList problems(file);
    ObjectReader reader(document, "", problems);
    reader.require("schema", schema_name);
    if (const auto schema = reader.text("schema"); schema && *schema != schema_name) {
        reader.problem("schema", "'" + *schema + "'", schema_name);
    }
    reader.require("sources", "the sources by id");
    reader.require("rules", "a list of rules");
    const Json* sources = reader.find("sources");
    const Json* rules = reader.find("rules");
    reader.refuse_unknown();
    AttributeTable table;
    if (rules != nullptr && sources != nullptr) {
        std::size_t place = 0;
        for (const Json& rule : *rules) {
            const std::string pointer = "/rules/" + std::to_string(place++);
            table.rules_.push_back(RuleReader(rule, pointer, problems).read(*sources));
        }
    }
    problems.throw_if_any();
    return table;
}

AttributeTable AttributeTable::load(const std::filesystem::path& data) {
    const std::filesystem::path path = data / "smart" / "attributes.json";
    return from_text(read_file(path), path.string());
}

std::vector<const AttributeRule*> AttributeTable::find(const AttributeQuery& query) const {
    std::vector<const AttributeRule*> found;
    for (const AttributeRule& rule : rules_) {
        if (!fits(rule, query)) continue;
        const bool is_new = std::none_of(
            found.begin(), found.end(),
            [&](const AttributeRule* earlier) { return earlier->meaning == rule.meaning; });
        if (is_new) found.push_back(&rule);
    }
    return found;
}

}  // namespace drivewear::ingest
