// Where an engine's page operations come from: the workload's generator or a trace that is
// replayed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "drivewear/ftl/options.hpp"
#include "drivewear/workload/address_generator.hpp"
#include "ftl/state.hpp"

namespace drivewear::ftl {

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
    std::shared_ptr<const std::vector<workload::PageOperation>> trace_;
    std::size_t next_in_trace_ = 0;
    bool may_trim_;
};

/// Preconditioning leaves every usable page mapped.
bool fills_the_drive(const Precondition& precondition);

}  // namespace drivewear::ftl
