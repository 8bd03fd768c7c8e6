#include "cli/catalog.hpp"

#include <CLI/CLI.hpp>

#include "cli/verbs.hpp"

namespace drivewear::cli {

void add_catalog_verb(CLI::App& app, Context& context) {
    CLI::App* verb =
        app.add_subcommand("catalog", "What is known of each drive, and from which document.");
    lead_with_examples(*verb,
                       "  drivewear catalog list --vendor Micron --min-dwpd 3\n"
                       "  drivewear catalog show \"9550 max 12.8\"\n"
                       "  drivewear catalog export --format xlsx -o drives.xlsx\n");
    verb->require_subcommand(1);
    add_catalog_list_verb(*verb, context);
    add_catalog_show_verb(*verb, context);
    add_catalog_sources_verb(*verb, context);
    add_catalog_validate_verb(*verb, context);
    add_catalog_export_verb(*verb, context);
}

}  // namespace drivewear::cli
