#include "ingest/health_fields.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ingest/health_counts.hpp"

namespace drivewear::ingest {
namespace {

constexpr int deepest = 4;                 // "Extended Smart Log Page" > list > object > {hi, lo}
constexpr std::size_t most_fields = 4096;  // of one log; each is looked up by name

void read_number(LogField& field, JsonValue value) {
    if (const auto whole = value.whole_number()) {
        field.count = whole;
        // A number printed with a fraction went through a double or long double.
        const bool through_double = value.number_text().find('.') != std::string_view::npos;
        field.inexact = through_double && *whole > (Uint128{1} << 53);
        return;
    }
    const auto number = value.number();
    if (!number) return;
    constexpr double two_31 = 2147483648.0, two_53 = 9007199254740992.0, two_128 = 0x1p128;
    if (*number < 0 && *number >= -two_31 && *number == std::floor(*number)) {
        field.count = static_cast<Uint128>(*number + 2 * two_31);
        field.wrapped = true;
    } else if (*number >= 0 && *number < two_128 && *number == std::floor(*number)) {
        field.count = static_cast<Uint128>(*number);
        field.inexact = *number > two_53;
    } else {
        field.number = number;
    }
}

void read_text(LogField& field, std::string_view text) {
    field.text = trimmed(text);
    field.count = grouped_count(field.text);
    if (!field.count) field.number = decimal_figure(field.text);
}

// "name" with one of the endings that split a 128-bit value in two.
std::optional<std::string> without_half(const std::string& name, std::string_view half) {
    if (name.size() <= half.size() || !name.ends_with(half)) return std::nullopt;
    return name.substr(0, name.size() - half.size());
}

// smartctl's KEY_le: the bytes of a wide counter, the lowest first.
std::optional<Uint128> little_endian(JsonValue bytes) {
    Uint128 value = 0;
    unsigned shift = 0;
    bool good = true;
    bytes.for_each_element([&](JsonValue element) {
        const auto byte = element.whole_number();
        good = good && byte && *byte <= 0xFF && shift < 128;
        if (!good) return;
        value |= *byte << shift;
        shift += 8;
    });
    if (!good || shift == 0) return std::nullopt;
    return value;
}

std::optional<Uint128> joined(const LogField* high, const LogField* low) {
    if (high == nullptr || low == nullptr || !high->count || !low->count) return std::nullopt;
    if (*high->count >> 64 != 0 || *low->count >> 64 != 0) return std::nullopt;
    return (*high->count << 64) + *low->count;
}

}  // namespace

std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        const char lower = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
        if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) plain += lower;
        if (c == '%') plain += "percent";
    }
    return plain;
}

LogField field_of(std::string_view name, JsonValue value) {
    LogField field;
    field.name = plain_name(name);
    if (value.kind() == JsonKind::number) read_number(field, value);
    if (value.kind() == JsonKind::text) read_text(field, value.raw_text());
    if (value.kind() == JsonKind::boolean) field.count = *value.boolean() ? 1 : 0;
    return field;
}

void LogFields::add_members(JsonValue object) {
    object.for_each_member(
        [&](std::string_view name, JsonValue value) { add_value(name, value, 0); });
    // Third parties flatten {hi, lo} to two members: join them under the name they share.
    const std::size_t printed = fields_.size();
    for (std::size_t i = 0; i < printed; ++i) {
        const auto name = without_half(fields_[i].name, "hi");
        if (!name || !fields_[i].count || has({*name})) continue;
        LogField field;
        field.name = *name;
        const LogField* low = find({*name + "lo"});
        field.count = joined(&fields_[i], low);
        field.inexact = fields_[i].inexact || (low != nullptr && low->inexact);
        if (field.count) fields_.push_back(std::move(field));
    }
}

bool LogFields::add_wide_copy(std::string_view name, JsonValue value) {
    const auto base_of = [&](std::string_view ending) -> LogField* {
        if (!name.ends_with(ending)) return nullptr;
        const std::string base = plain_name(name.substr(0, name.size() - ending.size()));
        const auto found = std::find_if(fields_.begin(), fields_.end(),
                                        [&](const LogField& field) { return field.name == base; });
        return found == fields_.end() ? nullptr : &*found;
    };
    std::optional<Uint128> exact;
    LogField* base = nullptr;
    if (value.kind() == JsonKind::text && (base = base_of("_s")) != nullptr) {
        exact = parse_uint128(value.raw_text());
    } else if (value.is_array() && (base = base_of("_le")) != nullptr) {
        exact = little_endian(value);
    }
    if (!exact) return false;
    base->count = exact;
    base->inexact = false;
    return true;
}

void LogFields::add_value(std::string_view name, JsonValue value, int depth) {
    if (fields_.size() >= most_fields || add_wide_copy(name, value)) return;
    if (value.is_array()) {
        if (depth >= deepest) return;
        value.for_each_element([&](JsonValue element) {
            if (!element.is_object()) return;
            // Seagate's attributes are objects of a name and a value.
            const JsonValue attribute = element.first_of({"attribute_name", "name"});
            const JsonValue amount = element.first_of({"attribute_value", "value", "raw"});
            if (attribute.kind() == JsonKind::text && amount) {
                return add_value(attribute.raw_text(), amount, depth + 1);
            }
            add_value({}, element, depth + 1);
        });
        return;
    }
    if (!value.is_object()) {
        fields_.push_back(field_of(name, value));
        return;
    }
    if (depth >= deepest) return;
    if (const JsonValue high = value["hi"]) {
        const LogField upper = field_of(name, high), lower = field_of(name, value["lo"]);
        LogField field;
        field.name = plain_name(name);
        field.count = joined(&upper, &lower);
        field.inexact = upper.inexact || lower.inexact;
        fields_.push_back(std::move(field));
        return;
    }
    const JsonValue raw = value.first_of({"raw", "value"});
    if (raw && !raw.is_object()) {
        fields_.push_back(field_of(name, raw));
        fields_.back().normalized = value["normalized"].number();
        return;
    }
    if (const auto normalized = value["normalized"].number()) {
        // Several figures under one name, in an object of their own (Intel) or not (Solidigm).
        LogField field;
        field.name = plain_name(name);
        field.normalized = normalized;
        fields_.push_back(std::move(field));
    }
    if (raw.is_object()) return add_value(name, raw, depth + 1);
    value.for_each_member([&](std::string_view member, JsonValue inner) {
        const bool is_part = member == "min" || member == "max" || member == "avg";
        add_value(is_part ? std::string(name) + std::string(member) : std::string(member), inner,
                  depth + 1);
    });
}

void LogFields::add_line(std::string_view name, std::string_view value) {
    LogField field;
    field.name = plain_name(name);
    read_text(field, value);
    fields_.push_back(std::move(field));
}

bool LogFields::has(std::initializer_list<std::string_view> names) const {
    return find(names) != nullptr;
}

const LogField* LogFields::find(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
        for (const LogField& field : fields_) {
            if (field.name == name) return &field;
        }
    }
    return nullptr;
}

std::optional<Uint128> LogFields::count(std::initializer_list<std::string_view> names) const {
    const LogField* field = find(names);
    return field == nullptr ? std::nullopt : field->count;
}

std::optional<double> LogFields::number(std::initializer_list<std::string_view> names) const {
    const LogField* field = find(names);
    if (field == nullptr) return std::nullopt;
    if (field->count) return static_cast<double>(*field->count);
    return field->number;
}

}  // namespace drivewear::ingest
