#include "ftl/run.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace drivewear::ftl {
namespace {

constexpr std::size_t most_life_samples = 1024;

// Processor time of this thread, so that replicates on busy cores do not look slower.
double thread_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Counts difference(const Counts& later, const Counts& earlier) {
    return {.host_pages = later.host_pages - earlier.host_pages,
            .gc_pages = later.gc_pages - earlier.gc_pages,
            .parity_pages = later.parity_pages - earlier.parity_pages,
            .trimmed_pages = later.trimmed_pages - earlier.trimmed_pages,
            .erases = later.erases - earlier.erases};
}

// All that a checkpoint keeps of an outcome, in the order in which it keeps it.
template <typename Outcome, typename Visit>
void for_each_member(Outcome& outcome, const Visit& visit) {
    visit(outcome.counts);
    visit(outcome.streams);
    visit(outcome.victims.pages_per_bin);
    visit(outcome.victims.victims);
    visit(outcome.erases.first_count);
    visit(outcome.erases.blocks);
    visit(outcome.mapped_pages);
    visit(outcome.warm_up);
    visit(outcome.measured);
    visit(outcome.steady_state);
    visit(outcome.life);
    visit(outcome.life_spacing);
    visit(outcome.worn_out);
    visit(outcome.first_retirement);
    visit(outcome.host_pages);
    visit(outcome.memory_bytes);
    visit(outcome.engine_seconds);
}

}  // namespace

Counts with_parity(Counts counts, const Geometry& geometry) {
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t data = geometry.data_pages_per_block();
    const Wide programmed = counts.host_pages + counts.gc_pages;
    counts.parity_pages =
        static_cast<std::uint64_t>(programmed * (geometry.pages_per_block - data) / data);
    return counts;
}

void RunOutcome::save(StateWriter& state) const {
    for_each_member(*this, [&state](const auto& member) { state.item(member); });
}

void RunOutcome::load(StateReader& state) {
    for_each_member(*this, [&state](auto& member) { state.item(member); });
}

Run::Run(const SimulationOptions& options, const EngineEntry& entry, std::uint64_t number)
    : options_(options),
      engine_(entry.make(options, number)),
      warm_up_bounds_(warm_up_bounds(options.workload)) {
    if (options.warm_up_drive_writes) {
        warm_up_bounds_ = {*options.warm_up_drive_writes, *options.warm_up_drive_writes};
    }
    outcome_.life_spacing = 1;
}

Counts Run::counts() const {
    return with_parity(engine_->counts(), options_.geometry);
}

std::uint64_t Run::pages_of(double drive_writes) const {
    return static_cast<std::uint64_t>(
        std::llround(drive_writes * static_cast<double>(options_.geometry.usable_pages)));
}

bool Run::step() {
    const double begin = thread_seconds();
    if (phase_ == Phase::precondition) {
        if (!engine_->precondition()) {
            phase_ = options_.life ? Phase::life : Phase::warm_up;
            window_start_ = counts();
            if (phase_ == Phase::warm_up && warm_up_bounds_.most == 0) start_measuring();
        }
    } else if (phase_ != Phase::done) {
        advance_window();
    }
    outcome_.engine_seconds += thread_seconds() - begin;
    update_fraction();
    return phase_ != Phase::done;
}

void Run::advance_window() {
    const std::uint64_t window = std::max<std::uint64_t>(1, pages_of(options_.window_drive_writes));
    std::uint64_t stop_at = window_start_.host_pages + window;
    if (options_.life && options_.life->host_pages) {
        stop_at = std::min(stop_at, *options_.life->host_pages);
    }
    const std::uint64_t written = engine_->counts().host_pages;
    if (written < stop_at && !engine_->worn_out()) engine_->advance(stop_at - written);
    if (engine_->counts().host_pages >= stop_at || engine_->worn_out()) end_window();
}

void Run::end_window() {
    const Counts now = counts();
    const Counts in_window = difference(now, window_start_);
    window_start_ = now;
    ++windows_ended_;
    if (phase_ == Phase::life) return end_life_window();
    std::vector<Window>& windows = phase_ == Phase::warm_up ? outcome_.warm_up : outcome_.measured;
    if (in_window.host_pages > 0) {
        windows.push_back({in_window.host_pages, in_window.nand_pages()});
    }
    if (engine_->worn_out()) {
        if (phase_ == Phase::warm_up) start_measuring();
        end_measuring();
    } else if (phase_ == Phase::warm_up) {
        end_warm_up_window();
    } else if (static_cast<double>(windows_ended_) * options_.window_drive_writes >=
               options_.drive_writes - 1e-9) {
        end_measuring();
    }
}

void Run::end_warm_up_window() {
    const double done = static_cast<double>(windows_ended_) * options_.window_drive_writes;
    if (options_.warm_up_drive_writes) {
        if (done >= warm_up_bounds_.most - 1e-9) start_measuring();
        return;
    }
    // Judging after every window would find a level stretch by luck sooner or later.
    if (done < warm_up_bounds_.least || windows_ended_ < next_judgement_) return;
    next_judgement_ = windows_ended_ + windows_ended_ / 4 + 1;
    settled_ = windows_ended_ >= 2 * batch_count && has_settled(outcome_.warm_up);
    if (settled_ || done >= warm_up_bounds_.most) start_measuring();
}

void Run::start_measuring() {
    phase_ = Phase::measure;
    windows_ended_ = 0;
    measure_start_ = counts();
    streams_start_ = engine_->streams();
    engine_->forget_victims();
}

void Run::end_measuring() {
    outcome_.counts = difference(counts(), measure_start_);
    outcome_.streams = engine_->streams();
    for (std::size_t i = 0; i < streams_start_.size(); ++i) {
        outcome_.streams[i].host_pages -= streams_start_[i].host_pages;
        outcome_.streams[i].gc_pages -= streams_start_[i].gc_pages;
    }
    outcome_.steady_state = settled_ && !engine_->worn_out() && outcome_.measured.size() >= 4 &&
                            is_level(outcome_.measured);
    finish();
}

void Run::end_life_window() {
    const BlockCensus census = engine_->blocks();
    const bool is_over =
        engine_->worn_out() ||
        (options_.life->host_pages && window_start_.host_pages >= *options_.life->host_pages);
    std::vector<LifeSample>& samples = outcome_.life;
    if (is_over || windows_ended_ % outcome_.life_spacing == 0) {
        samples.push_back({.host_pages = window_start_.host_pages,
                           .nand_pages = window_start_.nand_pages(),
                           .retired_blocks = census.retired,
                           .mean_erases = census.mean_erases});
    }
    if (is_over) {
        outcome_.counts = counts();
        outcome_.streams = engine_->streams();
        return finish();
    }
    if (samples.size() == most_life_samples) {
        // Every second sample goes; those kept are multiples of the doubled spacing.
        for (std::size_t i = 0; 2 * i + 1 < samples.size(); ++i)
            samples[i] = samples[2 * i + 1];
        samples.resize(most_life_samples / 2);
        outcome_.life_spacing *= 2;
    }
}

void Run::finish() {
    phase_ = Phase::done;
    outcome_.victims = engine_->victims();
    outcome_.erases = engine_->erase_histogram();
    outcome_.mapped_pages = engine_->mapped_pages();
    outcome_.worn_out = engine_->worn_out();
    outcome_.first_retirement = engine_->first_retirement();
    outcome_.host_pages = engine_->counts().host_pages;
    outcome_.memory_bytes = engine_->memory_bytes();
}

RunOutcome Run::take_outcome() {
    return std::move(outcome_);
}

void Run::update_fraction() {
    double done = 0;
    if (phase_ == Phase::done) {
        done = 1;
    } else if (options_.life) {
        const Life& life = *options_.life;
        if (life.cycle_limit) {
            done = engine_->blocks().mean_erases / life.cycle_limit->mean_cycles;
        }
        if (life.host_pages) {
            done = std::max(done, static_cast<double>(engine_->counts().host_pages) /
                                      static_cast<double>(*life.host_pages));
        }
    } else {
        double filling = 0;
        for (const PreconditionStep& step : options_.precondition)
            filling += step.drive_writes;
        const double usable = static_cast<double>(options_.geometry.usable_pages);
        const double so_far = static_cast<double>(engine_->counts().host_pages) / usable;
        const double window = options_.window_drive_writes;
        double left = options_.drive_writes;
        if (phase_ == Phase::measure) {
            left -= static_cast<double>(windows_ended_) * window;
        } else {
            left += std::max(0.0, filling + warm_up_bounds_.least - so_far);
        }
        done = so_far / (so_far + std::max(left, window));
    }
    fraction_ = std::max(fraction_, std::min(done, 1.0));
}

template <typename Self, typename Visit>
void Run::for_each_member(Self& self, const Visit& visit) {
    visit(self.phase_);
    visit(self.window_start_);
    visit(self.measure_start_);
    visit(self.streams_start_);
    visit(self.windows_ended_);
    visit(self.next_judgement_);
    visit(self.settled_);
}

void Run::save(StateWriter& state) const {
    for_each_member(*this, [&state](const auto& member) { state.item(member); });
    outcome_.save(state);
    engine_->save(state);
}

void Run::load(StateReader& state) {
    for_each_member(*this, [&state](auto& member) { state.item(member); });
    outcome_.load(state);
    engine_->load(state);
    update_fraction();
}

}  // namespace drivewear::ftl
