#include "cli/context.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "cli/help_formatter.hpp"
#include "drivewear/core/data_directory.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"

namespace drivewear::cli {

bool Context::colour() const {
    const char* no_colour = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    const bool dumb = terminal == nullptr || std::strcmp(terminal, "dumb") == 0;
    const bool unwanted = no_colour != nullptr && *no_colour != '\0';
    return !output && !unwanted && !dumb && ::isatty(STDOUT_FILENO) == 1;
}

void Context::emit(std::string_view text) const {
    if (output && *output != "-") {
        write_file_atomically(*output, text);
        return;
    }
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0) {
        throw IoError(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
    }
}

void Context::emit(const Answer& answer) const {
    switch (format) {
        case Format::table:
            return emit(answer.table());
        case Format::json:
            return emit(answer.json());
        case Format::csv:
            return emit(answer.csv());
    }
}

void Context::notice(std::string_view line) const {
    if (!quiet) fmt::print(stderr, "{}\n", line);
}

void add_destination_options(CLI::App& verb, Context& context) {
    verb.add_option("-o,--output", context.output, "write to this file instead of standard output")
        ->type_name("FILE");
    verb.add_flag("--quiet", context.quiet, "no notices and no progress");
}

void add_output_options(CLI::App& verb, Context& context) {
    const std::map<std::string, Format> formats{
        {"table", Format::table}, {"json", Format::json}, {"csv", Format::csv}};
    verb.add_option("--format", context.format, "table (default), json or csv")
        ->transform(CLI::CheckedTransformer(formats).description(""))
        ->type_name("FORMAT");
    add_destination_options(verb, context);
}

void add_catalog_option(CLI::App& verb, Context& context) {
    verb.add_option("--catalog", context.catalog_dirs,
                    "read this folder of catalog files too (repeatable)")
        ->type_name("DIR")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

catalog::Catalog load_catalog(const Context& context) {
    std::vector<std::filesystem::path> folders{data_directory() / "catalog"};
    folders.insert(folders.end(), context.catalog_dirs.begin(), context.catalog_dirs.end());
    catalog::Catalog catalog = catalog::Catalog::load(folders);
    for (const std::string& notice : catalog.notices())
        context.notice(notice);
    return catalog;
}

void lead_with_examples(CLI::App& verb, std::string_view examples) {
    verb.description(fmt::format("Examples:\n{}\n{}", examples, verb.get_description()));
}

std::string HelpFormatter::make_subcommand(const CLI::App* verb) const {
    std::string description = verb->get_description();
    if (const std::size_t gap = description.rfind("\n\n"); gap != std::string::npos) {
        description.erase(0, gap + 2);
    }
    std::stringstream line;
    CLI::detail::format_help(line, verb->get_display_name(), description, column_width_);
    return line.str();
}

}  // namespace drivewear::cli
