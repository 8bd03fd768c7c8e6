// Progress on a terminal's standard error, and a clean stop on Ctrl-C.
#pragma once

#include <chrono>
#include <string>

#include "cli/context.hpp"
#include "drivewear/core/progress.hpp"

namespace drivewear::cli {

/// While it lives, Ctrl-C (and SIGTERM) end the work at its next call of the hook. A second Ctrl-C
/// kills as usual.
class Progress {
public:
    /// Shows `what` with a percentage and the time left, unless --quiet or off a terminal.
    Progress(const Context& context, std::string what);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// The hook to hand to a computation; valid while this object lives.
    KeepGoing hook();

private:
    using Clock = std::chrono::steady_clock;

    void show(double fraction);

    std::string what_;
    bool is_shown_;
    bool has_line_ = false;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_shown_{};
    double first_fraction_ = -1;  // where a resumed run took up; below 0: not known yet
};

}  // namespace drivewear::cli
