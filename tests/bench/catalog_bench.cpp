// Loading the catalog that ships: every command that names a drive does it first. Beside it the
// least that any loader must do, parsing the same texts as JSON; the ratio is the price of
// checking.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/core/files.hpp"

namespace {

const std::filesystem::path folder =
    std::filesystem::path(DRIVEWEAR_TEST_DATA) / "../../data/catalog";

std::vector<std::string> texts() {
    std::vector<std::string> all;
    for (const auto& file : std::filesystem::directory_iterator(folder))
        all.push_back(drivewear::read_file(file.path()));
    return all;
}

void load_catalog(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(drivewear::catalog::Catalog::load({folder}));
    }
}
BENCHMARK(load_catalog)->Unit(benchmark::kMillisecond);

void parse_json_alone(benchmark::State& state) {
    const std::vector<std::string> files = texts();
    for (auto _ : state) {
        for (const std::string& text : files)
            benchmark::DoNotOptimize(nlohmann::json::parse(text));
    }
}
BENCHMARK(parse_json_alone)->Unit(benchmark::kMillisecond);

void find_by_loose_name(benchmark::State& state) {
    const auto catalog = drivewear::catalog::Catalog::load({folder});
    for (auto _ : state)
        benchmark::DoNotOptimize(&catalog.find("9550 max 12.8"));
}
BENCHMARK(find_by_loose_name)->Unit(benchmark::kMicrosecond);

}  // namespace
