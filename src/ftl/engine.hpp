// What the driver asks of an engine. An engine simulates one replicate of one request from fresh;
// the driver cuts its life into windows, decides what is measured, and makes a result of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/ftl/options.hpp"
#include "drivewear/ftl/result.hpp"
#include "ftl/state.hpp"

namespace drivewear::ftl {

/// Pages of one host frontier, see FrontierMap.
struct StreamCounts {
    std::uint64_t host_pages = 0;  ///< written by the host
    std::uint64_t gc_pages = 0;    ///< copied out of blocks written through it

    bool operator==(const StreamCounts&) const = default;
};

/// The state of the blocks.
struct BlockCensus {
    std::uint64_t good = 0;     ///< neither bad from the factory nor retired
    std::uint64_t retired = 0;  ///< worn out or failed to erase
    double mean_erases = 0;     ///< of all blocks good at the start
};

class Engine {
public:
    virtual ~Engine() = default;

    /// Goes on with SimulationOptions::precondition; false when none of it is left. Called until
    /// then before the first `advance`. Stops as `advance` does.
    virtual bool precondition() = 0;
    /// Writes the workload: at most `host_pages` more (an engine may overshoot by one step of its
    /// own), fewer when the drive is worn out or after some 50 ms of work, measured in programmed
    /// pages and not in time, so that progress, cancelling and checkpoints, which happen between
    /// two calls, do not change the result. `counts()` tells what was done: something, unless worn
    /// out.
    virtual void advance(std::uint64_t host_pages) = 0;

    /// Since fresh, preconditioning included.
    virtual const Counts& counts() const = 0;
    /// Since fresh, by host frontier.
    virtual const std::vector<StreamCounts>& streams() const = 0;
    /// Since fresh or the last `forget_victims`.
    virtual const VictimHistogram& victims() const = 0;
    virtual void forget_victims() = 0;
    /// Of the blocks that are good now.
    virtual device::EraseHistogram erase_histogram() const = 0;
    virtual BlockCensus blocks() const = 0;
    virtual std::uint64_t mapped_pages() const = 0;
    /// The usable pages can no longer be held; nothing can be written.
    virtual bool worn_out() const = 0;
    /// Host pages written when the first block was retired.
    virtual std::optional<std::uint64_t> first_retirement() const = 0;
    virtual std::uint64_t memory_bytes() const = 0;

    /// All that `load` needs, called on an engine made for the same options and run, to go on to
    /// the same bits.
    virtual void save(StateWriter& state) const = 0;
    virtual void load(StateReader& state) = 0;

    /// What does not add up, one line each: valid pages = mapped pages, erases x pages per block =
    /// programmed pages, and the engine's own tables. Slow; for tests and fuzzing.
    virtual std::vector<std::string> broken_invariants() const = 0;
};

/// An engine as the driver's table lists it.
struct EngineEntry {
    EngineKind kind;
    /// Why the engine cannot run a valid request exactly; nothing when it can.
    std::optional<std::string> (*why_not)(const SimulationOptions&);
    /// Nanoseconds that a host page costs, roughly: only to compare engines for one request.
    double (*cost)(const SimulationOptions&);
    /// Bytes that one replicate will need.
    std::uint64_t (*memory_needed)(const SimulationOptions&);
    /// What its answer takes for granted, in words; empty for nothing.
    std::string (*assumed)(const SimulationOptions&);
    std::unique_ptr<Engine> (*make)(const SimulationOptions&, std::uint64_t run);
};

/// All engines.
std::vector<EngineEntry> engines();
EngineEntry entry_of(EngineKind kind);

}  // namespace drivewear::ftl
