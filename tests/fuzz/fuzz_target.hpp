// What each fuzz target implements: libFuzzer calls it with input of its own making, the plain
// replay (replay.cpp) with the files of the target's corpus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace drivewear::test {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// A property that must hold whatever the input.
inline void must(bool holds) {
    if (!holds) std::abort();
}

}  // namespace drivewear::test
