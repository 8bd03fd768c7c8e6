// From a drive of the catalog to the plain numbers that a model of its flash needs, each guess
// named. Units end here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/catalog/drive.hpp"

namespace drivewear::device {

/// Raw flash of a drive.
struct RawCapacity {
    std::uint64_t bytes = 0;  ///< all flash that can hold data
    std::string assumption;   ///< in words; empty when a source states it
};

/// The catalog's figure, else the next power of two: makers build drives from dies of 2^n bits, and
/// published pairs of sequential and random TBW fit it.
RawCapacity raw_capacity(const catalog::Drive& drive);

/// The flash of a drive and how much it is rated for.
struct DriveGeometry {
    std::uint64_t usable_bytes = 0;                 ///< bytes the host can address
    std::uint64_t raw_bytes = 0;                    ///< bytes of all blocks that can hold data
    std::uint64_t block_bytes = 0;                  ///< bytes erased together: one superblock
    std::uint32_t page_bytes = 4096;                ///< indirection unit
    std::optional<std::uint64_t> rated_host_bytes;  ///< TBW of random writes, else from DWPD, else
                                                    ///< of sequential writes
    std::optional<double> drive_writes_per_day;     ///< rated, or from TBW and warranty
    std::optional<double> cycles_implied;           ///< sequential TBW / raw: P/E cycles at WA 1
    std::vector<std::string> assumptions;           ///< every value that no source states, in words
};

/// Superblocks are not published: raw / 2048 is assumed, which is 8 GiB for a drive of 16 TiB.
/// Throws DomainError when the raw capacity does not exceed the usable one.
DriveGeometry geometry_from_drive(const catalog::Drive& drive);

}  // namespace drivewear::device
