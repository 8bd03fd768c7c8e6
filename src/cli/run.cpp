#include "cli/run.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <string>

#include "cli/context.hpp"
#include "cli/help_formatter.hpp"
#include "cli/verbs.hpp"
#include "core/json_input.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::cli {
namespace {

void print_error(const char* lines) {
    std::string_view rest = lines;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        fmt::print(stderr, "drivewear: {}\n", rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

void add_verbs(CLI::App& app, Context& context) {
    add_budget_verb(app, context);
    add_explain_verb(app, context);
    add_rank_verb(app, context);
    add_shrink_verb(app, context);
    add_bids_verb(app, context);
    add_calibrate_verb(app, context);
    add_catalog_verb(app, context);
    add_check_verb(app, context);
    add_compare_verb(app, context);
    add_convert_verb(app, context);
    add_fio_verb(app, context);
    add_health_verb(app, context);
    add_presets_verb(app, context);
    add_report_verb(app, context);
    add_simulate_verb(app, context);
    add_trace_verb(app, context);
    add_transient_verb(app, context);
    add_uber_verb(app, context);
    add_retention_verb(app, context);
    add_spares_verb(app, context);
    add_wa_verb(app, context);
    add_units_verb(app, context);
    add_completion_verb(app, context);
    add_manual_verb(app, context);
}

// A mistyped verb gets the nearest one; everything else is for CLI11 to explain.
bool refuse_unknown_verb(const CLI::App& app, const char* word) {
    if (*word == '-') return false;
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(verb->get_name());
        if (verb->get_name() == word) return false;
    }
    const auto near = nearest_word(word, names);
    print_error(
        fmt::format("'{}' is not a verb: {}", word,
                    near ? "did you mean '" + *near + "'?" : "'drivewear --help' lists them")
            .c_str());
    return true;
}

int act(const Context& context) {
    try {
        return context.action();
    } catch (const Cancelled&) {
        print_error("interrupted");
        return interrupted;
    } catch (const InputError& error) {
        print_error(error.what());
        return bad_input;
    } catch (const IoError& error) {
        print_error(error.what());
        return io_failed;
    } catch (const std::bad_alloc&) {
        print_error("not enough memory");
        return io_failed;
    } catch (const std::exception& error) {
        print_error((std::string("internal error: ") + error.what()).c_str());
        return io_failed;
    }
}

}  // namespace

int run(int argc, const char* const* argv) {
    CLI::App app{"Endurance budgets, write amplification and wear of enterprise SSDs.",
                 "drivewear"};
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_version_flag("--version", std::string("drivewear ") + DRIVEWEAR_VERSION);
    app.require_subcommand(1);
    Context context;
    add_verbs(app, context);
    if (argc > 1 && refuse_unknown_verb(app, argv[1])) return bad_input;
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // Help and the version are printed; an error is one line.
        if (error.get_exit_code() == 0) return app.exit(error);
        print_error((error.what() + std::string(" (--help shows what is right)")).c_str());
        return bad_input;
    }
    return act(context);
}

}  // namespace drivewear::cli
