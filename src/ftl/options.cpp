#include "drivewear/ftl/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ftl/block_ledger.hpp"

namespace drivewear::ftl {
namespace {

class Problems {
public:
    void expect(bool right, std::string problem) {
        if (!right) list_.push_back(std::move(problem));
    }
    std::vector<std::string> take() { return std::move(list_); }

private:
    std::vector<std::string> list_;
};

void check_policy(const Policy& policy, Problems& problems) {
    if (const auto* sampled = std::get_if<DChoices>(&policy)) {
        problems.expect(sampled->choices >= 1, "d-choices: expected at least 1 choice");
    }
    if (const auto* windowed = std::get_if<WindowedGreedy>(&policy)) {
        problems.expect(windowed->window_blocks >= 1,
                        "windowed greedy: expected a window of at least 1 block");
    }
    if (const auto* second = std::get_if<SecondChance>(&policy)) {
        const double share = second->keep_share.value_or(1);
        problems.expect(
            share > 0 && share <= 1,
            fmt::format("second chance: keep share {}: expected above 0 and at most 1", share));
    }
}

void check_preconditioning(const SimulationOptions& options, Problems& problems) {
    for (std::size_t i = 0; i < options.precondition.size(); ++i) {
        const PreconditionStep& step = options.precondition[i];
        const double writes = step.drive_writes;
        problems.expect(writes > 0 && std::isfinite(writes),
                        fmt::format("precondition of {} drive writes: expected above 0", writes));
        if (step.kind != PreconditionStep::Kind::scattered) continue;
        problems.expect(i == 0 && writes == 1,
                        "precondition 'scattered': expected as the first step, for 1 drive write");
        problems.expect(FrontierMap(options.placement, options.workload).host_count() == 1,
                        "precondition 'scattered' mixes all pages: expected one host frontier");
    }
}

void check_lengths(const SimulationOptions& options, Problems& problems) {
    const double window = options.window_drive_writes;
    const auto usable = static_cast<double>(options.geometry.usable_pages);
    problems.expect(window * usable >= 1 && std::isfinite(window),
                    fmt::format("window of {} drive writes: expected at least one page", window));
    problems.expect(
        options.drive_writes > 0 && options.drive_writes * usable < 1e18,
        fmt::format("{} drive writes to measure: expected above 0 and below 10^18 pages",
                    options.drive_writes));
    const double warm_up = options.warm_up_drive_writes.value_or(0);
    problems.expect(warm_up >= 0 && warm_up * usable < 1e18,
                    fmt::format("warm-up of {} drive writes: expected 0 or more", warm_up));
    problems.expect(options.replicates >= 1 && options.replicates <= 100'000,
                    fmt::format("{} replicates: expected 1 to 100000", options.replicates));
}

void check_life(const SimulationOptions& options, Problems& problems) {
    if (!options.life) return;
    const Life& life = *options.life;
    problems.expect(life.host_pages.value_or(1) >= 1, "life of 0 host pages: expected at least 1");
    if (!life.cycle_limit) {
        problems.expect(
            life.host_pages || options.geometry.erase_failure_probability > 0,
            "life until worn out: expected a cycle limit or an erase failure probability");
        return;
    }
    const double mean = life.cycle_limit->mean_cycles;
    const double cv = life.cycle_limit->coefficient_of_variation;
    problems.expect(mean >= 1 && mean <= 1e9,
                    fmt::format("cycle limit of {}: expected 1 to 10^9", mean));
    problems.expect(
        cv >= 0 && cv <= 2,
        fmt::format("coefficient of variation {} of the cycle limit: expected 0 to 2", cv));
}

void check_trace(const SimulationOptions& options, Problems& problems) {
    if (!options.trace) return;
    const workload::TraceFacts& facts = options.trace->facts();
    const std::uint64_t usable = options.geometry.usable_pages;
    problems.expect(facts.written_pages > 0, "trace: expected at least one write");
    problems.expect(
        facts.end_page <= usable,
        fmt::format("trace: it names page {} of a drive of {} pages", facts.end_page - 1, usable));
}

}  // namespace

std::vector<std::string> problems_of(const SimulationOptions& options) {
    std::vector<std::string> of_geometry = problems_of(options.geometry);
    if (!of_geometry.empty()) return of_geometry;
    Problems problems;
    const std::uint64_t good = options.geometry.raw_blocks - options.geometry.factory_bad_blocks;
    const std::uint64_t needed = blocks_needed(options);
    problems.expect(
        good >= needed,
        fmt::format(
            "{} good blocks: expected at least {} for {} usable pages, {} open frontiers and "
            "{} blocks held free",
            good, needed, options.geometry.usable_pages,
            FrontierMap(options.placement, options.workload).count(),
            options.geometry.blocks_held_free));
    check_policy(options.policy, problems);
    check_preconditioning(options, problems);
    check_lengths(options, problems);
    check_life(options, problems);
    check_trace(options, problems);
    return problems.take();
}

std::string_view to_text(EngineKind engine) {
    switch (engine) {
        case EngineKind::page:
            return "page";
        case EngineKind::occupancy:
            return "occupancy";
        case EngineKind::epoch:
            return "epoch";
    }
    return {};
}

}  // namespace drivewear::ftl
