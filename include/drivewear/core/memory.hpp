// How much memory a computation may still take.
#pragma once

#include <cstdint>

namespace drivewear {

/// Bytes that can be used without swapping: what the system reports as available, or what is left
/// of the control group's limit if that is less.
std::uint64_t available_memory();

}  // namespace drivewear
