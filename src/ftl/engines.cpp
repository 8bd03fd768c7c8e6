#include <fmt/format.h>

#include <algorithm>

#include "drivewear/core/errors.hpp"
#include "drivewear/ftl/simulate.hpp"
#include "ftl/engine.hpp"
#include "ftl/page_engine.hpp"
#include "ftl/problems.hpp"

namespace drivewear::ftl {

std::vector<EngineEntry> engines() {
    return {
        {EngineKind::page, why_not_page_engine, page_engine_memory, make_page_engine},
    };
}

EngineChoice choose_engine(const SimulationOptions& options) {
    throw_if_any(problems_of(options));
    std::string passed_over;
    std::string fitting;
    std::optional<std::string> refusal;
    std::optional<EngineKind> cheapest;
    for (const EngineEntry& entry : engines()) {
        const std::optional<std::string> reason = entry.why_not(options);
        if (!reason) {
            if (!cheapest) cheapest = entry.kind;
            fitting += fmt::format("{}{}", fitting.empty() ? "" : " or ", to_text(entry.kind));
        } else if (!cheapest) {
            passed_over += fmt::format("; not {}: {}", to_text(entry.kind), *reason);
        }
        if (entry.kind == options.engine && reason) refusal = reason;
    }
    if (refusal) {
        throw DomainError(fmt::format("the {} engine cannot run this: {}; expected {}",
                                      to_text(*options.engine), *refusal,
                                      fitting.empty() ? "another request" : fitting));
    }
    if (options.engine) return {*options.engine, "asked for"};
    if (!cheapest) throw DomainError("no engine can run this" + passed_over);
    return {*cheapest, "the cheapest that is exact for this request" + passed_over};
}

std::uint64_t memory_needed(const SimulationOptions& options, EngineKind engine) {
    for (const EngineEntry& entry : engines()) {
        if (entry.kind == engine) return entry.memory_needed(options);
    }
    throw DomainError(fmt::format("there is no {} engine", to_text(engine)));
}

}  // namespace drivewear::ftl
