// Tools' JSON: every value of every document can be asked for, or the text is refused.
#include "drivewear/core/errors.hpp"
#include "fuzz_target.hpp"
#include "ingest/json_reader.hpp"

namespace {

using drivewear::ingest::JsonDocument;
using drivewear::ingest::JsonReader;
using drivewear::ingest::JsonValue;
using drivewear::test::must;

std::size_t visit(JsonValue value) {
    std::size_t count = 1;
    if (value.whole_number()) must(value.number().has_value());
    must(value.text().has_value() == (value.kind() == drivewear::ingest::JsonKind::text));
    value.boolean();
    value.for_each_member([&](std::string_view name, JsonValue member) {
        must(static_cast<bool>(value[name]));
        count += visit(member);
    });
    value.for_each_element([&](JsonValue element) { count += visit(element); });
    return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        JsonReader reader(drivewear::test::text_of(data, size), "input",
                          {.deepest = 32, .most_values = 2000});
        JsonDocument document;
        while (reader.next(document))
            must(visit(document.root()) <= 2000);
    } catch (const drivewear::InputError&) {
        // Refused, as it should be.
    }
    return 0;
}
