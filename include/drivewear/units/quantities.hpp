// The dimensions this library speaks in, as Boost.Units types with one canonical scale each
// (byte, second, kelvin, watt), so that scaled ratios cannot form.
//
// Host bytes and NAND bytes are different dimensions: a host amount becomes a NAND amount only by
// multiplying with a write amplification, and a TBW rating (host) can not be divided by NAND
// bytes by mistake. TB is 10^12 and TiB is 2^40, in text only; here there are just bytes.
#pragma once

#include <boost/units/base_dimension.hpp>
#include <boost/units/base_unit.hpp>
#include <boost/units/make_system.hpp>
#include <boost/units/quantity.hpp>
#include <boost/units/systems/information/byte.hpp>
#include <boost/units/systems/si/dimensionless.hpp>
#include <boost/units/systems/si/energy.hpp>
#include <boost/units/systems/si/power.hpp>
#include <boost/units/systems/si/temperature.hpp>
#include <boost/units/systems/si/time.hpp>
#include <cstdint>

namespace drivewear::units {

struct HostDataDimension : boost::units::base_dimension<HostDataDimension, 9001> {};
struct NandDataDimension : boost::units::base_dimension<NandDataDimension, 9002> {};

struct HostByteBaseUnit
    : boost::units::base_unit<HostByteBaseUnit, HostDataDimension::dimension_type, 9001> {
    static std::string name() { return "host byte"; }
    static std::string symbol() { return "host B"; }
};
struct NandByteBaseUnit
    : boost::units::base_unit<NandByteBaseUnit, NandDataDimension::dimension_type, 9002> {
    static std::string name() { return "NAND byte"; }
    static std::string symbol() { return "NAND B"; }
};

using Byte = boost::units::information::hu::byte::info;
using HostByte = HostByteBaseUnit::unit_type;
using NandByte = NandByteBaseUnit::unit_type;
using Second = boost::units::si::time;
using BytePerSecond = boost::units::divide_typeof_helper<Byte, Second>::type;
using HostBytePerSecond = boost::units::divide_typeof_helper<HostByte, Second>::type;
using NandBytePerHostByte = boost::units::divide_typeof_helper<NandByte, HostByte>::type;

/// A size in exact bytes: what a drive addresses, what its flash holds, a block, a write.
using Capacity = boost::units::quantity<Byte, std::uint64_t>;
/// Exact bytes written by the host: a rating, a counter.
using HostBytes = boost::units::quantity<HostByte, std::uint64_t>;
/// Predicted bytes written by the host.
using HostTraffic = boost::units::quantity<HostByte, double>;
/// Predicted bytes programmed into flash.
using NandTraffic = boost::units::quantity<NandByte, double>;
/// Predicted host bytes a second.
using HostRate = boost::units::quantity<HostBytePerSecond, double>;
/// Bytes a second over an interface.
using DataRate = boost::units::quantity<BytePerSecond, double>;
/// NAND bytes for each host byte.
using Amplification = boost::units::quantity<NandBytePerHostByte, double>;
/// Seconds.
using Duration = boost::units::quantity<Second, double>;
/// Kelvin above absolute zero.
using Temperature = boost::units::quantity<boost::units::si::temperature, double>;
/// Watts.
using Power = boost::units::quantity<boost::units::si::power, double>;
/// Joules.
using Energy = boost::units::quantity<boost::units::si::energy, double>;

inline constexpr double seconds_per_hour = 3600.0;
inline constexpr double seconds_per_day = 86400.0;
/// Endurance ratings and AFR count years of 365 days (8760 hours); leap days are left out.
inline constexpr double seconds_per_year = 365.0 * seconds_per_day;
inline constexpr double bytes_per_tb = 1e12;
inline constexpr double kelvin_at_zero_celsius = 273.15;

inline Capacity bytes(std::uint64_t count) {
    return Capacity::from_value(count);
}
inline HostBytes host_bytes(std::uint64_t count) {
    return HostBytes::from_value(count);
}
inline HostTraffic host_traffic(double byte_count) {
    return HostTraffic::from_value(byte_count);
}
inline NandTraffic nand_traffic(double byte_count) {
    return NandTraffic::from_value(byte_count);
}
inline Duration seconds(double count) {
    return Duration::from_value(count);
}
inline Duration hours(double count) {
    return seconds(count * seconds_per_hour);
}
inline Duration days(double count) {
    return seconds(count * seconds_per_day);
}
inline Duration years(double count) {
    return seconds(count * seconds_per_year);
}
inline Temperature celsius(double degrees) {
    return Temperature::from_value(degrees + kelvin_at_zero_celsius);
}
inline Power watts(double count) {
    return Power::from_value(count);
}

inline double in_hours(Duration time) {
    return time.value() / seconds_per_hour;
}
inline double in_days(Duration time) {
    return time.value() / seconds_per_day;
}
inline double in_years(Duration time) {
    return time.value() / seconds_per_year;
}
inline double in_celsius(Temperature temperature) {
    return temperature.value() - kelvin_at_zero_celsius;
}
inline double in_tb(Capacity capacity) {
    return static_cast<double>(capacity.value()) / bytes_per_tb;
}
inline double in_tb(HostBytes amount) {
    return static_cast<double>(amount.value()) / bytes_per_tb;
}
inline double in_tb(HostTraffic amount) {
    return amount.value() / bytes_per_tb;
}
inline double in_tb(NandTraffic amount) {
    return amount.value() / bytes_per_tb;
}
inline double in_tb_per_day(HostRate rate) {
    return rate.value() * seconds_per_day / bytes_per_tb;
}
inline double in_kilowatt_hours(Energy energy) {
    return energy.value() / 3.6e6;
}

}  // namespace drivewear::units
