// What a drive's random writes cost between a sequential fill and steady state, so that a short
// test can be placed on the curve. The first writes find the spare blocks free and cost nothing
// extra; only after several drive writes is the steady state reached. Simulated with every page
// mapped, greedy victims and one frontier; reviews fill their drives sequentially first.
#pragma once

#include <optional>
#include <vector>

#include "drivewear/core/progress.hpp"
#include "drivewear/device/device_form.hpp"

namespace drivewear::compare {

/// Uniform 4 KiB random writes over the usable capacity after one sequential fill.
struct TransientRequest {
    device::DeviceForm form;                ///< flash and base of the drive
    double usable_bytes = 0;                ///< that the fill and the writes span
    double seq_write_bytes_per_second = 0;  ///< sequential bandwidth, which the flash sustains
    double drive_writes = 4;                ///< how far the curve goes
    std::optional<double> iops{};           ///< to be placed on the curve
    std::uint64_t seed = 1;                 ///< of the simulation
    KeepGoing keep_going{};                 ///< told the share done
};

/// One window of the curve.
struct TransientPoint {
    double drive_writes = 0;         ///< of random writes, at the window's end
    double write_amplification = 1;  ///< in the window, without the base
    double iops = 0;                 ///< that it leaves of the sequential bandwidth
};

/// The curve, and where the figure lies.
struct Transient {
    std::vector<TransientPoint> curve;
    double onset_drive_writes = 0;          ///< before, nothing was collected
    double steady_write_amplification = 1;  ///< by the closed form, without the base
    double steady_iops = 0;                 ///< that it leaves of the sequential bandwidth
    std::optional<double> implied_write_amplification{};  ///< of the IOPS asked about
    /// Where the curve first costs that much; absent when it is faster than sequential writes or
    /// slower than all of the curve.
    std::optional<double> placed_at_drive_writes{};
};

/// Throws DomainError for capacities or rates without meaning.
Transient transient(const TransientRequest& request);

}  // namespace drivewear::compare
