#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/catalog.hpp"
#include "drivewear/report/catalog_report.hpp"

namespace drivewear::cli {
namespace {

int print_sources(const Context& context) {
    const catalog::Catalog catalog = load_catalog(context);
    const auto& sources = catalog.sources();
    context.emit({.table = [&] { return report::to_table(sources, context.colour()); },
                  .json = [&] { return report::to_text(report::to_json(sources)); },
                  .csv = [&] { return report::to_csv(report::to_json(sources).at("sources")); }});
    return done;
}

}  // namespace

void add_catalog_sources_verb(CLI::App& catalog, Context& context) {
    CLI::App* verb = catalog.add_subcommand(
        "sources", "The documents behind the values, and how far each is trusted.");
    lead_with_examples(*verb,
                       "  drivewear catalog sources\n"
                       "  drivewear catalog sources --format csv -o sources.csv\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    verb->callback([&context] { context.action = [&context] { return print_sources(context); }; });
}

}  // namespace drivewear::cli
