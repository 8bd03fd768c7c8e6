// Findings on measured results as records and text.
#pragma once

#include <string>
#include <vector>

#include "drivewear/measured/check.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

/// "drivewear.check/1": {schema, results, contradictions, unsettled, remarks, findings: [...]}.
/// `result_count` is how many results were checked.
Json to_json(const std::vector<measured::Finding>& findings, std::size_t result_count);
/// Flat rows for CSV, one a finding.
Json to_rows(const std::vector<measured::Finding>& findings);
std::string to_text(const std::vector<measured::Finding>& findings, std::size_t result_count,
                    bool coloured);

/// Contradictions that the file's own right readings do not settle.
std::size_t count_unsettled(const std::vector<measured::Finding>& findings);

}  // namespace drivewear::report
