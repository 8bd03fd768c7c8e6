// Flat records as a spreadsheet file (Office Open XML).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "drivewear/report/json.hpp"

namespace drivewear::report {

/// One sheet: a heading row that stays in view and can be filtered by, then the records.
struct Sheet {
    std::string name;                  ///< at most 31 characters
    std::vector<std::string> columns;  ///< keys of the records, in order
    Json rows;                         ///< flat objects; numbers stay numbers, lists are joined
};

/// A workbook.
struct Workbook {
    std::string title;
    std::string comments;  ///< what it was made from
    std::vector<Sheet> sheets;
};

/// The file's bytes; the same workbook always gives the same bytes. Throws IoError when there is no
/// room for the temporary file that the format needs.
std::string to_xlsx(const Workbook& workbook);

}  // namespace drivewear::report
