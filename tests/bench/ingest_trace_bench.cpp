// Reading traces: lines a second and bytes a second of text in memory, for each kind, against the
// bound of looking for line ends only.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string>

#include "drivewear/core/random.hpp"
#include "drivewear/ingest/trace_reader.hpp"

namespace {

using drivewear::RandomStream;
using drivewear::StreamId;

constexpr int line_count = 500'000;

// One line of each kind with the lengths of numbers that published traces have.
std::string line_of(std::string_view kind, int number, RandomStream& random) {
    const std::uint64_t page = random.below(30'000'000);
    const std::uint64_t pages = 1 + random.below(16);
    const bool writes = random.below(3) != 0;
    const char* letter = writes ? "W" : "R";
    if (kind == "msr") {
        return fmt::format("{},src1,{},{},{},{},{}\n", 128166372003061629 + number * 1000LL,
                           random.below(2), writes ? "Write" : "Read", page * 4096, pages * 4096,
                           random.below(100'000));
    }
    if (kind == "alibaba") {
        return fmt::format("{},{},{},{},{}\n", random.below(800), letter, page * 4096, pages * 4096,
                           1577808000000046 + number);
    }
    if (kind == "tencent") {
        return fmt::format("{},{},{},{},{}\n", 1538323200 + number / 1000, page * 8, pages * 8,
                           writes ? 1 : 0, 1063 + random.below(50));
    }
    if (kind == "spc") {
        return fmt::format("{},{},{},{},{}.{:06}\n", random.below(6), page * 8, pages * 4096,
                           letter, number / 100, random.below(1'000'000));
    }
    if (kind == "fiu") {
        return fmt::format("{} {} syslogd {} {} {} 6 0 531e779d1b0f2a4f6e0d17a1e0c1f7aa\n",
                           329131208190249 + number, 4892, page * 8, pages * 8, letter);
    }
    if (kind == "mqsim") {
        return fmt::format("{} {} {} {} {}\n", 11413000LL + number * 1000LL, random.below(3),
                           page * 8, pages * 8, writes ? 0 : 1);
    }
    if (kind == "vscsi") {
        return fmt::format("1,{},{},{},{}\n", 5633898 + number / 10, writes ? "2a" : "28",
                           pages * 4096, page * 8);
    }
    if (kind == "iolog") {
        return fmt::format("{} /dev/nvme0n1 {} {} {}\n", number * 30, writes ? "write" : "read",
                           page * 4096, pages * 4096);
    }
    return fmt::format("  8,0    3 {:8} {:5}.{:09} {:5}  {} {:>3} {} + {} [fio]\n", number,
                       number / 1000, number % 1000 * 1000, 697, "QGIDC"[number % 5], letter,
                       page * 8, pages * 8);
}

std::string text_of(std::string_view kind) {
    RandomStream random(StreamId{.seed = 1});
    std::string text;
    for (int number = 0; number < line_count; ++number)
        text += line_of(kind, number, random);
    return text;
}

void count_rates(benchmark::State& state, const std::string& text) {
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * line_count);
}

void find_lines(benchmark::State& state) {
    const std::string text = text_of("alibaba");
    for (auto _ : state) {
        std::size_t lines = 0;
        const char* at = text.data();
        const char* const end = at + text.size();
        while (at != end) {
            at =
                static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
            ++at;
            ++lines;
        }
        benchmark::DoNotOptimize(lines);
    }
    count_rates(state, text);
}
BENCHMARK(find_lines);

void read_trace(benchmark::State& state, const std::string& kind) {
    const std::string text = text_of(kind.substr(0, kind.find(':')));
    std::array<drivewear::ingest::TraceRecord, 1024> records{};
    for (auto _ : state) {
        drivewear::ingest::TraceReader reader(text, "bench", {.kind = kind});
        std::uint64_t bytes = 0;
        while (const std::size_t count = reader.read(records)) {
            for (std::size_t i = 0; i < count; ++i)
                bytes += records[i].length_bytes;
        }
        benchmark::DoNotOptimize(bytes);
    }
    count_rates(state, text);
}

const bool registered = [] {
    for (const char* kind :
         {"msr", "alibaba", "tencent", "spc", "fiu", "mqsim", "vscsi", "iolog", "blkparse:D"}) {
        benchmark::RegisterBenchmark(kind, read_trace, std::string(kind));
    }
    return true;
}();

}  // namespace
