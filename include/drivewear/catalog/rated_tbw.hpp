// The TBW that a rating in drive writes per day stands for: TBW = DWPD x capacity x 365 x years,
// decimal and exact.
#pragma once

#include <optional>

#include "drivewear/catalog/drive.hpp"

namespace drivewear::catalog {

/// A rating in drive writes per day.
struct DriveWrites {
    units::Decimal per_day;    ///< DWPD
    units::Capacity capacity;  ///< user-addressable bytes
    units::Decimal years;      ///< of 365 days
};

/// Rounded down to a whole byte. Throws DomainError above 2^64 - 1 bytes.
units::HostBytes tbw_of(const DriveWrites& rating);

/// What the drive's DWPD comes to over its warranty; absent when either is not stated or
/// the product exceeds 2^64 - 1 bytes.
std::optional<units::HostBytes> tbw_from_dwpd(const Drive& drive);

}  // namespace drivewear::catalog
