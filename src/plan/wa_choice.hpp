// Which write amplification a plan's workload has on a drive.
#pragma once

#include "drivewear/catalog/drive.hpp"
#include "drivewear/device/write_amplification.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::plan {

/// The drive as far as write amplification goes.
struct WaQuestion {
    const workload::Workload& workload;
    device::SpareFactor spare_factor;
    const catalog::Drive& drive;
    double base = 1;  ///< what every write of the drive pays, by its calibration
};

device::WriteAmplificationEstimate wa_of(const WaQuestion& question);

}  // namespace drivewear::plan
