#include "drivewear/plan/plan.hpp"

#include <utility>

#include "core/json_input.hpp"
#include "drivewear/units/parse.hpp"
#include "plan/spread.hpp"

namespace drivewear::plan {
namespace {

using Json = nlohmann::json;

constexpr std::string_view schema_name = "drivewear.plan/1";
constexpr NumberRange fleet_size{1, 1e9, "a whole number of drives, from 1 to 1e9"};
constexpr NumberRange service_years{1e-3, 100, "years above 0 and at most 100"};
constexpr NumberRange tb_per_day{0, 1e12, "decimal TB a day, from 0 to 1e12"};
constexpr NumberRange factor_range{1e-6, 1e6, "a factor from 1e-6 to 1e6"};
constexpr NumberRange growth_range{-99.999, 1e4, "percent a year above -100 and at most 10000"};
constexpr NumberRange share_range{0, 1, "a share from 0 to 1"};
constexpr NumberRange celsius_range{-60, 150, "degrees Celsius from -60 to 150"};
constexpr NumberRange cycles_range{1, 1e9, "P/E cycles, from 1 to 1e9"};
constexpr NumberRange reserve_range{0, 99.999, "percent from 0 to below 100"};

// Calls `parse` on a text member and turns its ParseError into a problem at the member.
template <class Parse>
auto parsed_text(ObjectReader& reader, const std::string& name, Parse parse)
    -> std::optional<decltype(parse(std::string_view{}))> {
    const auto text = reader.text(name);
    if (!text) return std::nullopt;
    try {
        return parse(*text);
    } catch (const ParseError& error) {
        reader.problem(name, error.what(), "");
        return std::nullopt;
    }
}

HostMultiplier read_multiplier(ObjectReader reader, const Presets& presets) {
    HostMultiplier multiplier;
    const auto name = reader.text("preset");
    try {
        if (name) multiplier.preset = presets.find(*name);
    } catch (const InputError& error) {
        reader.problem("preset", error.what(), "");
    }
    if (!name) {
        reader.require("stage", "the stage's name, or a preset");
        reader.require("factor", factor_range.expected);
    }
    multiplier.stage = reader.text("stage").value_or(name.value_or(""));
    if (multiplier.preset) multiplier.factor = multiplier.preset->typical;
    if (const auto factor = reader.number("factor", factor_range)) multiplier.factor = *factor;
    reader.refuse_unknown();
    return multiplier;
}

void read_multipliers(ObjectReader& writes, const Presets& presets,
                      std::pair<ProblemList&, Plan&> into) {
    auto& [problems, plan] = into;
    const Json* list = writes.find("host_multipliers");
    if (list == nullptr) return;
    if (!list->is_array()) {
        writes.problem("host_multipliers", rendered(*list), "a list of {stage, factor}");
        return;
    }
    std::size_t index = 0;
    for (const Json& item : *list) {
        const std::string place = "host_multipliers/" + std::to_string(index++);
        plan.host_multipliers.push_back(
            read_multiplier(ObjectReader(item, writes.pointer_to(place), problems), presets));
    }
}

void read_writes(const Json& object, const Presets& presets, std::pair<ProblemList&, Plan&> into) {
    auto& [problems, plan] = into;
    ObjectReader reader(object, "/writes", problems);
    reader.require("application_tb_per_day", tb_per_day.expected);
    if (const auto tb = reader.number("application_tb_per_day", tb_per_day)) {
        plan.application_rate =
            units::DataRate::from_value(*tb * units::bytes_per_tb / units::seconds_per_day);
    }
    read_multipliers(reader, presets, into);
    if (const auto growth = reader.number("growth_percent_per_year", growth_range)) {
        plan.growth_percent_per_year = *growth;
    }
    if (const auto duty = reader.number("duty_cycle", share_range)) plan.duty_cycle = *duty;
    reader.refuse_unknown();
}

void read_workload(ObjectReader reader, const workload::ReadText& read_text, Plan& plan) {
    const auto parse_pattern = [&](std::string_view text) {
        return workload::parse(text, read_text);
    };
    if (auto pattern = parsed_text(reader, "pattern", parse_pattern)) {
        plan.workload = std::move(*pattern);
    }
    if (const auto size = parsed_text(reader, "write_size", units::parse_capacity)) {
        if (size->value() == 0) {
            reader.problem("write_size", "0 bytes", "a request size above 0");
        } else if (!plan.workload.sizes.empty()) {
            reader.problem("write_size", "a second statement of the request size",
                           "only the one in 'pattern'");
        } else {
            plan.workload.sizes = {{.length = *size, .share = 1}};
        }
    }
    reader.refuse_unknown();
}

void read_fleet(ObjectReader& reader, Plan& plan) {
    if (auto name = reader.text("name")) plan.name = std::move(*name);
    reader.require("drive", "a drive's id, model number or name");
    if (auto drive = reader.text("drive")) plan.drive = std::move(*drive);
    reader.require("drives", fleet_size.expected);
    if (const auto drives = reader.whole_number("drives", fleet_size)) plan.drives = *drives;
    reader.require("service_years", service_years.expected);
    if (const auto years = reader.number("service_years", service_years)) {
        plan.service_life = units::years(*years);
    }
    plan.usable_capacity = parsed_text(reader, "usable_capacity", units::parse_capacity);
    if (const auto degrees = reader.number("temperature_c", celsius_range)) {
        plan.temperature = units::celsius(*degrees);
    }
    if (const auto reserve = reader.number("reserve_percent", reserve_range)) {
        plan.reserve_percent = *reserve;
    }
    plan.pe_cycles = reader.number("pe_cycles", cycles_range);
}

}  // namespace

double Plan::host_multiplier_total() const {
    double product = 1;
    for (const HostMultiplier& multiplier : host_multipliers)
        product *= multiplier.factor;
    return product;
}

Plan parse_plan(std::string_view json_text, const std::string& file,
                const PlanReferences& references) {
    const Json document = parse_json(json_text, file);
    ProblemList problems(file);
    Plan plan;
    ObjectReader reader(document, "", problems);
    reader.require("schema", "\"drivewear.plan/1\"");
    if (const auto schema = reader.text("schema"); schema && *schema != schema_name) {
        reader.problem("schema", "\"" + *schema + "\"", "\"drivewear.plan/1\"");
    }
    read_fleet(reader, plan);
    reader.require("writes", "what the applications write");
    if (const Json* writes = reader.find("writes")) {
        read_writes(*writes, references.presets, {problems, plan});
    }
    if (const Json* workload = reader.find("workload")) {
        read_workload(ObjectReader(*workload, "/workload", problems), references.read_text, plan);
    }
    if (const Json* uncertainty = reader.find("uncertainty")) {
        plan.uncertainty = read_uncertain_inputs(*uncertainty, "/uncertainty", problems);
    }
    reader.refuse_unknown();
    problems.throw_if_any();
    return plan;
}

}  // namespace drivewear::plan
