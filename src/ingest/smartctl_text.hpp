// smartctl's text output, in any language's digit grouping: NVMe, SATA and SAS.
#pragma once

#include <string_view>

#include "drivewear/ingest/health_record.hpp"
#include "drivewear/ingest/smart_attributes.hpp"

namespace drivewear::ingest {

bool is_smartctl_text(std::string_view text);
void read_smartctl_text(std::string_view text, const AttributeTable& table, HealthRecord& record);

/// "Mon Jul 26 14:38:41 2021 CEST" -> seconds since 1970. The zone is not looked up (names are
/// ambiguous), so it may be off by hours.
std::optional<std::int64_t> seconds_of_local_time(std::string_view text);
/// Days since 1970 of a date of the Gregorian calendar.
std::int64_t days_of_date(int year, int month, int day);

}  // namespace drivewear::ingest
