#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "measured/words.hpp"

namespace drivewear::measured {
namespace {

// Means over windows that differ a little, and figures rounded twice.
constexpr double tolerance = 0.01;
// A rate at the deep end this far below the best is worth a word.
constexpr double noticeable_fall = 0.85;

Interval widened(const Interval& interval) {
    return {interval.low * (1 - tolerance), interval.high * (1 + tolerance)};
}

/// Bytes or operations that `rate` counts for each request.
double per_request(const Row& rate) {
    return rate.result->quantity == Quantity::iops ? 1 : rate.conditions->block_bytes.value_or(0);
}

/// Little's law: what `outstanding` requests of this latency come to.
Interval implied_rate(double outstanding, const Row& rate, const Row& latency) {
    const double load = outstanding * per_request(rate);
    const double slowest = latency.interval.high;
    const double fastest = latency.interval.low;
    return {std::isinf(slowest) ? 0 : load / slowest,
            fastest > 0 ? load / fastest : std::numeric_limits<double>::infinity()};
}

/// The same of one setting. A tool's own log has no slips of units, but the host takes its time
/// between two requests: the rate may be any lower.
Interval rate_of_setting(double outstanding, const Row& rate, const Row& latency) {
    Interval implied = implied_rate(outstanding, rate, latency);
    if (rate.result->evidence == Evidence::raw_log) implied.low = 0;
    return implied;
}

double nominal_rate(double outstanding, const Row& rate, const Row& latency) {
    return outstanding * per_request(rate) / latency.figure->value();
}

/// What scale of the printed rate would agree, in words; empty when none would.
template <class Agrees>
std::string scale_that_fits(const Row& rate, const Agrees& agrees) {
    const std::string& unit = rate.figure->unit;
    if (const auto factor = binary_factor(unit); factor && agrees(rate.interval.scaled(*factor))) {
        return fmt::format("the {} are {}: {} would agree", unit, binary_unit(unit),
                           rate_text(rate.interval.scaled(*factor), rate.result->quantity));
    }
    for (const double factor : {10.0, 100.0, 1000.0, 0.1, 0.01, 0.001}) {
        if (!agrees(rate.interval.scaled(factor))) continue;
        return fmt::format("a factor of {:g}: {} would agree", factor,
                           rate_text(rate.interval.scaled(factor), rate.result->quantity));
    }
    return {};
}

std::string arithmetic(const Row& rate, const Row& latency, double outstanding) {
    return fmt::format("{} = {}; printed {}", load_over_latency(outstanding, rate, latency),
                       rate_text(nominal_rate(outstanding, rate, latency), rate.result->quantity),
                       rate.figure->text);
}

class RateChecks {
public:
    RateChecks(const Rows& series, Drafts& drafts) : series_(series), drafts_(drafts) {}

    void run() {
        for (const Row* row : series_) {
            if (!row->is_rate() || per_request(*row) == 0) continue;
            if (row->is_typical() && row->conditions->concurrency()) check_setting(*row);
            if (row->is_of_sweep()) check_sweep(*row);
        }
        check_deep_end();
    }

private:
    template <class Wanted>
    Rows select(const Wanted& wanted) const {
        Rows rows;
        std::copy_if(series_.begin(), series_.end(), std::back_inserter(rows),
                     [&](const Row* row) { return wanted(*row); });
        return rows;
    }

    void check_setting(const Row& rate) {
        const auto outstanding = static_cast<double>(*rate.conditions->concurrency());
        const Rows latencies = select([&](const Row& row) {
            return row.result->quantity == Quantity::latency && row.is_typical() &&
                   row.conditions->concurrency() == rate.conditions->concurrency();
        });
        for (const Rows& readings : witnesses(rate, latencies)) {
            const bool doubted =
                std::all_of(readings.begin(), readings.end(), [&](const Row* latency) {
                    return !widened(rate.interval)
                                .meets(rate_of_setting(outstanding, rate, *latency));
                });
            if (!doubted) continue;
            const Row& latency = most_exact(readings);
            const auto agrees = [&](const Interval& scaled) {
                return widened(scaled).meets(rate_of_setting(outstanding, rate, latency));
            };
            std::string meaning = scale_that_fits(rate, agrees);
            if (meaning.empty()) meaning = other_setting(latency);
            if (meaning.empty())
                meaning = "the two figures are not of one setting, or one is wrong";
            drafts_.add(Rule::littles_law, Severity::contradiction, {&rate, &latency},
                        {arithmetic(rate, latency, outstanding), meaning});
        }
    }

    /// A setting whose rate this latency would fit.
    std::string other_setting(const Row& latency) const {
        for (const Row* rate : series_) {
            if (!rate->is_rate() || !rate->is_typical() || !rate->conditions->concurrency()) {
                continue;
            }
            const auto outstanding = static_cast<double>(*rate->conditions->concurrency());
            if (!widened(rate->interval).meets(implied_rate(outstanding, *rate, latency))) continue;
            return fmt::format(
                "the latency belongs to {:g} outstanding: {} = {}, and {} is printed "
                "there",
                outstanding, load_over_latency(outstanding, *rate, latency),
                rate_text(nominal_rate(outstanding, *rate, latency), rate->result->quantity),
                rate->figure->text);
        }
        return {};
    }

    void check_sweep(const Row& rate) {
        const Statistic statistic = rate.conditions->statistic;
        const bool is_top = statistic == Statistic::max || statistic == Statistic::band;
        if (!is_top && statistic != Statistic::min) return;
        const Rows latencies = select([&](const Row& row) {
            return row.is(Quantity::latency, is_top ? Statistic::max : Statistic::min) &&
                   row.is_of_sweep() && row.conditions->outstanding == rate.conditions->outstanding;
        });
        for (const Rows& readings : witnesses(rate, latencies)) {
            if (is_top)
                check_top(rate, readings);
            else
                check_bottom(rate, readings);
        }
    }

    void check_top(const Row& rate, const Rows& latencies) {
        const auto deepest = static_cast<double>(rate.conditions->outstanding->deepest);
        const auto below_bound = [&](const Interval& interval, const Row& latency) {
            return interval.high * (1 + tolerance) < implied_rate(deepest, rate, latency).low;
        };
        const Row& latency = most_exact(latencies);
        const bool doubted = std::all_of(latencies.begin(), latencies.end(), [&](const Row* row) {
            return below_bound(rate.interval, *row);
        });
        const std::string sum = arithmetic(rate, latency, deepest);
        if (doubted && rate.conditions->statistic == Statistic::max) {
            std::string meaning = scale_that_fits(rate, [&](const Interval& scaled) {
                return !below_bound(scaled, latency) &&
                       scaled.low <= implied_rate(deepest, rate, latency).high * 2;
            });
            if (meaning.empty()) {
                meaning =
                    "the best rate of a sweep is at least its most requests outstanding over "
                    "its longest latency";
            }
            drafts_.add(Rule::sweep_bounds, Severity::contradiction, {&rate, &latency},
                        {sum, meaning});
        } else if (doubted) {
            drafts_.add(Rule::sweep_bounds, Severity::remark, {&rate, &latency},
                        {sum, "the band is where most settings lay, not the sweep's best"});
        } else if (rate.conditions->statistic == Statistic::max) {
            note_fall(rate, latency, deepest);
        }
    }

    void note_fall(const Row& rate, const Row& latency, double deepest) {
        const double there = implied_rate(deepest, rate, latency).high;
        if (!(there < noticeable_fall * rate.interval.low)) return;
        drafts_.add(
            Rule::throughput_falls, Severity::remark, {&rate, &latency},
            {arithmetic(rate, latency, deepest),
             fmt::format(
                 "if the longest latency is the deepest setting's, the rate there is {:.0f} "
                 "% below the best, which lies elsewhere in the sweep",
                 100 * (1 - nominal_rate(deepest, rate, latency) / rate.figure->value()))});
    }

    void check_bottom(const Row& rate, const Rows& latencies) {
        const auto shallowest = static_cast<double>(rate.conditions->outstanding->shallowest);
        const Row& latency = most_exact(latencies);
        const bool doubted = std::all_of(latencies.begin(), latencies.end(), [&](const Row* row) {
            return rate.interval.low > (1 + tolerance) * implied_rate(shallowest, rate, *row).high;
        });
        const std::string sum = arithmetic(rate, latency, shallowest);
        if (doubted) {
            std::string meaning = scale_that_fits(rate, [&](const Interval& scaled) {
                return widened(scaled).meets(implied_rate(shallowest, rate, latency));
            });
            if (meaning.empty()) {
                meaning =
                    "not the least of the sweep: that is at most the fewest requests "
                    "outstanding over the shortest latency";
            }
            drafts_.add(Rule::sweep_bounds, Severity::contradiction, {&rate, &latency},
                        {sum, meaning});
            return;
        }
        const auto factor = binary_factor(rate.figure->unit);
        const Interval expected = implied_rate(shallowest, rate, latency);
        const bool shows_binary = factor && !rate.interval.meets(expected) &&
                                  rate.interval.scaled(*factor).meets(expected);
        if (!shows_binary) return;
        drafts_.add(Rule::sweep_ends, Severity::remark, {&rate, &latency},
                    {sum, fmt::format("the {} are {} if both are the shallowest setting's",
                                      rate.figure->unit, binary_unit(rate.figure->unit))});
    }

    /// Latencies at the deepest single setting against the best rate of the series.
    void check_deep_end() {
        std::uint64_t deepest = 0;
        for (const Row* row : series_) {
            deepest = std::max(deepest, row->conditions->concurrency().value_or(0));
            if (row->conditions->outstanding) {
                deepest = std::max(deepest, row->conditions->outstanding->deepest);
            }
        }
        const Rows latencies = select([&](const Row& row) {
            return row.result->quantity == Quantity::latency && row.is_typical() &&
                   row.conditions->concurrency() == deepest && deepest > 1;
        });
        const Rows rates = select([&](const Row& row) {
            return row.is_rate() && per_request(row) > 0 && std::isfinite(row.interval.high) &&
                   row.conditions->concurrency() != deepest;
        });
        if (rates.empty()) return;
        const Row& best = **std::max_element(
            rates.begin(), rates.end(),
            [](const Row* a, const Row* b) { return a->interval.low < b->interval.low; });
        for (const Row* latency : latencies) {
            const auto outstanding = static_cast<double>(deepest);
            if (implied_rate(outstanding, best, *latency).high >=
                noticeable_fall * best.interval.low) {
                continue;
            }
            drafts_.add(
                Rule::throughput_falls, Severity::remark, {latency, &best},
                {fmt::format(
                     "{} = {}; {} elsewhere", load_over_latency(outstanding, best, *latency),
                     rate_text(nominal_rate(outstanding, best, *latency), best.result->quantity),
                     best.figure->text),
                 fmt::format("the deepest setting is {:.0f} % slower than the best",
                             100 * (1 - nominal_rate(outstanding, best, *latency) /
                                            best.figure->value()))});
        }
    }

    const Rows& series_;
    Drafts& drafts_;
};

}  // namespace

void check_rates(const Sheet& sheet, Drafts& drafts) {
    for (const auto& [name, series] : sheet.series())
        RateChecks(series, drafts).run();
}

}  // namespace drivewear::measured
