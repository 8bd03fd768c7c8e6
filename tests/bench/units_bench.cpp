// Parsing capacities: the catalog and every plan go through it.
#include <benchmark/benchmark.h>

#include "drivewear/units/parse.hpp"

static void parse_capacity(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(drivewear::units::parse_capacity("12.8TB"));
    }
}
BENCHMARK(parse_capacity);
