#include "drivewear/measured/check.hpp"

#include <algorithm>
#include <set>

#include "measured/sheet.hpp"

namespace drivewear::measured {
namespace {

using LinkOf = std::function<std::string(const std::string&)>;

std::vector<Draft> drafts_of(const Sheet& sheet, const LinkOf& link_of) {
    Drafts drafts;
    check_rates(sheet, drafts);
    check_statistics(sheet, drafts);
    check_limits(sheet, drafts, link_of);
    return drafts.take();
}

// A text that prints two results in one range says the same twice.
void drop_repeats(std::vector<Finding>& findings) {
    std::set<std::string> seen;
    std::erase_if(findings, [&](const Finding& finding) {
        std::string key = std::string(name_of(finding.rule)) + finding.arithmetic;
        for (const SourcePlace& place : finding.rows.front().sources)
            key += "|" + place.source + " " + place.locator;
        return !seen.insert(key + finding.rows.front().label).second;
    });
}

}  // namespace

std::string_view name_of(Rule rule) {
    switch (rule) {
        case Rule::littles_law:
            return "little's law";
        case Rule::sweep_bounds:
            return "ends of a sweep";
        case Rule::sweep_ends:
            return "units at the shallow end";
        case Rule::throughput_falls:
            return "falls at the deep end";
        case Rule::block_product:
            return "operations x block";
        case Rule::link_speed:
            return "link speed";
        case Rule::random_near_sequential:
            return "random near sequential";
        case Rule::amplification_below_one:
            return "amplification below 1";
        case Rule::order:
            return "order";
        case Rule::statistic:
            return "statistic";
        case Rule::section:
            return "section";
        case Rule::readings_differ:
            return "readings differ";
        case Rule::unit:
            return "unit";
    }
    return "";
}

std::string_view name_of(Severity severity) {
    return severity == Severity::contradiction ? "contradiction" : "remark";
}

std::vector<Finding> check(const std::vector<Result>& results, const LinkOf& link_of) {
    std::set<std::string> unsettled;
    const Sheet right(results, Sheet::View::right);
    std::vector<Draft> still = drafts_of(right, link_of);
    for (const Draft& draft : still)
        unsettled.insert(draft.key);
    const Sheet printed(results, Sheet::View::printed);
    std::set<std::string> seen;
    std::vector<Finding> findings;
    for (Draft& draft : drafts_of(printed, link_of)) {
        draft.finding.settled = !unsettled.contains(draft.key);
        seen.insert(draft.key);
        findings.push_back(std::move(draft.finding));
    }
    // What only the right readings contradict would otherwise be hidden by the slips they mend.
    for (Draft& draft : still) {
        if (!seen.contains(draft.key)) findings.push_back(std::move(draft.finding));
    }
    auto differing = check_readings(results);
    std::move(differing.begin(), differing.end(), std::back_inserter(findings));
    drop_repeats(findings);
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return std::pair(a.severity, a.settled) < std::pair(b.severity, b.settled);
    });
    return findings;
}

}  // namespace drivewear::measured
