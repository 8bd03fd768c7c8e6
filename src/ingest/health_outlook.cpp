#include <fmt/format.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "drivewear/ingest/health_assessment.hpp"

namespace drivewear::ingest {
namespace {

constexpr double upper_tail = 0.95;

struct Interval {
    double years;
    double used;
};

// Predictive spread of the use after `years` more.
struct Spread {
    double variance_per_year;  // sigma^2
    double history_years;      // T
    double rounding_variance;  // of one reading

    double at(double years) const {
        const double share = years / history_years;
        return std::sqrt(variance_per_year * years * (1 + share) +
                         rounding_variance * (1 + 2 * share * share));
    }
};

// The time at which rate * t + z * spread(t) reaches `left`; nothing when it never does.
std::optional<double> crossing(double left, double rate, double z, const Spread& spread) {
    const auto reached = [&](double years) { return rate * years + z * spread.at(years) >= left; };
    if (reached(0)) return 0.0;
    double high = left / rate;
    for (int doubling = 0; !reached(high); ++doubling) {
        if (doubling > 12) return std::nullopt;  // beyond 4096 times the middle estimate
        high *= 2;
    }
    double low = 0;
    for (int step = 0; step < 80; ++step) {
        const double middle = (low + high) / 2;
        (reached(middle) ? high : low) = middle;
    }
    return high;
}

}  // namespace

Outlook outlook_of(const std::vector<UsePoint>& points, double limit, double rounding_step,
                   std::optional<double> age_at_first_years) {
    Outlook outlook;
    const double span = points.back().years - points.front().years;
    const double used = points.back().used - points.front().used;
    outlook.how = fmt::format("{} reports over {:.4g} days", points.size(), span * 365);
    if (span <= 0) return outlook;
    const double rate = used / span;
    const double left = limit - points.back().used;
    if (left <= 0) {
        outlook.p05 = outlook.p50 = outlook.p95 = 0;
        return outlook;
    }
    if (rate <= 0) {
        outlook.how += "; the counter did not move";
        return outlook;
    }
    outlook.p50 = left / rate;
    std::vector<Interval> intervals;
    for (std::size_t i = 1; i < points.size(); ++i) {
        intervals.push_back(
            {points[i].years - points[i - 1].years, points[i].used - points[i - 1].used});
    }
    double mean_rate = rate;
    if (intervals.size() == 1 && age_at_first_years && *age_at_first_years > 0) {
        intervals.push_back({*age_at_first_years, points.front().used});
        mean_rate = points.back().used / (*age_at_first_years + span);
        outlook.how += "; spread from how the rate differs from that before the first report";
    }
    if (intervals.size() < 2) {
        outlook.how += "; one interval tells no spread";
        return outlook;
    }
    double squares = 0, total_years = 0;
    for (const Interval& interval : intervals) {
        const double deviation = interval.used - mean_rate * interval.years;
        squares += deviation * deviation / interval.years;
        total_years += interval.years;
    }
    const double freedom = static_cast<double>(intervals.size() - 1);
    const Spread spread{.variance_per_year = squares / freedom,
                        .history_years = total_years,
                        .rounding_variance = rounding_step * rounding_step / 12};
    const double z = quantile(boost::math::students_t(freedom), upper_tail);
    outlook.p05 = crossing(left, rate, z, spread);
    outlook.p95 = crossing(left, rate, -z, spread);
    if (!outlook.p95) outlook.how += "; the late end is not bounded";
    return outlook;
}

}  // namespace drivewear::ingest
