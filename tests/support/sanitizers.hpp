// Whether this is a build with sanitizers, in which tests do less of the same.
#pragma once

namespace drivewear::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace drivewear::test
