#include "ftl/operation_source.hpp"

#include <algorithm>

namespace drivewear::ftl {
namespace {

using workload::AddressGenerator;

void save_runs(StateWriter& state, const AddressGenerator::State& generator) {
    const AddressGenerator::State::Run& run = generator.run;
    state.value(run.page);
    state.value(run.remaining);
    state.value(run.address_class);
    state.value(run.is_trim);
    std::vector<std::uint64_t> writers;
    for (const auto& writer : generator.writers) {
        writers.push_back(writer.zone);
        writers.push_back(writer.bytes_filled);
    }
    state.list(writers);
}

void load_runs(StateReader& state, AddressGenerator::State& generator) {
    AddressGenerator::State::Run& run = generator.run;
    state.value(run.page);
    state.value(run.remaining);
    state.value(run.address_class);
    state.value(run.is_trim);
    std::vector<std::uint64_t> writers;
    state.list(writers);
    generator.writers.clear();
    for (std::size_t i = 0; i + 1 < writers.size(); i += 2) {
        generator.writers.push_back({static_cast<std::uint32_t>(writers[i]), writers[i + 1]});
    }
}

}  // namespace

bool fills_the_drive(const Precondition& precondition) {
    return std::any_of(precondition.begin(), precondition.end(), [](const PreconditionStep& step) {
        return step.kind != PreconditionStep::Kind::workload && step.drive_writes >= 1;
    });
}

OperationSource::OperationSource(const SimulationOptions& options, std::uint64_t run)
    : generator_(options.workload, {options.geometry.usable_pages, options.geometry.page_bytes},
                 {options.seed, run, Purpose::addresses}),
      trace_(options.trace),
      may_trim_(options.trace || options.workload.trim_share > 0 || options.workload.zones) {
    if (!fills_the_drive(options.precondition)) generator_.start_empty();
}

void OperationSource::fill(std::span<workload::PageOperation> batch) {
    if (!trace_) return generator_.fill(batch);
    for (workload::PageOperation& operation : batch) {
        operation = (*trace_)[next_in_trace_];
        next_in_trace_ = next_in_trace_ + 1 == trace_->size() ? 0 : next_in_trace_ + 1;
    }
}

std::uint32_t OperationSource::class_of(std::uint64_t page) const {
    const std::vector<workload::PageRange>& ranges = generator_.class_ranges();
    const auto after = std::upper_bound(
        ranges.begin(), ranges.end(), page,
        [](std::uint64_t value, const auto& range) { return value < range.begin; });
    return after == ranges.begin() ? 0 : static_cast<std::uint32_t>(after - ranges.begin() - 1);
}

void OperationSource::save(StateWriter& state) const {
    const AddressGenerator::State& generator = generator_.state();
    state.value(generator.random);
    save_runs(state, generator);
    state.value(generator.sequential_byte);
    state.list(generator.in_use);
    state.value(generator.pages_in_use);
    state.list(generator.closed);
    state.list(generator.zone_filled);
    state.value(static_cast<std::uint64_t>(next_in_trace_));
}

void OperationSource::load(StateReader& state) {
    AddressGenerator::State generator = generator_.state();
    state.value(generator.random);
    load_runs(state, generator);
    state.value(generator.sequential_byte);
    state.list(generator.in_use);
    state.value(generator.pages_in_use);
    state.list(generator.closed);
    state.list(generator.zone_filled);
    generator_.restore(std::move(generator));
    std::uint64_t next = 0;
    state.value(next);
    next_in_trace_ = next;
}

}  // namespace drivewear::ftl
