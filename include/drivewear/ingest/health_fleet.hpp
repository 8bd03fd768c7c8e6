// Many drives' reports: those of one drive become its history, and the fleet gets totals, quantiles
// and its worst drives. Memory grows with the number of drives (about 3 KB each), not with the
// number or size of the files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/ingest/health_assessment.hpp"
#include "drivewear/ingest/health_reader.hpp"

namespace drivewear::ingest {

/// A sample's mean and quantiles (linear between order statistics).
struct Distribution {
    std::size_t count = 0;  ///< values it rests on
    double mean = 0;        ///< of the values
    double least = 0;       ///< smallest value
    double p05 = 0;         ///< 5 % lie below
    double p25 = 0;         ///< 25 % lie below
    double median = 0;      ///< half lie below
    double p75 = 0;         ///< 75 % lie below
    double p95 = 0;         ///< 95 % lie below
    double most = 0;        ///< largest value
};
/// Nothing for no values.
std::optional<Distribution> distribution_of(std::vector<double> values);

/// Drives of the fleet together. Rotating disks are counted and left out of the rest.
struct FleetSummary {
    std::size_t drives = 0;                         ///< all
    std::size_t solid_state = 0;                    ///< all but rotating disks and volumes
    std::size_t without_data = 0;                   ///< solid-state drives without any counter
    std::size_t reports = 0;                        ///< read, histories included
    Uint128 capacity_bytes = 0;                     ///< of solid-state drives that report it
    HostByteCounter host_written{};                 ///< total of solid-state drives that report it
    std::size_t host_written_drives = 0;            ///< drives in that total
    std::optional<Distribution> wear_used_percent;  ///< as the drives estimate it
    std::optional<double> capacity_weighted_wear;   ///< percent, drives that report both
    std::size_t wear_from_50 = 0, wear_from_80 = 0, wear_from_100 = 0;  ///< drives at or above
    std::optional<Distribution> tbw_used_percent;                       ///< of drives with a rating
    std::optional<Distribution> waf;              ///< NAND bytes for each host byte
    std::optional<Distribution> dwpd_so_far;      ///< capacities a day of power-on time
    std::optional<Distribution> life_left_years;  ///< by each drive's binding limit
    std::map<std::string, std::size_t> flags;     ///< drives by flag
    std::vector<std::size_t> worst;               ///< places in `drives`, the worst first
};

/// A file that is no report.
struct Unreadable {
    std::string file;    ///< path as given
    std::string reason;  ///< one line
};

struct FleetReport {
    std::vector<DriveHealth> drives;     ///< in the order in which they were first seen
    FleetSummary summary;                ///< of all drives
    std::vector<Unreadable> unreadable;  ///< in the order of reading
};

/// Gathers records; the order of adding decides the order of drives and nothing else.
class Fleet {
public:
    /// `one_drive`: all records are of one drive, whatever they say.
    explicit Fleet(bool one_drive = false) : one_drive_(one_drive) {}

    void add(HealthRecord record);
    void add_unreadable(Unreadable file) { unreadable_.push_back(std::move(file)); }
    /// Assesses what was gathered; the fleet is empty afterwards.
    FleetReport finish(const RatingBook& ratings);

private:
    struct Drive {
        HealthRecord latest;
        std::vector<Snapshot> history;
    };

    std::string key_of(const HealthRecord& record) const;

    bool one_drive_;
    std::size_t reports_ = 0;
    std::map<std::string, std::size_t> places_;
    std::vector<Drive> drives_;
    std::vector<Unreadable> unreadable_;
};

/// How files are read.
struct ReadOptions {
    unsigned threads = 1;  ///< that read and parse; the answer does not depend on it
};

/// Reads files, and all files below folders in the order of their names. What cannot be read is
/// noted in the fleet, never thrown; a path that does not exist is noted too.
void read_health_paths(const std::vector<std::filesystem::path>& paths,
                       const AttributeTable& attributes, const ReadOptions& options, Fleet& fleet);

}  // namespace drivewear::ingest
