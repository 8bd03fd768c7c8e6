#include "drivewear/analytic/policy.hpp"

#include <fmt/format.h>

#include <array>

#include "drivewear/core/errors.hpp"
#include "drivewear/units/decimal.hpp"

namespace drivewear::analytic {
namespace {

constexpr std::string_view d_choices_name = "d-choices";

constexpr std::array<std::pair<std::string_view, Frontiers>, 4> frontier_names{
    {{"single", Frontiers::single},
     {"hotcold", Frontiers::hot_cold},
     {"host-gc", Frontiers::host_gc},
     {"separated", Frontiers::separated}}};

Policy parse_d_choices(std::string_view text) {
    const std::size_t colon = d_choices_name.size();
    if (text.size() <= colon || text[colon] != ':') {
        throw ParseError(std::string(text), colon + 1,
                         "expected ':' and the number of choices, as in d-choices:10");
    }
    double choices = 0;
    try {
        choices = units::Decimal::parse(text.substr(colon + 1)).to_double();
    } catch (const ParseError& error) {
        throw ParseError(std::string(text), colon + 1 + error.column(), error.reason());
    }
    if (!(choices >= 1 && choices <= 1e9)) {
        throw ParseError(std::string(text), colon + 2, "expected 1 to 1e9 choices");
    }
    return DChoicesCleaning{choices};
}

}  // namespace

Policy parse_policy(std::string_view text) {
    if (text == "greedy") return GreedyCleaning{};
    if (text == "fifo" || text == "lru") return FifoCleaning{};
    if (text == "greedy-desnoyers") return DesnoyersGreedyCleaning{};
    if (text == "random") return RandomCleaning{};
    if (text.substr(0, d_choices_name.size()) == d_choices_name) return parse_d_choices(text);
    throw ParseError(std::string(text), 1,
                     "unknown policy: expected greedy, fifo, greedy-desnoyers, random or "
                     "d-choices:N");
}

std::string to_text(const Policy& policy) {
    struct Spelling {
        std::string operator()(GreedyCleaning) const { return "greedy"; }
        std::string operator()(FifoCleaning) const { return "fifo"; }
        std::string operator()(DesnoyersGreedyCleaning) const { return "greedy-desnoyers"; }
        std::string operator()(RandomCleaning) const { return "random"; }
        std::string operator()(DChoicesCleaning d) const {
            return fmt::format("{}:{}", d_choices_name,
                               units::Decimal::from_double(d.choices).to_string());
        }
    };
    return std::visit(Spelling{}, policy);
}

Frontiers parse_frontiers(std::string_view text) {
    for (const auto& [name, frontiers] : frontier_names) {
        if (name == text) return frontiers;
    }
    // The simulator's word: it puts any number of classes apart.
    if (text == "class") return Frontiers::hot_cold;
    throw ParseError(
        std::string(text), 1,
        "unknown frontiers: expected single, hotcold (or class), host-gc or separated");
}

std::string to_text(Frontiers frontiers) {
    for (const auto& [name, value] : frontier_names) {
        if (value == frontiers) return std::string(name);
    }
    return {};
}

}  // namespace drivewear::analytic
