#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/emit_result.hpp"
#include "cli/progress.hpp"
#include "cli/verbs.hpp"
#include "cli/wa_batch.hpp"
#include "cli/wa_request.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/report/wa_report.hpp"

namespace drivewear::cli {
namespace {

/// What the user typed, and how it should be answered.
struct WaCommand {
    WaRequest request;
    std::optional<std::string> batch;  ///< CSV file of questions
    std::string curve;                 ///< FROM:TO:STEP
    bool wants_curve = false;
};

void print_answer(const Context& context, const AnsweredWa& found) {
    const report::Json document = report::to_json(found.query, found.estimate);
    emit_result(context, {.document = document,
                          .table = [&] { return report::to_table(found.query, found.estimate); }});
}

/// "0.02:0.5:0.02" as spare factors.
std::vector<double> curve_points(const std::string& text) {
    double ends[3] = {0, 0, 0};
    std::size_t at = 0;
    for (int part = 0; part < 3; ++part) {
        const std::size_t end = part < 2 ? text.find(':', at) : text.size();
        if (end == std::string::npos) throw ParseError(text, text.size() + 1, "expected ':'");
        try {
            ends[part] = std::stod(text.substr(at, end - at));
        } catch (const std::exception&) {
            throw ParseError(text, at + 1, "expected a number, as in 0.02:0.5:0.02");
        }
        at = end + 1;
    }
    const double count = std::floor((ends[1] - ends[0]) / ends[2] + 1e-9) + 1;
    constexpr double most_points = 100000;
    if (!(ends[2] > 0) || !(count >= 1) || !(count <= most_points)) {
        throw ParseError(text, 1, "expected first:last:step with up to 100000 points");
    }
    std::vector<double> points;
    for (double i = 0; i < count; ++i)
        points.push_back(ends[0] + i * ends[2]);
    return points;
}

void print_curve(const Context& context, const WaCommand& command,
                 const FetchCatalog& fetch_catalog) {
    std::vector<report::WaPoint> points;
    WaRequest request = command.request;
    if (request.spare_factor || request.over_provision || request.usable || request.raw ||
        request.drive) {
        throw InputError("--curve goes over spare factors: none may be given beside it");
    }
    for (const double spare : curve_points(command.curve)) {
        request.spare_factor = spare;
        AnsweredWa found = answer(request, fetch_catalog);
        points.push_back({std::move(found.query), std::move(found.estimate)});
    }
    context.emit({.table = [&] { return report::curve_table(points); },
                  .json = [&] { return report::to_text(report::curve_json(points)); },
                  .csv = [&] { return report::to_csv(report::curve_rows(points)); }});
}

int print_batch(const Context& context, const WaCommand& command,
                const FetchCatalog& fetch_catalog) {
    const std::string csv = read_file(*command.batch);
    Progress progress(context, "answering");
    const WaBatch batch =
        answer_batch({csv, *command.batch, command.request, progress.hook()}, fetch_catalog);
    if (context.format == Format::json) {
        context.emit(report::to_text({{"schema", "drivewear.wa-batch/1"}, {"rows", batch.rows}}));
    } else {
        context.emit(report::to_csv(batch.rows, batch.columns));
    }
    for (const std::string& problem : batch.problems)
        fmt::print(stderr, "drivewear: {}\n", problem);
    if (batch.problems.empty()) return done;
    context.notice(fmt::format("drivewear: {} of {} rows have no answer", batch.problems.size(),
                               batch.rows.size()));
    return bad_input;
}

int run_wa(const Context& context, const WaCommand& command) {
    std::optional<catalog::Catalog> loaded;
    const FetchCatalog fetch_catalog = [&]() -> const catalog::Catalog& {
        if (!loaded) loaded = load_catalog(context);
        return *loaded;
    };
    if (command.batch) return print_batch(context, command, fetch_catalog);
    if (command.wants_curve) {
        print_curve(context, command, fetch_catalog);
    } else {
        print_answer(context, answer(command.request, fetch_catalog));
    }
    return done;
}

void add_drive_options(CLI::App& verb, WaRequest& request) {
    verb.add_option("--spare-factor", request.spare_factor, "(raw - user) / raw, in (0, 1)");
    verb.add_option("--over-provision", request.over_provision,
                    "(raw - user) / user: 0.07 is a spare factor of 0.0654");
    verb.add_option("--usable", request.usable, "capacity the host sees")->type_name("SIZE");
    verb.add_option("--raw", request.raw, "capacity of the flash")->type_name("SIZE");
    verb.add_option("--drive", request.drive, "a drive of the catalog")->type_name("NAME");
}

void add_model_options(CLI::App& verb, WaRequest& request) {
    verb.add_option("--policy", request.policy,
                    "greedy, fifo, random, d-choices:D or greedy-desnoyers")
        ->capture_default_str();
    verb.add_option("--pages-per-block", request.pages_per_block,
                    "pages erased together, or inf for superblocks")
        ->capture_default_str();
    verb.add_option("--workload", request.workload,
                    "such as uniform, sequential, hotcold:f=0.2,r=0.8, zipf:s=1,classes=64, "
                    "jesd219, classes:FILE, mix:0.7*uniform+0.3*sequential")
        ->capture_default_str();
    verb.add_option("--frontiers", request.frontiers, "single, hotcold, host-gc or separated")
        ->capture_default_str();
    verb.add_option("--trim", request.trim, "share of the requests that TRIM, below 0.5");
    verb.add_option("--indirection-unit", request.indirection_unit,
                    "bytes mapped together, such as 16KiB")
        ->type_name("SIZE");
    verb.add_option("--write-size", request.write_size,
                    "bytes of a request, such as 4KiB or 4KiB:0.7/64KiB:0.3")
        ->type_name("SIZE");
    verb.add_option("--parity", request.parity, "data and parity pages of a stripe, such as 15+1");
}

}  // namespace

void add_wa_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("wa", "Predict write amplification by formula.");
    lead_with_examples(
        *verb,
        "  drivewear wa --spare-factor 0.07\n"
        "  drivewear wa --usable 12.8TB --raw 16TiB --workload jesd219 --indirection-unit 4KiB\n"
        "  drivewear wa --spare-factor 0.1 --policy d-choices:10 --pages-per-block 64\n"
        "  drivewear wa --drive \"9550 max 12.8\" --workload hotcold:f=0.2,r=0.8 --format json\n"
        "  drivewear wa --curve=0.02:0.5:0.02 --policy fifo\n"
        "  drivewear wa --batch questions.csv -o answers.csv\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto command = std::make_shared<WaCommand>();
    command->curve = "0.02:0.5:0.02";
    add_drive_options(*verb, command->request);
    add_model_options(*verb, command->request);
    CLI::Option* batch =
        verb->add_option("--batch", command->batch,
                         "answer each row of this CSV; columns are named as the flags")
            ->type_name("FILE");
    CLI::Option* curve = verb->add_option("--curve", command->curve, "answer over spare factors")
                             ->type_name("FIRST:LAST:STEP")
                             ->expected(0, 1)
                             ->capture_default_str();
    curve->excludes(batch);
    verb->callback([&context, command, curve] {
        command->wants_curve = curve->count() > 0;
        context.action = [&context, command] { return run_wa(context, *command); };
    });
}

}  // namespace drivewear::cli
