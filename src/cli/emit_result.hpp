// Writes a result whose JSON document is its source: CSV is rows of it.
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
    const auto rows = [&] {
        return forms.rows_key.empty() ? report::Json::array({forms.document})
                                      : forms.document.at(forms.rows_key);
    };
    context.emit({.table = forms.table,
                  .json = [&] { return report::to_text(forms.document); },
                  .csv = [&] { return report::to_csv(rows()); }});
}

}  // namespace drivewear::cli
