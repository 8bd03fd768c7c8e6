// The endurance of the flash itself: P/E cycles x raw capacity, in NAND bytes. This is where units
// begin again: host amounts become NAND amounts by a write amplification, and only by it.
#pragma once

#include "drivewear/device/write_amplification.hpp"
#include "drivewear/units/quantities.hpp"

namespace drivewear::wear {

/// A write amplification as a factor with units.
units::Amplification amplification(const device::WriteAmplification& wa);

/// Flash programmed by `host` writes.
units::NandTraffic nand_writes(units::HostTraffic host, const device::WriteAmplification& wa);

/// Host writes that programme `nand` bytes of flash: predicted TBW when `nand` is the media budget.
units::HostTraffic host_writes(units::NandTraffic nand, const device::WriteAmplification& wa);

/// P/E cycles of every block that `nand` bytes amount to, at even wear over `raw`.
double pe_cycles(units::NandTraffic nand, units::Capacity raw);

/// NAND bytes that `cycles` P/E cycles of `raw` hold, at even wear.
units::NandTraffic media_budget(double cycles, units::Capacity raw);

/// The media budget that a host rating implies: the rating times the write amplification of the
/// workload it was measured with. A lower bound of the flash's own endurance: a vendor keeps
/// margins (retention, UBER, warranty risk) inside the rating.
units::NandTraffic implied_media_budget(units::HostBytes rated_tbw,
                                        const device::WriteAmplification& rating_wa);

}  // namespace drivewear::wear
