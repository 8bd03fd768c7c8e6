#include "drivewear/ftl/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/memory.hpp"
#include "drivewear/workload/unit_amplification.hpp"
#include "ftl/assumptions.hpp"
#include "ftl/engine.hpp"
#include "ftl/problems.hpp"
#include "ftl/replicates.hpp"

namespace drivewear::ftl {
namespace {

std::string gibibytes(std::uint64_t byte_count) {
    return fmt::format("{:.2f} GiB", static_cast<double>(byte_count) / 0x1p30);
}

// What would run in the memory there is, in words.
std::string fitting_engine(const SimulationOptions& options, std::uint64_t available) {
    for (const EngineEntry& entry : engines()) {
        const std::uint64_t needed = entry.memory_needed(options);
        if (!entry.why_not(options) && needed <= available) {
            return fmt::format("the {} engine would fit with {}", to_text(entry.kind),
                               gibibytes(needed));
        }
    }
    return "no engine would fit; expected a smaller drive or larger pages";
}

// Replicates to run at a time: as many as asked for that fit into memory together.
std::uint32_t thread_count(const SimulationOptions& options, EngineKind engine) {
    const std::uint64_t needed = memory_needed(options, engine);
    const std::uint64_t available = options.memory_bytes.value_or(available_memory());
    if (needed > available) {
        throw DomainError(fmt::format(
            "not enough memory: the {} engine needs {} and {} are available; {}", to_text(engine),
            gibibytes(needed), gibibytes(available), fitting_engine(options, available)));
    }
    const std::uint32_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::uint32_t wanted =
        std::min(options.threads == 0 ? cores : options.threads, options.replicates);
    const std::uint64_t fitting = needed == 0 ? wanted : available / needed;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, fitting));
}

// --- from outcomes to a result -------------------------------------------------------------------

using Outcomes = std::vector<RunOutcome>;

template <typename Value>
double mean_of(const Outcomes& outcomes, const Value& value) {
    double sum = 0;
    for (const RunOutcome& outcome : outcomes)
        sum += static_cast<double>(value(outcome));
    return sum / static_cast<double>(outcomes.size());
}

Counts total_counts(const Outcomes& outcomes) {
    Counts total;
    for (const RunOutcome& outcome : outcomes) {
        total.host_pages += outcome.counts.host_pages;
        total.gc_pages += outcome.counts.gc_pages;
        total.parity_pages += outcome.counts.parity_pages;
        total.trimmed_pages += outcome.counts.trimmed_pages;
        total.erases += outcome.counts.erases;
    }
    return total;
}

double ratio(std::uint64_t pages, std::uint64_t host_pages) {
    return host_pages == 0 ? 1 : static_cast<double>(pages) / static_cast<double>(host_pages);
}

// Batches of all replicates about their common mean, so that differences between replicates count.
double standard_error_of(const Outcomes& outcomes) {
    std::vector<Window> batches;
    for (const RunOutcome& outcome : outcomes) {
        for (const Window& batch : batches_of(outcome.measured, batch_count))
            batches.push_back(batch);
    }
    return standard_error(batches);
}

std::vector<SeriesPoint> series_of(const Outcomes& outcomes, std::uint64_t usable_pages) {
    std::vector<SeriesPoint> series;
    for (std::size_t i = 0;; ++i) {
        SeriesPoint point;
        double runs = 0;
        for (const RunOutcome& outcome : outcomes) {
            const std::size_t warm = outcome.warm_up.size();
            if (i >= warm + outcome.measured.size()) continue;
            const Window& window = i < warm ? outcome.warm_up[i] : outcome.measured[i - warm];
            point.write_amplification += ratio(window.nand_pages, window.host_pages);
            point.drive_writes +=
                static_cast<double>(window.host_pages) / static_cast<double>(usable_pages);
            ++runs;
        }
        if (runs == 0) return series;
        point.write_amplification /= runs;
        point.drive_writes =
            point.drive_writes / runs + (series.empty() ? 0 : series.back().drive_writes);
        series.push_back(point);
    }
}

// The smallest count that at least this share of the blocks does not exceed.
std::uint64_t quantile(const device::EraseHistogram& histogram, std::uint64_t blocks,
                       double share) {
    const double wanted = share * static_cast<double>(blocks);
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < histogram.blocks.size(); ++i) {
        below += histogram.blocks[i];
        if (static_cast<double>(below) >= wanted) return histogram.first_count + i;
    }
    return histogram.first_count;
}

device::EraseHistogram joined_histogram(const Outcomes& outcomes) {
    std::map<std::uint64_t, std::uint64_t> blocks_with;
    for (const RunOutcome& outcome : outcomes) {
        for (std::size_t i = 0; i < outcome.erases.blocks.size(); ++i) {
            if (outcome.erases.blocks[i] != 0) {
                blocks_with[outcome.erases.first_count + i] += outcome.erases.blocks[i];
            }
        }
    }
    device::EraseHistogram histogram;
    if (blocks_with.empty()) return histogram;
    histogram.first_count = blocks_with.begin()->first;
    histogram.blocks.resize(blocks_with.rbegin()->first - histogram.first_count + 1);
    for (const auto& [erases, blocks] : blocks_with)
        histogram.blocks[erases - histogram.first_count] = blocks;
    return histogram;
}

EraseCounts erase_counts_of(const Outcomes& outcomes) {
    EraseCounts counts{.histogram = joined_histogram(outcomes)};
    const device::EraseHistogram& histogram = counts.histogram;
    if (histogram.blocks.empty()) return counts;
    std::uint64_t blocks = 0;
    double erases = 0;
    for (std::size_t i = 0; i < histogram.blocks.size(); ++i) {
        blocks += histogram.blocks[i];
        erases += static_cast<double>(histogram.blocks[i]) *
                  static_cast<double>(histogram.first_count + i);
    }
    counts.min = histogram.first_count;
    counts.max = histogram.first_count + histogram.blocks.size() - 1;
    counts.mean = erases / static_cast<double>(blocks);
    counts.p01 = quantile(histogram, blocks, 0.01);
    counts.p50 = quantile(histogram, blocks, 0.5);
    counts.p99 = quantile(histogram, blocks, 0.99);
    return counts;
}

VictimHistogram victims_of(const Outcomes& outcomes) {
    VictimHistogram total = outcomes.front().victims;
    for (std::size_t run = 1; run < outcomes.size(); ++run) {
        for (std::size_t bin = 0; bin < total.victims.size(); ++bin)
            total.victims[bin] += outcomes[run].victims.victims[bin];
    }
    return total;
}

std::vector<StreamResult> streams_of(const Outcomes& outcomes, const Geometry& geometry) {
    std::vector<StreamResult> streams(outcomes.front().streams.size());
    for (const RunOutcome& outcome : outcomes) {
        for (std::size_t i = 0; i < streams.size(); ++i) {
            streams[i].host_pages += outcome.streams[i].host_pages;
            streams[i].gc_pages += outcome.streams[i].gc_pages;
        }
    }
    for (StreamResult& stream : streams) {
        if (stream.host_pages == 0) continue;
        stream.write_amplification = ratio(stream.host_pages + stream.gc_pages, stream.host_pages) *
                                     geometry.parity_factor();
    }
    return streams;
}

// --- life ----------------------------------------------------------------------------------------

// The k-th sample of an outcome at a common spacing; nothing past its last regular one.
const LifeSample* sample_at(const RunOutcome& outcome, std::uint64_t spacing, std::size_t number) {
    const std::size_t index = (number + 1) * (spacing / outcome.life_spacing) - 1;
    return index + 1 < outcome.life.size() ? &outcome.life[index] : nullptr;
}

LifePoint life_point(const std::vector<std::pair<LifeSample, LifeSample>>& steps,
                     const Geometry& geometry) {
    LifePoint point{.write_amplification = 0};
    const double good_at_start =
        static_cast<double>(geometry.raw_blocks - geometry.factory_bad_blocks);
    for (const auto& [before, now] : steps) {
        point.host_pages += static_cast<double>(now.host_pages);
        point.write_amplification +=
            ratio(now.nand_pages - before.nand_pages, now.host_pages - before.host_pages);
        point.mean_erases += now.mean_erases;
        point.retired_blocks += static_cast<double>(now.retired_blocks);
    }
    const auto runs = static_cast<double>(steps.size());
    point.host_pages /= runs;
    point.write_amplification /= runs;
    point.mean_erases /= runs;
    point.retired_blocks /= runs;
    const double pool_pages = (good_at_start - point.retired_blocks - geometry.blocks_held_free) *
                              geometry.data_pages_per_block();
    point.spare_factor = 1 - static_cast<double>(geometry.usable_pages) / pool_pages;
    return point;
}

// As long as all replicates live, then the mean of their ends.
std::vector<LifePoint> life_curve(const Outcomes& outcomes, const Geometry& geometry) {
    std::uint64_t spacing = 1;
    for (const RunOutcome& outcome : outcomes)
        spacing = std::max(spacing, outcome.life_spacing);
    std::vector<LifePoint> curve;
    std::vector<LifeSample> last(outcomes.size());
    for (std::size_t number = 0;; ++number) {
        std::vector<std::pair<LifeSample, LifeSample>> steps;
        for (std::size_t run = 0; run < outcomes.size(); ++run) {
            const LifeSample* sample = sample_at(outcomes[run], spacing, number);
            if (sample == nullptr) continue;
            steps.emplace_back(last[run], *sample);
            last[run] = *sample;
        }
        if (steps.size() < outcomes.size()) break;
        curve.push_back(life_point(steps, geometry));
    }
    std::vector<std::pair<LifeSample, LifeSample>> ends;
    for (std::size_t run = 0; run < outcomes.size(); ++run) {
        if (!outcomes[run].life.empty()) ends.emplace_back(last[run], outcomes[run].life.back());
    }
    if (!ends.empty()) curve.push_back(life_point(ends, geometry));
    return curve;
}

LifeResult life_of(const Outcomes& outcomes, const Geometry& geometry) {
    LifeResult life;
    life.curve = life_curve(outcomes, geometry);
    const auto all = [&outcomes](const auto& holds) {
        return std::all_of(outcomes.begin(), outcomes.end(), holds);
    };
    if (all([](const RunOutcome& outcome) { return outcome.first_retirement.has_value(); })) {
        life.host_pages_at_first_retirement =
            mean_of(outcomes, [](const RunOutcome& outcome) { return *outcome.first_retirement; });
    }
    if (!all([](const RunOutcome& outcome) { return outcome.worn_out; })) return life;
    const auto end = [](const RunOutcome& outcome) { return outcome.host_pages; };
    life.host_pages_at_end = mean_of(outcomes, end);
    if (outcomes.size() < 2) return life;
    double squares = 0;
    for (const RunOutcome& outcome : outcomes) {
        const double deviation = static_cast<double>(end(outcome)) - *life.host_pages_at_end;
        squares += deviation * deviation;
    }
    const auto runs = static_cast<double>(outcomes.size());
    life.standard_error_at_end = std::sqrt(squares / (runs - 1) / runs);
    return life;
}

// Half of the warm-up was found level, so the transient ended where that half began.
void set_steady_state(SimulationResult& result, const Outcomes& outcomes,
                      const SimulationOptions& options) {
    const auto usable = static_cast<double>(options.geometry.usable_pages);
    result.warm_up_drive_writes = mean_of(outcomes, [usable](const RunOutcome& outcome) {
        double pages = 0;
        for (const Window& window : outcome.warm_up)
            pages += static_cast<double>(window.host_pages);
        return pages / usable;
    });
    result.steady_state =
        std::all_of(outcomes.begin(), outcomes.end(),
                    [](const RunOutcome& outcome) { return outcome.steady_state; });
    if (!result.steady_state) return;
    result.drive_writes_to_steady_state = options.warm_up_drive_writes
                                              ? result.warm_up_drive_writes
                                              : result.warm_up_drive_writes / 2;
}

// Engines count pages; the host's bytes may be fewer.
void scale_to_bytes(SimulationResult& result) {
    const double factor = result.indirection_unit;
    result.write_amplification *= factor;
    result.standard_error *= factor;
    for (SeriesPoint& point : result.series)
        point.write_amplification *= factor;
    for (StreamResult& stream : result.streams)
        stream.write_amplification *= factor;
    if (!result.life) return;
    for (LifePoint& point : result.life->curve)
        point.write_amplification *= factor;
}

SimulationResult assemble(const SimulationOptions& options, const Outcomes& outcomes) {
    const Geometry& geometry = options.geometry;
    SimulationResult result;
    result.page_bytes = geometry.page_bytes;
    result.counts = total_counts(outcomes);
    result.write_amplification = ratio(result.counts.nand_pages(), result.counts.host_pages);
    result.standard_error = standard_error_of(outcomes);
    result.garbage_collection =
        ratio(result.counts.host_pages + result.counts.gc_pages, result.counts.host_pages);
    result.parity = result.write_amplification / result.garbage_collection;
    result.indirection_unit =
        options.trace ? options.trace->facts().unit_amplification
                      : workload::unit_amplification(options.workload, geometry.page_bytes);
    result.series = series_of(outcomes, geometry.usable_pages);
    result.erase_counts = erase_counts_of(outcomes);
    result.victims = victims_of(outcomes);
    result.streams = streams_of(outcomes, geometry);
    const auto usable = static_cast<double>(geometry.usable_pages);
    result.mapped_share =
        mean_of(outcomes, [](const RunOutcome& outcome) { return outcome.mapped_pages; }) / usable;
    if (options.life) {
        result.life = life_of(outcomes, geometry);
    } else {
        set_steady_state(result, outcomes, options);
    }
    const double host_pages =
        mean_of(outcomes, [](const RunOutcome& outcome) { return outcome.host_pages; });
    const double seconds =
        mean_of(outcomes, [](const RunOutcome& outcome) { return outcome.engine_seconds; });
    result.ns_per_host_page = host_pages > 0 ? seconds * 1e9 / host_pages : 0;
    result.bytes_per_page =
        mean_of(outcomes, [](const RunOutcome& outcome) { return outcome.memory_bytes; }) / usable;
    scale_to_bytes(result);
    return result;
}

}  // namespace

device::WriteAmplificationEstimate estimate_of(const SimulationResult& result) {
    return {.total = device::WriteAmplification(result.write_amplification),
            .garbage_collection = result.garbage_collection,
            .indirection_unit = result.indirection_unit,
            .parity = result.parity,
            .standard_error = result.standard_error,
            .model = fmt::format("{} simulation", to_text(result.engine)),
            .source = fmt::format("seed {}, {} replicates, {} host pages measured", result.seed,
                                  result.replicates, result.counts.host_pages),
            .assumptions = result.assumptions};
}

SimulationResult simulate(const SimulationOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    const EngineChoice choice = choose_engine(options);
    const std::uint32_t threads = thread_count(options, choice.engine);
    const EngineEntry entry = entry_of(choice.engine);
    SimulationResult result = assemble(options, run_replicates(options, entry, threads));
    result.engine = choice.engine;
    result.engine_reason = choice.reason;
    result.seed = options.seed;
    result.replicates = options.replicates;
    result.assumptions = assumptions_of(options);
    if (std::string assumed = entry.assumed(options); !assumed.empty()) {
        result.assumptions.push_back(std::move(assumed));
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    result.wall_seconds = elapsed.count();
    return result;
}

}  // namespace drivewear::ftl
