#include "cli/plan_options.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "core/json_input.hpp"
#include "drivewear/core/data_directory.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/units/decimal.hpp"

namespace drivewear::cli {
namespace {

using Json = nlohmann::json;

template <class Value>
void put(Json& object, const char* name, const std::optional<Value>& value) {
    if (value) object[name] = *value;
}

// "STAGE=FACTOR", or the name of a preset alone.
Json multiplier_from(const std::string& text) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos) return {{"preset", text}};
    const auto factor = units::Decimal::parse(std::string_view(text).substr(equals + 1));
    return {{"stage", text.substr(0, equals)}, {"factor", factor.to_double()}};
}

}  // namespace

void PlanOptions::add_to(CLI::App& verb, const char* file_option) {
    verb.add_option(file_option, file, "plan file (drivewear.plan/1); flags override it");
    verb.add_option("--drive", drive, "drive id, model number or loose name");
    verb.add_option("--drives", drives, "drives in the fleet");
    verb.add_option("--service-years", service_years, "years the fleet must last");
    verb.add_option("--application-tb-per-day", application_tb_per_day,
                    "decimal TB a day that the applications of the whole fleet write in year 1");
    verb.add_option("--multiplier", multipliers,
                    "a host multiplier as STAGE=FACTOR or the name of a preset (repeatable); "
                    "replaces those of the file");
    verb.add_option("--growth-percent", growth_percent, "growth of the writes a year");
    verb.add_option("--duty-cycle", duty_cycle, "share of the time that writes at this rate");
    verb.add_option("--workload", workload, "uniform, sequential, hotcold:f=0.2,r=0.8, ...");
    verb.add_option("--write-size", write_size, "request size, such as 4KiB");
    verb.add_option("--usable-capacity", usable_capacity,
                    "bytes of each drive that are used, such as 10TB; the rest becomes spare");
    verb.add_option("--temperature-c", temperature_c, "drive temperature in degrees Celsius");
    verb.add_option("--pe-cycles", pe_cycles,
                    "P/E cycles that each block survives (what the ratings imply)");
    verb.add_option("--reserve-percent", reserve_percent, "share of the rating to keep unspent");
}

plan::Plan PlanOptions::read() const {
    const std::string name = file.value_or("command line");
    Json document =
        file ? parse_json(read_file(*file), name) : Json{{"schema", "drivewear.plan/1"}};
    if (document.is_object()) {
        put(document, "drive", drive);
        put(document, "drives", drives);
        put(document, "service_years", service_years);
        put(document, "usable_capacity", usable_capacity);
        put(document, "temperature_c", temperature_c);
        put(document, "reserve_percent", reserve_percent);
        put(document, "pe_cycles", pe_cycles);
        Json writes = document.value("writes", Json::object());
        put(writes, "application_tb_per_day", application_tb_per_day);
        put(writes, "growth_percent_per_year", growth_percent);
        put(writes, "duty_cycle", duty_cycle);
        if (!multipliers.empty()) writes["host_multipliers"] = Json::array();
        for (const std::string& text : multipliers) {
            writes["host_multipliers"].push_back(multiplier_from(text));
        }
        if (!writes.empty()) document["writes"] = writes;
        Json pattern = document.value("workload", Json::object());
        put(pattern, "pattern", workload);
        put(pattern, "write_size", write_size);
        if (!pattern.empty()) document["workload"] = pattern;
    }
    return plan::parse_plan(document.dump(), name,
                            {.read_text = [](const std::string& path) { return read_file(path); },
                             .presets = load_presets()});
}

plan::Presets load_presets() {
    const auto file = data_directory() / "presets.json";
    return plan::Presets::parse(read_file(file), file.string());
}

catalog::Drive find_drive(const Context& context, const std::string& name) {
    return load_catalog(context).find(name);
}

}  // namespace drivewear::cli
