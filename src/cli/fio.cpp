#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/fio_request.hpp"
#include "cli/verbs.hpp"

namespace drivewear::cli {
namespace {

int print_fio(const Context& context, const FioRequest& request) {
    const report::FioAnswer answer = read_fio(request, [&] { return load_catalog(context); });
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
    auto request = std::make_shared<FioRequest>();
    verb->add_option("FILE", request->files, "fio --output-format=json or json+; .gz or .zst too")
        ->required();
    verb->add_option("--drive", request->drive, "the drive under test, of the catalog")
        ->type_name("NAME");
    verb->add_option("--platform", request->platform, "machine and preparation, in words")
        ->type_name("TEXT");
    verb->add_flag("--strict", request->strict, "refuse the lot when one file cannot be read");
    verb->callback([&context, request] {
        context.action = [&context, request] { return print_fio(context, *request); };
    });
}

}  // namespace drivewear::cli
