// The verbs under `drivewear catalog`, one file each.
#pragma once

#include "cli/context.hpp"

namespace drivewear::cli {

void add_catalog_list_verb(CLI::App& catalog, Context& context);
void add_catalog_show_verb(CLI::App& catalog, Context& context);
void add_catalog_sources_verb(CLI::App& catalog, Context& context);
void add_catalog_validate_verb(CLI::App& catalog, Context& context);
void add_catalog_export_verb(CLI::App& catalog, Context& context);

}  // namespace drivewear::cli
