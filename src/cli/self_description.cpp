// What the command says of itself: shell completion and the manual page, both made from the same
// descriptions that --help prints.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/verbs.hpp"

namespace drivewear::cli {
namespace {

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string option_words(const CLI::App& app) {
    std::string words;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames())
            words += "--" + name + " ";
        for (const std::string& name : option->get_snames())
            words += "-" + name + " ";
    }
    return words;
}

// Verbs below a verb, as words before its options.
std::string all_words(const CLI::App& verb) {
    std::string words;
    for (const CLI::App* below : verbs_of(verb))
        words += below->get_name() + " ";
    return words + option_words(verb);
}

std::string bash_completion(const CLI::App& app) {
    std::string cases;
    std::string names;
    for (const CLI::App* verb : verbs_of(app)) {
        names += verb->get_name() + " ";
        cases += fmt::format("        {}) words=\"{}\" ;;\n", verb->get_name(), all_words(*verb));
    }
    return fmt::format(
        "# bash completion for drivewear: source it, or put it into the completions folder\n"
        "_drivewear() {{\n"
        "    local word=${{COMP_WORDS[COMP_CWORD]}} words\n"
        "    case ${{COMP_WORDS[1]}} in\n"
        "{}"
        "        *) words=\"\" ;;\n"
        "    esac\n"
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then words=\"{}--help --version\"; fi\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
        "    [ ${{#COMPREPLY[@]}} -gt 0 ] || COMPREPLY=($(compgen -f -- \"$word\"))\n"
        "}}\n"
        "complete -o filenames -F _drivewear drivewear\n",
        cases, names);
}

std::string zsh_completion(const CLI::App& app) {
    return "#compdef drivewear\nautoload -U +X bashcompinit && bashcompinit\n" +
           bash_completion(app);
}

// Text for troff: a leading point or quote and backslashes have meanings there.
std::string troff(std::string_view text) {
    std::string result;
    bool line_start = true;
    for (const char c : text) {
        if (line_start && (c == '.' || c == '\'')) result += "\\&";
        result += c == '\\'  ? std::string("\\e")
                  : c == '-' ? std::string("\\-")
                             : std::string(1, c);
        line_start = c == '\n';
    }
    return result;
}

std::string manual_options(const CLI::App& app) {
    std::string text;
    for (const CLI::Option* option : app.get_options()) {
        const std::string name = option->get_name(false, true);
        text += fmt::format(".TP\n.B {}\n{}\n", troff(name), troff(option->get_description()));
    }
    return text;
}

std::string manual_verb(const CLI::App& verb, const std::string& prefix) {
    const std::string name = prefix + verb.get_name();
    std::string text =
        fmt::format(".SS {}\n.nf\n{}\n.fi\n", troff(name), troff(verb.get_description()));
    text += manual_options(verb);
    for (const CLI::App* below : verbs_of(verb))
        text += manual_verb(*below, name + " ");
    return text;
}

std::string manual_page(const CLI::App& app) {
    std::string text = fmt::format(
        ".TH DRIVEWEAR 1 \"\" \"drivewear {}\" \"User commands\"\n"
        ".SH NAME\ndrivewear \\- endurance budgets, write amplification and wear of enterprise "
        "SSDs\n"
        ".SH SYNOPSIS\n.B drivewear\n.I VERB\n[options]\n.SH DESCRIPTION\n{}\n.SH VERBS\n",
        DRIVEWEAR_VERSION, troff(app.get_description()));
    for (const CLI::App* verb : verbs_of(app))
        text += manual_verb(*verb, "");
    return text +
           ".SH EXIT STATUS\n"
           "0 done, 1 a \\-\\-check that failed, 2 bad input or usage, 3 input or output failed, "
           "130 interrupted\n"
           ".SH ENVIRONMENT\n"
           ".TP\n.B DRIVEWEAR_DATA\nfolder of the data that ships with drivewear\n"
           ".TP\n.B NO_COLOR\nno colours\n";
}

}  // namespace

void add_completion_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("completion", "Print shell completion for bash or zsh.");
    lead_with_examples(*verb,
                       "  source <(drivewear completion bash)\n"
                       "  drivewear completion zsh > ~/.zfunc/_drivewear\n");
    auto shell = std::make_shared<std::string>();
    verb->add_option("shell", *shell, "bash or zsh")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh"}));
    verb->callback([&app, &context, shell] {
        context.action = [&app, &context, shell] {
            context.emit(*shell == "bash" ? bash_completion(app) : zsh_completion(app));
            return static_cast<int>(done);
        };
    });
}

void add_manual_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("manual", "Print the manual page.");
    lead_with_examples(*verb, "  drivewear manual > drivewear.1 && man ./drivewear.1\n");
    verb->callback([&app, &context] {
        context.action = [&app, &context] {
            context.emit(manual_page(app));
            return static_cast<int>(done);
        };
    });
}

}  // namespace drivewear::cli
