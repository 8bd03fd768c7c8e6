// What fio prints with --output-format=json or json+, of every version from 2.1 on, in one unit
// whatever the version's: bytes, seconds.
//
// Units as fio has them: `bw` is KiB a second, rounded down; `bw_bytes` bytes a second; `io_bytes`
// KiB up to 2.x and bytes from 3.0 on; latencies microseconds up to 2.x (`clat`) and nanoseconds
// from 3.0 on (`clat_ns`); run times milliseconds; the steady state's bandwidth bytes a second.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drivewear::ingest {

/// Latencies of the requests of one direction. Absent: not printed, or no request.
struct FioLatency {
    std::optional<double> mean_seconds;  ///< submission and completion together
    std::optional<double> min_seconds;   ///< of the same
    std::optional<double> max_seconds;   ///< of the same
    std::optional<double> p50_seconds;   ///< of completion, half of the requests take no longer
    std::optional<double> p99_seconds;   ///< of completion
    std::optional<double> p999_seconds;  ///< of completion, 99.9 %

    bool operator==(const FioLatency&) const = default;
};

/// What a job did in one direction.
struct FioDirection {
    std::uint64_t bytes = 0;                 ///< moved; 0: nothing was done in this direction
    double runtime_seconds = 0;              ///< of the direction
    std::optional<std::uint64_t> requests;   ///< moved; old versions do not print it
    std::optional<double> bytes_per_second;  ///< as printed, else bytes / run time
    std::optional<double> iops;              ///< as printed
    FioLatency latency;                      ///< of the requests

    bool operator==(const FioDirection&) const = default;
};

/// Where a steady-state criterion stood at the end.
struct FioSteadyState {
    bool attained = false;                   ///< the criterion was met
    std::optional<double> bytes_per_second;  ///< mean of its window, all directions
    std::optional<double> iops;              ///< mean of its window, all directions

    bool operator==(const FioSteadyState&) const = default;
};

/// One job, or the clones of one job together.
struct FioJob {
    std::string name;               ///< "jobname"
    std::string pattern;            ///< the option rw, such as "randwrite"; may be empty
    std::string target;             ///< filename or directory; may be empty
    std::string engine;             ///< ioengine; may be empty
    std::optional<bool> is_random;  ///< addresses; absent: not stated
    std::optional<std::uint64_t> read_block_bytes;   ///< of every read; absent: several or unknown
    std::optional<std::uint64_t> write_block_bytes;  ///< of every write; absent: several or unknown
    std::optional<std::uint64_t> queue_depth;        ///< requests outstanding of each clone
    std::uint64_t clones = 1;                        ///< the job ran so many times at once
    std::int64_t error = 0;                          ///< errno; 0: it ended well
    FioDirection read;                               ///< from the device
    FioDirection write;                              ///< to the device: the wear
    FioDirection trim;                               ///< no wear
    std::optional<FioSteadyState> steady_state;      ///< with the option steadystate

    bool operator==(const FioJob&) const = default;
};

/// One run of fio.
struct FioRun {
    std::string file;                        ///< as the user gave it
    std::string version;                     ///< "fio-3.34"
    std::optional<std::uint64_t> timestamp;  ///< of its end, seconds since 1970
    std::vector<FioJob> jobs;                ///< in the order printed
    std::vector<std::string> remarks;        ///< what was inferred or left out, in words

    /// Written by all jobs that ended well.
    std::uint64_t host_bytes_written() const;
};

/// The runs in one text, one after another. Snapshots of a run (--status-interval) are replaced by
/// its last one. `file` names the text in messages. Throws InputError when there is none, or only
/// a damaged one.
std::vector<FioRun> read_fio(std::string_view text, const std::string& file);
/// The same of a file, plain, .gz or .zst; at most 1 GiB of text.
std::vector<FioRun> read_fio_file(const std::filesystem::path& path);

}  // namespace drivewear::ingest
