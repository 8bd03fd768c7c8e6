// A real drive as two numbers: what every write pays, and how much flash garbage collection works
// with. Datasheets state neither; calibration finds them.
#pragma once

namespace drivewear::device {

/// Write amplification = base x greedy(usable / effective pool), the form that measured drives
/// follow: the pool is a little more or less than the nominal flash (dies hold spare blocks,
/// firmware keeps some back), and the base is parity and metadata.
struct DeviceForm {
    double effective_pool_bytes = 0;  ///< bytes that garbage collection works with, above usable
    double base = 1;                  ///< write amplification of a sequential fill, from 1

    bool operator==(const DeviceForm&) const = default;
};

}  // namespace drivewear::device
