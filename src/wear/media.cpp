#include "drivewear/wear/media.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drivewear/core/errors.hpp"

namespace drivewear::wear {

units::Amplification amplification(const device::WriteAmplification& wa) {
    return units::Amplification::from_value(wa.value());
}

units::NandTraffic nand_writes(units::HostTraffic host, const device::WriteAmplification& wa) {
    return host * amplification(wa);
}

units::HostTraffic host_writes(units::NandTraffic nand, const device::WriteAmplification& wa) {
    return nand / amplification(wa);
}

double pe_cycles(units::NandTraffic nand, units::Capacity raw) {
    if (raw.value() == 0) throw DomainError("raw capacity 0: expected more than 0 bytes");
    return nand.value() / static_cast<double>(raw.value());
}

units::NandTraffic media_budget(double cycles, units::Capacity raw) {
    if (!(cycles > 0) || !std::isfinite(cycles)) {
        throw DomainError(fmt::format("{} P/E cycles: expected a finite number above 0", cycles));
    }
    return units::nand_traffic(cycles * static_cast<double>(raw.value()));
}

units::NandTraffic implied_media_budget(units::HostBytes rated_tbw,
                                        const device::WriteAmplification& rating_wa) {
    return nand_writes(units::host_traffic(static_cast<double>(rated_tbw.value())), rating_wa);
}

}  // namespace drivewear::wear
