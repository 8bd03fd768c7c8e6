#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/plan_options.hpp"
#include "cli/verbs.hpp"
#include "drivewear/compare/calibration_file.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/plan/budget.hpp"
#include "drivewear/plan/uncertainty.hpp"
#include "drivewear/report/budget_report.hpp"
#include "drivewear/report/uncertainty_report.hpp"

namespace drivewear::cli {
namespace {

struct BudgetOptions {
    PlanOptions plan;
    std::optional<std::string> calibration;
    bool check = false;
    bool uncertainty = false;
    plan::UncertaintyOptions draws;
};

int print_budget(const Context& context, const BudgetOptions& options) {
    plan::Plan plan = options.plan.read();
    if (options.calibration) {
        plan.calibration =
            compare::parse_calibration(read_file(*options.calibration), *options.calibration);
    }
    const catalog::Drive drive = find_drive(context, plan.drive);
    const plan::Budget budget = plan::compute_budget(plan, drive);
    std::optional<plan::Uncertainty> uncertainty;
    if (options.uncertainty) uncertainty = plan::assess_uncertainty(budget, drive, options.draws);
    report::Json record = report::to_json(budget);
    if (uncertainty) report::add_uncertainty(record, *uncertainty);
    context.emit({.table =
                      [&] {
                          std::string text = report::to_table(budget, context.colour());
                          if (uncertainty) text += report::to_table(*uncertainty, context.colour());
                          return text;
                      },
                  .json = [&] { return report::to_text(record); },
                  .csv =
                      [&] {
                          return report::to_csv(
                              report::Json::array({report::with_tornado_in_words(record)}));
                      }});
    return options.check && budget.verdict != plan::Verdict::fits ? check_failed : done;
}

void add_uncertainty_options(CLI::App& verb, BudgetOptions& options) {
    CLI::Option* flag =
        verb.add_flag("--uncertainty", options.uncertainty,
                      "draw the uncertain inputs many times: percentiles, the probability that the "
                      "plan fits, and which input matters most");
    verb.add_option("--draws", options.draws.draws, "how many times")
        ->needs(flag)
        ->capture_default_str();
    verb.add_option("--seed", options.draws.seed, "of the draws")
        ->needs(flag)
        ->capture_default_str();
    verb.add_option("--threads", options.draws.threads, "0: one for each core; changes no figure")
        ->needs(flag)
        ->capture_default_str();
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
        "      --application-tb-per-day 2400 --multiplier replication=2\n"
        "  drivewear budget plan.json --uncertainty --draws 10000 --seed 1\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto options = std::make_shared<BudgetOptions>();
    options->plan.add_to(*verb);
    verb->add_option("--calibration", options->calibration,
                     "what drivewear calibrate --format json wrote: the drive's base and effective "
                     "pool instead of its nominal flash");
    verb->add_flag("--check", options->check, "exit with status 1 when the plan does not fit");
    add_uncertainty_options(*verb, *options);
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_budget(context, *options); };
    });
}

}  // namespace drivewear::cli
