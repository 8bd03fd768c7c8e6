#include "drivewear/analytic/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/analytic/d_choices.hpp"
#include "drivewear/analytic/frontiers.hpp"
#include "drivewear/analytic/separated_pools.hpp"
#include "drivewear/analytic/sequential_mixture.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/units/format.hpp"
#include "drivewear/workload/unit_amplification.hpp"

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
    const double random =
        workload::unit_amplification(query.workload, *query.indirection_unit_bytes);
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
    const double units_written = workload::units_per_request(
        query.workload, query.indirection_unit_bytes.value_or(usual_page_bytes));
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

/// The number of choices a policy makes in mean field; nothing for the others.
std::optional<double> choices_of(const Policy& policy) {
    if (const auto* d_choices = std::get_if<DChoicesCleaning>(&policy)) return d_choices->choices;
    if (std::holds_alternative<GreedyCleaning>(policy)) return greedy_choices;
    return std::nullopt;
}

std::string policy_name(const Policy& policy) {
    if (const auto* d_choices = std::get_if<DChoicesCleaning>(&policy)) {
        return fmt::format("{:g} choices", d_choices->choices);
    }
    return to_text(policy);
}

/// A mean field of classes: which one, and what to say of it.
struct MeanField {
    double (*solve)(const ClassedDrive&);
    std::string placement;     ///< where pages are put
    std::uint64_t most_pages;  ///< largest block it takes
    std::size_t most_classes;  ///< most classes it takes
};

Answer mean_field(const Query& query, const Reduced& drive, const MeanField& field) {
    const std::optional<double> choices = choices_of(query.policy);
    if (!choices) {
        no_formula(fmt::format("policy {} with {}", to_text(query.policy), field.placement));
    }
    if (!query.pages_per_block) {
        no_formula(
            fmt::format("{} with {} and large blocks (with pages a block given, a mean "
                        "field answers)",
                        policy_name(query.policy), field.placement));
    }
    if (drive.classes.size() > field.most_classes || *query.pages_per_block > field.most_pages) {
        no_formula(fmt::format(
            "{} with {}: its mean field takes up to {} classes and {} pages a block, here are {} "
            "and {}",
            policy_name(query.policy), field.placement, field.most_classes, field.most_pages,
            drive.classes.size(), *query.pages_per_block));
    }
    Answer answer{
        field.solve({drive.spare_factor, *query.pages_per_block, *choices, drive.classes}),
        fmt::format("mean field, {}, {}, {} pages a block, {}", policy_name(query.policy),
                    field.placement, *query.pages_per_block, classes_text(drive)),
        "Van Houdt, Performance Evaluation 70(10), 2013 (model class; equations derived anew)",
        {"very many blocks"}};
    if (std::holds_alternative<GreedyCleaning>(query.policy)) {
        answer.assumptions.emplace_back("equally empty blocks are taken in random order");
    }
    return answer;
}

const MeanField one_open_block{single_frontier_mean_field, "one open block", 256, 2};
const MeanField block_per_class{class_frontiers_mean_field, "one open block per class", 4096, 64};
const MeanField host_and_gc{host_gc_frontiers_mean_field, "open blocks for host and relocation", 64,
                            2};

Answer d_choices_answer(const Query& query, const Reduced& drive) {
    if (!is_one_class(drive)) return mean_field(query, drive, one_open_block);
    constexpr std::uint64_t most_pages = 65536;
    const double choices = *choices_of(query.policy);
    const std::string source = "Van Houdt, SIGMETRICS'13 (model class; equations derived anew)";
    if (query.pages_per_block && *query.pages_per_block <= most_pages) {
        return {d_choices({drive.spare_factor, *query.pages_per_block, choices}),
                fmt::format("d-choices mean field, {}, {} pages a block, uniform addresses",
                            policy_name(query.policy), *query.pages_per_block),
                source,
                {"very many blocks"}};
    }
    return {d_choices_large_blocks(drive.spare_factor, choices),
            fmt::format("d-choices mean field, {}, large blocks, uniform addresses",
                        policy_name(query.policy)),
            source,
            {"very many blocks of very many pages"}};
}

Answer single_greedy(const Query& query, const Reduced& drive) {
    if (!query.pages_per_block) return large_block_greedy(drive);
    const std::uint64_t pages_per_block = *query.pages_per_block;
    if (is_one_class(drive)) {
        return {greedy(drive.spare_factor, pages_per_block),
                fmt::format("exact greedy, {} pages a block, uniform addresses", pages_per_block),
                "mean field of Bux and Iliadis's problem (Performance Evaluation 67(11), 2010)",
                {"very many blocks"}};
    }
    constexpr std::uint64_t quickly_solved = 64;
    if (drive.classes.size() == 2 && pages_per_block <= quickly_solved) {
        return mean_field(query, drive, one_open_block);
    }
    return desnoyers_answer(drive, pages_per_block);
}

Answer class_frontiers(const Query& query, const Reduced& drive) {
    if (std::holds_alternative<GreedyCleaning>(query.policy) && !query.pages_per_block) {
        return {
            fifo(drive.spare_factor),
            fmt::format("large-block greedy, one open block per class, {}", classes_text(drive)),
            "limit of the mean field, derived for this project: every victim is equally full, "
            "so that each class behaves as uniform FIFO",
            {"garbage is collected in large blocks (superblocks)"}};
    }
    return mean_field(query, drive, block_per_class);
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
    return d_choices_answer(query, drive);
}

Answer collect(const Query& query, const Reduced& drive) {
    if (drive.sequential_share == 1) return sequential_only(query);
    if (drive.sequential_share > 0) return sequential_mixture(query, drive);
    // One class has nothing to separate; FIFO and random victims do not care where pages are put.
    const bool is_blind = std::holds_alternative<FifoCleaning>(query.policy) ||
                          std::holds_alternative<RandomCleaning>(query.policy);
    if (query.frontiers == Frontiers::separated && !is_one_class(drive)) {
        return separated(query, drive);
    }
    if (is_one_class(drive) || is_blind || query.frontiers == Frontiers::single) {
        return single_frontier(query, drive);
    }
    if (query.frontiers == Frontiers::hot_cold) return class_frontiers(query, drive);
    return mean_field(query, drive, host_and_gc);
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
