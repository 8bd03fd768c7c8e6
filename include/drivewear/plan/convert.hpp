// Endurance ratings into one another, exactly: drive writes per day, total bytes written, host
// bytes a day.
//
//   TBW = DWPD x capacity x 365 x years        host bytes a day = DWPD x capacity
//
// Assumes years of 365 days and decimal units (TB = 10^12 bytes), as vendors do. A rating in DWPD
// means nothing without the years it is meant for: the same TBW over more years is fewer DWPD.
#pragma once

#include <optional>
#include <string>

#include "drivewear/units/decimal.hpp"
#include "drivewear/units/quantities.hpp"

namespace drivewear::plan {

/// A rational number.
struct ExactNumber {
    double value = 0;   ///< the nearest double
    std::string exact;  ///< every digit where they end, else a reduced fraction: "1225/292"
};

/// What is known: one of the first three, and what it refers to.
struct EnduranceStatement {
    std::optional<units::Decimal> dwpd;                  ///< drive writes per day
    std::optional<units::HostBytes> tbw;                 ///< host bytes over the years
    std::optional<units::HostBytes> host_bytes_per_day;  ///< host bytes a day
    std::optional<units::Capacity> capacity;             ///< user-addressable bytes
    std::optional<units::Decimal> years;                 ///< years of 365 days it is meant for
    std::optional<units::Decimal> to_years;  ///< state the same TBW over these years instead
};

/// What follows; absent where the statement says too little.
struct EnduranceConversion {
    std::optional<ExactNumber> dwpd;          ///< drive writes per day
    std::optional<ExactNumber> tbw_tb;        ///< host TB over the years
    std::optional<ExactNumber> pbw_pb;        ///< the same in PB
    std::optional<ExactNumber> tb_per_day;    ///< host TB a day
    std::optional<ExactNumber> capacity_tb;   ///< TB
    std::optional<ExactNumber> years;         ///< the years that dwpd and tb_per_day refer to
    std::optional<ExactNumber> tbw_tib;       ///< tbw_tb in TiB
    std::optional<ExactNumber> pbw_pib;       ///< pbw_pb in PiB
    std::optional<ExactNumber> tib_per_day;   ///< tb_per_day in TiB
    std::optional<ExactNumber> capacity_tib;  ///< capacity_tb in TiB
};

/// Throws DomainError when not exactly one of the ratings is given, a value is zero, or nothing
/// follows from what is given; the message says what is missing.
EnduranceConversion convert_endurance(const EnduranceStatement& statement);

}  // namespace drivewear::plan
