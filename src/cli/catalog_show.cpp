#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/catalog.hpp"
#include "drivewear/report/catalog_report.hpp"

namespace drivewear::cli {
namespace {

int print_drive(const Context& context, const std::string& name) {
    const catalog::Catalog catalog = load_catalog(context);
    const catalog::Drive& drive = catalog.find(name);
    context.emit({.table = [&] { return report::to_table(drive, context.colour()); },
                  .json = [&] { return report::to_text(report::to_json(drive)); },
                  .csv = [&] { return report::to_csv(report::to_rows(drive)); }});
    return done;
}

}  // namespace

void add_catalog_show_verb(CLI::App& catalog, Context& context) {
    CLI::App* verb = catalog.add_subcommand("show", "Every value of a drive with its source.");
    lead_with_examples(*verb,
                       "  drivewear catalog show micron-9550-max-12.8tb\n"
                       "  drivewear catalog show KCD9DPJE7T68 --format json\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto name = std::make_shared<std::string>();
    verb->add_option("drive", *name, "id, model number or loose name")->required();
    verb->callback([&context, name] {
        context.action = [&context, name] { return print_drive(context, *name); };
    });
}

}  // namespace drivewear::cli
