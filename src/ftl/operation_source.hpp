// Where an engine's page operations come from: the workload's generator or a trace that is
// replayed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "drivewear/ftl/options.hpp"
#include "drivewear/workload/address_generator.hpp"
#include "drivewear/workload/trace.hpp"
#include "ftl/state.hpp"

namespace drivewear::ftl {

/// Reads a trace round and round, page by page.
class TraceReplay {
public:
    explicit TraceReplay(std::shared_ptr<const workload::Trace> trace);

    void fill(std::span<workload::PageOperation> batch);
    void save(StateWriter& state) const;
    void load(StateReader& state);

private:
    void start_over();
    void read_piece();

    std::shared_ptr<const workload::Trace> trace_;
    std::unique_ptr<workload::RequestStream> stream_;
    std::vector<workload::PageRequest> piece_;  // requests read and not all done yet
    std::size_t piece_size_ = 0;
    std::size_t next_ = 0;           // request of the piece under way
    std::uint64_t pages_done_ = 0;   // of that request
    std::uint64_t piece_begin_ = 0;  // requests before the piece, since the trace's start
};

class OperationSource {
public:
    OperationSource(const SimulationOptions& options, std::uint64_t run);

    /// The next operations, as many as `batch` holds.
    void fill(std::span<workload::PageOperation> batch);
    /// The address class that a page belongs to when preconditioning writes it.
    std::uint32_t class_of(std::uint64_t page) const;
    /// Only writes come, each to the host's one frontier or with a class.
    bool may_trim() const { return may_trim_; }

    void save(StateWriter& state) const;
    void load(StateReader& state);

private:
    workload::AddressGenerator generator_;
    std::optional<TraceReplay> replay_;
    bool may_trim_;
};

/// Preconditioning leaves every usable page mapped.
bool fills_the_drive(const Precondition& precondition);

}  // namespace drivewear::ftl
