// Writes one result in the format that was asked for.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/context.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::cli {

/// The three forms of one result. CSV is the rows of `rows_key` in `document`, or the document
/// itself as one row when the key is empty.
struct ResultForms {
    const report::Json& document;
    std::string rows_key{};
    std::function<std::string()> table;
};

inline void emit_result(const Context& context, const ResultForms& forms) {
    if (context.format == Format::json) {
        context.emit(report::to_text(forms.document));
    } else if (context.format == Format::table) {
        context.emit(forms.table());
    } else if (forms.rows_key.empty()) {
        context.emit(report::to_csv(report::Json::array({forms.document})));
    } else {
        context.emit(report::to_csv(forms.document.at(forms.rows_key)));
    }
}

}  // namespace drivewear::cli
