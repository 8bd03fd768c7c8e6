// Reading health reports from memory: documents a second on one core, and the share of the JSON
// alone in it.
#include <benchmark/benchmark.h>

#include <string>

#include "drivewear/core/data_directory.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/ingest/health_fleet.hpp"
#include "ingest/json_reader.hpp"

namespace {

using namespace drivewear;

std::string report_named(const char* name) {
    return read_file(std::filesystem::path(DRIVEWEAR_TEST_DATA) / "../fuzz/corpus/health" / name);
}

void count(benchmark::State& state, const std::string& text) {
    state.SetItemsProcessed(state.iterations());
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void BM_json_alone(benchmark::State& state, const char* name) {
    const std::string text = report_named(name);
    ingest::JsonDocument document;
    for (auto _ : state) {
        ingest::JsonReader reader(text, "report");
        benchmark::DoNotOptimize(reader.next(document));
    }
    count(state, text);
}

void BM_record(benchmark::State& state, const char* name) {
    const std::string text = report_named(name);
    const auto attributes = ingest::AttributeTable::load(data_directory());
    for (auto _ : state) {
        ingest::read_health(text, "report", attributes, [](ingest::HealthRecord record) {
            benchmark::DoNotOptimize(record.flags.size());
        });
    }
    count(state, text);
}

// The answer for the drive on top: rating looked up in the catalog, limits, flags.
void BM_record_and_assessment(benchmark::State& state, const char* name) {
    const std::string text = report_named(name);
    const auto attributes = ingest::AttributeTable::load(data_directory());
    const ingest::RatingBook ratings(catalog::Catalog::load({data_directory() / "catalog"}));
    for (auto _ : state) {
        ingest::read_health(text, "report", attributes, [&](ingest::HealthRecord record) {
            benchmark::DoNotOptimize(ingest::assess(std::move(record), ratings).limits.size());
        });
    }
    count(state, text);
}

BENCHMARK_CAPTURE(BM_json_alone, smartctl_nvme, "smartctl_nvme.json");
BENCHMARK_CAPTURE(BM_record, smartctl_nvme, "smartctl_nvme.json");
BENCHMARK_CAPTURE(BM_record, smartctl_nvme_text, "smartctl_nvme.txt");
BENCHMARK_CAPTURE(BM_record, smartctl_sata, "smartctl_sata.json");
BENCHMARK_CAPTURE(BM_record, ocp_c0h, "ocp_v1.json");
BENCHMARK_CAPTURE(BM_record_and_assessment, smartctl_nvme, "smartctl_nvme.json");

}  // namespace
