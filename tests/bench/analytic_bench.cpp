// The formulas over arrays, on one core: scenarios a second. Each kernel stands beside its plain
// twin, which gives the same bits.
#include <benchmark/benchmark.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

#include "analytic/batch_kernels.hpp"
#include "drivewear/analytic/batch.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/analytic/d_choices.hpp"
#include "drivewear/core/random.hpp"

namespace {

using namespace drivewear;
using namespace drivewear::analytic;

std::vector<double> random_spare_factors(std::size_t count) {
    RandomStream random({.seed = 1, .purpose = Purpose::uncertainty});
    std::vector<double> spares(count);
    for (double& spare : spares)
        spare = random.uniform() + 0x1.0p-54;
    return spares;
}

/// Runs `answer(spares, out)` again and again.
template <class Answer>
void measure(benchmark::State& state, std::size_t count, const Answer& answer) {
    const std::vector<double> spares = random_spare_factors(count);
    std::vector<double> out(count);
    for (auto _ : state) {
        answer(spares, out);
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

constexpr std::size_t ten_million = 10'000'000;

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Kernel and twin one after the other, so that whatever else the machine does falls on both. Time
/// is the kernel's; `times_twin` is the median of the ratios.
void fifo_against_twin(benchmark::State& state, std::int64_t target) {
    const std::vector<double> spares = random_spare_factors(ten_million);
    std::vector<double> out(ten_million);
    std::vector<double> ratios;
    hwy::SetSupportedTargetsForTest(target);
    for (auto _ : state) {
        const double begin = cpu_seconds();
        batch::fifo(spares, out);
        const double middle = cpu_seconds();
        kernels::scalar::fifo(spares, out);
        ratios.push_back((cpu_seconds() - middle) / (middle - begin));
        state.SetIterationTime(middle - begin);
        benchmark::DoNotOptimize(out.data());
    }
    hwy::SetSupportedTargetsForTest(0);
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    state.counters["times_twin"] = *middle;
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(ten_million));
}

/// On every instruction set of this machine, the best first.
const bool are_targets_registered = [] {
    for (const auto target : hwy::SupportedAndGeneratedTargets()) {
        const std::string name = std::string("fifo_") + hwy::TargetName(target);
        benchmark::RegisterBenchmark(name.c_str(), fifo_against_twin, target)
            ->UseManualTime()
            ->Iterations(9);
    }
    return true;
}();

void fifo_plain_twin(benchmark::State& state) {
    measure(state, ten_million,
            [](const auto& spares, auto& out) { kernels::scalar::fifo(spares, out); });
}
BENCHMARK(fifo_plain_twin);

constexpr std::size_t one_million = 1'000'000;

void greedy_256_kernel(benchmark::State& state) {
    measure(state, one_million, [](const auto& spares, auto& out) {
        const std::uint64_t pages = 256;
        batch::greedy({spares, {&pages, 1}}, out);
    });
}
BENCHMARK(greedy_256_kernel);

// Harmonic sums anew for each scenario.
void greedy_256_one_by_one(benchmark::State& state) {
    measure(state, one_million / 10, [](const auto& spares, auto& out) {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = greedy(SpareFactor::from_value(spares[i]), 256);
    });
}
BENCHMARK(greedy_256_one_by_one);

void desnoyers_256_kernel(benchmark::State& state) {
    measure(state, one_million, [](const auto& spares, auto& out) {
        const std::uint64_t pages = 256;
        batch::desnoyers_greedy({spares, {&pages, 1}}, out);
    });
}
BENCHMARK(desnoyers_256_kernel);

// Ten choices, blocks of 64 pages: the mean field solved for each scenario.
void d_choices_64(benchmark::State& state) {
    measure(state, 10'000, [](const auto& spares, auto& out) {
        const std::uint64_t pages = 64;
        const double choices = 10;
        batch::d_choices({spares, {&pages, 1}, {&choices, 1}}, out);
    });
}
BENCHMARK(d_choices_64);

void hot_cold(benchmark::State& state) {
    measure(state, one_million / 10, [](const auto& spares, auto& out) {
        const double pages = 0.2;
        const double writes = 0.8;
        batch::fifo_of_hot_cold({spares, {&pages, 1}, {&writes, 1}}, out);
    });
}
BENCHMARK(hot_cold);

}  // namespace
