#include "core/json_input.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace drivewear {
namespace {

using Json = nlohmann::json;
constexpr int deepest_nesting = 64;

std::string line_and_column(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    return "line " + std::to_string(line) + ", column " +
           std::to_string(before.size() - line_start + 1);
}

std::string syntax_reason(const std::string& message) {
    // nlohmann writes "[json.exception…] parse error at line L, column C: reason".
    const std::size_t colon = message.find(": ");
    return colon == std::string::npos ? message : message.substr(colon + 2);
}

// Watches the parser's events for what the finished document no longer shows.
class Watcher {
public:
    Watcher(ProblemList& problems) : problems_(problems) {}

    bool operator()(int depth, Json::parse_event_t event, Json& value) {
        using Event = Json::parse_event_t;
        if (depth > deepest_nesting && !too_deep_) {
            too_deep_ = true;
            problems_.add("", "nesting deeper than 64", "a plain document");
        }
        if (event == Event::object_start) keys_.emplace_back();
        if (event == Event::object_end) keys_.pop_back();
        if (event == Event::key && !keys_.back().insert(value.get<std::string>()).second) {
            problems_.add("key " + value.dump(), "it twice in one object", "it once");
        }
        return !too_deep_;
    }

private:
    ProblemList& problems_;
    std::vector<std::set<std::string>> keys_;
    bool too_deep_ = false;
};

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
        }
    }
    return row[b.size()];
}

}  // namespace

void ProblemList::add(std::string place, std::string found, std::string expected) {
    problems_.push_back({file_, std::move(place), std::move(found), std::move(expected)});
}

void ProblemList::throw_if_any() const {
    if (!problems_.empty()) throw ValidationError(problems_);
}

nlohmann::json parse_json(std::string_view text, const std::string& file) {
    ProblemList problems(file);
    Json document;
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.substr(0, 3) == byte_order_mark) text.remove_prefix(3);
    try {
        document = Json::parse(text.begin(), text.end(), Watcher(problems));
    } catch (const Json::parse_error& error) {
        problems.add(line_and_column(text, error.byte == 0 ? 0 : error.byte - 1),
                     syntax_reason(error.what()), "valid JSON");
    } catch (const Json::out_of_range& error) {
        problems.add("", syntax_reason(error.what()), "numbers that a double can hold");
    }
    problems.throw_if_any();
    return document;
}

std::string rendered(const nlohmann::json& value) {
    constexpr std::size_t longest = 60;
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > longest) text = text.substr(0, longest - 3) + "...";
    return text;
}

std::optional<std::string> nearest_word(std::string_view word,
                                        const std::vector<std::string>& candidates) {
    std::optional<std::string> best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

ObjectReader::ObjectReader(const nlohmann::json& object, std::string pointer, ProblemList& problems)
    : object_(object), pointer_(std::move(pointer)), problems_(problems) {
    if (!object_.is_object()) {
        problems_.add(pointer_.empty() ? "/" : pointer_, rendered(object_), "an object");
    }
}

const nlohmann::json* ObjectReader::find(const std::string& name) {
    known_.push_back(name);
    if (!object_.is_object()) return nullptr;
    const auto member = object_.find(name);
    return member == object_.end() || member->is_null() ? nullptr : &*member;
}

std::optional<double> ObjectReader::number(const std::string& name, const NumberRange& range) {
    const Json* member = find(name);
    if (member == nullptr) return std::nullopt;
    const bool good = member->is_number() && member->get<double>() >= range.least &&
                      member->get<double>() <= range.most;
    if (!good) {
        problem(name, rendered(*member), range.expected);
        return std::nullopt;
    }
    return member->get<double>();
}

std::optional<std::uint64_t> ObjectReader::whole_number(const std::string& name,
                                                        const NumberRange& range) {
    const auto value = number(name, range);
    if (!value) return std::nullopt;
    if (*value != std::floor(*value)) {
        problem(name, rendered(object_.at(name)), range.expected);
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(*value);
}

std::optional<std::string> ObjectReader::text(const std::string& name) {
    const Json* member = find(name);
    if (member == nullptr) return std::nullopt;
    if (!member->is_string()) {
        problem(name, rendered(*member), "a text in quotes");
        return std::nullopt;
    }
    return member->get<std::string>();
}

void ObjectReader::require(const std::string& name, const std::string& expected) {
    if (object_.is_object() && find(name) == nullptr) problem(name, "nothing", expected);
}

void ObjectReader::problem(const std::string& name, std::string found, std::string expected) {
    problems_.add(pointer_to(name), std::move(found), std::move(expected));
}

void ObjectReader::refuse_unknown() {
    if (!object_.is_object()) return;
    for (const auto& [name, value] : object_.items()) {
        if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
        const auto near = nearest_word(name, known_);
        problem(name, "an unknown key",
                near ? "'" + *near + "' perhaps" : "only the keys of the schema");
    }
}

}  // namespace drivewear
