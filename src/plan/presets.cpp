#include "drivewear/plan/presets.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/json_input.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::plan {
namespace {

using Json = nlohmann::json;

constexpr NumberRange factor_range{1e-6, 1e6, "a factor above 0"};
constexpr std::string_view erasure_prefix = "erasure:";

Preset read_preset(const Json& object, const std::string& pointer, ProblemList& problems) {
    ObjectReader reader(object, pointer, problems);
    for (const char* name : {"title", "source", "how"})
        reader.require(name, "a text");
    for (const char* name : {"low", "typical", "high"})
        reader.require(name, factor_range.expected);
    Preset preset{.title = reader.text("title").value_or(""),
                  .low = reader.number("low", factor_range).value_or(1),
                  .typical = reader.number("typical", factor_range).value_or(1),
                  .high = reader.number("high", factor_range).value_or(1),
                  .how = reader.text("how").value_or(""),
                  .source = reader.text("source").value_or("")};
    if (!(preset.low <= preset.typical && preset.typical <= preset.high)) {
        problems.add(pointer, "factors out of order", "low <= typical <= high");
    }
    reader.refuse_unknown();
    return preset;
}

unsigned whole(std::string_view digits, std::string_view name) {
    unsigned value = 0;
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure != std::errc{} || end != digits.data() + digits.size() || value == 0 ||
        value > 255) {
        throw ParseError(std::string(name), erasure_prefix.size() + 1,
                         "write erasure:K+M with whole numbers from 1 to 255");
    }
    return value;
}

Preset erasure(std::string_view name) {
    const std::string_view code = name.substr(erasure_prefix.size());
    const std::size_t plus = std::min(code.find('+'), code.size());
    const unsigned data = whole(code.substr(0, plus), name);
    const unsigned parity = whole(code.substr(std::min(plus + 1, code.size())), name);
    const double whole_stripe = static_cast<double>(data + parity) / data;
    return {.title = fmt::format("erasure code {}+{}", data, parity),
            .low = whole_stripe,
            .typical = whole_stripe,
            .high = 1.0 + parity,
            .how = "(k+m)/k for whole stripes; a write below a stripe also rewrites m parities",
            .source = "arithmetic"};
}

}  // namespace

Presets Presets::parse(std::string_view json_text, const std::string& file) {
    const Json document = parse_json(json_text, file);
    ProblemList problems(file);
    ObjectReader reader(document, "", problems);
    if (reader.text("schema").value_or("") != "drivewear.presets/1") {
        reader.problem("schema", "another schema", "\"drivewear.presets/1\"");
    }
    reader.text("note");
    Presets presets;
    const Json* list = reader.find("presets");
    if (list == nullptr || !list->is_object()) {
        reader.problem("presets", "no presets", "an object of presets by name");
    } else {
        for (const auto& [name, value] : list->items()) {
            presets.presets_[name] = read_preset(value, "/presets/" + name, problems);
        }
    }
    reader.refuse_unknown();
    problems.throw_if_any();
    return presets;
}

Preset Presets::find(std::string_view name) const {
    if (name.starts_with(erasure_prefix)) return erasure(name);
    const auto found = presets_.find(std::string(name));
    if (found != presets_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [known, preset] : presets_)
        names.push_back(known);
    const auto near = nearest_word(name, names);
    throw UnknownName(fmt::format("preset '{}' is not known: {}", name,
                                  near ? "did you mean " + *near + "?"
                                       : "'drivewear presets' lists them, and erasure:K+M is one"));
}

}  // namespace drivewear::plan
