// How long computations report and are stopped: they call the hook once per chunk of work.
#pragma once

#include <functional>

#include "drivewear/core/errors.hpp"

namespace drivewear {

/// Called with the finished fraction in [0, 1]; returning false stops the work (Cancelled is
/// thrown). An empty function means: never report, never stop.
using KeepGoing = std::function<bool(double fraction)>;

/// Reports `fraction` and throws Cancelled when told to stop.
inline void checkpoint_progress(const KeepGoing& keep_going, double fraction) {
    if (keep_going && !keep_going(fraction)) throw Cancelled();
}

}  // namespace drivewear
