// Reads what drives' tools print about health: smartctl (JSON and text), nvme-cli (smart-log,
// endurance-log, OCP C0h, vendors' logs; JSON and text), a hex dump of C0h, Backblaze's daily CSV.
// The kind is found from the content, never from the file's name.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "drivewear/ingest/health_record.hpp"
#include "drivewear/ingest/smart_attributes.hpp"

namespace drivewear::ingest {

using TakeRecord = std::function<void(HealthRecord)>;

/// Gives each report of `text` to `take`. Logs without identity that follow one another in one text
/// are about one drive and are joined. Throws ValidationError, one line, when there is no report in
/// it: another kind of file, broken JSON, a tool's refusal (its message is quoted).
void read_health(std::string_view text, const std::string& file, const AttributeTable& attributes,
                 const TakeRecord& take);

/// The same for a file; Backblaze's CSV is read piece by piece, everything else must be smaller
/// than 64 MiB. A record without a time gets none: a file's date says when it was copied. Throws
/// ValidationError, and IoError when it cannot be read.
void read_health_file(const std::filesystem::path& path, const AttributeTable& attributes,
                      const TakeRecord& take);

}  // namespace drivewear::ingest
