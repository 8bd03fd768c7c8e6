// A measured figure as a text prints it: "10957.9 MB/s", "~820-845 us", "1.56M IOPS". Its digits
// say how exact it is, which lets two figures be held against each other without a guessed
// tolerance.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace drivewear::measured {

enum class Quantity {
    bandwidth,             ///< host bytes a second
    nand_bandwidth,        ///< bytes programmed into flash a second
    iops,                  ///< operations a second
    latency,               ///< of one operation
    latency_p99,           ///< that 99 % of the operations do not exceed
    transactions,          ///< of a database, a second
    duration,              ///< of a job, a life, a time without power
    write_amplification,   ///< NAND / host bytes, or bytes out / bytes in of a host layer
    drive_writes_per_day,  ///< DWPD
    host_bytes,            ///< written by the host, rated or counted
    nand_bytes,            ///< that the flash can take
    percent,
    relative_lifetime  ///< against another setting of the same drive
};

/// "bandwidth", "latency_p99".
std::string_view name_of(Quantity quantity);
std::optional<Quantity> quantity_named(std::string_view name);
/// Units that its figures may be written in; empty for plain ratios.
std::span<const std::string_view> units_of(Quantity quantity);

/// What the text says of the figure's exactness.
enum class Hedge {
    none,
    about,  ///< "~": around, almost, just over; taken as 5 %
    above,  ///< ">": a lower bound
    below   ///< "<": an upper bound
};

/// Closed interval; the ends may be infinite.
struct Interval {
    double low = 0;
    double high = 0;

    bool meets(const Interval& other) const { return low <= other.high && other.low <= high; }
    double middle() const { return low + (high - low) / 2; }
    Interval scaled(double factor) const { return {low * factor, high * factor}; }
};

/// A figure in bytes, seconds, operations a second or plain numbers, whatever its quantity asks
/// for.
struct Figure {
    std::string text;       ///< as given: "~820-845 us"
    double low = 0;         ///< base unit; the lower end of a range
    double high = 0;        ///< base unit; equals `low` unless a range
    double half_digit = 0;  ///< base unit; half a unit of the last digit printed
    Hedge hedge = Hedge::none;
    std::string unit;           ///< as printed: "us"; empty for ratios
    bool foreign_unit = false;  ///< the unit is not one of this quantity: no value can be taken

    double value() const { return low + (high - low) / 2; }
    /// Every value that would be printed so.
    Interval interval() const;
};

/// Throws ParseError with column and reason. Digits with K or M behind them count thousands and
/// millions. A unit of another quantity is an error unless `may_be_foreign`.
Figure parse_figure(std::string_view text, Quantity quantity, bool may_be_foreign = false);

/// Bytes of "372.6 GiB" or "4 KiB", as near as a double gets. Throws ParseError.
double parse_bytes(std::string_view text);

/// How a decimal unit's binary namesake compares: MB/s -> 1.048576; absent for other units.
std::optional<double> binary_factor(std::string_view unit);
/// The binary namesake: "MB/s" -> "MiB/s"; empty for other units.
std::string binary_unit(std::string_view unit);
/// One unit in the base unit of its quantity: "MB/s" -> 1e6. Throws ParseError when unknown.
double unit_factor(std::string_view unit);

}  // namespace drivewear::measured
