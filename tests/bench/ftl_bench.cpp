// The page engine against the memory it lives in. A host write costs two dependent random touches
// (where a page lies, and what lay there), a copy one more; with T1 and T2 the measured cost of one
// and of two dependent random touches on tables of the drive's size, in the same process,
//
//     bound = T2 + (WA - 1) T1            and            ratio = ns a host write / bound.
//
//     ftl_bench --benchmark_filter=page/      1M and 16M pages: seconds
//     DRIVEWEAR_BENCH_FULL_SIZE=1 ftl_bench --benchmark_filter=full_size/cd9p_r_3_84tb
//                                             a 3.84 TB drive, 0.9e9 pages: 8 GiB, minutes
//     DRIVEWEAR_BENCH_FULL_SIZE=1 ftl_bench --benchmark_filter=full_size/cd9p_r_7_68tb
//                                             a 7.68 TB drive, 1.9e9 pages: 16 GiB, minutes
//
// The touches and the engine take turns, so that another load on the machine hits both; the ratio
// is the median over the turns.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "drivewear/core/random.hpp"
#include "drivewear/ftl/options.hpp"
#include "engine_timing.hpp"
#include "ftl/huge_array.hpp"
#include "ftl/page_engine.hpp"

using namespace drivewear;
using namespace drivewear::ftl;
using bench::median;
using bench::now_ns;

namespace {

// Random touches of two tables as large as the engine's, prefetched as well as touches can be.
class Touches {
public:
    Touches(std::uint64_t pages, std::uint64_t slots)
        : first_(pages), second_(slots + 1), random_(StreamId{99, 0, Purpose::uncertainty}) {
        for (std::uint64_t page = 0; page < pages; ++page)
            first_[page] = static_cast<std::uint32_t>(random_.below(slots));
    }

    // Nanoseconds for a drawn page's entry in the first table.
    double one(std::size_t count) {
        const double begin = now_ns();
        for (std::size_t done = 0; done < count; done += batch_.size()) {
            draw();
            for (const std::uint32_t page : batch_)
                first_[page] ^= 1;
        }
        return (now_ns() - begin) / static_cast<double>(count);
    }

    // Nanoseconds for a drawn page's entry, and for the entry of the second table that it names.
    double two(std::size_t count) {
        const double begin = now_ns();
        for (std::size_t done = 0; done < count; done += batch_.size()) {
            draw();
            for (const std::uint32_t page : batch_)
                __builtin_prefetch(&second_[first_[page]], 1);
            for (const std::uint32_t page : batch_) {
                second_[first_[page]] = page;
                first_[page] ^= 1;
            }
        }
        return (now_ns() - begin) / static_cast<double>(count);
    }

private:
    void draw() {
        for (std::uint32_t& page : batch_) {
            page = static_cast<std::uint32_t>(random_.below(first_.size()));
            __builtin_prefetch(&first_[page], 1);
        }
    }

    std::array<std::uint32_t, 64> batch_{};
    HugeArray<std::uint32_t> first_;
    HugeArray<std::uint32_t> second_;
    RandomStream random_;
};

struct Turns {
    double settling_drive_writes;  // before the first turn
    std::uint64_t host_pages;      // of one turn
    int count;
    bool interleaved = true;  // touches and engine take turns; else their tables would not both fit
};

void measure(benchmark::State& state, const SimulationOptions& options, const Turns& turns) {
    const std::uint64_t usable = options.geometry.usable_pages;
    for (auto _ : state) {
        std::vector<double> ones;
        std::vector<double> twos;
        if (!turns.interleaved) {
            Touches touches(usable, options.geometry.pool_pages());
            for (int turn = 0; turn < turns.count; ++turn) {
                ones.push_back(touches.one(1 << 22));
                twos.push_back(touches.two(1 << 22));
            }
        }
        const auto engine = make_page_engine(options, 0);
        bench::settle(*engine, turns.settling_drive_writes * static_cast<double>(usable));
        std::optional<Touches> touches;
        if (turns.interleaved) touches.emplace(usable, options.geometry.pool_pages());
        const std::size_t touch_count = 1 << 20;
        std::vector<double> times;
        std::vector<double> ratios;
        const Counts begin_counts = engine->counts();
        for (int turn = 0; turn < turns.count; ++turn) {
            if (touches) {
                ones.push_back(touches->one(touch_count));
                twos.push_back(touches->two(touch_count));
            }
            const bench::Turn write = bench::timed_write(*engine, turns.host_pages);
            times.push_back(write.ns_host_page);
            const double one = touches ? ones.back() : median(ones);
            const double two = touches ? twos.back() : median(twos);
            ratios.push_back(times.back() / (two + write.copied_per_host * one));
        }
        const auto host =
            static_cast<double>(engine->counts().host_pages - begin_counts.host_pages);
        const auto copied = static_cast<double>(engine->counts().gc_pages - begin_counts.gc_pages);
        state.SetIterationTime(median(times) * 1e-9);
        state.counters["ratio"] = median(ratios);
        state.counters["ns_host_write"] = median(times);
        state.counters["T1_ns"] = median(ones);
        state.counters["T2_ns"] = median(twos);
        state.counters["WA"] = 1 + copied / host;
        state.counters["bytes_page"] =
            static_cast<double>(engine->memory_bytes()) / static_cast<double>(usable);
    }
}

SimulationOptions drive_of(std::uint64_t usable_pages, const char* policy, const char* workload) {
    SimulationOptions options;
    options.geometry =
        geometry_from_spare_factor({.spare_factor = device::SpareFactor::from_value(0.125),
                                    .pool_blocks = usable_pages * 8 / 7 / 256});
    options.policy = parse_policy(policy);
    options.workload = workload::parse(workload);
    return options;
}

void page(benchmark::State& state, const char* policy, const char* workload) {
    const auto pages = static_cast<std::uint64_t>(state.range(0)) << 20;
    measure(state, drive_of(pages, policy, workload),
            {.settling_drive_writes = 3,
             .host_pages = std::min<std::uint64_t>(pages, 2 << 20),
             .count = 15});
}

// A KIOXIA CD9P-R with the raw flash that is assumed for it.
void full_size(benchmark::State& state, std::uint64_t usable_bytes, std::uint64_t raw_tebibytes) {
    if (std::getenv("DRIVEWEAR_BENCH_FULL_SIZE") == nullptr) {
        state.SkipWithError("takes gigabytes and minutes: set DRIVEWEAR_BENCH_FULL_SIZE=1");
        return;
    }
    SimulationOptions options;
    constexpr std::uint64_t superblock = std::uint64_t{4} << 30;
    options.geometry =
        geometry_from_capacities({.usable_bytes = usable_bytes,
                                  .raw_bytes = (raw_tebibytes << 40) + 2 * superblock,
                                  .block_bytes = superblock});
    options.precondition = parse_precondition("scattered");
    measure(
        state, options,
        {.settling_drive_writes = 0.3, .host_pages = 20'000'000, .count = 9, .interleaved = false});
}

}  // namespace

#define PAGE_BENCH(name, policy, workload)          \
    BENCHMARK_CAPTURE(page, name, policy, workload) \
        ->Arg(1)                                    \
        ->Arg(16)                                   \
        ->Iterations(1)                             \
        ->UseManualTime()                           \
        ->Unit(benchmark::kNanosecond)
PAGE_BENCH(greedy_uniform, "greedy", "uniform");
PAGE_BENCH(d_choices_uniform, "d-choices:10", "uniform");
PAGE_BENCH(fifo_uniform, "fifo", "uniform");
PAGE_BENCH(greedy_hotcold, "greedy", "hotcold:f=0.2,r=0.8");
PAGE_BENCH(cost_benefit_uniform, "cost-benefit:lfs", "uniform");
BENCHMARK_CAPTURE(full_size, cd9p_r_3_84tb, 3'840'000'000'000, 4)->Iterations(1)->UseManualTime();
BENCHMARK_CAPTURE(full_size, cd9p_r_7_68tb, 7'680'000'000'000, 8)->Iterations(1)->UseManualTime();
