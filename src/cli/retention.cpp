#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/emit_result.hpp"
#include "cli/verbs.hpp"
#include "drivewear/report/wear_report.hpp"
#include "drivewear/units/parse.hpp"
#include "drivewear/wear/jesd218.hpp"

namespace drivewear::cli {
namespace {

struct RetentionOptions {
    std::string drive_class = "enterprise";
    std::string temperature = "40C";
    std::optional<double> electronvolts;
    std::optional<std::string> storage;
};

int print_retention(const Context& context, const RetentionOptions& options) {
    report::RetentionAnswer answer;
    answer.drive_class = wear::parse_drive_class(options.drive_class);
    answer.temperature = units::parse_temperature(options.temperature);
    if (options.electronvolts) answer.energy = {*options.electronvolts};
    const wear::ClassRequirements required = wear::requirements_of(answer.drive_class);
    const wear::TemperatureStep step{required.retention_temperature, answer.temperature};
    answer.retention =
        wear::power_off_retention(answer.drive_class, answer.temperature, answer.energy);
    answer.acceleration_factor = wear::acceleration_factor(answer.energy, step);
    if (options.storage) {
        const units::Duration time = units::parse_duration(*options.storage);
        answer.storage_days = units::in_days(time);
        answer.equivalent_days = units::in_days(wear::equivalent_time(
            time, answer.energy, {answer.temperature, required.retention_temperature}));
        answer.keeps_data = time <= answer.retention;
    }
    answer.assumptions = {
        "standard: the class's retention, of a drive that has written its whole rated TBW; a drive "
        "less worn keeps data longer",
        options.electronvolts ? "assumed: one mechanism with the activation energy given"
                              : "assumed: one mechanism of 1.1 eV, which JESD218's bake times fit; "
                                "for 3D NAND a single energy is inadequate",
        "modelled: other temperatures by Arrhenius' law"};
    emit_result(context, {.document = report::to_json(answer),
                          .table = [&] { return report::to_table(answer, context.colour()); }});
    return done;
}

}  // namespace

void add_retention_verb(CLI::App& app, Context& context) {
    CLI::App* verb =
        app.add_subcommand("retention", "How long a worn drive keeps data without power.");
    lead_with_examples(*verb,
                       "  drivewear retention --class enterprise --temperature 40C\n"
                       "  drivewear retention --class client --temperature 52C --storage 500h\n");
    add_output_options(*verb, context);
    auto options = std::make_shared<RetentionOptions>();
    verb->add_option("--class", options->drive_class, "client or enterprise (JESD218)")
        ->capture_default_str();
    verb->add_option("--temperature", options->temperature, "of the drive without power")
        ->capture_default_str();
    verb->add_option("--activation-energy", options->electronvolts, "in eV (1.1)");
    verb->add_option("--storage", options->storage, "time without power to check, such as 30d");
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_retention(context, *options); };
    });
}

}  // namespace drivewear::cli
