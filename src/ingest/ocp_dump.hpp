// OCP's log page C0h as bytes: a hex dump (16 bytes a line) or the 512 bytes themselves.
#pragma once

#include <string_view>

#include "drivewear/ingest/health_record.hpp"

namespace drivewear::ingest {

/// Whether the text is a hex dump, or 512 bytes that end with C0h's GUID.
bool is_ocp_dump(std::string_view text);
/// Throws ValidationError for fewer bytes than the first fields need and for another log's GUID. A
/// dump may stop early: what is not there stays absent.
void read_ocp_dump(std::string_view text, HealthRecord& record);

}  // namespace drivewear::ingest
