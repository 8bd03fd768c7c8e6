// The engines that count pages, against the page engine and against the life of a drive.
//
//     ftl_engines_bench --benchmark_filter=occupancy/
//         host writes a second by the occupancy and the page engine for one request, taking turns;
//         `speedup` is the median over the turns. 1M and 16M pages.
//     ftl_engines_bench --benchmark_filter=epoch/
//         a drive of 12.8 TB in superblocks of 8 GiB by the epoch engine, 20 drive writes;
//         `life_minutes` is what 3 drive writes a day for 5 years take at that speed.
//     DRIVEWEAR_BENCH_FULL_SIZE=1 ftl_engines_bench --benchmark_filter=whole_life
//         the same drive for that whole life, 1.7e13 host pages: minutes.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <vector>

#include "engine_timing.hpp"
#include "ftl/epoch_engine.hpp"
#include "ftl/occupancy_engine.hpp"
#include "ftl/page_engine.hpp"

using namespace drivewear;
using namespace drivewear::ftl;
using bench::median;

namespace {

void occupancy(benchmark::State& state, const char* policy, const char* workload) {
    SimulationOptions options;
    const auto pages = static_cast<std::uint64_t>(state.range(0)) << 20;
    options.geometry =
        geometry_from_spare_factor({.spare_factor = device::SpareFactor::from_value(0.125),
                                    .pool_blocks = pages * 8 / 7 / 256});
    options.policy = parse_policy(policy);
    options.workload = workload::parse(workload);
    const double settling = 3.0 * static_cast<double>(pages);
    const std::uint64_t turn_pages = std::min<std::uint64_t>(pages, 2 << 20);
    for (auto _ : state) {
        const auto mapped = make_page_engine(options, 0);
        const auto counted = make_occupancy_engine(options, 0);
        bench::settle(*mapped, settling);
        bench::settle(*counted, settling);
        std::vector<double> times;
        std::vector<double> page_times;
        std::vector<double> speedups;
        double copied = 0;
        double page_copied = 0;
        constexpr int turns = 15;
        for (int turn = 0; turn < turns; ++turn) {
            const bench::Turn page = bench::timed_write(*mapped, turn_pages);
            const bench::Turn one = bench::timed_write(*counted, turn_pages);
            page_times.push_back(page.ns_host_page);
            times.push_back(one.ns_host_page);
            speedups.push_back(page.ns_host_page / one.ns_host_page);
            copied += one.copied_per_host / turns;
            page_copied += page.copied_per_host / turns;
        }
        state.SetIterationTime(median(times) * 1e-9);
        state.counters["speedup"] = median(speedups);
        state.counters["ns_host_write"] = median(times);
        state.counters["ns_page_engine"] = median(page_times);
        state.counters["WA"] = 1 + copied;
        state.counters["WA_page_engine"] = 1 + page_copied;
        state.counters["bytes_page"] =
            static_cast<double>(counted->memory_bytes()) / static_cast<double>(pages);
    }
}

constexpr double life_drive_writes = 3 * 365 * 5;

// The Micron 9550 MAX 12.8 TB with the raw flash that is assumed for it.
SimulationOptions full_size_drive(const char* workload) {
    SimulationOptions options;
    constexpr std::uint64_t superblock = std::uint64_t{8} << 30;
    options.geometry =
        geometry_from_capacities({.usable_bytes = 12'800'000'000'000,
                                  .raw_bytes = (std::uint64_t{16} << 40) + 2 * superblock,
                                  .block_bytes = superblock});
    options.workload = workload::parse(workload);
    return options;
}

void write_drive(benchmark::State& state, const char* workload, double drive_writes) {
    const SimulationOptions options = full_size_drive(workload);
    const auto usable = static_cast<double>(options.geometry.usable_pages);
    for (auto _ : state) {
        const auto engine = make_epoch_engine(options, 0);
        bench::settle(*engine, usable);
        std::vector<double> times;
        double copied = 0;
        constexpr int turns = 10;
        for (int turn = 0; turn < turns; ++turn) {
            const bench::Turn one = bench::timed_write(
                *engine, static_cast<std::uint64_t>(usable * drive_writes / turns));
            times.push_back(one.ns_host_page);
            copied += one.copied_per_host / turns;
        }
        state.SetIterationTime(median(times) * 1e-9);
        state.counters["ns_host_write"] = median(times);
        state.counters["host_pages"] = static_cast<double>(engine->counts().host_pages);
        state.counters["WA"] = 1 + copied;
        state.counters["life_minutes"] = median(times) * usable * life_drive_writes / 60e9;
    }
}

void epoch(benchmark::State& state, const char* workload) {
    write_drive(state, workload, 20);
}

void whole_life(benchmark::State& state) {
    if (std::getenv("DRIVEWEAR_BENCH_FULL_SIZE") == nullptr) {
        state.SkipWithError("takes minutes: set DRIVEWEAR_BENCH_FULL_SIZE=1");
        return;
    }
    write_drive(state, "uniform", life_drive_writes);
}

}  // namespace

#define OCCUPANCY_BENCH(name, policy, workload)          \
    BENCHMARK_CAPTURE(occupancy, name, policy, workload) \
        ->Arg(1)                                         \
        ->Arg(16)                                        \
        ->Iterations(1)                                  \
        ->UseManualTime()                                \
        ->Unit(benchmark::kNanosecond)
OCCUPANCY_BENCH(greedy_uniform, "greedy", "uniform");
OCCUPANCY_BENCH(fifo_uniform, "fifo", "uniform");
OCCUPANCY_BENCH(d_choices_uniform, "d-choices:10", "uniform");
OCCUPANCY_BENCH(greedy_hotcold, "greedy", "hotcold:f=0.2,r=0.8");
BENCHMARK_CAPTURE(epoch, uniform, "uniform")->Iterations(1)->UseManualTime();
BENCHMARK_CAPTURE(epoch, hotcold, "hotcold:f=0.2,r=0.8")->Iterations(1)->UseManualTime();
BENCHMARK_CAPTURE(epoch, zipf, "zipf:s=1,classes=16")->Iterations(1)->UseManualTime();
BENCHMARK(whole_life)->Iterations(1)->UseManualTime();
