// Traces with a request on each line and its fields in fixed columns.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/line_parser.hpp"

namespace drivewear::ingest {

/// Names of the published kinds.
std::vector<std::string> delimited_kinds();
/// The parser of a published kind; nullptr when there is none of this name.
std::unique_ptr<LineParser> make_delimited_parser(std::string_view kind);
/// For the columns and options that `csv:` takes. Throws InputError.
std::unique_ptr<LineParser> make_csv_parser(std::string_view options);

}  // namespace drivewear::ingest
