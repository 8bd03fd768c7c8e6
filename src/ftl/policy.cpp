#include "drivewear/ftl/policy/policy.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include "ftl/spelling.hpp"

namespace drivewear::ftl {
namespace {

struct Speller {
    std::string operator()(const Greedy&) const { return "greedy"; }
    std::string operator()(const DChoices& policy) const {
        return fmt::format("d-choices:{}", policy.choices);
    }
    std::string operator()(const Fifo&) const { return "fifo"; }
    std::string operator()(const RandomVictim&) const { return "random"; }
    std::string operator()(const WindowedGreedy& policy) const {
        return fmt::format("windowed-greedy:{}", policy.window_blocks);
    }
    std::string operator()(const CostBenefit& policy) const {
        return policy.form == CostBenefit::Form::lfs ? "cost-benefit:lfs"
                                                     : "cost-benefit:kawaguchi";
    }
    std::string operator()(const SecondChance& policy) const {
        return policy.keep_share ? fmt::format("second-chance:{}", *policy.keep_share)
                                 : "second-chance";
    }
};

CostBenefit cost_benefit(const Spelling& spelling) {
    if (spelling.count() == 0 || spelling.argument(0) == "lfs") return {CostBenefit::Form::lfs};
    if (spelling.argument(0) == "kawaguchi") return {CostBenefit::Form::kawaguchi};
    spelling.refuse_argument(0, "lfs or kawaguchi");
}

SecondChance second_chance(const Spelling& spelling) {
    if (spelling.count() == 0) return {};
    return {spelling.number<double>(0, {std::numeric_limits<double>::min(), 1.0},
                                    "a valid share above 0 and at most 1")};
}

Policy read(const Spelling& spelling) {
    const std::string_view name = spelling.name();
    spelling.expect_at_most(name == "greedy" || name == "fifo" || name == "random" ? 0 : 1);
    if (name == "greedy") return Greedy{};
    if (name == "fifo") return Fifo{};
    if (name == "random") return RandomVictim{};
    if (name == "cost-benefit") return cost_benefit(spelling);
    if (name == "second-chance") return second_chance(spelling);
    if (name == "d-choices") {
        return DChoices{spelling.number<std::uint32_t>(0, {1, 1'000'000},
                                                       "a number of blocks from 1 to 1000000")};
    }
    if (name == "windowed-greedy") {
        return WindowedGreedy{spelling.number<std::uint64_t>(
            0, {1, std::numeric_limits<std::uint32_t>::max()}, "a number of blocks, at least 1")};
    }
    spelling.refuse_name(
        "greedy, d-choices:D, fifo, random, windowed-greedy:W, cost-benefit:lfs, "
        "cost-benefit:kawaguchi or second-chance[:SHARE]");
}

}  // namespace

Policy parse_policy(std::string_view text) {
    return read(Spelling(text));
}

std::string to_text(const Policy& policy) {
    return std::visit(Speller{}, policy);
}

}  // namespace drivewear::ftl
