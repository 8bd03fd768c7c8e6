#include "ftl/operation_source.hpp"

#include <algorithm>

namespace drivewear::ftl {
namespace {

using workload::AddressGenerator;
using workload::PageOperation;

constexpr std::size_t requests_at_a_time = 4096;

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

TraceReplay::TraceReplay(std::shared_ptr<const workload::Trace> trace)
    : trace_(std::move(trace)), piece_(requests_at_a_time) {
    start_over();
    read_piece();
}

void TraceReplay::start_over() {
    stream_ = trace_->open();
    piece_begin_ = 0;
    piece_size_ = 0;
}

void TraceReplay::read_piece() {
    piece_begin_ += piece_size_;
    piece_size_ = stream_->read(piece_);
    if (piece_size_ == 0) {
        start_over();
        piece_size_ = stream_->read(piece_);
    }
    next_ = 0;
}

void TraceReplay::fill(std::span<PageOperation> batch) {
    for (std::size_t filled = 0; filled < batch.size();) {
        if (next_ == piece_size_) read_piece();
        const workload::PageRequest request = piece_[next_];
        const std::uint64_t first = request.page() + pages_done_;
        const std::uint64_t count =
            std::min<std::uint64_t>(request.count() - pages_done_, batch.size() - filled);
        for (std::uint64_t page = first; page < first + count; ++page) {
            batch[filled++] =
                request.is_trim() ? PageOperation::trim(page, 0) : PageOperation::write(page, 0);
        }
        pages_done_ += count;
        if (pages_done_ == request.count()) {
            pages_done_ = 0;
            ++next_;
        }
    }
}

void TraceReplay::save(StateWriter& state) const {
    state.value(piece_begin_ + next_);
    state.value(pages_done_);
}

void TraceReplay::load(StateReader& state) {
    std::uint64_t requests_done = 0;
    state.value(requests_done);
    state.value(pages_done_);
    if (requests_done > trace_->facts().requests) throw InputError("checkpoint: of another trace");
    start_over();
    while (piece_begin_ + piece_size_ < requests_done)
        read_piece();
    next_ = requests_done - piece_begin_;
}

bool fills_the_drive(const Precondition& precondition) {
    return std::any_of(precondition.begin(), precondition.end(), [](const PreconditionStep& step) {
        return step.kind != PreconditionStep::Kind::workload && step.drive_writes >= 1;
    });
}

OperationSource::OperationSource(const SimulationOptions& options, std::uint64_t run)
    : generator_(options.workload, {options.geometry.usable_pages, options.geometry.page_bytes},
                 {options.seed, run, Purpose::addresses}),
      may_trim_(options.trace ? options.trace->facts().trimmed_pages > 0
                              : options.workload.trim_share > 0 || options.workload.zones) {
    if (options.trace) replay_.emplace(options.trace);
    if (!fills_the_drive(options.precondition)) generator_.start_empty();
}

void OperationSource::fill(std::span<PageOperation> batch) {
    if (replay_) return replay_->fill(batch);
    generator_.fill(batch);
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
    if (replay_) replay_->save(state);
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
    if (replay_) replay_->load(state);
}

}  // namespace drivewear::ftl
