#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "cli/verbs.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/report/fio_report.hpp"

namespace drivewear::cli {
namespace {

struct FioOptions {
    std::vector<std::string> files;
    std::optional<std::string> drive;
    std::string platform;
    bool strict = false;
};

// One bad file among many is named; a list of none but bad ones is refused.
void read_files(const FioOptions& options, report::FioAnswer& answer) {
    for (const std::string& file : options.files) {
        try {
            std::vector<ingest::FioRun> runs = ingest::read_fio_file(file);
            std::move(runs.begin(), runs.end(), std::back_inserter(answer.runs));
        } catch (const Error& error) {
            if (options.strict || options.files.size() == 1) throw;
            answer.unreadable.emplace_back(error.what());
        }
    }
    if (answer.runs.empty()) {
        throw InputError(fmt::format("none of {} files is a result of fio; the first: {}",
                                     options.files.size(), answer.unreadable.front()));
    }
}

int print_fio(const Context& context, const FioOptions& options) {
    report::FioAnswer answer;
    answer.platform = options.platform;
    if (options.drive) {
        const catalog::Catalog catalog = load_catalog(context);
        answer.drive = catalog.find(*options.drive).id;
    }
    read_files(options, answer);
    for (const std::string& line : answer.unreadable)
        context.notice("drivewear: left out: " + line);
    const bool to_json_file = context.output && context.output->ends_with(".json");
    if (context.format == Format::json || (context.format == Format::table && to_json_file)) {
        context.emit(report::to_text(report::to_measured(answer)));
    } else if (context.format == Format::csv) {
        context.emit(report::to_csv(report::to_measured_rows(answer)));
    } else {
        context.emit(report::to_table(answer, context.colour()));
    }
    return done;
}

}  // namespace

void add_fio_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("fio", "Turn fio's JSON into measured results.");
    lead_with_examples(
        *verb,
        "  drivewear fio randwrite.json\n"
        "  drivewear fio results/*.json --drive \"9550 max 12.8\" -o measured.json\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto options = std::make_shared<FioOptions>();
    verb->add_option("FILE", options->files, "fio --output-format=json or json+; .gz or .zst too")
        ->required();
    verb->add_option("--drive", options->drive, "the drive under test, of the catalog")
        ->type_name("NAME");
    verb->add_option("--platform", options->platform, "machine and preparation, in words")
        ->type_name("TEXT");
    verb->add_flag("--strict", options->strict, "refuse the lot when one file cannot be read");
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_fio(context, *options); };
    });
}

}  // namespace drivewear::cli
