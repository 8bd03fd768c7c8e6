#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/catalog.hpp"
#include "drivewear/catalog/check_files.hpp"
#include "drivewear/report/catalog_report.hpp"

namespace drivewear::cli {
namespace {

using catalog::FileCheck;

std::string counted(std::size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string found_in(const FileCheck& check) {
    const bool is_list = check.sources > 0 && check.drives.empty();
    return is_list ? counted(check.sources, "source") : counted(check.drives.size(), "drive");
}

std::string lines_of(const std::vector<FileCheck>& checks) {
    std::string text;
    for (const FileCheck& check : checks) {
        if (!check.problems.empty()) continue;
        text += fmt::format("{}: {}, valid\n", check.file, found_in(check));
        for (const std::string& warning : check.warnings)
            text += fmt::format("  warning: {}\n", warning);
    }
    return text;
}

int print_checks(const Context& context, const std::vector<std::filesystem::path>& files) {
    const std::vector<std::string> row_columns{"file", "kind", "pointer", "found", "expected"};
    const auto checks = catalog::check_files(files, load_catalog(context).sources());
    context.emit({.table = [&] { return lines_of(checks); },
                  .json = [&] { return report::to_text(report::to_json(checks)); },
                  .csv = [&] { return report::to_csv(report::to_rows(checks), row_columns); }});
    std::vector<Problem> problems;
    for (const FileCheck& check : checks)
        problems.insert(problems.end(), check.problems.begin(), check.problems.end());
    if (!problems.empty()) throw ValidationError(std::move(problems));
    return done;
}

}  // namespace

void add_catalog_validate_verb(CLI::App& catalog, Context& context) {
    CLI::App* verb = catalog.add_subcommand(
        "validate", "Check catalog files; exit with status 2 and a line a problem.");
    lead_with_examples(*verb,
                       "  drivewear catalog validate my-drives/acme-x1.json\n"
                       "  drivewear catalog validate data/catalog/*.json --format json\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto files = std::make_shared<std::vector<std::filesystem::path>>();
    verb->add_option("files", *files, "families of drives, or lists of sources")->required();
    verb->callback([&context, files] {
        context.action = [&context, files] { return print_checks(context, *files); };
    });
}

}  // namespace drivewear::cli
