#include <fmt/format.h>

#include <algorithm>

#include "drivewear/core/errors.hpp"
#include "drivewear/ftl/simulate.hpp"
#include "ftl/engine.hpp"
#include "ftl/epoch_engine.hpp"
#include "ftl/occupancy_engine.hpp"
#include "ftl/page_engine.hpp"
#include "ftl/problems.hpp"

namespace drivewear::ftl {

std::vector<EngineEntry> engines() {
    return {
        {EngineKind::page, why_not_page_engine, page_engine_cost, page_engine_memory,
         assumed_by_page_engine, make_page_engine},
        {EngineKind::occupancy, why_not_occupancy_engine, occupancy_engine_cost,
         occupancy_engine_memory, assumed_by_occupancy_engine, make_occupancy_engine},
        {EngineKind::epoch, why_not_epoch_engine, epoch_engine_cost, epoch_engine_memory,
         assumed_by_epoch_engine, make_epoch_engine},
    };
}

namespace {

// The engines that can run the request, the cheapest first, and why the others cannot.
struct Candidates {
    std::vector<EngineEntry> fitting;
    std::string refusals;
};

Candidates candidates_for(const SimulationOptions& options) {
    Candidates candidates;
    for (const EngineEntry& entry : engines()) {
        if (const std::optional<std::string> reason = entry.why_not(options)) {
            candidates.refusals += fmt::format("; not {}: {}", to_text(entry.kind), *reason);
        } else {
            candidates.fitting.push_back(entry);
        }
    }
    std::stable_sort(candidates.fitting.begin(), candidates.fitting.end(),
                     [&options](const EngineEntry& a, const EngineEntry& b) {
                         return a.cost(options) < b.cost(options);
                     });
    return candidates;
}

std::string costs_of(const Candidates& candidates, const SimulationOptions& options) {
    std::string text;
    for (const EngineEntry& entry : candidates.fitting) {
        text += fmt::format("{}{} some {:.1g} ns a host page", text.empty() ? "" : ", ",
                            to_text(entry.kind), entry.cost(options));
    }
    return text;
}

[[noreturn]] void refuse(EngineKind asked_for, const std::string& reason,
                         const Candidates& candidates) {
    std::string fitting;
    for (const EngineEntry& entry : candidates.fitting)
        fitting += fmt::format("{}{}", fitting.empty() ? "" : " or ", to_text(entry.kind));
    throw DomainError(fmt::format("the {} engine cannot run this: {}; expected {}",
                                  to_text(asked_for), reason,
                                  fitting.empty() ? "another request" : fitting));
}

}  // namespace

EngineEntry entry_of(EngineKind kind) {
    const std::vector<EngineEntry> entries = engines();
    return *std::find_if(entries.begin(), entries.end(),
                         [kind](const EngineEntry& entry) { return entry.kind == kind; });
}

EngineChoice choose_engine(const SimulationOptions& options) {
    throw_if_any(problems_of(options));
    const Candidates candidates = candidates_for(options);
    if (options.engine) {
        const std::optional<std::string> reason = entry_of(*options.engine).why_not(options);
        if (reason) refuse(*options.engine, *reason, candidates);
        return {*options.engine, "asked for"};
    }
    if (candidates.fitting.empty()) {
        throw DomainError("no engine can run this" + candidates.refusals);
    }
    return {candidates.fitting.front().kind,
            fmt::format("the cheapest that is exact for this request ({}){}",
                        costs_of(candidates, options), candidates.refusals)};
}

std::uint64_t memory_needed(const SimulationOptions& options, EngineKind engine) {
    return entry_of(engine).memory_needed(options);
}

}  // namespace drivewear::ftl
