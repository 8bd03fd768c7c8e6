// fio's runs as measured results, in the form of data/measured/*.json that `check` reads, and as a
// table.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "drivewear/ingest/fio.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

/// Runs and what fio does not know of them.
struct FioAnswer {
    std::vector<ingest::FioRun> runs;     ///< of all files
    std::string drive;                    ///< catalog id; empty: the runs' targets name a group
    std::string platform;                 ///< machine and preparation; empty: not stated
    std::vector<std::string> unreadable;  ///< files without a run, and why
};

/// "drivewear.measured/1": bandwidth, operations a second, mean and 99 % latency of each job and
/// direction in which anything was moved, and of its steady state.
Json to_measured(const FioAnswer& answer);
/// The same results with one column for each condition.
Json to_measured_rows(const FioAnswer& answer);
std::string to_table(const FioAnswer& answer, bool coloured);

}  // namespace drivewear::report
