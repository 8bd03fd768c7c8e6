// What smartctl's JSON and its text both say of a SATA drive, before attributes get a meaning.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/ingest/health_record.hpp"
#include "drivewear/ingest/smart_attributes.hpp"

namespace drivewear::ingest {

/// One row of the attribute table.
struct AtaAttribute {
    unsigned id = 0;                   ///< 1 to 255
    std::string name;                  ///< smartctl's; empty in Backblaze's CSV
    std::optional<unsigned> value;     ///< normalised, 0 to 255
    std::optional<std::uint64_t> raw;  ///< 48 bits, packed or not
    std::string raw_text;              ///< smartctl's reading of it: "40311 (52 181 0)"
};

/// The parts of a report that bear on endurance.
struct AtaReport {
    std::vector<AtaAttribute> attributes;
    std::optional<std::uint64_t> sectors_written;  ///< device statistics, logical sectors
    std::optional<std::uint64_t> sectors_read;     ///< device statistics, logical sectors
    std::optional<unsigned> percent_used;          ///< device statistics, page 7
    std::uint64_t logical_block_bytes = 512;       ///< of a logical sector
};

/// Adds to the record what attributes and statistics mean. A disk that rotates gets no endurance.
void interpret_ata(const AtaReport& report, const AttributeTable& table, HealthRecord& record);

/// What a SAS drive says of its endurance.
struct SasReport {
    std::optional<double> used_percent;       ///< endurance indicator, rounded to whole percent
    std::optional<double> gigabytes_written;  ///< error counter log, 1e9 bytes
};
void interpret_sas(const SasReport& report, HealthRecord& record);

/// What every report gets at its end: smartctl's exit bits, NVMe's warning bits and the drive's
/// verdict as flags, and whether there was any figure at all.
void finish_record(HealthRecord& record);

}  // namespace drivewear::ingest
