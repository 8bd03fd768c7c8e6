// What a block trace says, as a record and a table.
#pragma once

#include <optional>
#include <string>

#include "drivewear/ingest/trace_summary.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

/// A summary and the drive it was held against.
struct TraceAnswer {
    std::string file;                         ///< as the user gave it
    std::string drive;                        ///< name of a catalog drive; may be empty
    std::optional<units::Capacity> capacity;  ///< of the drive; absent: no DWPD
    ingest::TraceSummary summary;             ///< of the trace
};

/// "drivewear.trace/1".
Json to_json(const TraceAnswer& answer);
/// The flat figures of the same, for CSV.
Json to_row(const TraceAnswer& answer);
std::string to_table(const TraceAnswer& answer, bool coloured);

}  // namespace drivewear::report
