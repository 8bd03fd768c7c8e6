// A drive as its datasheet describes it: typed, immutable, every value with its source.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/units/decimal.hpp"
#include "drivewear/units/quantities.hpp"

namespace drivewear::catalog {

/// How a value came into the catalog.
enum class Status { published, derived, inferred, conflict };

/// The status as the files spell it: "published".
const char* name_of(Status status);

/// One reading of a value in one source.
struct Reading {
    std::string value;    ///< as text, with unit: "14000 MB/s"
    std::string source;   ///< id in data/sources.json
    std::string locator;  ///< where in the source: "line 21", "table 2"
    std::string printed;  ///< the source's own wording where it differs; may be empty
    std::string note;     ///< may be empty
    bool chosen = true;   ///< false for the readings of a conflict that were not taken
};

/// Where a field's value comes from.
struct Provenance {
    Status status = Status::published;
    std::vector<Reading> readings;  ///< the chosen one first
    std::string reason;             ///< why that one was chosen; empty unless in conflict
};

/// One drive model in one capacity. Absent means that no source states it.
struct Drive {
    std::string id;      ///< vendor-model-[form-]capacity, such as "micron-9550-max-12.8tb"
    std::string vendor;  ///< "Micron"
    std::string family;  ///< "9550 MAX"
    std::string model;   ///< "Micron 9550 MAX 12.8TB"
    std::string tier;    ///< "read intensive", "mixed use", "write intensive"; may be empty
    std::vector<std::string> part_numbers;
    std::vector<std::string> aliases;  ///< other names of the family, such as "WD DC SN861"

    units::Capacity capacity;                     ///< user-addressable bytes
    std::optional<units::Capacity> raw_capacity;  ///< all flash in the drive
    std::string nand_type;                        ///< "TLC"; may be empty
    std::optional<int> nand_layers;               ///< word-line layers
    std::string interface;                        ///< "PCIe Gen5 x4"; may be empty
    std::vector<std::string> form_factors;        ///< "E3.S", "U.2"

    std::optional<units::DataRate> seq_read;       ///< sustained sequential read
    std::optional<units::DataRate> seq_write;      ///< sustained sequential write
    std::optional<double> rand_read_iops;          ///< 4 KiB random reads a second
    std::optional<double> rand_write_iops;         ///< 4 KiB random writes a second, steady state
    std::optional<double> mixed_70_30_iops;        ///< 70 % reads, 30 % writes, 4 KiB
    std::optional<units::Duration> read_latency;   ///< typical 4 KiB random read at depth 1
    std::optional<units::Duration> write_latency;  ///< typical 4 KiB write at depth 1

    std::optional<units::Decimal> dwpd;              ///< drive writes per day over the warranty
    std::optional<units::Decimal> warranty_years;    ///< years
    std::optional<units::HostBytes> tbw_random;      ///< rated host bytes, random writes
    std::optional<units::HostBytes> tbw_sequential;  ///< rated host bytes, sequential writes
    std::string rating_workload;  ///< what the rating was measured with; may be empty

    std::optional<units::Duration> mttf_to_50c;  ///< mean time to failure, 0 to 50 C
    std::optional<units::Duration> mttf_to_55c;  ///< mean time to failure, 0 to 55 C
    std::optional<units::Duration> mttf;         ///< where no temperature range is given
    std::optional<double> uber;                ///< unrecoverable sectors per bit read, upper limit
    std::optional<units::Power> active_power;  ///< largest sustained average
    std::optional<units::Power> idle_power;
    std::optional<units::Temperature> operating_temperature_min;
    std::optional<units::Temperature> operating_temperature_max;
    std::optional<units::Capacity> indirection_unit;  ///< bytes mapped by one table entry

    std::map<std::string, Provenance> provenance;  ///< by field name of the catalog files
    std::map<std::string, std::string> texts;      ///< every other field, as printed
    std::vector<std::string> warnings;             ///< where the datasheet contradicts itself
};

}  // namespace drivewear::catalog
