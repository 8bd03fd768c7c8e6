// What every verb shares: where output goes and in which form, and which catalogs are read.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/catalog/catalog.hpp"

namespace CLI {
class App;
}

namespace drivewear::cli {

enum class Format { table, json, csv };

/// Exit statuses, see run.hpp.
enum ExitStatus { done = 0, check_failed = 1, bad_input = 2, io_failed = 3, interrupted = 130 };

/// A result in every form that --format can ask for; only the one asked for is made.
struct Answer {
    std::function<std::string()> table;
    std::function<std::string()> json;
    std::function<std::string()> csv;
};

/// Options that every verb takes, and the work it decided to do.
struct Context {
    Format format = Format::table;          ///< --format
    std::optional<std::string> output;      ///< -o FILE; absent: standard output
    bool quiet = false;                     ///< --quiet: no notices, no progress
    std::vector<std::string> catalog_dirs;  ///< --catalog DIR, after the built-in catalog
    std::function<int()> action;            ///< set by the verb the user typed; returns the status

    /// Table output may use colours: a terminal, no NO_COLOR, no TERM=dumb, no -o.
    bool colour() const;
    /// Writes a result to -o (atomically) or to standard output. Throws IoError.
    void emit(std::string_view text) const;
    /// Writes the form that --format asks for.
    void emit(const Answer& answer) const;
    /// A message for a person, on standard error, unless --quiet.
    void notice(std::string_view line) const;
};

/// Adds -o and --quiet, for a verb with formats of its own.
void add_destination_options(CLI::App& verb, Context& context);
/// Adds --format, -o, --quiet.
void add_output_options(CLI::App& verb, Context& context);
/// Adds --catalog.
void add_catalog_option(CLI::App& verb, Context& context);
/// The built-in catalog and the user's on top; replaced drives are a notice.
catalog::Catalog load_catalog(const Context& context);
/// Puts `examples` at the head of the verb's help.
void lead_with_examples(CLI::App& verb, std::string_view examples);

}  // namespace drivewear::cli
