#include "catalog/fields.hpp"

#include <array>
#include <utility>

#include "catalog/provenance.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::catalog {
namespace {

using Json = nlohmann::json;

// The chosen value of a field: as text with its unit, and as it stands in the file.
struct RawValue {
    std::string text;
    const Json& json;
};

struct NumberWithUnit {
    units::Decimal number;
    std::string_view unit;
};

NumberWithUnit split(const RawValue& value) {
    const std::string_view text = value.text;
    const std::size_t blank = std::min(text.find(' '), text.size());
    return {units::Decimal::parse(text.substr(0, blank)),
            text.substr(std::min(blank + 1, text.size()))};
}

[[noreturn]] void refuse_unit(const RawValue& value, const std::string& expected) {
    const std::size_t blank = std::min(value.text.find(' '), value.text.size());
    throw ParseError(value.text, blank + 2, "the unit should be " + expected);
}

units::Decimal in_unit(const RawValue& value, std::string_view unit) {
    const NumberWithUnit parts = split(value);
    if (parts.unit != unit) refuse_unit(value, "'" + std::string(unit) + "'");
    return parts.number;
}

double iops_of(const RawValue& value) {
    return in_unit(value, "IOPS").to_double();
}

units::Duration latency_of(const RawValue& value) {
    const NumberWithUnit parts = split(value);
    const double number = parts.number.to_double();
    if (parts.unit == "us") return units::seconds(number * 1e-6);
    if (parts.unit == "ms") return units::seconds(number * 1e-3);
    refuse_unit(value, "'us' or 'ms'");
}

units::HostBytes host_bytes_of(const RawValue& value) {
    return units::host_bytes(units::parse_capacity(value.text).value());
}

std::vector<std::string> list_of(const RawValue& value) {
    if (!value.json.is_array()) return {value.text};
    std::vector<std::string> items;
    for (const Json& item : value.json) {
        if (!item.is_string())
            throw ParseError(rendered(item), 1, "a list of texts should stand here");
        items.push_back(item.get<std::string>());
    }
    return items;
}

struct Field {
    std::string_view name;
    void (*assign)(Drive&, const RawValue&);
};

// Every field that has a typed member; the others are kept as text.
constexpr auto typed_fields = std::to_array<Field>({
    {"capacity", [](Drive& d, const RawValue& v) { d.capacity = units::parse_capacity(v.text); }},
    {"raw_capacity",
     [](Drive& d, const RawValue& v) { d.raw_capacity = units::parse_capacity(v.text); }},
    {"indirection_unit",
     [](Drive& d, const RawValue& v) { d.indirection_unit = units::parse_capacity(v.text); }},
    {"part_numbers", [](Drive& d, const RawValue& v) { d.part_numbers = list_of(v); }},
    {"form_factors", [](Drive& d, const RawValue& v) { d.form_factors = list_of(v); }},
    {"interface", [](Drive& d, const RawValue& v) { d.interface = v.text; }},
    {"nand_type", [](Drive& d, const RawValue& v) { d.nand_type = v.text; }},
    {"nand_layers",
     [](Drive& d, const RawValue& v) {
         d.nand_layers = static_cast<int>(in_unit(v, "layers").to_double());
     }},
    {"seq_read", [](Drive& d, const RawValue& v) { d.seq_read = units::parse_data_rate(v.text); }},
    {"seq_write",
     [](Drive& d, const RawValue& v) { d.seq_write = units::parse_data_rate(v.text); }},
    {"rand_read_4k", [](Drive& d, const RawValue& v) { d.rand_read_iops = iops_of(v); }},
    {"rand_write_4k", [](Drive& d, const RawValue& v) { d.rand_write_iops = iops_of(v); }},
    {"mixed_70_30", [](Drive& d, const RawValue& v) { d.mixed_70_30_iops = iops_of(v); }},
    {"read_latency", [](Drive& d, const RawValue& v) { d.read_latency = latency_of(v); }},
    {"write_latency", [](Drive& d, const RawValue& v) { d.write_latency = latency_of(v); }},
    {"dwpd", [](Drive& d, const RawValue& v) { d.dwpd = in_unit(v, "DWPD"); }},
    {"warranty", [](Drive& d, const RawValue& v) { d.warranty_years = in_unit(v, "years"); }},
    {"tbw_random", [](Drive& d, const RawValue& v) { d.tbw_random = host_bytes_of(v); }},
    {"tbw_sequential", [](Drive& d, const RawValue& v) { d.tbw_sequential = host_bytes_of(v); }},
    {"rating_workload", [](Drive& d, const RawValue& v) { d.rating_workload = v.text; }},
    {"mttf_0_50c",
     [](Drive& d, const RawValue& v) { d.mttf_to_50c = units::parse_duration(v.text); }},
    {"mttf_0_55c",
     [](Drive& d, const RawValue& v) { d.mttf_to_55c = units::parse_duration(v.text); }},
    {"mttf", [](Drive& d, const RawValue& v) { d.mttf = units::parse_duration(v.text); }},
    {"uber", [](Drive& d, const RawValue& v) { d.uber = in_unit(v, "sectors/bit").to_double(); }},
    {"power_active",
     [](Drive& d, const RawValue& v) { d.active_power = units::parse_power(v.text); }},
    {"power_idle", [](Drive& d, const RawValue& v) { d.idle_power = units::parse_power(v.text); }},
    {"operating_temp_min",
     [](Drive& d,
        const RawValue& v) { d.operating_temperature_min = units::parse_temperature(v.text); }},
    {"operating_temp_max",
     [](Drive& d,
        const RawValue& v) { d.operating_temperature_max = units::parse_temperature(v.text); }},
});

void assign(Drive& drive, const std::string& name, const RawValue& value) {
    for (const Field& field : typed_fields) {
        if (field.name == name) return field.assign(drive, value);
    }
    drive.texts[name] = value.text;
}

}  // namespace

void read_field(const std::string& name, const nlohmann::json& value, const std::string& pointer,
                FieldSink sink) {
    if (!value.is_object()) {
        sink.problems.add(pointer, rendered(value), "an object with value and source");
        return;
    }
    Provenance provenance;
    const ChosenReading chosen = read_provenance(value, pointer, {provenance, sink.problems});
    if (chosen.object == nullptr) return;
    try {
        assign(sink.drive, name, {value_with_unit(*chosen.object), chosen.object->at("value")});
    } catch (const ParseError& error) {
        sink.problems.add(chosen.pointer + "/value", error.what(), "");
    }
    sink.drive.provenance[name] = std::move(provenance);
}

}  // namespace drivewear::catalog
