#include "drivewear/report/convert_report.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "drivewear/report/table.hpp"

namespace drivewear::report {
namespace {

struct Row {
    const char* key;
    const char* name;
    const char* unit;
    const std::optional<plan::ExactNumber>* number;
};

std::vector<Row> rows_of(const plan::EnduranceConversion& conversion, bool binary) {
    std::vector<Row> rows{{"tbw_tb", "total written", "TB", &conversion.tbw_tb},
                          {"dwpd", "drive writes per day", "DWPD", &conversion.dwpd},
                          {"tb_per_day", "written a day", "TB/day", &conversion.tb_per_day},
                          {"pbw_pb", "total written", "PB", &conversion.pbw_pb},
                          {"capacity_tb", "capacity", "TB", &conversion.capacity_tb},
                          {"years", "years of 365 days", "years", &conversion.years}};
    if (binary) {
        rows.insert(rows.end(),
                    {{"tbw_tib", "total written", "TiB", &conversion.tbw_tib},
                     {"pbw_pib", "total written", "PiB", &conversion.pbw_pib},
                     {"tib_per_day", "written a day", "TiB/day", &conversion.tib_per_day},
                     {"capacity_tib", "capacity", "TiB", &conversion.capacity_tib}});
    }
    return rows;
}

}  // namespace

Json to_json(const plan::EnduranceConversion& conversion, bool binary) {
    Json record{{"schema", "drivewear.convert/1"}};
    Json exact = Json::object();
    for (const Row& row : rows_of(conversion, binary)) {
        record[row.key] = *row.number ? number((*row.number)->value) : Json(nullptr);
        exact[row.key] = *row.number ? Json((*row.number)->exact) : Json(nullptr);
    }
    record["exact"] = std::move(exact);
    return record;
}

Json to_rows(const plan::EnduranceConversion& conversion, bool binary) {
    Json record = to_json(conversion, binary);
    record.erase("schema");
    record.erase("exact");
    return Json::array({std::move(record)});
}

std::string to_table(const plan::EnduranceConversion& conversion, bool binary) {
    constexpr int digits = 15;
    Table table({"quantity", "amount", "unit", "exactly"});
    for (const Row& row : rows_of(conversion, binary)) {
        if (!*row.number) continue;
        const plan::ExactNumber& amount = **row.number;
        const bool repeats = amount.exact.find('/') != std::string::npos;
        table.add(
            {row.name, readable(amount.value, digits), row.unit, repeats ? amount.exact : ""});
    }
    return table.to_text(false);
}

}  // namespace drivewear::report
