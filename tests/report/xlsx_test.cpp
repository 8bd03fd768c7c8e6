#include "report/xlsx.hpp"

#include <doctest/doctest.h>

using namespace drivewear;
using report::Json;

namespace {

report::Workbook workbook() {
    return {.title = "t",
            .comments = "c",
            .sheets = {{"one",
                        {"id", "count", "list", "absent"},
                        Json::array({{{"id", "a"}, {"count", 3}, {"list", {"x", "y"}}}})}}};
}

}  // namespace

TEST_CASE("a workbook is a zip archive, the same one each time") {
    const std::string first = report::to_xlsx(workbook());
    CHECK(first.substr(0, 4) == std::string("PK\x03\x04", 4));
    CHECK(first.find("xl/worksheets/sheet1.xml") != std::string::npos);
    CHECK(report::to_xlsx(workbook()) == first);
    report::Workbook other = workbook();
    other.sheets[0].rows[0]["count"] = 4;
    CHECK(report::to_xlsx(other) != first);
}
