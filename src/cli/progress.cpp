#include "cli/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <csignal>
#include <utility>

namespace drivewear::cli {
namespace {

// The one thing a signal handler may touch.
volatile std::sig_atomic_t is_interrupted = 0;

extern "C" void interrupt(int signal) {
    is_interrupted = 1;
    std::signal(signal, SIG_DFL);
}

std::string clock_text(double seconds) {
    const auto whole = static_cast<long long>(seconds + 0.5);
    if (whole >= 86400) return fmt::format("{} d {} h", whole / 86400, whole % 86400 / 3600);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole % 3600 / 60, whole % 60);
}

}  // namespace

Progress::Progress(const Context& context, std::string what)
    : what_(std::move(what)), is_shown_(!context.quiet && ::isatty(STDERR_FILENO) == 1) {
    is_interrupted = 0;
    std::signal(SIGINT, interrupt);
    std::signal(SIGTERM, interrupt);
}

Progress::~Progress() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    if (has_line_) fmt::print(stderr, "\r\033[K");
}

KeepGoing Progress::hook() {
    return [this](double fraction) {
        if (is_shown_) show(fraction);
        return is_interrupted == 0;
    };
}

void Progress::show(double fraction) {
    const Clock::time_point now = Clock::now();
    if (first_fraction_ < 0) first_fraction_ = fraction;
    if (now - last_shown_ < std::chrono::milliseconds(200)) return;
    last_shown_ = now;
    const double elapsed = std::chrono::duration<double>(now - begin_).count();
    const double done = fraction - first_fraction_;
    const std::string left =
        done > 0.001 && elapsed > 0.5 ? clock_text(elapsed * (1 - fraction) / done) + " left" : "";
    fmt::print(stderr, "\r\033[K{}  {:.1f} %  {}", what_, 100 * fraction, left);
    std::fflush(stderr);
    has_line_ = true;
}

}  // namespace drivewear::cli
