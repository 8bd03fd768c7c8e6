// The formulas over arrays, on one core: scenarios a second. Each kernel stands beside its plain
// twin, which gives the same bits.
#include <benchmark/benchmark.h>

#include <cstdint>
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

void fifo_kernel(benchmark::State& state) {
    measure(state, ten_million, [](const auto& spares, auto& out) { batch::fifo(spares, out); });
}
BENCHMARK(fifo_kernel);

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
