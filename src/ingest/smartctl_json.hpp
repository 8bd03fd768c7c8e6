// smartctl --json, versions 6.7 to 7.5: NVMe, SATA and SAS.
#pragma once

#include "drivewear/ingest/health_record.hpp"
#include "drivewear/ingest/smart_attributes.hpp"
#include "ingest/json_reader.hpp"

namespace drivewear::ingest {

/// Whether a document is smartctl's, or was cut from one.
bool is_smartctl_json(JsonValue root);

/// Adds what the document says. Throws ValidationError when smartctl could not open the device or
/// only listed devices; its own message is quoted.
void read_smartctl_json(JsonValue root, const AttributeTable& table, HealthRecord& record);

}  // namespace drivewear::ingest
