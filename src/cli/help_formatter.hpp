// Help that lists each verb by its one-line purpose, without the examples that lead its own help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace drivewear::cli {

class HelpFormatter : public CLI::Formatter {
public:
    std::string make_subcommand(const CLI::App* verb) const override;
};

}  // namespace drivewear::cli
