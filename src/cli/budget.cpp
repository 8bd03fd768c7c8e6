#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/plan_options.hpp"
#include "cli/verbs.hpp"
#include "drivewear/plan/budget.hpp"
#include "drivewear/report/budget_report.hpp"

namespace drivewear::cli {
namespace {

int print_budget(const Context& context, const PlanOptions& options, bool check) {
    const plan::Plan plan = options.read();
    const plan::Budget budget = plan::compute_budget(plan, find_drive(context, plan.drive));
    const report::Json record = report::to_json(budget);
    if (context.format == Format::json) {
        context.emit(report::to_text(record));
    } else if (context.format == Format::csv) {
        context.emit(report::to_csv(report::Json::array({record})));
    } else {
        context.emit(report::to_table(budget, context.colour()));
    }
    return check && budget.verdict != plan::Verdict::fits ? check_failed : done;
}

}  // namespace

void add_budget_verb(CLI::App& app, Context& context) {
    CLI::App* verb =
        app.add_subcommand("budget", "Budget a fleet's writes against a drive's endurance.");
    lead_with_examples(
        *verb,
        "  drivewear budget examples/ai-training-fleet.json\n"
        "  drivewear budget plan.json --drive \"cd9p-r 7.68\" --check --format json\n"
        "  drivewear budget --drive \"9550 max 12.8\" --drives 400 --service-years 5 \\\n"
        "      --application-tb-per-day 2400 --multiplier replication=2\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto options = std::make_shared<PlanOptions>();
    options->add_to(*verb);
    auto check = std::make_shared<bool>(false);
    verb->add_flag("--check", *check, "exit with status 1 when the plan does not fit");
    verb->callback([&context, options, check] {
        context.action = [&context, options, check] {
            return print_budget(context, *options, *check);
        };
    });
}

}  // namespace drivewear::cli
