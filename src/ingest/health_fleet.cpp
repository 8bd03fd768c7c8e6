#include "drivewear/ingest/health_fleet.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <thread>
#include <utility>

#include "drivewear/core/errors.hpp"

namespace drivewear::ingest {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_worst = 10;
constexpr std::size_t files_at_once = 512;          // parsed before their records are taken
constexpr std::uintmax_t streamed_bytes = 1 << 20;  // larger files are read row by row

double at_share(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double weight = place - static_cast<double>(below);
    return sorted[below] + weight * (sorted[above] - sorted[below]);
}

bool is_newer(const HealthRecord& record, const HealthRecord& than) {
    if (record.taken_at && than.taken_at && *record.taken_at != *than.taken_at) {
        return *record.taken_at > *than.taken_at;
    }
    return record.power_on_hours.value_or(0) >= than.power_on_hours.value_or(0);
}

bool tells_time(const HealthRecord& record) {
    return record.taken_at || record.power_on_hours;
}

// Consumed first, then the soonest end, then the most worn.
double urgency(const DriveHealth& drive) {
    const LifeLimit* limit = drive.binding_limit();
    const bool is_bounded = limit != nullptr && limit->bound != Bound::at_least;
    if (is_bounded && limit->years_left) return *limit->years_left;
    return 1e6 - (drive.latest.wear ? drive.latest.wear->used_percent : 0);
}

class Summarizer {
public:
    explicit Summarizer(const std::vector<DriveHealth>& drives) : drives_(drives) {}

    FleetSummary summarize() {
        summary_.drives = drives_.size();
        for (std::size_t i = 0; i < drives_.size(); ++i)
            add(drives_[i], i);
        summary_.wear_used_percent = distribution_of(std::move(wear_));
        summary_.tbw_used_percent = distribution_of(std::move(tbw_));
        summary_.waf = distribution_of(std::move(waf_));
        summary_.dwpd_so_far = distribution_of(std::move(dwpd_));
        summary_.life_left_years = distribution_of(std::move(life_));
        if (weight_ > 0) summary_.capacity_weighted_wear = weighted_wear_ / weight_;
        pick_worst();
        return std::move(summary_);
    }

private:
    void add(const DriveHealth& drive, std::size_t place) {
        const HealthRecord& record = drive.latest;
        for (const Flag& flag : record.flags)
            ++summary_.flags[flag.code];
        if (record.solid_state == false) return;
        ++summary_.solid_state;
        if (record.has_flag("no_health_data")) ++summary_.without_data;
        if (record.capacity) summary_.capacity_bytes += record.capacity->value();
        const bool host_counts = record.host_written && !record.has_flag("implausible_rate");
        if (host_counts) {
            summary_.host_written = HostByteCounter::from_value(summary_.host_written.value() +
                                                                record.host_written->value.value());
            ++summary_.host_written_drives;
        }
        if (record.wear) add_wear(record);
        if (drive.tbw_used_percent) tbw_.push_back(*drive.tbw_used_percent);
        if (drive.waf) waf_.push_back(*drive.waf);
        if (drive.dwpd_so_far) dwpd_.push_back(*drive.dwpd_so_far);
        if (drive.binding) life_.push_back(*drive.binding_limit()->years_left);
        if (drive.binding || record.wear) candidates_.push_back(place);
    }

    void add_wear(const HealthRecord& record) {
        const double used = record.wear->used_percent;
        wear_.push_back(used);
        summary_.wear_from_50 += used >= 50 ? 1 : 0;
        summary_.wear_from_80 += used >= 80 ? 1 : 0;
        summary_.wear_from_100 += used >= 100 ? 1 : 0;
        if (!record.capacity) return;
        const double capacity = static_cast<double>(record.capacity->value());
        weight_ += capacity;
        weighted_wear_ += capacity * used;
    }

    void pick_worst() {
        const std::size_t count = std::min(most_worst, candidates_.size());
        std::partial_sort(candidates_.begin(),
                          candidates_.begin() + static_cast<std::ptrdiff_t>(count),
                          candidates_.end(), [&](std::size_t a, std::size_t b) {
                              const double left = urgency(drives_[a]), right = urgency(drives_[b]);
                              return left != right ? left < right : a < b;
                          });
        candidates_.resize(count);
        summary_.worst = std::move(candidates_);
    }

    const std::vector<DriveHealth>& drives_;
    FleetSummary summary_;
    std::vector<double> wear_, tbw_, waf_, dwpd_, life_;
    std::vector<std::size_t> candidates_;
    double weight_ = 0, weighted_wear_ = 0;
};

std::string first_line(std::string text) {
    const std::size_t end = text.find('\n');
    if (end != std::string::npos) text.resize(end);
    return text;
}

// "file: the file: found ..." without the file, which stands beside it.
std::string reason_of(const std::exception& error, const std::string& file) {
    std::string reason = first_line(error.what());
    if (reason.starts_with(file + ": ")) reason.erase(0, file.size() + 2);
    return reason;
}

void list_files(const fs::path& path, Fleet& fleet, std::vector<fs::path>& files) {
    std::error_code failure;
    if (!fs::is_directory(path, failure)) {
        files.push_back(path);
        return;
    }
    std::vector<fs::path> found;
    fs::recursive_directory_iterator walk(path, fs::directory_options::skip_permission_denied,
                                          failure);
    for (; !failure && walk != fs::recursive_directory_iterator(); walk.increment(failure)) {
        std::error_code ignored;
        if (walk->is_regular_file(ignored)) found.push_back(walk->path());
    }
    if (failure) fleet.add_unreadable({path.string(), failure.message()});
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
}

struct FileResult {
    std::vector<HealthRecord> records;
    std::optional<Unreadable> unreadable;
    bool is_streamed = false;  // too large to hold: read when its turn comes
};

template <class Take>
std::optional<Unreadable> read_one(const fs::path& path, const AttributeTable& attributes,
                                   const Take& take) {
    try {
        read_health_file(path, attributes, take);
        return std::nullopt;
    } catch (const Error& error) {
        return Unreadable{path.string(), reason_of(error, path.string())};
    }
}

FileResult read_apart(const fs::path& path, const AttributeTable& attributes) {
    FileResult result;
    std::error_code failure;
    const std::uintmax_t bytes = fs::file_size(path, failure);
    result.is_streamed = !failure && bytes > streamed_bytes;
    if (result.is_streamed) return result;
    result.unreadable = read_one(path, attributes, [&](HealthRecord record) {
        result.records.push_back(std::move(record));
    });
    return result;
}

}  // namespace

std::optional<Distribution> distribution_of(std::vector<double> values) {
    if (values.empty()) return std::nullopt;
    std::sort(values.begin(), values.end());
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return Distribution{.count = values.size(),
                        .mean = sum / static_cast<double>(values.size()),
                        .least = values.front(),
                        .p05 = at_share(values, 0.05),
                        .p25 = at_share(values, 0.25),
                        .median = at_share(values, 0.5),
                        .p75 = at_share(values, 0.75),
                        .p95 = at_share(values, 0.95),
                        .most = values.back()};
}

std::string Fleet::key_of(const HealthRecord& record) const {
    if (one_drive_) return "the drive";
    // Without a serial number nothing says that two files are of one drive.
    if (record.serial.empty()) return "\n" + record.file;
    return record.model + "\n" + record.serial;
}

void Fleet::add(HealthRecord record) {
    ++reports_;
    const auto [place, is_new] = places_.emplace(key_of(record), drives_.size());
    if (is_new) {
        drives_.push_back({{}, {snapshot_of(record)}});
        drives_.back().latest = std::move(record);
        return;
    }
    Drive& drive = drives_[place->second];
    // A log that tells no time (OCP's, a vendor's) completes the reports around it.
    if (!tells_time(record)) {
        complete_record(drive.latest, std::move(record));
        return;
    }
    drive.history.push_back(snapshot_of(record));
    if (!tells_time(drive.latest)) {
        complete_record(record, std::move(drive.latest));
        drive.latest = std::move(record);
        drive.history.erase(drive.history.begin());
        return;
    }
    const bool was_failed = drive.latest.failed == true;
    if (!was_failed && is_newer(record, drive.latest)) {
        drive.latest = std::move(record);
    } else if (record.failed == true && !was_failed) {
        drive.latest = std::move(record);
    }
}

FleetReport Fleet::finish(const RatingBook& ratings) {
    FleetReport report;
    report.drives.reserve(drives_.size());
    for (Drive& drive : drives_) {
        report.drives.push_back(assess(std::move(drive.latest), std::move(drive.history), ratings));
        drive = {};
    }
    report.summary = Summarizer(report.drives).summarize();
    report.summary.reports = std::exchange(reports_, 0);
    report.unreadable = std::exchange(unreadable_, {});
    drives_.clear();
    places_.clear();
    return report;
}

void read_health_paths(const std::vector<fs::path>& paths, const AttributeTable& attributes,
                       const ReadOptions& options, Fleet& fleet) {
    std::vector<fs::path> files;
    for (const fs::path& path : paths)
        list_files(path, fleet, files);
    for (std::size_t begin = 0; begin < files.size(); begin += files_at_once) {
        const std::size_t end = std::min(begin + files_at_once, files.size());
        std::vector<FileResult> results(end - begin);
        std::atomic<std::size_t> next{begin};
        const auto work = [&] {
            for (std::size_t i = next++; i < end; i = next++)
                results[i - begin] = read_apart(files[i], attributes);
        };
        std::vector<std::thread> helpers;
        const std::size_t wanted = std::min<std::size_t>(options.threads, (end - begin) / 16 + 1);
        for (std::size_t i = 1; i < wanted; ++i)
            helpers.emplace_back(work);
        work();
        for (std::thread& helper : helpers)
            helper.join();
        for (std::size_t i = begin; i < end; ++i) {
            FileResult& result = results[i - begin];
            if (result.is_streamed) {
                result.unreadable = read_one(files[i], attributes, [&](HealthRecord record) {
                    fleet.add(std::move(record));
                });
            }
            for (HealthRecord& record : result.records)
                fleet.add(std::move(record));
            if (result.unreadable) fleet.add_unreadable(std::move(*result.unreadable));
        }
    }
}

}  // namespace drivewear::ingest
