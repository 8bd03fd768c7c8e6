// The planner's verbs: rank, shrink, bids, explain, presets.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/emit_result.hpp"
#include "cli/plan_options.hpp"
#include "cli/verbs.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/plan/bids.hpp"
#include "drivewear/plan/budget.hpp"
#include "drivewear/plan/explain.hpp"
#include "drivewear/plan/rank.hpp"
#include "drivewear/plan/shrink.hpp"
#include "drivewear/report/desk_report.hpp"
#include "drivewear/report/table.hpp"

namespace drivewear::cli {
namespace {

// A verb that takes a plan and some options of its own.
template <class Options>
struct PlanVerb {
    CLI::App* app;
    std::shared_ptr<Options> options;
};

template <class Options>
PlanVerb<Options> add_plan_verb(CLI::App& app, Context& context, const char* name,
                                const char* purpose) {
    PlanVerb<Options> verb{app.add_subcommand(name, purpose), std::make_shared<Options>()};
    add_output_options(*verb.app, context);
    add_catalog_option(*verb.app, context);
    verb.options->plan.add_to(*verb.app);
    return verb;
}

template <class Options>
void run_with(const PlanVerb<Options>& verb, Context& context,
              int (*action)(const Context&, const Options&)) {
    auto options = verb.options;
    verb.app->callback([&context, options, action] {
        context.action = [&context, options, action] { return action(context, *options); };
    });
}

struct RankOptions {
    PlanOptions plan;
    std::string prices;
    std::vector<std::string> conditions;
};

int print_ranking(const Context& context, const RankOptions& options) {
    const plan::Plan plan = options.plan.read();
    const catalog::Catalog catalog = load_catalog(context);
    std::vector<catalog::Drive> candidates;
    for (const catalog::Drive& drive : catalog.drives()) {
        const bool wanted = std::all_of(
            options.conditions.begin(), options.conditions.end(),
            [&](const std::string& condition) { return plan::meets(drive, condition); });
        if (wanted) candidates.push_back(drive);
    }
    const plan::Prices prices = options.prices.empty()
                                    ? plan::Prices{}
                                    : plan::parse_prices(read_file(options.prices), options.prices);
    const plan::Ranking ranking = plan::rank({.plan = plan,
                                              .plan_drive = catalog.find(plan.drive),
                                              .candidates = candidates,
                                              .prices = prices});
    emit_result(context, {.document = report::to_json(ranking, plan),
                          .rows_key = "drives",
                          .table = [&] { return report::to_table(ranking, context.colour()); }});
    return done;
}

struct ShrinkOptions {
    PlanOptions plan;
    int steps = 11;
};

int print_shrinking(const Context& context, const ShrinkOptions& options) {
    const plan::Plan plan = options.plan.read();
    const catalog::Drive drive = find_drive(context, plan.drive);
    const plan::Shrinking shrinking =
        plan::shrink({.plan = plan, .drive = drive, .steps = options.steps});
    emit_result(context, {.document = report::to_json(shrinking),
                          .rows_key = "steps",
                          .table = [&] { return report::to_table(shrinking, context.colour()); }});
    return done;
}

struct BidsOptions {
    std::string file;
    PlanOptions plan;
};

int print_bids(const Context& context, const BidsOptions& options) {
    const plan::Plan plan = options.plan.read();
    const auto bids = plan::parse_bids(read_file(options.file), options.file);
    const catalog::Drive drive = find_drive(context, plan.drive);
    const units::Capacity each = plan.usable_capacity.value_or(drive.capacity);
    const double data = static_cast<double>(each.value()) * static_cast<double>(plan.drives);
    const auto judged = plan::judge_bids(plan, bids, data);
    emit_result(context, {.document = report::to_json(judged, plan),
                          .rows_key = "bids",
                          .table = [&] { return report::to_table(judged, context.colour()); }});
    return done;
}

struct ExplainOptions {
    PlanOptions plan;
    bool markdown = false;
};

int print_explanation(const Context& context, const ExplainOptions& options) {
    const plan::Plan plan = options.plan.read();
    const plan::Budget budget = plan::compute_budget(plan, find_drive(context, plan.drive));
    const auto steps = plan::explain(budget);
    emit_result(context,
                {.document = report::to_json(steps, budget), .rows_key = "steps", .table = [&] {
                     return options.markdown ? report::to_markdown(steps, budget)
                                             : report::to_table(steps, budget);
                 }});
    return done;
}

int print_presets(const Context& context) {
    report::Json document{{"schema", "drivewear.presets/1"}, {"presets", report::Json::array()}};
    report::Table table({"preset", "low", "typical", "high", "what", "source"});
    const plan::Presets presets = load_presets();
    for (const auto& [name, preset] : presets.all()) {
        document["presets"].push_back({{"name", name},
                                       {"title", preset.title},
                                       {"low", preset.low},
                                       {"typical", preset.typical},
                                       {"high", preset.high},
                                       {"how", preset.how},
                                       {"source", preset.source}});
        table.add({name, report::readable(preset.low), report::readable(preset.typical),
                   report::readable(preset.high), preset.title, preset.source});
    }
    emit_result(context, {.document = document, .rows_key = "presets", .table = [&] {
                              return table.to_text(context.colour());
                          }});
    return done;
}

}  // namespace

void add_rank_verb(CLI::App& app, Context& context) {
    const auto verb = add_plan_verb<RankOptions>(app, context, "rank",
                                                 "Set every drive of the catalog under a plan.");
    lead_with_examples(
        *verb.app,
        "  drivewear rank examples/ai-training-fleet.json\n"
        "  drivewear rank plan.json --require form_factor=E3.S --require interface=PCIe5\n"
        "  drivewear rank plan.json --prices prices.csv --format csv -o ranking.csv\n");
    verb.app
        ->add_option("--prices", verb.options->prices,
                     "CSV with id or part_number, price, currency")
        ->type_name("FILE");
    verb.app
        ->add_option("--require", verb.options->conditions,
                     "only drives with KEY=VALUE: vendor, family, tier, form_factor, interface, "
                     "nand_type, min_capacity, min_dwpd (repeatable)")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    run_with(verb, context, print_ranking);
}

void add_shrink_verb(CLI::App& app, Context& context) {
    const auto verb = add_plan_verb<ShrinkOptions>(app, context, "shrink",
                                                   "Show what using less of each drive buys.");
    lead_with_examples(*verb.app,
                       "  drivewear shrink examples/ai-training-fleet.json\n"
                       "  drivewear shrink plan.json --steps 21 --format csv\n");
    verb.app->add_option("--steps", verb.options->steps, "usable capacities to show")
        ->check(CLI::Range(2, 1000));
    run_with(verb, context, print_shrinking);
}

void add_bids_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("bids", "Make vendors' offers comparable under a plan.");
    lead_with_examples(
        *verb, "  drivewear bids examples/bids.csv --plan examples/ai-training-fleet.json\n");
    auto options = std::make_shared<BidsOptions>();
    verb->add_option("bids", options->file,
                     "CSV with name, capacity, years, dwpd or tbw, and optionally "
                     "workload, price, currency")
        ->required()
        ->type_name("FILE");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    options->plan.add_to(*verb, "--plan");
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_bids(context, *options); };
    });
}

void add_explain_verb(CLI::App& app, Context& context) {
    const auto verb = add_plan_verb<ExplainOptions>(
        app, context, "explain", "Work a budget out step by step, with formulas and sources.");
    lead_with_examples(*verb.app,
                       "  drivewear explain examples/ai-training-fleet.json\n"
                       "  drivewear explain plan.json --markdown -o budget.md\n");
    verb.app->add_flag("--markdown", verb.options->markdown, "a Markdown table instead of text");
    run_with(verb, context, print_explanation);
}

void add_presets_verb(CLI::App& app, Context& context) {
    CLI::App* verb =
        app.add_subcommand("presets", "List host multipliers by name, with their sources.");
    lead_with_examples(*verb, "  drivewear presets\n");
    add_output_options(*verb, context);
    verb->callback([&context] { context.action = [&context] { return print_presets(context); }; });
}

}  // namespace drivewear::cli
