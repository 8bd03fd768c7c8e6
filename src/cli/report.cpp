#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/plan_options.hpp"
#include "cli/verbs.hpp"
#include "drivewear/core/data_directory.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/report/compare_report.hpp"
#include "drivewear/report/plan_report.hpp"

namespace drivewear::cli {
namespace {

int write_report(const Context& context, const PlanOptions& options) {
    const std::string extension =
        context.output ? std::filesystem::path(*context.output).extension().string() : ".md";
    const plan::Plan plan = options.read();
    const catalog::Catalog catalog = load_catalog(context);
    report::Json data = report::report_data(plan, catalog);
    const auto measurements = measured::Measurements::load(data_directory() / "measured", catalog);
    data["measured"] = report::measured_points(compare::compare(
        catalog, measurements,
        {.drive_id = catalog.find(plan.drive).id, .quantity = compare::Quantity::measured_wa}));
    if (extension == ".html" || extension == ".htm") {
        context.emit(report::to_report_html(data));
    } else if (extension == ".xlsx") {
        context.emit(report::to_report_xlsx(data));
    } else if (extension == ".json") {
        context.emit(report::to_text(data));
    } else if (extension == ".md") {
        context.emit(report::to_report_markdown(data));
    } else {
        throw InputError("-o " + *context.output + ": found the ending '" + extension +
                         "', expected .html, .xlsx, .md or .json");
    }
    return done;
}

}  // namespace

void add_report_verb(CLI::App& app, Context& context) {
    CLI::App* verb =
        app.add_subcommand("report", "Write a report on a plan that can be forwarded.");
    lead_with_examples(*verb,
                       "  drivewear report examples/ai-training-fleet.json -o report.html\n"
                       "  drivewear report plan.json -o report.xlsx\n"
                       "  drivewear report plan.json -o report.md\n");
    verb->add_option(
            "-o,--output", context.output,
            "the file; its ending chooses the form: .html, .xlsx, .md (default, on standard "
            "output) or .json")
        ->type_name("FILE");
    verb->add_flag("--quiet", context.quiet, "no notices");
    add_catalog_option(*verb, context);
    auto options = std::make_shared<PlanOptions>();
    options->add_to(*verb);
    verb->callback([&context, options] {
        context.action = [&context, options] { return write_report(context, *options); };
    });
}

}  // namespace drivewear::cli
