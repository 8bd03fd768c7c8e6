#include "ftl/replicates.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "ftl/checkpoint.hpp"

namespace drivewear::ftl {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds report_interval{100};

// A replicate that waits (neither), is under way (a run), or is done (an outcome).
struct Replicate {
    std::unique_ptr<Run> run;
    std::optional<RunOutcome> outcome;
};

class Pool {
public:
    Pool(const SimulationOptions& options, const EngineEntry& entry)
        : options_(options),
          entry_(entry),
          request_(request_text(options, entry.kind)),
          replicates_(options.replicates) {
        if (options_.checkpointing && std::filesystem::exists(options_.checkpointing->file)) {
            resume();
        }
    }

    std::vector<RunOutcome> run(std::uint32_t threads) {
        {
            std::vector<std::jthread> workers;
            const Stopper stopper{*this};  // destroyed before the threads are joined
            for (std::uint32_t i = 0; i < threads; ++i)
                workers.emplace_back([this] { work(); });
            supervise();
        }
        std::vector<RunOutcome> outcomes;
        for (Replicate& replicate : replicates_)
            outcomes.push_back(std::move(*replicate.outcome));
        return outcomes;
    }

private:
    struct Stopper {
        Pool& pool;
        ~Stopper() {
            const std::lock_guard lock(pool.mutex_);
            pool.is_stopping_ = true;
            pool.changed_.notify_all();
        }
    };

    // --- worker threads ---

    void work() {
        while (const std::optional<std::size_t> number = claim()) {
            while (enter()) {
                try {
                    const bool goes_on = step(*number);
                    leave(nullptr);
                    if (!goes_on) break;
                } catch (...) {
                    return leave(std::current_exception());
                }
            }
        }
    }
    // The next replicate that is not done.
    std::optional<std::size_t> claim() {
        const std::lock_guard lock(mutex_);
        while (next_ < replicates_.size() && replicates_[next_].outcome)
            ++next_;
        return next_ < replicates_.size() ? std::optional(next_++) : std::nullopt;
    }
    // Waits while a checkpoint is written; false when there is to be no further step.
    bool enter() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !is_paused_ || is_stopping_; });
        if (is_stopping_) return false;
        ++busy_;
        return true;
    }
    void leave(std::exception_ptr failure) {
        const std::lock_guard lock(mutex_);
        --busy_;
        if (failure && !failure_) failure_ = std::move(failure);
        changed_.notify_all();
    }
    bool step(std::size_t number) {
        Replicate& replicate = replicates_[number];
        if (!replicate.run) replicate.run = std::make_unique<Run>(options_, entry_, number);
        const bool goes_on = replicate.run->step();
        const std::lock_guard lock(mutex_);
        if (!goes_on) {
            replicate.outcome = replicate.run->take_outcome();
            replicate.run.reset();
        }
        return goes_on;
    }

    // --- the caller's thread ---

    void supervise() {
        auto last_checkpoint = Clock::now();
        std::unique_lock lock(mutex_);
        while (!is_done()) {
            changed_.wait_for(lock, report_interval, [this] { return is_done(); });
            if (failure_) std::rethrow_exception(failure_);
            pause(lock);
            const bool goes_on = !options_.keep_going || options_.keep_going(fraction());
            const bool is_due = options_.checkpointing &&
                                Clock::now() - last_checkpoint >= options_.checkpointing->every;
            if (options_.checkpointing && !is_done() && (is_due || !goes_on)) {
                leave_checkpoint();
                last_checkpoint = Clock::now();
            }
            is_paused_ = false;
            changed_.notify_all();
            if (!goes_on && !is_done()) throw Cancelled();
        }
        if (failure_) std::rethrow_exception(failure_);
    }
    bool is_done() const {
        return failure_ != nullptr ||
               std::all_of(replicates_.begin(), replicates_.end(), [](const Replicate& replicate) {
                   return replicate.outcome.has_value();
               });
    }
    // Returns when no worker is within a step.
    void pause(std::unique_lock<std::mutex>& lock) {
        is_paused_ = true;
        changed_.wait(lock, [this] { return busy_ == 0; });
    }
    double fraction() const {
        double sum = 0;
        for (const Replicate& replicate : replicates_) {
            if (replicate.outcome) {
                sum += 1;
            } else if (replicate.run) {
                sum += replicate.run->fraction();
            }
        }
        return sum / static_cast<double>(replicates_.size());
    }
    void leave_checkpoint() const {
        write_checkpoint(options_.checkpointing->file, request_, [this](StateWriter& state) {
            for (const Replicate& replicate : replicates_) {
                state.value(replicate.outcome.has_value());
                state.value(replicate.run != nullptr);
                if (replicate.outcome) replicate.outcome->save(state);
                if (replicate.run) replicate.run->save(state);
            }
        });
    }
    void resume() {
        read_checkpoint(options_.checkpointing->file, request_, [this](StateReader& state) {
            for (std::size_t number = 0; number < replicates_.size(); ++number) {
                Replicate& replicate = replicates_[number];
                bool is_done = false;
                bool is_under_way = false;
                state.value(is_done);
                state.value(is_under_way);
                if (is_done) replicate.outcome.emplace().load(state);
                if (!is_under_way) continue;
                replicate.run = std::make_unique<Run>(options_, entry_, number);
                replicate.run->load(state);
            }
        });
    }

    const SimulationOptions& options_;
    const EngineEntry& entry_;
    std::string request_;
    // Guarded by mutex_, except that a run belongs to its worker during a step.
    std::vector<Replicate> replicates_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t next_ = 0;  // replicates before it are claimed
    std::uint32_t busy_ = 0;
    bool is_paused_ = false;
    bool is_stopping_ = false;
    std::exception_ptr failure_;
};

}  // namespace

std::vector<RunOutcome> run_replicates(const SimulationOptions& options, const EngineEntry& entry,
                                       std::uint32_t threads) {
    std::vector<RunOutcome> outcomes = Pool(options, entry).run(threads);
    if (options.checkpointing) {
        std::error_code ignored;  // a run that is done leaves nothing to resume
        std::filesystem::remove(options.checkpointing->file, ignored);
    }
    return outcomes;
}

}  // namespace drivewear::ftl
