#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/catalog.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/report/catalog_report.hpp"

namespace drivewear::cli {
namespace {

enum class FeedFormat { json, csv, xlsx };

// What --format says, else what the file's name ends in, else JSON.
FeedFormat format_for(const std::optional<FeedFormat>& chosen, const Context& context) {
    if (chosen) return *chosen;
    const auto extension = std::filesystem::path(context.output.value_or("")).extension();
    if (extension == ".csv") return FeedFormat::csv;
    return extension == ".xlsx" ? FeedFormat::xlsx : FeedFormat::json;
}

int export_feed(const Context& context, const std::optional<FeedFormat>& chosen) {
    const FeedFormat format = format_for(chosen, context);
    if (format == FeedFormat::xlsx && !context.output) {
        throw InputError("found --format xlsx without a file, expected -o FILE: it is not text");
    }
    const catalog::Catalog catalog = load_catalog(context);
    if (format == FeedFormat::xlsx) {
        context.emit(report::to_feed_xlsx(catalog));
    } else if (format == FeedFormat::csv) {
        context.emit(report::to_feed_csv(report::all_drives(catalog)));
    } else {
        context.emit(report::to_text(report::to_feed(catalog)));
    }
    return done;
}

}  // namespace

void add_catalog_export_verb(CLI::App& catalog, Context& context) {
    CLI::App* verb = catalog.add_subcommand(
        "export", "The whole catalog as flat records, a drive each, for spreadsheets and scripts.");
    lead_with_examples(*verb,
                       "  drivewear catalog export -o drives.json\n"
                       "  drivewear catalog export --format csv\n"
                       "  drivewear catalog export -o drives.xlsx\n");
    auto format = std::make_shared<std::optional<FeedFormat>>();
    const std::map<std::string, FeedFormat> formats{
        {"json", FeedFormat::json}, {"csv", FeedFormat::csv}, {"xlsx", FeedFormat::xlsx}};
    verb->add_option("--format", *format, "json (default), csv or xlsx; else as FILE ends")
        ->transform(CLI::CheckedTransformer(formats).description(""))
        ->type_name("FORMAT");
    add_destination_options(*verb, context);
    add_catalog_option(*verb, context);
    verb->callback([&context, format] {
        context.action = [&context, format] { return export_feed(context, *format); };
    });
}

}  // namespace drivewear::cli
