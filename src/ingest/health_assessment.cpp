#include "drivewear/ingest/health_assessment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace drivewear::ingest {
namespace {

// Above these no drive of the kind can have written on the mean of its life: bytes a second.
constexpr double fastest_nvme = 32e9, fastest_sas = 4.8e9, fastest_sata = 0.75e9;
// Above these a power-on counter that runs slow is likelier than such a workload.
constexpr double doubtful_bytes_per_second = 500e6, doubtful_dwpd = 15;
// Below this the rounding of a counter to 512,000 bytes is more than a hundredth of it.
constexpr double fewest_bytes = 100.0 * nvme_data_unit_bytes;
constexpr double contradiction_factor = 4;  // wear against rated TBW
constexpr double erase_factor = 3;          // erase counts against bytes programmed
constexpr double hours_per_year = 8760;

double bytes_of(HostByteCounter amount) {
    return static_cast<double>(amount.value());
}

std::optional<double> hours_of(const HealthRecord& record) {
    if (!record.power_on_hours) return std::nullopt;
    return static_cast<double>(*record.power_on_hours) + record.power_on_extra_minutes / 60;
}

double fastest(Protocol protocol) {
    if (protocol == Protocol::ata) return fastest_sata;
    if (protocol == Protocol::scsi) return fastest_sas;
    return fastest_nvme;
}

// How the times of a history are told.
struct Clock {
    std::vector<double> years;  // of each snapshot
    bool is_wall = false;
};

class Assessor {
public:
    Assessor(HealthRecord latest, std::vector<Snapshot> history, const RatingBook& ratings)
        : history_(std::move(history)) {
        answer_.latest = std::move(latest);
        answer_.reports = std::max<std::size_t>(1, history_.size());
        ratings_ = &ratings;
    }

    DriveHealth assess() {
        order_history();
        if (answer_.latest.solid_state == false) {
            answer_.waf_source = answer_.rating_reason = "not a solid-state drive";
            return std::move(answer_);
        }
        take_rating();
        judge_counters();
        find_waf();
        find_rates();
        add_limits();
        follow_history();
        bind();
        compare_limits();
        return std::move(answer_);
    }

private:
    void take_rating() {
        RatingAnswer found = ratings_->find(answer_.latest);
        answer_.rating = std::move(found.rating);
        answer_.rating_reason = std::move(found.reason);
        if (answer_.rating && answer_.rating->inferred) {
            answer_.latest.flag("rating_inferred", answer_.rating->source);
        }
    }

    // Whether the host counter can carry a rate.
    void judge_counters() {
        HealthRecord& record = answer_.latest;
        const auto hours = hours_of(record);
        if (hours && *hours > 0) age_years_ = *hours / hours_per_year;
        if (!record.host_written) return;
        const double bytes = bytes_of(record.host_written->value);
        if (bytes == 0) {
            if (hours && *hours >= 1) {
                record.flag("zero_writes_reported",
                            fmt::format("0 bytes written in {:g} hours: 0 can mean that the drive "
                                        "does not report it",
                                        *hours));
            }
            return;
        }
        if (bytes < fewest_bytes && hours && *hours >= 24) {
            record.flag(
                "writes_near_zero",
                fmt::format("{:.6g} bytes in {:g} hours: the counter's rounding is as large "
                            "as what it could tell",
                            bytes, *hours));
            return;
        }
        if (age_years_) {
            const double rate = bytes / (*hours * 3600);
            if (rate > fastest(record.protocol)) {
                record.flag("implausible_rate",
                            fmt::format("{:.3g} GB/s on the mean of {:g} hours exceeds any link: "
                                        "the counter is not used",
                                        rate / 1e9, *hours));
                return;
            }
        }
        host_is_usable_ = true;
    }

    void find_waf() {
        HealthRecord& record = answer_.latest;
        if (record.nand_written && record.host_written) {
            const double host = bytes_of(record.host_written->value);
            if (host <= 0) {
                answer_.waf_source = "no host bytes are counted";
                return;
            }
            if (record.has_flag("implausible_rate")) {
                answer_.waf_source = "the host counter is implausible";
                return;
            }
            answer_.waf = static_cast<double>(record.nand_written->value.value()) / host;
            answer_.waf_source = record.nand_written->source;
        } else if (record.nand_per_host) {
            answer_.waf = record.nand_per_host->value;
            answer_.waf_source = record.nand_per_host->source;
        } else if (record.has_flag("counter_unsupported")) {
            answer_.waf_source = "this model does not count NAND bytes";
        } else {
            answer_.waf_source = record.nand_written ? "the report holds no host byte counter"
                                                     : "the report holds no NAND byte counter";
        }
        if (answer_.waf && *answer_.waf < 1) {
            record.flag("waf_below_one",
                        fmt::format("NAND / host = {:.4f}: counters started at different times, or "
                                    "the drive compresses; not used for life",
                                    *answer_.waf));
        }
    }

    void find_rates() {
        HealthRecord& record = answer_.latest;
        if (!host_is_usable_ || !age_years_ || !record.capacity || record.capacity->value() == 0) {
            return;
        }
        const double bytes = bytes_of(record.host_written->value);
        const double days = *age_years_ * 365;
        answer_.dwpd_so_far = bytes / static_cast<double>(record.capacity->value()) / days;
        const double rate = bytes / (days * 86400);
        if (*answer_.dwpd_so_far > doubtful_dwpd || rate > doubtful_bytes_per_second) {
            record.flag("time_base_doubtful",
                        fmt::format("{:.4g} drive writes a day and {:.3g} MB/s over {:g} power-on "
                                    "hours: the power-on counter may not run all the time",
                                    *answer_.dwpd_so_far, rate / 1e6, days * 24));
        }
    }

    void add_limits() {
        const HealthRecord& record = answer_.latest;
        if (record.wear) add_wear_limit(*record.wear);
        if (answer_.rating && record.host_written) add_tbw_limit(*answer_.rating);
        if (record.erases && record.erases->mean && record.erases->allowed &&
            *record.erases->allowed > 0) {
            LifeLimit limit;
            limit.name = "pe_cycles";
            limit.used_percent = 100 * *record.erases->mean / *record.erases->allowed;
            limit.how = fmt::format("mean erase count {:g} of {:g} specified", *record.erases->mean,
                                    *record.erases->allowed);
            project(limit);
            answer_.limits.push_back(std::move(limit));
        }
    }

    // Straight line from no use at age 0.
    void project(LifeLimit& limit) const {
        if (limit.used_percent >= 100) {
            limit.years_left = 0;
        } else if (!age_years_) {
            limit.how += "; no power-on time to set it against";
        } else if (limit.used_percent > 0) {
            limit.years_left = *age_years_ * (100 - limit.used_percent) / limit.used_percent;
            limit.how += fmt::format("; at the mean rate of {:g} power-on hours",
                                     std::round(*age_years_ * hours_per_year * 10) / 10);
        }
    }

    void add_wear_limit(const WearReading& wear) {
        HealthRecord& record = answer_.latest;
        LifeLimit limit;
        limit.name = "wear";
        limit.used_percent = wear.used_percent;
        limit.how = wear.source;
        project(limit);
        if (wear.used_percent >= 100) {
            std::string detail = fmt::format(
                "{:g} % used: the rated endurance is consumed; the "
                "drive may go on working",
                wear.used_percent);
            if (record.spare_percent) {
                detail += fmt::format("; spare {:g} %", *record.spare_percent);
                if (record.spare_threshold_percent) {
                    detail += fmt::format(" (threshold {:g} %)", *record.spare_threshold_percent);
                }
            }
            record.flag("endurance_consumed", detail);
        } else if (wear.at_limit) {
            limit.bound = Bound::at_most;
        } else if (wear.used_percent == 0 && age_years_) {
            // What prints as 0 may be anything below 1.
            limit.bound = Bound::at_least;
            limit.years_left = *age_years_ * (100 - wear.most_percent) / wear.most_percent;
            limit.how += fmt::format("; below {:g} % so far", wear.most_percent);
        }
        if (wear.at_limit) {
            record.flag("wear_saturated",
                        fmt::format("{} stands at its end: {:g} % or more used, no rate follows",
                                    wear.source, wear.used_percent));
        }
        answer_.limits.push_back(std::move(limit));
    }

    void add_tbw_limit(const Rating& rating) {
        if (rating.tbw.value() == 0) return;
        LifeLimit limit;
        limit.name = "rated_tbw";
        const double bytes = bytes_of(answer_.latest.host_written->value);
        limit.used_percent = 100 * bytes / static_cast<double>(rating.tbw.value());
        limit.how = rating.source;
        if (host_is_usable_) {
            answer_.tbw_used_percent = limit.used_percent;
            project(limit);
            answer_.limits.push_back(std::move(limit));
        }
    }

    // Reports in order, those after a recorded failure left out.
    void order_history() {
        const bool all_timed = std::all_of(history_.begin(), history_.end(), [](const Snapshot& s) {
            return s.taken_at.has_value();
        });
        std::stable_sort(history_.begin(), history_.end(),
                         [&](const Snapshot& a, const Snapshot& b) {
                             if (all_timed && *a.taken_at != *b.taken_at) {
                                 return *a.taken_at < *b.taken_at;
                             }
                             return a.power_on_hours.value_or(0) < b.power_on_hours.value_or(0);
                         });
        const auto failed = std::find_if(history_.begin(), history_.end(),
                                         [](const Snapshot& s) { return s.failed; });
        if (failed == history_.end()) return;
        answer_.latest.flag("failed", "recorded as failed");
        if (failed + 1 != history_.end()) {
            answer_.latest.flag("resurrected",
                                fmt::format("{} reports after it was recorded as failed: the first "
                                            "failure is kept, they are left out",
                                            history_.end() - failed - 1));
            history_.erase(failed + 1, history_.end());
        }
    }

    Clock clock() const {
        Clock clock;
        const bool timed = std::all_of(history_.begin(), history_.end(),
                                       [](const Snapshot& s) { return s.taken_at.has_value(); });
        clock.is_wall = timed && *history_.back().taken_at - *history_.front().taken_at >= 3600;
        for (const Snapshot& snapshot : history_) {
            clock.years.push_back(
                clock.is_wall ? static_cast<double>(*snapshot.taken_at) / units::seconds_per_year
                              : snapshot.power_on_hours.value_or(0) / hours_per_year);
        }
        return clock;
    }

    void compare_clocks() {
        const Snapshot &first = history_.front(), &last = history_.back();
        const bool known =
            first.taken_at && last.taken_at && first.power_on_hours && last.power_on_hours;
        if (!known) return;
        const double wall = static_cast<double>(*last.taken_at - *first.taken_at) / 3600;
        const double on = *last.power_on_hours - *first.power_on_hours;
        if (wall < 24) return;
        if (on < wall / 2) {
            answer_.latest.flag(
                "power_on_hours_behind_clock",
                fmt::format("{:g} power-on hours in {:.4g} hours of the clock: off, "
                            "asleep, or a counter that leaves idle time out; rates "
                            "are taken by the clock",
                            on, wall));
        } else if (on > wall * 1.05 + 2) {
            answer_.latest.flag(
                "power_on_hours_ahead_of_clock",
                fmt::format("{:g} power-on hours in {:.4g} hours of the clock", on, wall));
        }
    }

    void follow_history() {
        if (history_.size() < 2) return;
        compare_clocks();
        const Clock time = clock();
        if (time.years.back() - time.years.front() < 1.0 / 365) {
            answer_.latest.flag("history_too_short", "the reports lie less than a day apart");
            return;
        }
        for (LifeLimit& limit : answer_.limits) {
            const bool is_wear = limit.name == "wear";
            if (!is_wear && limit.name != "rated_tbw") continue;
            follow(limit, time, is_wear);
        }
    }

    void follow(LifeLimit& limit, const Clock& time, bool is_wear) {
        if (limit.used_percent >= 100 || limit.bound == Bound::at_most) return;
        std::vector<UsePoint> points;
        std::optional<double> age_at_first;
        for (std::size_t i = 0; i < history_.size(); ++i) {
            const Snapshot& snapshot = history_[i];
            const bool has = is_wear ? snapshot.wear_used_percent.has_value()
                                     : snapshot.host_written.has_value();
            if (!has) continue;
            if (points.empty() && snapshot.power_on_hours) {
                age_at_first = *snapshot.power_on_hours / hours_per_year;
            }
            points.push_back({time.years[i], is_wear ? *snapshot.wear_used_percent
                                                     : bytes_of(*snapshot.host_written)});
            const auto size = points.size();
            if (size > 1 && points[size - 1].used < points[size - 2].used) {
                answer_.latest.flag("counter_decreased",
                                    limit.name +
                                        " fell from one report to the next: reset, "
                                        "replaced or another drive; no outlook");
                return;
            }
            // Two reports of one moment are one.
            if (size > 1 && points[size - 1].years <= points[size - 2].years) {
                points.erase(points.end() - 2);
            }
        }
        if (points.size() < 2) return;
        const double whole = is_wear ? 100 : static_cast<double>(answer_.rating->tbw.value());
        Outlook outlook =
            outlook_of(points, whole, is_wear ? 1 : nvme_data_unit_bytes, age_at_first);
        outlook.how += time.is_wall ? ", by the clock" : ", by power-on time";
        if (outlook.p50) {
            limit.years_left = outlook.p50;
            limit.bound = Bound::estimate;
            limit.how += "; at the rate of " + outlook.how;
        }
        limit.outlook = std::move(outlook);
    }

    void bind() {
        for (std::size_t i = 0; i < answer_.limits.size(); ++i) {
            if (!answer_.limits[i].years_left) continue;
            if (!answer_.binding ||
                *answer_.limits[i].years_left < *answer_.limits[*answer_.binding].years_left) {
                answer_.binding = i;
            }
        }
    }

    void compare_limits() {
        HealthRecord& record = answer_.latest;
        if (record.wear && answer_.tbw_used_percent && *answer_.tbw_used_percent > 0) {
            const double wear = record.wear->used_percent, rated = *answer_.tbw_used_percent;
            const bool wear_ahead = wear >= 5 && wear > contradiction_factor * rated;
            const bool rated_ahead =
                rated >= 5 && rated > contradiction_factor * (record.wear->most_percent);
            if (wear_ahead || rated_ahead) {
                record.flag(
                    "wear_and_tbw_disagree",
                    fmt::format("the drive says {:g} % used, the rated TBW {:.3g} %: {:.1f}x "
                                "apart; the warranty ends with the earlier",
                                wear, rated,
                                wear_ahead ? wear / rated : rated / std::max(wear, 1.0)));
            }
        }
        if (record.nand_written && record.erases && record.erases->mean && record.capacity) {
            const double by_erases =
                *record.erases->mean * static_cast<double>(record.capacity->value());
            const double by_bytes = static_cast<double>(record.nand_written->value.value());
            const bool apart =
                by_erases > erase_factor * by_bytes || by_bytes > erase_factor * by_erases;
            if (*record.erases->mean >= 10 && apart) {
                record.flag("erase_counts_disagree",
                            fmt::format("mean erase count {:g} x capacity is {:.4g} TB, the NAND "
                                        "counter says {:.4g} TB",
                                        *record.erases->mean, by_erases / 1e12, by_bytes / 1e12));
            }
        }
        if (record.write_commands && host_is_usable_ && *record.write_commands > 1000) {
            const double mean =
                bytes_of(record.host_written->value) / static_cast<double>(*record.write_commands);
            if (mean < 128 || mean > 64e6) {
                record.flag("commands_and_bytes_disagree",
                            fmt::format("{:.4g} bytes a write command on the mean", mean));
            }
        }
    }

    std::vector<Snapshot> history_;
    const RatingBook* ratings_ = nullptr;
    DriveHealth answer_;
    std::optional<double> age_years_;
    bool host_is_usable_ = false;
};

}  // namespace

const char* name_of(Bound bound) {
    constexpr const char* names[] = {"estimate", "at least", "at most"};
    return names[static_cast<int>(bound)];
}

Snapshot snapshot_of(const HealthRecord& record) {
    Snapshot snapshot{.taken_at = record.taken_at,
                      .power_on_hours = hours_of(record),
                      .host_written = std::nullopt,
                      .wear_used_percent = std::nullopt,
                      .failed = record.failed == true};
    if (record.host_written) snapshot.host_written = record.host_written->value;
    if (record.wear) snapshot.wear_used_percent = record.wear->used_percent;
    return snapshot;
}

DriveHealth assess(HealthRecord record, const RatingBook& ratings) {
    std::vector<Snapshot> history{snapshot_of(record)};
    return assess(std::move(record), std::move(history), ratings);
}

DriveHealth assess(HealthRecord latest, std::vector<Snapshot> history, const RatingBook& ratings) {
    return Assessor(std::move(latest), std::move(history), ratings).assess();
}

}  // namespace drivewear::ingest
