#include "measured/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace drivewear::measured {
namespace {

std::string series_key(const Conditions& c) {
    return fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}", c.drive, c.group, c.level, c.test,
                       c.operation ? name_of(*c.operation) : "", c.access ? name_of(*c.access) : "",
                       c.block_bytes.value_or(0), c.workload, c.setup, c.usable_bytes.value_or(0));
}

bool shares_a_text(const Row& a, const Row& b) {
    return std::any_of(a.sources->begin(), a.sources->end(), [&](const SourcePlace& x) {
        return std::any_of(b.sources->begin(), b.sources->end(), [&](const SourcePlace& y) {
            return !x.source.empty() && x.source == y.source;
        });
    });
}

double relative_width(const Row& row) {
    return (row.interval.high - row.interval.low) / row.interval.high;
}

// A figure that a finer one rounds to says nothing of its own.
Rows without_rounded(const Rows& rows) {
    Rows finest;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(finest), [&](const Row* row) {
        return std::none_of(rows.begin(), rows.end(), [&](const Row* other) {
            return relative_width(*other) < relative_width(*row) &&
                   row->interval.low <= other->interval.low &&
                   other->interval.high <= row->interval.high;
        });
    });
    return finest;
}

Citation citation_of(const Row& row) {
    return {.file = row.result->file,
            .place = row.result->place,
            .label = label_of(*row.conditions, row.result->quantity),
            .printed = row.figure->text,
            .sources = *row.sources};
}

}  // namespace

Sheet::Sheet(const std::vector<Result>& results, View view) {
    static const std::vector<SourcePlace> nowhere;
    const auto add = [&](const Result& result, const Reading* reading) {
        const Figure& figure = reading == nullptr ? result.value : reading->figure;
        if (figure.foreign_unit) return;
        const Conditions& conditions = reading == nullptr ? result.conditions : reading->conditions;
        const auto& sources = reading != nullptr        ? reading->sources
                              : result.readings.empty() ? nowhere
                                                        : result.readings.front().sources;
        rows_.push_back(
            {&result, &figure, &conditions, &sources, figure.interval(), series_key(conditions)});
    };
    for (const Result& result : results) {
        if (view == View::right) {
            add(result, nullptr);
            continue;
        }
        for (const Reading& reading : result.readings)
            add(result, &reading);
    }
    for (const Row& row : rows_)
        series_[row.series].push_back(&row);
}

std::vector<Rows> witnesses(const Row& claim, const Rows& candidates) {
    std::map<const Result*, std::pair<Rows, Rows>> by_result;
    std::vector<const Result*> order;
    for (const Row* row : candidates) {
        if (!by_result.contains(row->result)) order.push_back(row->result);
        auto& [of_one_text, all] = by_result[row->result];
        all.push_back(row);
        if (shares_a_text(claim, *row)) of_one_text.push_back(row);
    }
    std::vector<Rows> chosen;
    for (const Result* result : order) {
        const auto& [of_one_text, all] = by_result[result];
        chosen.push_back(without_rounded(of_one_text.empty() ? all : of_one_text));
    }
    return chosen;
}

const Row& most_exact(const Rows& rows) {
    return **std::min_element(rows.begin(), rows.end(), [](const Row* a, const Row* b) {
        return relative_width(*a) < relative_width(*b);
    });
}

void Drafts::add(Rule rule, Severity severity, const Rows& rows, Text text) {
    Draft draft;
    draft.finding.rule = rule;
    draft.finding.severity = severity;
    draft.finding.arithmetic = std::move(text.arithmetic);
    draft.finding.meaning = std::move(text.meaning);
    std::vector<std::string> places;
    for (const Row* row : rows) {
        draft.finding.rows.push_back(citation_of(*row));
        places.push_back(row->result->file + row->result->place);
    }
    std::sort(places.begin(), places.end());
    draft.key = fmt::format("{}|{}", name_of(rule), fmt::join(places, "|"));
    drafts_.push_back(std::move(draft));
}

}  // namespace drivewear::measured
