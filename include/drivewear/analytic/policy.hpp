// How a drive chooses the block to clean, as far as formulas can answer.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace drivewear::analytic {

/// Oldest block first; also called LRU cleaning (Desnoyers, SYSTOR'12).
struct FifoCleaning {
    bool operator==(const FifoCleaning&) const = default;
};

/// Fewest valid pages first (Bux and Iliadis, Performance Evaluation 67(11), 2010).
struct GreedyCleaning {
    bool operator==(const GreedyCleaning&) const = default;
};

/// Greedy in Desnoyers' finite-block approximation (SYSTOR'12, eqs. 12 and 16).
struct DesnoyersGreedyCleaning {
    bool operator==(const DesnoyersGreedyCleaning&) const = default;
};

/// A block drawn at random.
struct RandomCleaning {
    bool operator==(const RandomCleaning&) const = default;
};

/// The emptiest of d blocks drawn at random (Van Houdt, SIGMETRICS'13; Li, Lee and Lui,
/// SIGMETRICS'13). 1 is random; many is greedy.
struct DChoicesCleaning {
    double choices = 10;  ///< d >= 1

    bool operator==(const DChoicesCleaning&) const = default;
};

using Policy = std::variant<GreedyCleaning, FifoCleaning, DesnoyersGreedyCleaning, RandomCleaning,
                            DChoicesCleaning>;

/// "greedy", "fifo", "greedy-desnoyers", "random", "d-choices:10". Throws ParseError.
Policy parse_policy(std::string_view text);
/// The spelling that parses back.
std::string to_text(const Policy& policy);

/// Where host writes and relocated pages are put.
enum class Frontiers {
    single,    ///< one open block for everything
    hot_cold,  ///< an oracle: one open block for each class, host and relocated alike
    host_gc,   ///< one open block for the host, one for relocated pages
    separated  ///< a pool of blocks for each class, with the best split of the spare capacity
};

/// "single", "hotcold", "host-gc", "separated". Throws ParseError.
Frontiers parse_frontiers(std::string_view text);
std::string to_text(Frontiers frontiers);

}  // namespace drivewear::analytic
