#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/catalog.hpp"
#include "drivewear/catalog/filter.hpp"
#include "drivewear/report/catalog_report.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::cli {
namespace {

struct ListOptions {
    std::optional<std::string> vendor;
    std::optional<std::string> family;
    std::optional<std::string> tier;
    std::optional<std::string> min_dwpd;
    std::optional<std::string> min_capacity;
};

catalog::Filter filter_of(const ListOptions& options) {
    catalog::Filter filter;
    filter.vendor = options.vendor;
    filter.family = options.family;
    filter.tier = options.tier;
    if (options.min_dwpd) filter.min_dwpd = units::Decimal::parse(*options.min_dwpd);
    if (options.min_capacity) filter.min_capacity = units::parse_capacity(*options.min_capacity);
    return filter;
}

int print_list(const Context& context, const ListOptions& options) {
    const catalog::Filter filter = filter_of(options);
    const catalog::Catalog catalog = load_catalog(context);
    const report::Drives drives = catalog::select(catalog, filter);
    if (drives.empty()) context.notice("no drive of the catalog passes these filters");
    context.emit({.table = [&] { return report::to_table(drives, context.colour()); },
                  .json = [&] { return report::to_text(report::to_json(drives)); },
                  .csv = [&] { return report::to_feed_csv(drives); }});
    return done;
}

}  // namespace

void add_catalog_list_verb(CLI::App& catalog, Context& context) {
    CLI::App* verb = catalog.add_subcommand("list", "The drives, a line each.");
    lead_with_examples(*verb,
                       "  drivewear catalog list --vendor KIOXIA\n"
                       "  drivewear catalog list --tier mixed --min-capacity 10TB --format csv\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto options = std::make_shared<ListOptions>();
    verb->add_option("--vendor", options->vendor, "only this vendor's");
    verb->add_option("--family", options->family, "only families with this in their name");
    verb->add_option("--tier", options->tier, "only this tier: read, mixed or write");
    verb->add_option("--min-dwpd", options->min_dwpd, "only with this many drive writes per day");
    verb->add_option("--min-capacity", options->min_capacity, "only from this capacity, as 10TB");
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_list(context, *options); };
    });
}

}  // namespace drivewear::cli
