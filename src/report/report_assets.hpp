// Files put into the library at build time (cmake/vega.cmake).
#pragma once

#include <string_view>

extern "C" {
extern const char drivewear_report_page[];
extern const char drivewear_report_page_end[];
extern const char drivewear_report_vega[];
extern const char drivewear_report_vega_end[];
}

namespace drivewear::report {

/// The page with its marks {{TITLE}}, {{DATA}} and {{VEGA}}.
inline std::string_view report_page() {
    return {drivewear_report_page, drivewear_report_page_end};
}

/// The script that defines vegaEmbed; empty when the build had none.
inline std::string_view vega_bundle() {
    return {drivewear_report_vega, drivewear_report_vega_end};
}

}  // namespace drivewear::report
