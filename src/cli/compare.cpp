#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/verbs.hpp"
#include "drivewear/compare/compare.hpp"
#include "drivewear/core/data_directory.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/report/compare_report.hpp"

namespace drivewear::cli {
namespace {

struct CompareRequest {
    std::optional<std::string> drive;
    std::optional<std::string> quantity;
    bool calibrated = false;
    std::vector<std::filesystem::path> measured;
};

measured::Measurements measurements_of(const CompareRequest& request,
                                       const catalog::Catalog& catalog) {
    auto measurements = measured::Measurements::load(data_directory() / "measured", catalog);
    for (const auto& file : request.measured)
        measurements.add(measured::parse_results(read_file(file), file.string()), catalog);
    return measurements;
}

int print_comparison(const Context& context, const CompareRequest& request) {
    const catalog::Catalog catalog = load_catalog(context);
    const measured::Measurements measurements = measurements_of(request, catalog);
    compare::CompareOptions options{.calibrated = request.calibrated};
    if (request.drive) options.drive_id = catalog.find(*request.drive).id;
    if (request.quantity) options.quantity = compare::quantity_named(*request.quantity);
    const compare::Comparison comparison = compare::compare(catalog, measurements, options);
    context.emit({.table = [&] { return report::to_text(comparison, context.colour()); },
                  .json = [&] { return report::to_text(report::to_json(comparison)); },
                  .csv =
                      [&] {
                          return report::to_csv(
                              report::to_rows(comparison),
                              {"drive_id", "quantity", "conditions", "unit", "observed",
                               "observed_kind", "predicted", "error_percent", "verdict", "reason",
                               "usable_bytes", "sources"});
                      }});
    return done;
}

}  // namespace

void add_compare_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand(
        "compare",
        "Every prediction beside what vendors publish and laboratories measure; nothing fitted "
        "unless asked.");
    lead_with_examples(
        *verb,
        "  drivewear compare\n"
        "  drivewear compare --quantity tbw_ratio\n"
        "  drivewear compare --drive \"7450 max 800\" --calibrated\n"
        "  drivewear compare --measured measured.json --drive \"9550 max 12.8\"\n"
        "  drivewear compare --format json      # with the sources of every figure\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto request = std::make_shared<CompareRequest>();
    verb->add_option("--drive", request->drive, "only this drive: id, part number or loose name");
    verb->add_option("--quantity", request->quantity,
                     "only one of tbw_ratio, random_tbw, pe_cycles, rating_wa, request_size, "
                     "rated_iops, measured_iops, measured_over_rated, measured_wa, skew_iops");
    verb->add_option("--measured", request->measured,
                     "your own results beside those that ship, as drivewear fio writes them")
        ->type_name("FILE");
    verb->add_flag("--calibrated", request->calibrated,
                   "fit base and effective pool of drives with enough measured points");
    verb->callback([&context, request] {
        context.action = [&context, request] { return print_comparison(context, *request); };
    });
}

}  // namespace drivewear::cli
