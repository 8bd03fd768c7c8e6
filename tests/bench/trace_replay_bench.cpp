// Replaying a trace through the page engine: host pages a second, garbage collection included,
// beside the same traffic drawn by the generator. Also laying a trace out on a drive.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "drivewear/core/random.hpp"
#include "drivewear/ftl/simulate.hpp"
#include "drivewear/ingest/trace_layout.hpp"
#include "drivewear/ingest/trace_summary.hpp"

namespace {

using drivewear::RandomStream;
using drivewear::StreamId;
using drivewear::workload::PageRequest;

constexpr double spare_factor = 0.125;

drivewear::ftl::SimulationOptions options_for(std::uint64_t blocks) {
    drivewear::ftl::SimulationOptions options;
    options.geometry = drivewear::ftl::geometry_from_spare_factor(
        {.spare_factor = drivewear::device::SpareFactor::from_value(spare_factor),
         .pool_blocks = blocks,
         .pages_per_block = 256});
    options.engine = drivewear::ftl::EngineKind::page;
    options.warm_up_drive_writes = 1;
    options.drive_writes = 3;
    return options;
}

// The engine runs in a thread of its own: its rate comes from that thread's processor time.
void run(benchmark::State& state, const drivewear::ftl::SimulationOptions& options) {
    double nanoseconds = 0;
    double amplification = 0;
    for (auto _ : state) {
        const auto result = drivewear::ftl::simulate(options);
        nanoseconds += result.ns_per_host_page / static_cast<double>(state.max_iterations);
        amplification = result.write_amplification;
    }
    state.counters["host_pages_per_second"] = 1e9 / nanoseconds;
    state.counters["wa"] = amplification;
}

void replay_trace(benchmark::State& state) {
    auto options = options_for(static_cast<std::uint64_t>(state.range(0)));
    RandomStream random(StreamId{.seed = 1});
    std::vector<PageRequest> requests;
    for (std::uint64_t i = 0; i < 2 * options.geometry.usable_pages; ++i)
        requests.push_back(PageRequest::write(random.below(options.geometry.usable_pages), 1));
    options.trace = drivewear::workload::trace_in_memory(std::move(requests));
    run(state, options);
}
BENCHMARK(replay_trace)->Arg(4096)->Arg(65536)->Unit(benchmark::kMillisecond);

void generate_uniform(benchmark::State& state) {
    run(state, options_for(static_cast<std::uint64_t>(state.range(0))));
}
BENCHMARK(generate_uniform)->Arg(4096)->Arg(65536)->Unit(benchmark::kMillisecond);

/// A million writes of a volume, in a file of its own.
class TraceFile {
public:
    TraceFile()
        : path_(std::filesystem::temp_directory_path() /
                fmt::format("drivewear-bench-{}.csv", ::getpid())) {
        RandomStream random(StreamId{.seed = 2});
        std::string text;
        for (std::uint64_t i = 0; i < requests; ++i) {
            fmt::format_to(std::back_inserter(text), "3,W,{},{},{}\n",
                           random.below(4'000'000) * 4096, (1 + random.below(4)) * 4096,
                           1577808000000000 + i);
        }
        bytes_ = static_cast<double>(text.size());
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~TraceFile() { std::filesystem::remove(path_); }
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    static constexpr std::uint64_t requests = 1'000'000;
    std::string path() const { return path_.string(); }
    void count(benchmark::State& state) const {
        const auto passes = static_cast<double>(state.iterations());
        state.counters["bytes_per_second"] =
            benchmark::Counter(passes * bytes_, benchmark::Counter::kIsRate);
        state.counters["requests_per_second"] =
            benchmark::Counter(passes * requests, benchmark::Counter::kIsRate);
    }

private:
    std::filesystem::path path_;
    double bytes_ = 0;
};

void lay_out_trace(benchmark::State& state) {
    const TraceFile file;
    const auto spec = drivewear::ingest::parse_trace_spec("trace:" + file.path() + ",layout=remap");
    for (auto _ : state) {
        const auto trace = drivewear::ingest::lay_out(spec, {.usable_pages = 4'100'000});
        benchmark::DoNotOptimize(trace->facts().written_pages);
    }
    file.count(state);
}
BENCHMARK(lay_out_trace)->Unit(benchmark::kMillisecond);

void summarise_trace(benchmark::State& state) {
    const TraceFile file;
    for (auto _ : state) {
        drivewear::ingest::TraceReader reader(std::filesystem::path(file.path()), {});
        const auto summary = drivewear::ingest::summarise(reader, {});
        benchmark::DoNotOptimize(summary.written_pages);
    }
    file.count(state);
}
BENCHMARK(summarise_trace)->Unit(benchmark::kMillisecond);

}  // namespace
