// From counters to answers: write amplification, wear, rated TBW used, life left by each limit and
// which one binds, and where the counters contradict each other.
//
// Life by a limit is straight-line: what was used so far, over the time it took, goes on. Over one
// report that time is the power-on time; over several it is the clock's (or the power-on time where
// reports carry no clock).
//
// End dates treat the use of a limit as a process with independent increments (Whitmore,
// "Estimating degradation by a Wiener diffusion process", Lifetime Data Analysis 1, 1995): drift R
// is the mean rate over the history, the variance a unit of time sigma^2 comes from the intervals
// between reports, and because counters never run backwards the limit is reached by time t exactly
// when R t + z sqrt(sigma^2 t (1 + t/T)) exceeds what is left, T being the history's length (the
// second term is the uncertainty of R). z is Student's quantile with one degree of freedom less
// than there are intervals. It breaks where the workload changes for good: a history knows only its
// past.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/ingest/health_ratings.hpp"
#include "drivewear/ingest/health_record.hpp"

namespace drivewear::ingest {

/// What a figure of life left is.
enum class Bound : std::uint8_t { estimate, at_least, at_most };
const char* name_of(Bound bound);

/// Years at which a limit is reached, counted from the last report; absent: not bounded.
struct Outlook {
    std::optional<double> p05;
    std::optional<double> p50;
    std::optional<double> p95;
    std::string how;  ///< from how many reports over which time
};

/// One limit of a drive's life.
struct LifeLimit {
    std::string name;                  ///< "wear", "rated_tbw", "pe_cycles"
    double used_percent = 0;           ///< of the limit
    std::optional<double> years_left;  ///< years of 365 days at the past rate
    Bound bound = Bound::estimate;     ///< of years_left
    std::string how;                   ///< the rate it rests on, or why there is none
    std::optional<Outlook> outlook;    ///< from a history
};

/// A report's figures that a history needs.
struct Snapshot {
    std::optional<std::int64_t> taken_at;         ///< seconds since 1970
    std::optional<double> power_on_hours;         ///< with minutes
    std::optional<HostByteCounter> host_written;  ///< bytes over its life
    std::optional<double> wear_used_percent;      ///< as the drive printed it
    bool failed = false;                          ///< recorded as failed then
};
Snapshot snapshot_of(const HealthRecord& record);

/// The answer for one drive.
struct DriveHealth {
    HealthRecord latest;           ///< the last report, with all flags
    std::size_t reports = 1;       ///< of this drive
    std::optional<Rating> rating;  ///< budget of host bytes
    std::string rating_reason;     ///< why there is no rating
    std::optional<double> waf;     ///< NAND bytes for each host byte over the drive's life
    std::string waf_source;        ///< how, or why not
    std::optional<double> tbw_used_percent;  ///< host bytes of the rating
    std::optional<double> dwpd_so_far;       ///< capacities a day of power-on time
    std::vector<LifeLimit> limits;           ///< those that the report speaks of
    std::optional<std::size_t> binding;      ///< place in `limits` of the one reached first

    const LifeLimit* binding_limit() const { return binding ? &limits[*binding] : nullptr; }
};

/// One report.
DriveHealth assess(HealthRecord record, const RatingBook& ratings);
/// The last report in the light of all (its own included, in any order).
DriveHealth assess(HealthRecord latest, std::vector<Snapshot> history, const RatingBook& ratings);

/// Points of one limit's use over time.
struct UsePoint {
    double years = 0;  ///< any origin
    double used = 0;   ///< in the limit's unit
};
/// `limit` and `rounding_step` in the points' unit; at least two points in order of time. The age
/// before the first point is one more interval, for a history of two.
Outlook outlook_of(const std::vector<UsePoint>& points, double limit, double rounding_step,
                   std::optional<double> age_at_first_years);

}  // namespace drivewear::ingest
