// Which closed block is collected next: one of the victim policies, by value.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "drivewear/ftl/policy/cost_benefit.hpp"
#include "drivewear/ftl/policy/d_choices.hpp"
#include "drivewear/ftl/policy/fifo.hpp"
#include "drivewear/ftl/policy/greedy.hpp"
#include "drivewear/ftl/policy/random_victim.hpp"
#include "drivewear/ftl/policy/second_chance.hpp"
#include "drivewear/ftl/policy/windowed_greedy.hpp"

namespace drivewear::ftl {

using Policy =
    std::variant<Greedy, DChoices, Fifo, RandomVictim, WindowedGreedy, CostBenefit, SecondChance>;

/// Reads "greedy", "d-choices:10", "fifo", "random", "windowed-greedy:1000", "cost-benefit:lfs",
/// "cost-benefit:kawaguchi", "second-chance" or "second-chance:0.9". Throws ParseError.
Policy parse_policy(std::string_view text);

/// The spelling that parses to the same policy.
std::string to_text(const Policy& policy);

}  // namespace drivewear::ftl
