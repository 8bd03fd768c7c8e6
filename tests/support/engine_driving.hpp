// Leads one engine through its life without the driver.
#pragma once

#include <cstddef>
#include <vector>

#include "ftl/engine.hpp"
#include "support/memory_state.hpp"

namespace drivewear::test {

inline void finish_preconditioning(ftl::Engine& engine) {
    while (engine.precondition()) {
    }
}

/// `host_pages` more, or until worn out.
inline void write(ftl::Engine& engine, std::uint64_t host_pages) {
    const std::uint64_t stop_at = engine.counts().host_pages + host_pages;
    while (engine.counts().host_pages < stop_at && !engine.worn_out())
        engine.advance(stop_at - engine.counts().host_pages);
}

inline std::vector<std::byte> state_of(const ftl::Engine& engine) {
    MemoryState state;
    engine.save(state);
    return state.data();
}

}  // namespace drivewear::test
