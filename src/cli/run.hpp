// The drivewear command as a function, so that the Python package's command is the same program.
#pragma once

namespace drivewear::cli {

/// Exit status: 0 done, 1 a --check failed, 2 bad input or usage, 3 input or output failed,
/// 130 interrupted.
int run(int argc, const char* const* argv);

}  // namespace drivewear::cli
