// How long engines take, shared by the simulator's benchmarks.
#pragma once

#include <time.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ftl/engine.hpp"

namespace drivewear::bench {

/// Nanoseconds of processor time of this thread: another load on the machine takes turns, not time.
inline double now_ns() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

inline double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

/// Writes at least `host_pages` more.
inline void write(ftl::Engine& engine, std::uint64_t host_pages) {
    const std::uint64_t stop_at = engine.counts().host_pages + host_pages;
    while (engine.counts().host_pages < stop_at)
        engine.advance(stop_at - engine.counts().host_pages);
}

/// Preconditions and settles an engine that starts fresh.
inline void settle(ftl::Engine& engine, double host_pages) {
    while (engine.precondition()) {
    }
    write(engine, static_cast<std::uint64_t>(host_pages));
}

/// One turn of writing.
struct Turn {
    double ns_host_page = 0;     ///< processor time / host pages
    double copied_per_host = 0;  ///< pages copied / host pages
};

inline Turn timed_write(ftl::Engine& engine, std::uint64_t host_pages) {
    const ftl::Counts before = engine.counts();
    const double begin = now_ns();
    write(engine, host_pages);
    const double elapsed = now_ns() - begin;
    const auto host = static_cast<double>(engine.counts().host_pages - before.host_pages);
    const auto copied = static_cast<double>(engine.counts().gc_pages - before.gc_pages);
    return {elapsed / host, copied / host};
}

}  // namespace drivewear::bench
