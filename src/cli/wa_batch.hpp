// Many questions in a table, one answer for each row.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/wa_request.hpp"
#include "drivewear/core/progress.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::cli {

struct WaBatch {
    report::Json rows;                  ///< the input's columns, then the answer's and `error`
    std::vector<std::string> columns;   ///< their names, for a table without rows
    std::vector<std::string> problems;  ///< "file: line N: reason" of each row without an answer
};

/// Where the questions come from.
struct WaBatchSource {
    std::string_view csv;    ///< column names are the flags; an empty field is not given
    std::string name;        ///< of the file, for messages
    WaRequest defaults;      ///< what the fields of a row are laid over
    KeepGoing keep_going{};  ///< called once every thousand rows
};

/// A bad row has `error` set and its numbers left empty. Throws ValidationError for a table that
/// is none or has a column unknown.
WaBatch answer_batch(const WaBatchSource& source, const FetchCatalog& fetch_catalog);

}  // namespace drivewear::cli
