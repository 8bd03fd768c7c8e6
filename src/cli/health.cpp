#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/verbs.hpp"
#include "drivewear/core/data_directory.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/ingest/health_fleet.hpp"
#include "drivewear/report/health_report.hpp"

namespace drivewear::cli {
namespace {

struct HealthOptions {
    std::vector<std::string> paths;
    std::vector<std::string> ratings;
    unsigned threads = 0;
    bool one_drive = false;
    bool strict = false;
    bool show_serials = false;
};

ingest::RatingBook ratings_of(const Context& context, const HealthOptions& options) {
    ingest::RatingBook book(load_catalog(context));
    for (const std::string& file : options.ratings)
        book.add_csv(read_file(file), file);
    return book;
}

ingest::FleetReport gather(const Context& context, const HealthOptions& options) {
    const ingest::RatingBook ratings = ratings_of(context, options);
    const auto attributes = ingest::AttributeTable::load(data_directory());
    ingest::Fleet fleet(options.one_drive);
    const unsigned threads =
        options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
    ingest::read_health_paths({options.paths.begin(), options.paths.end()}, attributes,
                              {.threads = threads}, fleet);
    return fleet.finish(ratings);
}

// Every file that could not be read, as one error.
[[noreturn]] void refuse_unreadable(const ingest::FleetReport& report) {
    std::string lines;
    for (const ingest::Unreadable& file : report.unreadable)
        lines += (lines.empty() ? "" : "\n") + file.file + ": " + file.reason;
    throw InputError(lines);
}

int print_health(const Context& context, const HealthOptions& options) {
    const ingest::FleetReport report = gather(context, options);
    // Nothing at all is an error without --strict too.
    if (!report.unreadable.empty() && (options.strict || report.drives.empty())) {
        refuse_unreadable(report);
    }
    if (report.drives.empty()) throw InputError("no files: expected health reports of drives");
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
    verb->add_option("paths", options->paths, "reports, and folders of them")->required();
    verb->add_option("--ratings", options->ratings,
                     "CSV of model,tbw or model,dwpd,years; goes before the catalog");
    verb->add_flag("--one-drive", options->one_drive,
                   "the reports are of one drive, for logs that carry no serial number");
    verb->add_flag("--strict", options->strict, "files that cannot be read are an error");
    verb->add_flag("--show-serials", options->show_serials, "serial numbers, not only hashes");
    verb->add_option("--threads", options->threads, "that read files; 0 is one for each core");
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_health(context, *options); };
    });
}

}  // namespace drivewear::cli
