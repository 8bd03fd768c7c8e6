// Meaning of NVMe logs' fields: SMART / health (02h), endurance group (09h), OCP's C0h and vendors'
// additional logs.
#pragma once

#include "drivewear/ingest/health_record.hpp"
#include "ingest/health_fields.hpp"

namespace drivewear::ingest {

enum class TemperatureScale { celsius, kelvin };

/// Whether any field of these logs is there.
bool has_health_log(const LogFields& fields);
bool has_endurance_log(const LogFields& fields);
bool has_ocp_log(const LogFields& fields);
bool has_vendor_log(const LogFields& fields);

/// Each adds what the log says to the record.
void interpret_health_log(const LogFields& fields, TemperatureScale scale, HealthRecord& record);
void interpret_endurance_log(const LogFields& fields, HealthRecord& record);
void interpret_ocp_log(const LogFields& fields, HealthRecord& record);
/// `header` is the text before the first field, for logs whose unit depends on the vendor.
void interpret_vendor_log(const LogFields& fields, std::string_view header, HealthRecord& record);

/// All of them that fit; false when none does.
bool interpret_nvme_logs(const LogFields& fields, std::string_view header, HealthRecord& record);

/// Wear from NVMe's percentage used, which saturates at 255.
WearReading wear_of_percentage_used(Uint128 used, std::string source);
/// Wear from a remaining life; nothing, and a flag, above 100 %.
std::optional<WearReading> wear_of_life_left(double left_percent, std::string source,
                                             HealthRecord& record);

}  // namespace drivewear::ingest
