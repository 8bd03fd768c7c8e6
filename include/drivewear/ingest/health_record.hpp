// What one health report says about one drive at one time: counters in exact integers, each figure
// with where it stands or how it was inferred. Absent means that the report does not say it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/core/wide.hpp"
#include "drivewear/units/quantities.hpp"

namespace drivewear::ingest {

/// Exact bytes written by the host; NVMe counts them in 16 bytes.
using HostByteCounter = boost::units::quantity<units::HostByte, Uint128>;
/// Exact bytes programmed into flash.
using NandByteCounter = boost::units::quantity<units::NandByte, Uint128>;

/// One unit of NVMe's log 02h: 1000 blocks of 512 bytes whatever the LBA size, rounded up.
inline constexpr std::uint64_t nvme_data_unit_bytes = 512000;
/// The unit of Intel's and others' write counters.
inline constexpr std::uint64_t mib32_bytes = 33554432;

enum class Protocol : std::uint8_t { unknown, nvme, ata, scsi };
/// "nvme", "ata", "scsi", "".
const char* name_of(Protocol protocol);

/// A figure and its origin.
template <class T>
struct Sourced {
    T value{};              ///< in the unit its holder names
    std::string source;     ///< where it stands in the report, or how it follows from that
    bool inferred = false;  ///< true when it does not stand there in so many words
};

/// Wear as the drive itself estimates it, and what the printed whole number can stand for.
struct WearReading {
    double used_percent = 0;   ///< as printed; may exceed 100
    double least_percent = 0;  ///< smallest wear that prints so
    double most_percent = 0;   ///< largest wear that prints so
    bool at_limit = false;     ///< the field cannot show more wear: 255, or a remaining life of 1
    std::string source;        ///< field or attribute
};

/// Erase counts of blocks, in program/erase cycles.
struct EraseCounts {
    std::optional<double> least;    ///< of any block
    std::optional<double> mean;     ///< over blocks
    std::optional<double> most;     ///< of any block
    std::optional<double> allowed;  ///< cycles the vendor specifies
};

/// Something a reader of the figures must know.
struct Flag {
    std::string code;    ///< for programs: "waf_below_one"
    std::string detail;  ///< for people, with the numbers
};

/// One report. Serial numbers stay here; writers hash them.
struct HealthRecord {
    std::string file;      ///< path as given, with "#2" for its second drive
    std::string format;    ///< "smartctl JSON 7.3", "nvme smart-log", "OCP C0h log", ...
    std::string device;    ///< "/dev/nvme0"; may be empty
    std::string model;     ///< as the drive spells it; may be empty
    std::string family;    ///< smartctl's database entry; may be empty
    std::string serial;    ///< may be empty
    std::string firmware;  ///< may be empty
    Protocol protocol = Protocol::unknown;     ///< command set it speaks
    std::optional<bool> solid_state;           ///< false for rotating disks and volumes of them
    std::optional<std::int64_t> taken_at;      ///< seconds since 1970, UTC
    std::optional<units::Capacity> capacity;   ///< user-addressable bytes
    std::string capacity_source;               ///< which field gave it
    std::optional<bool> failed;                ///< an operator's record that it failed that day
    std::optional<bool> passed;                ///< the drive's own verdict
    std::optional<unsigned> exit_status;       ///< smartctl's bits
    std::optional<unsigned> critical_warning;  ///< NVMe's bits
    std::optional<Sourced<HostByteCounter>> host_written;  ///< bytes over its life
    std::optional<Sourced<HostByteCounter>> host_read;     ///< bytes over its life
    std::optional<Sourced<NandByteCounter>> nand_written;  ///< bytes over its life
    std::optional<Sourced<double>> nand_per_host;   ///< a ratio whose counters have no known unit
    std::optional<Uint128> write_commands;          ///< from the host
    std::optional<WearReading> wear;                ///< the drive's own estimate
    std::optional<double> spare_percent;            ///< spare blocks left; not wear
    std::optional<double> spare_threshold_percent;  ///< below it the drive warns
    std::optional<EraseCounts> erases;              ///< of its blocks
    std::optional<Uint128> power_on_hours;          ///< whole hours
    double power_on_extra_minutes = 0;              ///< beyond the whole hours
    std::optional<Uint128> power_cycles;            ///< times it was powered up
    std::optional<Uint128> unsafe_shutdowns;        ///< without notice
    std::optional<Uint128> media_errors;            ///< data that could not be recovered
    std::optional<double> celsius;                  ///< temperature
    std::vector<Flag> flags;                        ///< at most one of a code

    /// Adds a flag unless one of that code is there.
    void flag(std::string code, std::string detail);
    bool has_flag(std::string_view code) const;
};

/// Puts what `later` says and `record` does not into `record`: another log of the same drive.
void complete_record(HealthRecord& record, HealthRecord later);

/// 2,824,080,560 units of log 02h -> host bytes; nothing beyond 128 bits.
std::optional<HostByteCounter> host_bytes_of_units(Uint128 count, std::uint64_t unit_bytes);
/// The same for what was programmed.
std::optional<NandByteCounter> nand_bytes_of_units(Uint128 count, std::uint64_t unit_bytes);

/// A counter in TB (1e12 bytes), rounded to the nearest double.
double in_tb(HostByteCounter amount);
double in_tb(NandByteCounter amount);

}  // namespace drivewear::ingest
