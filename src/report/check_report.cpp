#include "drivewear/report/check_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "drivewear/report/table.hpp"

namespace drivewear::report {
namespace {

using measured::Citation;
using measured::Finding;
using measured::Severity;

constexpr std::size_t text_width = 100;

std::string places_of(const Citation& row) {
    std::string text;
    for (const auto& place : row.sources) {
        text += fmt::format("{}{}{}{}", text.empty() ? "" : "; ", place.source,
                            place.locator.empty() ? "" : " ", place.locator);
    }
    return text;
}

/// File and place inside it: "fio.json#/results/3", "mine.csv line 7".
std::string location(const Citation& row) {
    return row.file + (row.place.starts_with('/') ? "#" : " ") + row.place;
}

std::string cited(const Citation& row) {
    return fmt::format("{}: {}: {}", location(row), row.label, row.printed);
}

std::string counted(std::size_t number, std::string_view noun) {
    return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string heading(const Finding& finding, bool coloured) {
    const bool is_remark = finding.severity == Severity::remark;
    const Colour colour = is_remark ? Colour::dim : finding.settled ? Colour::warning : Colour::bad;
    const char* standing = is_remark         ? ""
                           : finding.settled ? ", settled by the right reading"
                                             : ", not settled";
    return paint(fmt::format("{}{}: {}", measured::name_of(finding.severity), standing,
                             measured::name_of(finding.rule)),
                 colour, coloured) +
           "\n";
}

std::size_t count(const std::vector<Finding>& findings, Severity severity) {
    return static_cast<std::size_t>(
        std::count_if(findings.begin(), findings.end(),
                      [&](const Finding& finding) { return finding.severity == severity; }));
}

Json record_of(const Citation& row) {
    Json sources = Json::array();
    for (const auto& place : row.sources)
        sources.push_back({{"source", place.source}, {"locator", place.locator}});
    return {{"file", row.file},
            {"place", row.place},
            {"label", row.label},
            {"printed", row.printed},
            {"sources", sources}};
}

}  // namespace

std::size_t count_unsettled(const std::vector<Finding>& findings) {
    return static_cast<std::size_t>(
        std::count_if(findings.begin(), findings.end(), [](const Finding& finding) {
            return finding.severity == Severity::contradiction && !finding.settled;
        }));
}

Json to_json(const std::vector<Finding>& findings, std::size_t result_count) {
    Json list = Json::array();
    for (const Finding& finding : findings) {
        Json rows = Json::array();
        for (const Citation& row : finding.rows)
            rows.push_back(record_of(row));
        list.push_back({{"rule", measured::name_of(finding.rule)},
                        {"severity", measured::name_of(finding.severity)},
                        {"settled", finding.settled},
                        {"arithmetic", finding.arithmetic},
                        {"meaning", finding.meaning},
                        {"rows", rows}});
    }
    return {{"schema", "drivewear.check/1"},
            {"results", result_count},
            {"contradictions", count(findings, Severity::contradiction)},
            {"unsettled", count_unsettled(findings)},
            {"remarks", count(findings, Severity::remark)},
            {"findings", list}};
}

Json to_rows(const std::vector<Finding>& findings) {
    Json rows = Json::array();
    for (const Finding& finding : findings) {
        std::vector<std::string> cited_rows;
        std::vector<std::string> sources;
        for (const Citation& row : finding.rows) {
            cited_rows.push_back(cited(row));
            sources.push_back(places_of(row));
        }
        rows.push_back({{"rule", measured::name_of(finding.rule)},
                        {"severity", measured::name_of(finding.severity)},
                        {"settled", finding.settled},
                        {"arithmetic", finding.arithmetic},
                        {"meaning", finding.meaning},
                        {"rows", cited_rows},
                        {"sources", sources}});
    }
    return rows;
}

std::string to_text(const std::vector<Finding>& findings, std::size_t result_count, bool coloured) {
    std::string text;
    for (const Finding& finding : findings) {
        text += heading(finding, coloured);
        text += wrap(finding.arithmetic, text_width, "  ");
        text += wrap("=> " + finding.meaning, text_width, "  ");
        for (const Citation& row : finding.rows) {
            const std::string places = row.sources.empty() ? location(row) : places_of(row);
            const std::string cited = fmt::format("{}: {} ({})", row.label, row.printed, places);
            text += paint(wrap(cited, text_width, "    "), Colour::dim, coloured);
        }
        text += '\n';
    }
    return text + fmt::format("{}: {} ({} not settled), {}\n", counted(result_count, "result"),
                              counted(count(findings, Severity::contradiction), "contradiction"),
                              count_unsettled(findings),
                              counted(count(findings, Severity::remark), "remark"));
}

}  // namespace drivewear::report
