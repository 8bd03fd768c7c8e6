#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/catalog.hpp"
#include "drivewear/report/catalog_report.hpp"

namespace drivewear::cli {
namespace {

int print_sources(const Context& context) {
    const catalog::Catalog catalog = load_catalog(context);
    const report::Json document = report::to_json(catalog.sources());
    if (context.format == Format::json) {
        context.emit(report::to_text(document));
    } else if (context.format == Format::csv) {
        context.emit(report::to_csv(document.at("sources")));
    } else {
        context.emit(report::to_table(catalog.sources(), context.colour()));
    }
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
