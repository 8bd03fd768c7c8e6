// Text that nvme-cli and its vendor plugins print: "name : value" lines and tables of several
// shapes become one list of fields.
#pragma once

#include <string>
#include <string_view>

#include "ingest/health_fields.hpp"

namespace drivewear::ingest {

/// Fields of a text, and what stood before the first of them.
struct TextFields {
    LogFields fields;
    std::string header;  ///< lines without a field: "Seagate Extended SMART Information :"
};

TextFields fields_of_text(std::string_view text);

}  // namespace drivewear::ingest
