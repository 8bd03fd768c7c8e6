// The table of contents: one function a verb, one file each.
#pragma once

#include "cli/context.hpp"

namespace drivewear::cli {

void add_bids_verb(CLI::App& app, Context& context);
void add_budget_verb(CLI::App& app, Context& context);
void add_calibrate_verb(CLI::App& app, Context& context);
void add_catalog_verb(CLI::App& app, Context& context);
void add_check_verb(CLI::App& app, Context& context);
void add_compare_verb(CLI::App& app, Context& context);
void add_completion_verb(CLI::App& app, Context& context);
void add_convert_verb(CLI::App& app, Context& context);
void add_explain_verb(CLI::App& app, Context& context);
void add_fio_verb(CLI::App& app, Context& context);
void add_health_verb(CLI::App& app, Context& context);
void add_manual_verb(CLI::App& app, Context& context);
void add_presets_verb(CLI::App& app, Context& context);
void add_rank_verb(CLI::App& app, Context& context);
void add_report_verb(CLI::App& app, Context& context);
void add_retention_verb(CLI::App& app, Context& context);
void add_shrink_verb(CLI::App& app, Context& context);
void add_simulate_verb(CLI::App& app, Context& context);
void add_spares_verb(CLI::App& app, Context& context);
void add_trace_verb(CLI::App& app, Context& context);
void add_transient_verb(CLI::App& app, Context& context);
void add_uber_verb(CLI::App& app, Context& context);
void add_units_verb(CLI::App& app, Context& context);
void add_wa_verb(CLI::App& app, Context& context);

}  // namespace drivewear::cli
