// A conversion of endurance ratings as the "drivewear.convert/1" record and as a table.
#pragma once

#include <string>

#include "drivewear/plan/convert.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

/// `binary` adds the amounts in TiB and PiB. Numbers have 15 digits; `exact` holds them in full.
Json to_json(const plan::EnduranceConversion& conversion, bool binary);
/// One row, without the exact texts.
Json to_rows(const plan::EnduranceConversion& conversion, bool binary);
std::string to_table(const plan::EnduranceConversion& conversion, bool binary);

}  // namespace drivewear::report
