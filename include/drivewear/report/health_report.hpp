// A fleet's health as a table for a terminal, as "drivewear.health/1" JSON and as CSV. Serial
// numbers appear as hashes unless asked for.
#pragma once

#include <string>

#include "drivewear/ingest/health_fleet.hpp"

namespace drivewear::report {

/// How a fleet is shown.
struct HealthView {
    bool show_serials = false;  ///< serial numbers themselves, not only their hashes
    bool coloured = false;      ///< ANSI escapes in the table
};

std::string health_table(const ingest::FleetReport& report, const HealthView& view);
/// A drive a line inside the document, so that 100,000 of them stay readable by line tools.
std::string health_json(const ingest::FleetReport& report, const HealthView& view);
/// A row a drive.
std::string health_csv(const ingest::FleetReport& report, const HealthView& view);

/// The first 16 hexadecimal digits of a serial number's SHA-256; empty for an empty one. It hides
/// serials from a glance and a log, not from one who can try all serials of a maker.
std::string serial_hash(const std::string& serial);

}  // namespace drivewear::report
