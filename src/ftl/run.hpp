// One replicate from fresh to its end: preconditioning, warm-up, measuring; or a whole life. It
// goes on step by step, so that the caller can report, stop and save between two steps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ftl/engine.hpp"
#include "ftl/state.hpp"
#include "ftl/statistics.hpp"
#include "ftl/warm_up.hpp"

namespace drivewear::ftl {

/// A drive's life so far, at one moment.
struct LifeSample {
    std::uint64_t host_pages = 0;      ///< written since fresh
    std::uint64_t nand_pages = 0;      ///< programmed since fresh
    std::uint64_t retired_blocks = 0;  ///< so far
    double mean_erases = 0;            ///< of all blocks good at the start
};

/// What one replicate found.
struct RunOutcome {
    Counts counts;                                  ///< while measuring
    std::vector<StreamCounts> streams;              ///< while measuring, by frontier
    VictimHistogram victims;                        ///< while measuring
    device::EraseHistogram erases;                  ///< at the end
    std::uint64_t mapped_pages = 0;                 ///< at the end
    std::vector<Window> warm_up;                    ///< windows of the workload before measuring
    std::vector<Window> measured;                   ///< windows while measuring
    bool steady_state = false;                      ///< reached, and held while measuring
    std::vector<LifeSample> life;                   ///< evenly spaced in host pages, then the end
    std::uint64_t life_spacing = 0;                 ///< windows between two samples
    bool worn_out = false;                          ///< at the end
    std::optional<std::uint64_t> first_retirement;  ///< host pages since fresh
    std::uint64_t host_pages = 0;                   ///< since fresh
    std::uint64_t memory_bytes = 0;                 ///< of the engine
    double engine_seconds = 0;                      ///< processor time

    void save(StateWriter& state) const;
    void load(StateReader& state);
};

class Run {
public:
    Run(const SimulationOptions& options, const EngineEntry& entry, std::uint64_t number);

    /// Some 50 ms of work; false when there is none left.
    bool step();
    /// Finished share of the host pages, as far as can be foreseen; never falls.
    double fraction() const { return fraction_; }
    /// After the last step.
    RunOutcome take_outcome();

    void save(StateWriter& state) const;
    void load(StateReader& state);

    const Engine& engine() const { return *engine_; }

private:
    enum class Phase : std::uint8_t { precondition, warm_up, measure, life, done };

    // What a checkpoint keeps besides the outcome and the engine.
    template <typename Self, typename Visit>
    static void for_each_member(Self& self, const Visit& visit);

    Counts counts() const;
    std::uint64_t pages_of(double drive_writes) const;
    void advance_window();
    void end_window();
    void end_warm_up_window();
    void start_measuring();
    void end_measuring();
    void end_life_window();
    void finish();
    void update_fraction();

    const SimulationOptions& options_;
    std::unique_ptr<Engine> engine_;
    WarmUpBounds warm_up_bounds_;
    Phase phase_ = Phase::precondition;
    Counts window_start_;
    Counts measure_start_;
    std::vector<StreamCounts> streams_start_;
    std::uint64_t windows_ended_ = 0;   // in this phase
    std::uint64_t next_judgement_ = 0;  // warm-up windows after which it is judged
    bool settled_ = true;
    double fraction_ = 0;
    RunOutcome outcome_;
};

/// Parity pages that go with the data pages of `counts`.
Counts with_parity(Counts counts, const Geometry& geometry);

}  // namespace drivewear::ftl
