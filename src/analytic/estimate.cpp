#include "drivewear/analytic/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/analytic/separated_pools.hpp"
#include "drivewear/analytic/sequential_mixture.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/units/format.hpp"

namespace drivewear::analytic {
namespace {

using workload::AddressClass;

constexpr const char* desnoyers =
    "Desnoyers, Analytic Modeling of SSD Write Performance, SYSTOR'12";

/// Pages are mapped in these when no indirection unit is given.
constexpr std::uint64_t usual_page_bytes = 4096;

/// What garbage collection costs, and who says so.
struct Answer {
    double amplification = 1;              ///< A
    std::string model;                     ///< which formula
    std::string source;                    ///< paper and equation
    std::vector<std::string> assumptions;  ///< beyond those every model makes
};

/// The query once TRIM, parity and the indirection unit have had their say.
struct Reduced {
    device::SpareFactor spare_factor;   ///< effective
    std::vector<AddressClass> classes;  ///< of the pages in use
    double sequential_share = 0;        ///< of the unit writes
    double indirection_unit = 1;        ///< stage factor
    double parity = 1;                  ///< stage factor
    std::vector<std::string> assumptions{};
};

std::string bytes_text(std::uint64_t bytes) {
    return units::format_capacity(units::bytes(bytes));
}

bool is_one_class(const Reduced& drive) {
    return drive.classes.size() == 1;
}

[[noreturn]] void no_formula(const std::string& what) {
    throw DomainError(fmt::format("{}: no formula covers this, simulate it", what));
}

// ---- Stages -----------------------------------------------------------------------------------

void apply_parity(const Query& query, Reduced& drive) {
    if (!query.parity) return;
    drive.parity = stripe_amplification(*query.parity);
    drive.spare_factor = spare_under_stripe(drive.spare_factor, *query.parity);
    drive.assumptions.push_back(fmt::format(
        "{}+{} parity: every {} pages of data program {} of parity, which also takes raw capacity "
        "(spare factor {:.6g} left)",
        query.parity->data, query.parity->parity, query.parity->data, query.parity->parity,
        drive.spare_factor.value()));
}

UnitTraffic unit_traffic(const Query& query) {
    UnitTraffic traffic{query.indirection_unit_bytes.value_or(usual_page_bytes),
                        query.workload.sizes};
    if (query.workload.alignment) traffic.alignment_bytes = query.workload.alignment->value();
    return traffic;
}

void apply_indirection_unit(const Query& query, Reduced& drive) {
    if (!query.indirection_unit_bytes) {
        drive.assumptions.emplace_back("every request writes whole mapping units");
        return;
    }
    const std::string unit = bytes_text(*query.indirection_unit_bytes);
    if (query.workload.sizes.empty()) {
        drive.assumptions.push_back(
            fmt::format("requests are whole indirection units of {}", unit));
        return;
    }
    const double random = indirection_unit_amplification(unit_traffic(query));
    const double share = drive.sequential_share;
    drive.indirection_unit = share + (1 - share) * random;
    // The stream is coalesced, so fewer of the unit writes are its own.
    drive.sequential_share = share / drive.indirection_unit;
    drive.assumptions.push_back(fmt::format(
        "partly written indirection units of {} are read, merged and written whole; no two random "
        "requests are joined",
        unit));
}

void apply_trim(const Query& query, Reduced& drive) {
    const double q = query.workload.trim_share;
    if (q == 0) return;
    if (drive.sequential_share > 0) no_formula("TRIM together with a sequential stream");
    const double units_written =
        query.workload.sizes.empty() ? 1 : units_per_request(unit_traffic(query));
    TrimmedDrive trimmed =
        under_trim({drive.spare_factor, drive.classes, q / (1 - q) / units_written});
    drive.assumptions.push_back(fmt::format(
        "TRIM of uniformly chosen pages leaves {:.4g} % of the logical pages in use: effective "
        "spare factor {:.6g} (Frankie, Hughes and Kreutz-Delgado, arXiv 1208.1794)",
        100 * trimmed.in_use_share, trimmed.spare_factor.value()));
    drive.spare_factor = trimmed.spare_factor;
    drive.classes = std::move(trimmed.classes);
}

Reduced reduce(const Query& query) {
    if (query.workload.zones) no_formula("zones that are written and trimmed whole");
    if (query.pages_per_block && *query.pages_per_block == 0) {
        throw DomainError("0 pages a block: expected 1 or more, or the large-block limit");
    }
    Reduced drive{.spare_factor = query.spare_factor,
                  .classes = query.workload.classes,
                  .sequential_share = query.workload.sequential_share};
    apply_parity(query, drive);
    apply_indirection_unit(query, drive);
    apply_trim(query, drive);
    return drive;
}

// ---- Garbage collection -----------------------------------------------------------------------

std::string classes_text(const Reduced& drive) {
    return is_one_class(drive) ? "uniform addresses"
                               : fmt::format("{} address classes", drive.classes.size());
}

Answer sequential_only(const Query& query) {
    const bool samples = std::holds_alternative<RandomCleaning>(query.policy) ||
                         std::holds_alternative<DChoicesCleaning>(query.policy);
    if (samples) no_formula("a sequential stream with sampled victims");
    return {1,
            "sequential stream",
            "every victim is empty when its turn comes",
            {"the drive was filled in the same order; after a random fill FIFO keeps the memory of "
             "it"}};
}

Answer sequential_mixture(const Query& query, const Reduced& drive) {
    if (query.frontiers != Frontiers::single) {
        no_formula("a sequential stream beside random writes with frontiers of their own");
    }
    const bool is_fifo = std::holds_alternative<FifoCleaning>(query.policy);
    if (!is_fifo && !std::holds_alternative<GreedyCleaning>(query.policy)) {
        no_formula("a sequential stream beside random writes under this policy");
    }
    const std::vector<double> states =
        mixture_steady_states({drive.spare_factor, drive.sequential_share, drive.classes});
    // Greedy finds the emptier blocks that a stream leaves behind; FIFO stays where it started,
    // near what the random writes alone would cost.
    const double random_only = fifo(drive.spare_factor, drive.classes);
    const auto above = std::upper_bound(states.begin(), states.end(), random_only);
    const double chosen = !is_fifo || above == states.begin() ? states.front() : *(above - 1);
    Answer answer{chosen,
                  fmt::format("random writes with a sequential share of {:.4g} in one open block",
                              drive.sequential_share),
                  "steady states of A = sum S(k T/A), derived for this project; FIFO agrees with "
                  "simulation",
                  {}};
    if (states.size() > 1) {
        std::string list;
        for (const double state : states)
            list += fmt::format("{}{:.4g}", list.empty() ? "" : ", ", state);
        answer.assumptions.push_back(fmt::format(
            "several steady states exist ({}) and the drive's history decides: simulate it where "
            "the difference matters",
            list));
    }
    if (query.pages_per_block && !is_fifo) {
        answer.assumptions.emplace_back("large blocks, although a block size was given");
    }
    return answer;
}

Answer fifo_answer(const Reduced& drive) {
    const std::string model = fmt::format("FIFO closed form, {}", classes_text(drive));
    if (is_one_class(drive)) {
        return {
            fifo(drive.spare_factor), model, fmt::format("{}, eq. 4 (Lambert W)", desnoyers), {}};
    }
    return {
        fifo(drive.spare_factor, drive.classes), model, fmt::format("{}, eq. 14", desnoyers), {}};
}

/// Greedy, large blocks: victims come up in the order in which they were written, as in FIFO.
Answer large_block_greedy(const Reduced& drive) {
    Answer answer = fifo_answer(drive);
    answer.model = fmt::format("large-block greedy (FIFO closed form), {}", classes_text(drive));
    answer.assumptions.emplace_back(
        "garbage is collected in large blocks (superblocks), where greedy and FIFO agree");
    return answer;
}

Answer desnoyers_answer(const Reduced& drive, std::uint64_t pages_per_block) {
    const std::string model = fmt::format("Desnoyers' greedy approximation, {} pages a block, {}",
                                          pages_per_block, classes_text(drive));
    if (is_one_class(drive)) {
        return {desnoyers_greedy(drive.spare_factor, pages_per_block),
                model,
                fmt::format("{}, eq. 12", desnoyers),
                {}};
    }
    return {desnoyers_greedy(drive.spare_factor, pages_per_block, drive.classes),
            model,
            fmt::format("{}, eq. 16", desnoyers),
            {"an approximation: within a few percent of simulation for blocks of 32 pages or "
             "more"}};
}

Answer single_greedy(const Query& query, const Reduced& drive) {
    if (!query.pages_per_block) return large_block_greedy(drive);
    const std::uint64_t pages_per_block = *query.pages_per_block;
    if (!is_one_class(drive)) return desnoyers_answer(drive, pages_per_block);
    return {greedy(drive.spare_factor, pages_per_block),
            fmt::format("exact greedy, {} pages a block, uniform addresses", pages_per_block),
            "mean field of Bux and Iliadis's problem (Performance Evaluation 67(11), 2010)",
            {}};
}

Answer random_answer(const Reduced& drive) {
    return {random_victims(drive.spare_factor),
            fmt::format("random victims, {}", classes_text(drive)),
            "A = 1/Sf; Van Houdt, SIGMETRICS'13",
            {}};
}

Answer separated(const Query& query, const Reduced& drive) {
    SeparatedPools pools{drive.spare_factor, drive.classes};
    pools.pages_per_block = query.pages_per_block;
    std::string cleaning = "FIFO";
    if (query.pages_per_block && std::holds_alternative<GreedyCleaning>(query.policy)) {
        pools.cleaning = PoolCleaning::greedy;
        cleaning = "exact greedy";
    } else if (query.pages_per_block &&
               std::holds_alternative<DesnoyersGreedyCleaning>(query.policy)) {
        pools.cleaning = PoolCleaning::desnoyers_greedy;
        cleaning = "Desnoyers' greedy";
    } else if (std::holds_alternative<RandomCleaning>(query.policy) ||
               std::holds_alternative<DChoicesCleaning>(query.policy)) {
        no_formula("separated pools with sampled victims");
    }
    const PoolSplit split = best_split(pools);
    std::string shares;
    for (const double share : split.spare_shares)
        shares += fmt::format("{}{:.4g}", shares.empty() ? "" : " : ", share);
    if (split.spare_shares.size() > 8) shares = "of all pools";
    return {split.write_amplification,
            fmt::format("separated pools, {}, {}", cleaning, classes_text(drive)),
            fmt::format("{}, eqs. 20-22, at the best split", desnoyers),
            {fmt::format("the drive knows each page's class and splits its spare capacity {}",
                         shares)}};
}

Answer single_frontier(const Query& query, const Reduced& drive) {
    if (std::holds_alternative<FifoCleaning>(query.policy)) return fifo_answer(drive);
    if (std::holds_alternative<RandomCleaning>(query.policy)) return random_answer(drive);
    if (std::holds_alternative<GreedyCleaning>(query.policy)) return single_greedy(query, drive);
    if (std::holds_alternative<DesnoyersGreedyCleaning>(query.policy)) {
        if (!query.pages_per_block) return large_block_greedy(drive);
        return desnoyers_answer(drive, *query.pages_per_block);
    }
    no_formula(to_text(query.policy));
}

Answer collect(const Query& query, const Reduced& drive) {
    if (drive.sequential_share == 1) return sequential_only(query);
    if (drive.sequential_share > 0) return sequential_mixture(query, drive);
    // One class has nothing to separate, and FIFO does not care where pages are put.
    if (is_one_class(drive) && query.frontiers != Frontiers::host_gc) {
        return single_frontier(query, drive);
    }
    if (query.frontiers == Frontiers::separated) return separated(query, drive);
    if (query.frontiers == Frontiers::single ||
        std::holds_alternative<FifoCleaning>(query.policy)) {
        return single_frontier(query, drive);
    }
    no_formula(fmt::format("frontiers {}", to_text(query.frontiers)));
}

}  // namespace

Estimate estimate_with_details(const Query& query) {
    const Reduced drive = reduce(query);
    Answer gc = collect(query, drive);
    device::WriteAmplificationEstimate answer;
    answer.garbage_collection = std::max(gc.amplification, 1.0);
    answer.indirection_unit = drive.indirection_unit;
    answer.parity = drive.parity;
    answer.total = device::WriteAmplification(answer.garbage_collection * answer.indirection_unit *
                                              answer.parity);
    answer.model = std::move(gc.model);
    answer.source = std::move(gc.source);
    answer.assumptions = {
        "page-mapped, full to its logical capacity, in steady state, addresses independent"};
    const auto append = [&](const std::vector<std::string>& more) {
        answer.assumptions.insert(answer.assumptions.end(), more.begin(), more.end());
    };
    append(gc.assumptions);
    append(drive.assumptions);
    return {std::move(answer), drive.spare_factor};
}

device::WriteAmplificationEstimate estimate(const Query& query) {
    return estimate_with_details(query).answer;
}

}  // namespace drivewear::analytic
