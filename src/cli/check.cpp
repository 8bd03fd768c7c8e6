#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/emit_result.hpp"
#include "cli/verbs.hpp"
#include "drivewear/core/data_directory.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/measured/check.hpp"
#include "drivewear/measured/measurements.hpp"
#include "drivewear/report/check_report.hpp"

namespace drivewear::cli {
namespace {

struct CheckOptions {
    std::vector<std::filesystem::path> files;
};

std::vector<measured::Result> read_all(const CheckOptions& options,
                                       const catalog::Catalog& catalog) {
    if (options.files.empty()) {
        return measured::Measurements::load(data_directory() / "measured", catalog).results();
    }
    std::vector<measured::Result> all;
    std::vector<Problem> problems;
    for (const auto& file : options.files) {
        try {
            auto results = measured::parse_results(read_file(file), file.string());
            std::move(results.begin(), results.end(), std::back_inserter(all));
        } catch (const ValidationError& error) {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        }
    }
    if (!problems.empty()) throw ValidationError(std::move(problems));
    return all;
}

int print_findings(const Context& context, const CheckOptions& options) {
    const catalog::Catalog catalog = load_catalog(context);
    const auto results = read_all(options, catalog);
    const auto link_of = [&](const std::string& drive) {
        for (const catalog::Drive& known : catalog.drives()) {
            if (known.id == drive) return known.interface;
        }
        return std::string();
    };
    const auto findings = measured::check(results, link_of);
    context.emit(
        {.table = [&] { return report::to_text(findings, results.size(), context.colour()); },
         .json = [&] { return report::to_text(report::to_json(findings, results.size())); },
         .csv =
             [&] {
                 return report::to_csv(
                     report::to_rows(findings),
                     {"rule", "severity", "settled", "arithmetic", "meaning", "rows", "sources"});
             }});
    return report::count_unsettled(findings) == 0 ? done : check_failed;
}

}  // namespace

void add_check_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand(
        "check",
        "Measured results against Little's law, the link and what a statistic can be; exit status "
        "1 when a contradiction is not settled.");
    lead_with_examples(*verb,
                       "  drivewear check my-benchmark.csv\n"
                       "  drivewear check review.json --format json\n"
                       "  drivewear check            # the measured data that ships with it\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto options = std::make_shared<CheckOptions>();
    verb->add_option("files", options->files,
                     "results (drivewear.measured/1 as JSON, or CSV); none: those that ship");
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_findings(context, *options); };
    });
}

}  // namespace drivewear::cli
