#include "drivewear/report/wa_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "drivewear/report/table.hpp"

namespace drivewear::report {
namespace {

Json pages_per_block(const analytic::Query& query) {
    return query.pages_per_block ? exact_integer(*query.pages_per_block) : Json("inf");
}

Json parity_text(const analytic::Query& query) {
    if (!query.parity) return nullptr;
    return fmt::format("{}+{}", query.parity->data, query.parity->parity);
}

void add_stage(Table& table, const char* name, double factor) {
    if (factor != 1) table.add({name, readable(factor, 8)});
}

}  // namespace

Json to_row(const analytic::Query& query, const analytic::Estimate& estimate) {
    const device::WriteAmplificationEstimate& answer = estimate.answer;
    return Json{{"schema", "drivewear.wa/1"},
                {"wa", number(answer.total.value())},
                {"wa_gc", number(answer.garbage_collection)},
                {"wa_iu", number(answer.indirection_unit)},
                {"wa_parity", number(answer.parity)},
                {"spare_factor", number(query.spare_factor.value())},
                {"over_provision", number(query.spare_factor.over_provision())},
                {"effective_spare_factor", number(estimate.effective_spare_factor.value())},
                {"policy", analytic::to_text(query.policy)},
                {"pages_per_block", pages_per_block(query)},
                {"workload", workload::to_text(query.workload)},
                {"frontiers", analytic::to_text(query.frontiers)},
                {"indirection_unit_bytes", query.indirection_unit_bytes
                                               ? exact_integer(*query.indirection_unit_bytes)
                                               : Json(nullptr)},
                {"parity", parity_text(query)},
                {"model", answer.model},
                {"source", answer.source}};
}

Json to_json(const analytic::Query& query, const analytic::Estimate& estimate) {
    Json record = to_row(query, estimate);
    record["assumptions"] = estimate.answer.assumptions;
    return record;
}

std::string to_table(const analytic::Query& query, const analytic::Estimate& estimate) {
    const device::WriteAmplificationEstimate& answer = estimate.answer;
    Table table({"write amplification", readable(answer.total.value(), 11)});
    table.add({"  garbage collection", readable(answer.garbage_collection, 11)});
    add_stage(table, "  indirection unit", answer.indirection_unit);
    add_stage(table, "  parity", answer.parity);
    table.add({"spare factor (raw-user)/raw", readable(query.spare_factor.value(), 8)});
    table.add({"over-provision (raw-user)/user", readable(query.spare_factor.over_provision(), 8)});
    const double effective = estimate.effective_spare_factor.value();
    if (effective != query.spare_factor.value()) {
        table.add({"effective spare factor", readable(effective, 8)});
    }
    std::string text = table.to_text(false);
    text += fmt::format("\nmodel    {}\nsource   {}\n", answer.model, answer.source);
    for (const std::string& assumption : answer.assumptions) {
        const std::string wrapped = wrap(assumption, 98, "         ");
        text += "assumes  " + wrapped.substr(std::min<std::size_t>(9, wrapped.size()));
        if (!text.ends_with('\n')) text += '\n';
    }
    return text;
}

Json curve_rows(const std::vector<WaPoint>& points) {
    Json rows = Json::array();
    for (const WaPoint& point : points) {
        const device::WriteAmplificationEstimate& answer = point.estimate.answer;
        rows.push_back({{"spare_factor", number(point.query.spare_factor.value())},
                        {"over_provision", number(point.query.spare_factor.over_provision())},
                        {"wa", number(answer.total.value())},
                        {"wa_gc", number(answer.garbage_collection)},
                        {"wa_iu", number(answer.indirection_unit)},
                        {"wa_parity", number(answer.parity)}});
    }
    return rows;
}

Json curve_json(const std::vector<WaPoint>& points) {
    Json document{{"schema", "drivewear.wa-curve/1"}};
    if (!points.empty()) {
        const WaPoint& first = points.front();
        document["policy"] = analytic::to_text(first.query.policy);
        document["workload"] = workload::to_text(first.query.workload);
        document["model"] = first.estimate.answer.model;
        document["source"] = first.estimate.answer.source;
    }
    document["points"] = curve_rows(points);
    return document;
}

std::string curve_table(const std::vector<WaPoint>& points) {
    double most = 1;
    for (const WaPoint& point : points)
        most = std::max(most, point.estimate.answer.total.value());
    Table table({"spare factor", "over-provision", "WA", ""});
    for (const WaPoint& point : points) {
        constexpr double widest = 40;
        const double wa = point.estimate.answer.total.value();
        std::string bar;
        for (double cell = 0; cell < std::round(widest * wa / most); ++cell)
            bar += "\u2588";
        table.add({readable(point.query.spare_factor.value(), 6),
                   readable(point.query.spare_factor.over_provision(), 6), readable(wa, 6), bar});
    }
    return table.to_text(false);
}

}  // namespace drivewear::report
