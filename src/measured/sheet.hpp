// Results laid out for checking: one row for each printed reading, or one for each right value.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "drivewear/measured/check.hpp"

namespace drivewear::measured {

struct Row {
    const Result* result;
    const Figure* figure;
    const Conditions* conditions;
    const std::vector<SourcePlace>* sources;
    Interval interval;
    std::string series;  ///< rows of one series differ in setting and statistic only

    bool is(Quantity quantity, Statistic statistic) const {
        return result->quantity == quantity && conditions->statistic == statistic;
    }
    bool is_rate() const {
        return result->quantity == Quantity::bandwidth || result->quantity == Quantity::iops;
    }
    bool is_typical() const {
        return conditions->statistic == Statistic::mean ||
               conditions->statistic == Statistic::point;
    }
    /// Of a whole sweep, not a part of it.
    bool is_of_sweep() const { return conditions->outstanding && conditions->where.empty(); }
};

using Rows = std::vector<const Row*>;

class Sheet {
public:
    enum class View { printed, right };
    Sheet(const std::vector<Result>& results, View view);

    const std::vector<Row>& rows() const { return rows_; }
    const std::map<std::string, Rows>& series() const { return series_; }
    const Rows& series_of(const Row& row) const { return series_.at(row.series); }

private:
    std::vector<Row> rows_;
    std::map<std::string, Rows> series_;
};

/// The candidates that `claim` is held against, by result: those of a text that prints the claim
/// too, or all readings where no text has both. A claim is doubted only if all of them speak
/// against it; a rounding of a finer reading is left out.
std::vector<Rows> witnesses(const Row& claim, const Rows& candidates);

/// Of several rows that say the same, the one with the most digits.
const Row& most_exact(const Rows& rows);

/// One finding being made, with what identifies it in the other view.
struct Draft {
    Finding finding;
    std::string key;  ///< rule and the places of its results
};

/// Where the rules put what they find.
class Drafts {
public:
    struct Text {
        std::string arithmetic;
        std::string meaning;
    };
    void add(Rule rule, Severity severity, const Rows& rows, Text text);
    std::vector<Draft> take() { return std::move(drafts_); }

private:
    std::vector<Draft> drafts_;
};

/// Rates and latencies of single settings and of sweeps.
void check_rates(const Sheet& sheet, Drafts& drafts);
/// What a statistic, a place or a section can be.
void check_statistics(const Sheet& sheet, Drafts& drafts);
/// Products, the link, random against sequential, amplification below one.
void check_limits(const Sheet& sheet, Drafts& drafts,
                  const std::function<std::string(const std::string&)>& link_of);
/// Readings of one result against each other. Settled where the file gives a reason for its choice.
std::vector<Finding> check_readings(const std::vector<Result>& results);

}  // namespace drivewear::measured
