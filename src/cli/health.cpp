#include <CLI/CLI.hpp>
#include <memory>

#include "cli/health_request.hpp"
#include "cli/verbs.hpp"
#include "drivewear/report/health_report.hpp"

namespace drivewear::cli {
namespace {

struct HealthOptions {
    HealthRequest request;
    bool show_serials = false;
};

int print_health(const Context& context, const HealthOptions& options) {
    const ingest::FleetReport report = read_fleet(options.request, load_catalog(context));
    const report::HealthView view{.show_serials = options.show_serials,
                                  .coloured = context.colour()};
    context.emit({.table = [&] { return report::health_table(report, view); },
                  .json = [&] { return report::health_json(report, view); },
                  .csv = [&] { return report::health_csv(report, view); }});
    return done;
}

}  // namespace

void add_health_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand(
        "health",
        "Wear, writes and life left from what smartctl, nvme-cli and vendors' tools print.");
    lead_with_examples(*verb,
                       "  smartctl -x -j /dev/nvme0 > nvme0.json; drivewear health nvme0.json\n"
                       "  drivewear health reports/ --ratings ratings.csv --format json\n"
                       "  drivewear health nvme0-smart.json nvme0-ocp.json --one-drive\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto options = std::make_shared<HealthOptions>();
    verb->add_option("paths", options->request.paths, "reports, and folders of them")->required();
    verb->add_option("--ratings", options->request.ratings,
                     "CSV of model,tbw or model,dwpd,years; goes before the catalog");
    verb->add_flag("--one-drive", options->request.one_drive,
                   "the reports are of one drive, for logs that carry no serial number");
    verb->add_flag("--strict", options->request.strict, "files that cannot be read are an error");
    verb->add_flag("--show-serials", options->show_serials, "serial numbers, not only hashes");
    verb->add_option("--threads", options->request.threads,
                     "that read files; 0 is one for each core");
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_health(context, *options); };
    });
}

}  // namespace drivewear::cli
