#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/verbs.hpp"
#include "drivewear/units/format.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::cli {

void add_units_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("units", "Read a capacity exactly and print its bytes.");
    lead_with_examples(*verb,
                       "  drivewear units 12.8TB\n"
                       "  drivewear units 16TiB --format json\n");
    add_output_options(*verb, context);
    auto text = std::make_shared<std::string>();
    verb->add_option("capacity", *text, "such as 12.8TB, 16TiB, 4KiB")->required();
    verb->callback([&context, text] {
        context.action = [&context, text] {
            const units::Capacity capacity = units::parse_capacity(*text);
            const std::string shortest = units::format_capacity(capacity);
            nlohmann::ordered_json record{
                {"schema", "drivewear.units/1"}, {"bytes", capacity.value()}, {"text", shortest}};
            if (context.format == Format::json) {
                context.emit(record.dump(2) + "\n");
            } else if (context.format == Format::csv) {
                context.emit(fmt::format("bytes,text\n{},{}\n", capacity.value(), shortest));
            } else {
                context.emit(fmt::format("{} = {} bytes\n", shortest, capacity.value()));
            }
            return static_cast<int>(done);
        };
    });
}

}  // namespace drivewear::cli
