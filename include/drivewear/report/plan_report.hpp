// The report that a planner forwards: one plan with its budget, steps, alternatives, what
// over-provisioning buys, spares by year and sources, as one HTML page without network, as a
// workbook with live formulas, or as Markdown.
#pragma once

#include <string>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/plan/plan.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

/// Everything the report shows, computed once; every form is written from it.
/// "drivewear.report/1": {schema, generator, plan, budget, uncertainty, steps, shrink,
/// rank, years, sources}.
Json report_data(const plan::Plan& plan, const catalog::Catalog& catalog);

/// One self-contained page; the data is embedded for machines as JSON in the element
/// `drivewear-data`.
std::string to_report_html(const Json& data);
std::string to_report_markdown(const Json& data);
/// The bytes of an XLSX workbook: sheets Verdict, Inputs, Chain (live formulas), Fleet,
/// Uncertainty, Alternatives, Sources. Throws IoError when it cannot be written.
std::string to_report_xlsx(const Json& data);

}  // namespace drivewear::report
