#include <CLI/CLI.hpp>
#include <cctype>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/verbs.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/plan/convert.hpp"
#include "drivewear/report/convert_report.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::cli {
namespace {

struct ConvertOptions {
    std::optional<std::string> dwpd;
    std::optional<std::string> tbw;
    std::optional<std::string> pbw;
    std::optional<std::string> per_day;
    std::optional<std::string> capacity;
    std::optional<std::string> years;
    std::optional<std::string> to_years;
    bool binary = false;
};

// A bare number is in the unit that the option is named for.
std::string with_unit(const std::string& text, const char* unit) {
    const bool bare = !text.empty() && std::isdigit(static_cast<unsigned char>(text.back()));
    return bare ? text + unit : text;
}

std::string without_suffix(std::string text, std::initializer_list<const char*> suffixes) {
    for (const std::string_view suffix : suffixes) {
        if (!text.ends_with(suffix)) continue;
        text.resize(text.size() - suffix.size());
        while (text.ends_with(' '))
            text.pop_back();
        break;
    }
    return text;
}

units::HostBytes host_bytes_in(const std::string& text, const char* unit) {
    return units::host_bytes(units::parse_capacity(with_unit(text, unit)).value());
}

units::Decimal years_in(const std::string& text) {
    return units::Decimal::parse(without_suffix(text, {"years", "year", "y"}));
}

plan::EnduranceStatement statement_of(const ConvertOptions& options) {
    plan::EnduranceStatement statement;
    if (options.dwpd)
        statement.dwpd = units::Decimal::parse(without_suffix(*options.dwpd, {"DWPD"}));
    if (options.tbw) statement.tbw = host_bytes_in(*options.tbw, "TB");
    if (options.pbw) statement.tbw = host_bytes_in(*options.pbw, "PB");
    if (options.per_day) {
        statement.host_bytes_per_day =
            host_bytes_in(without_suffix(*options.per_day, {"/day", "/d"}), "TB");
    }
    if (options.capacity) statement.capacity = units::parse_capacity(*options.capacity);
    if (options.years) statement.years = years_in(*options.years);
    if (options.to_years) statement.to_years = years_in(*options.to_years);
    return statement;
}

int print_conversion(const Context& context, const ConvertOptions& options) {
    const auto conversion = plan::convert_endurance(statement_of(options));
    const bool binary = options.binary;
    context.emit({.table = [&] { return report::to_table(conversion, binary); },
                  .json = [&] { return report::to_text(report::to_json(conversion, binary)); },
                  .csv = [&] { return report::to_csv(report::to_rows(conversion, binary)); }});
    return done;
}

}  // namespace

void add_convert_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand(
        "convert", "Turn an endurance rating into the others: DWPD, TBW, PBW, bytes a day.");
    lead_with_examples(*verb,
                       "  drivewear convert --dwpd 1 --capacity 3.84TB --years 5\n"
                       "  drivewear convert --pbw 12.25 --capacity 1.6TB --years 5 --binary\n"
                       "  drivewear convert --dwpd 3 --years 3 --to-years 5\n");
    add_output_options(*verb, context);
    auto options = std::make_shared<ConvertOptions>();
    CLI::Option_group* rating = verb->add_option_group("rating", "one of these");
    rating->add_option("--dwpd", options->dwpd, "drive writes per day");
    rating->add_option("--tbw", options->tbw,
                       "total written, such as 7008TB; TB for a bare number");
    rating->add_option("--pbw", options->pbw, "total written; PB for a bare number");
    rating->add_option("--per-day", options->per_day,
                       "written a day, such as 20TB/day; TB for a bare number");
    rating->require_option(1);
    verb->add_option("--capacity", options->capacity, "user capacity, such as 3.84TB");
    verb->add_option("--years", options->years, "years that the rating is meant for");
    verb->add_option("--to-years", options->to_years, "state the same total over these years");
    verb->add_flag("--binary", options->binary, "amounts in TiB and PiB too");
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_conversion(context, *options); };
    });
}

}  // namespace drivewear::cli
