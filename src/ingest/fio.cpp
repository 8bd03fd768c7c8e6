#include "drivewear/ingest/fio.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "drivewear/core/errors.hpp"
#include "ingest/byte_source.hpp"
#include "ingest/json_reader.hpp"

namespace drivewear::ingest {
namespace {

constexpr double bytes_per_kib = 1024;

std::optional<double> positive(std::optional<double> value) {
    return value && *value > 0 && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::uint64_t> count_of(const JsonValue& value) {
    const std::optional<double> number = value.number();
    if (!number || !(*number >= 0) || *number >= 0x1p63) return std::nullopt;
    if (const auto whole = value.whole_number()) return static_cast<std::uint64_t>(*whole);
    return static_cast<std::uint64_t>(*number);
}

// Options are strings, numbers in some wrappers' output.
std::string option_text(const JsonValue& value) {
    if (auto text = value.text()) return *std::move(text);
    return std::string(value.number_text());
}

// --- options
// --------------------------------------------------------------------------------------

// A size as fio takes it, kb_base being 1024: "4096", "4k", "4KiB", "1m". "4kB" too: its prefixes
// are binary unless kb_base says otherwise.
std::optional<std::uint64_t> size_of(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number == 0) return std::nullopt;
    std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit.empty()) return number;
    constexpr std::string_view prefixes = "kmgtp";
    const std::size_t prefix = prefixes.find(static_cast<char>(unit.front() | 0x20));
    if (prefix != std::string_view::npos) {
        unit.remove_prefix(1);
        const unsigned shift = 10 * (static_cast<unsigned>(prefix) + 1);
        if (number > (std::uint64_t{1} << 40) >> shift) return std::nullopt;
        number <<= shift;
    }
    const bool is_bytes =
        unit.empty() || unit == "b" || unit == "B" || unit == "ib" || unit == "iB";
    return is_bytes && number <= (std::uint64_t{1} << 40) ? std::optional(number) : std::nullopt;
}

// "4k" for all, "4k,64k" for reads and for writes and TRIMs, "4k,,64k" with the write's left out.
std::optional<std::uint64_t> block_size(std::string_view text, std::size_t direction) {
    std::string_view last = text.substr(0, text.find(','));
    for (std::size_t i = 0; i < direction; ++i) {
        const std::size_t comma = text.find(',');
        if (comma == std::string_view::npos) break;
        text.remove_prefix(comma + 1);
        const std::string_view part = text.substr(0, text.find(','));
        if (!part.empty()) last = part;
    }
    return size_of(last);
}

bool waits_for_each_request(std::string_view engine) {
    constexpr std::array<std::string_view, 8> engines{"sync", "psync",   "vsync",  "pvsync",
                                                      "mmap", "pvsync2", "splice", "net"};
    return std::find(engines.begin(), engines.end(), engine) != engines.end();
}

/// The options of one job: its own, then the file's.
class Options {
public:
    Options(JsonValue own, JsonValue global) : own_(own), global_(global) {}

    bool has_any() const { return own_.size() > 0 || global_.size() > 0; }
    std::string text(std::initializer_list<std::string_view> names) const {
        for (const JsonValue& from : {own_, global_}) {
            if (const JsonValue value = from.first_of(names)) return option_text(value);
        }
        return {};
    }
    bool has(std::string_view name) const { return own_[name] || global_[name]; }

private:
    JsonValue own_;
    JsonValue global_;
};

void take_pattern(const Options& options, FioJob& job) {
    job.pattern = options.text({"rw", "readwrite"});
    if (job.pattern.empty() && options.has_any()) job.pattern = "read";
    const std::string_view word = std::string_view(job.pattern).substr(0, job.pattern.find(':'));
    if (word.starts_with("rand")) {
        job.is_random = true;
    } else if (word == "read" || word == "write" || word == "rw" || word == "readwrite" ||
               word == "trim" || word == "trimwrite") {
        job.is_random = false;
    }
    const std::string random_share = options.text({"percentage_random"});
    if (!random_share.empty() && random_share != "100" && job.is_random == true) {
        job.is_random.reset();
    }
}

void take_blocks(const Options& options, FioJob& job) {
    if (options.has("bsrange") || options.has("blocksize_range") || options.has("bssplit")) return;
    const std::string text = options.text({"bs", "blocksize"});
    if (text.empty()) return;
    job.read_block_bytes = block_size(text, 0);
    job.write_block_bytes = block_size(text, 1);
}

void take_depth(const Options& options, FioJob& job) {
    job.engine = options.text({"ioengine"});
    if (!options.has_any()) return;
    if (waits_for_each_request(job.engine.substr(0, job.engine.find(',')))) {
        job.queue_depth = 1;
        return;
    }
    const std::string text = options.text({"iodepth"});
    job.queue_depth = text.empty() ? std::optional<std::uint64_t>(1) : size_of(text);
}

// --- one direction
// --------------------------------------------------------------------------------

enum class Unit { bytes, kib };

int major_version(std::string_view version) {
    const std::size_t digit = version.find_first_of("0123456789");
    int major = 0;
    if (digit != std::string_view::npos) {
        std::from_chars(version.data() + digit, version.data() + version.size(), major);
    }
    return major;
}

/// Finds out what `io_bytes` counts.
class UnitFinder {
public:
    explicit UnitFinder(std::string_view version) : major_(major_version(version)) {}

    Unit unit_of(const JsonValue& direction) {
        if (direction["io_kbytes"]) return Unit::bytes;
        const auto moved = direction["io_bytes"].number();
        const auto rate = positive(direction["bw"].number());
        const auto milliseconds = positive(direction["runtime"].number());
        if (moved && rate && milliseconds && *moved > 0) {
            // Near 1 for KiB and near 1024 for bytes; short runs are some per cent off.
            is_proven_ = true;
            return *moved / (*rate * *milliseconds / 1000) < 32 ? Unit::kib : Unit::bytes;
        }
        return major_ >= 3 || major_ == 0 ? Unit::bytes : Unit::kib;
    }
    bool is_proven() const { return is_proven_; }

private:
    int major_;
    bool is_proven_ = false;
};

/// Latencies of one kind, with the factor to seconds.
struct LatencyNode {
    JsonValue values;
    double unit_seconds = 1;
};

LatencyNode latency_node(const JsonValue& direction, const std::string& name) {
    if (const JsonValue values = direction[name + "_ns"]) return {values, 1e-9};
    return {direction[name], 1e-6};
}

std::optional<double> scaled(const JsonValue& value, double unit) {
    const auto number = value.number();
    if (!number || *number < 0 || !std::isfinite(*number)) return std::nullopt;
    return *number * unit;
}

// Percentiles are named "99.000000".
std::optional<double> percentile(const LatencyNode& node, std::string_view name) {
    return scaled(node.values["percentile"][name], node.unit_seconds);
}

FioLatency latency_of(const JsonValue& direction) {
    FioLatency latency;
    const LatencyNode total = latency_node(direction, "lat");
    const LatencyNode completion = latency_node(direction, "clat");
    const auto samples = total.values["N"].number();
    // No latency is 0; older versions print 0 for none.
    const bool has_any =
        samples ? *samples > 0 : positive(total.values["mean"].number()).has_value();
    if (has_any) {
        latency.mean_seconds = scaled(total.values["mean"], total.unit_seconds);
        latency.min_seconds = scaled(total.values["min"], total.unit_seconds);
        latency.max_seconds = scaled(total.values["max"], total.unit_seconds);
    }
    const auto completed = completion.values["N"].number();
    const bool has_completions =
        completed ? *completed > 0 : positive(completion.values["mean"].number()).has_value();
    const LatencyNode& with_percentiles = completion.values["percentile"] ? completion : total;
    if (has_completions || has_any) {
        latency.p50_seconds = percentile(with_percentiles, "50.000000");
        latency.p99_seconds = percentile(with_percentiles, "99.000000");
        latency.p999_seconds = percentile(with_percentiles, "99.900000");
    }
    return latency;
}

FioDirection direction_of(const JsonValue& printed, Unit unit) {
    FioDirection direction;
    const std::uint64_t moved = count_of(printed["io_bytes"]).value_or(0);
    direction.bytes = unit == Unit::kib ? moved * 1024 : moved;
    if (direction.bytes == 0) return direction;
    direction.runtime_seconds = printed["runtime"].number().value_or(0) / 1000;
    direction.requests = count_of(printed["total_ios"]);
    if (direction.requests == std::uint64_t{0}) direction.requests.reset();
    direction.iops = positive(printed["iops"].number());
    direction.bytes_per_second = positive(printed["bw_bytes"].number());
    if (!direction.bytes_per_second && direction.runtime_seconds > 0) {
        // `bw` is rounded down to KiB.
        direction.bytes_per_second =
            static_cast<double>(direction.bytes) / direction.runtime_seconds;
    }
    if (!direction.bytes_per_second) {
        if (const auto rate = positive(printed["bw"].number())) {
            direction.bytes_per_second = *rate * bytes_per_kib;
        }
    }
    direction.latency = latency_of(printed);
    return direction;
}

std::optional<FioSteadyState> steady_state_of(const JsonValue& printed) {
    if (!printed.is_object()) return std::nullopt;
    FioSteadyState state;
    state.attained = printed["attained"].number().value_or(0) > 0;
    state.bytes_per_second = positive(printed["data"]["bw_mean"].number());
    state.iops = positive(printed["data"]["iops_mean"].number());
    return state;
}

// --- jobs
// -----------------------------------------------------------------------------------------

// Requests per second and bytes add up over clones, means of latencies by their requests;
// percentiles do not.
void add_clone(const FioDirection& clone, FioDirection& sum) {
    if (clone.bytes == 0) return;
    if (sum.bytes == 0) {
        sum = clone;
        return;
    }
    const auto added = [](const auto& a, const auto& b) {
        return a && b ? std::optional(*a + *b) : std::nullopt;
    };
    FioLatency latency;
    const FioLatency& a = sum.latency;
    const FioLatency& b = clone.latency;
    if (a.mean_seconds && b.mean_seconds) {
        const auto weight_of = [](const FioDirection& direction) {
            return static_cast<double>(direction.requests.value_or(direction.bytes));
        };
        const double share = weight_of(sum) / (weight_of(sum) + weight_of(clone));
        latency.mean_seconds = share * *a.mean_seconds + (1 - share) * *b.mean_seconds;
    }
    if (a.min_seconds && b.min_seconds)
        latency.min_seconds = std::min(*a.min_seconds, *b.min_seconds);
    if (a.max_seconds && b.max_seconds)
        latency.max_seconds = std::max(*a.max_seconds, *b.max_seconds);
    sum.bytes += clone.bytes;
    sum.runtime_seconds = std::max(sum.runtime_seconds, clone.runtime_seconds);
    sum.requests = added(sum.requests, clone.requests);
    sum.bytes_per_second = added(sum.bytes_per_second, clone.bytes_per_second);
    sum.iops = added(sum.iops, clone.iops);
    sum.latency = latency;
}

class RunReader {
public:
    RunReader(const JsonValue& root, std::string file) : root_(root) {
        run_.file = std::move(file);
        run_.version = root["fio version"].text().value_or("");
        run_.timestamp = count_of(root["timestamp"]);
    }

    FioRun run() {
        UnitFinder units(run_.version);
        jobs_of(root_).for_each_element([&](const JsonValue& printed) { add_job(printed, units); });
        if (saw_old_units_ && !units.is_proven()) {
            run_.remarks.push_back("io_bytes is taken for KiB, as fio 2 counts");
        }
        if (joined_ > 0) {
            run_.remarks.push_back(
                "clones of a job are one result: rates added, mean latencies weighted; their "
                "percentiles cannot be joined");
        }
        return std::move(run_);
    }

    /// fio's servers answer through their client under another name.
    static JsonValue jobs_of(const JsonValue& root) {
        return root.first_of({"jobs", "client_stats"});
    }

private:
    void add_job(const JsonValue& printed, UnitFinder& units) {
        FioJob job;
        job.name = printed["jobname"].text().value_or("");
        if (job.name == "All clients") return;
        const Options options(printed["job options"], root_["global options"]);
        take_pattern(options, job);
        take_blocks(options, job);
        take_depth(options, job);
        job.target = options.text({"filename", "directory"});
        // An errno is small; anything else is an error all the same.
        constexpr double far = 1e9;
        job.error =
            static_cast<std::int64_t>(std::clamp(printed["error"].number().value_or(0), -far, far));
        for (const auto& [name, direction] :
             {std::pair{"read", &job.read}, std::pair{"write", &job.write},
              std::pair{"trim", &job.trim}}) {
            const Unit unit = units.unit_of(printed[name]);
            *direction = direction_of(printed[name], unit);
            saw_old_units_ = saw_old_units_ || (unit == Unit::kib && direction->bytes > 0);
        }
        job.steady_state = steady_state_of(printed["steadystate"]);
        take_default_blocks(job);
        if (job.error != 0) {
            run_.remarks.push_back(
                fmt::format("job '{}' ended with error {}: left out", job.name, job.error));
        }
        const bool reports_group = options.has("group_reporting");
        const std::uint64_t clones = size_of(options.text({"numjobs"})).value_or(1);
        if (reports_group) {
            job.clones = clones;
        } else if (clones > 1 && joins_the_last(printed, job)) {
            return;
        }
        last_group_ = printed["groupid"].number().value_or(0);
        run_.jobs.push_back(std::move(job));
    }

    // What the options leave out, the counts may tell.
    static void take_default_blocks(FioJob& job) {
        const auto from_counts = [](const FioDirection& direction,
                                    std::optional<std::uint64_t>& block) {
            if (block || !direction.requests || direction.bytes % *direction.requests != 0) return;
            block = direction.bytes / *direction.requests;
        };
        from_counts(job.read, job.read_block_bytes);
        from_counts(job.write, job.write_block_bytes);
    }

    // Without group_reporting each clone is printed under the one name.
    bool joins_the_last(const JsonValue& printed, const FioJob& job) {
        if (run_.jobs.empty()) return false;
        FioJob& last = run_.jobs.back();
        const bool is_clone = last.name == job.name && last.pattern == job.pattern &&
                              last.error == 0 && job.error == 0 &&
                              printed["groupid"].number().value_or(0) == last_group_;
        if (!is_clone) return false;
        add_clone(job.read, last.read);
        add_clone(job.write, last.write);
        add_clone(job.trim, last.trim);
        ++last.clones;
        ++joined_;
        return true;
    }

    JsonValue root_;
    FioRun run_;
    double last_group_ = 0;
    std::uint64_t joined_ = 0;
    bool saw_old_units_ = false;
};

// --- documents
// ------------------------------------------------------------------------------------

// With --status-interval a run prints what it did so far, again and again: the same jobs, none of
// which did less, and some more.
bool is_later_snapshot(const FioRun& before, const FioRun& after) {
    if (before.version != after.version || before.jobs.size() != after.jobs.size()) return false;
    bool went_on = false;
    for (std::size_t i = 0; i < before.jobs.size(); ++i) {
        const FioJob& old = before.jobs[i];
        const FioJob& now = after.jobs[i];
        if (old.name != now.name || old.pattern != now.pattern || old.clones != now.clones) {
            return false;
        }
        for (const auto direction : {&FioJob::read, &FioJob::write, &FioJob::trim}) {
            const FioDirection& a = old.*direction;
            const FioDirection& b = now.*direction;
            if (b.bytes < a.bytes || b.runtime_seconds < a.runtime_seconds) return false;
            went_on = went_on || b.bytes > a.bytes;
        }
    }
    return went_on;
}

std::string first_line(std::string_view text) {
    constexpr std::size_t shown = 80;
    std::string line(text.substr(0, std::min(text.find('\n'), shown)));
    for (char& c : line) {
        if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
    }
    return line;
}

}  // namespace

std::uint64_t FioRun::host_bytes_written() const {
    std::uint64_t bytes = 0;
    for (const FioJob& job : jobs) {
        if (job.error == 0) bytes += job.write.bytes;
    }
    return bytes;
}

std::vector<FioRun> read_fio(std::string_view text, const std::string& file) {
    JsonReader reader(text, file, {.deepest = 64, .most_values = 20'000'000});
    JsonDocument document;
    std::vector<FioRun> runs;
    std::uint64_t snapshots = 0;
    bool saw_document = false;
    try {
        while (reader.next(document)) {
            saw_document = true;
            const JsonValue root = document.root();
            if (!RunReader::jobs_of(root).is_array()) continue;
            FioRun run = RunReader(root, file).run();
            if (!runs.empty() && is_later_snapshot(runs.back(), run)) {
                runs.back() = std::move(run);
                ++snapshots;
            } else {
                runs.push_back(std::move(run));
            }
        }
    } catch (const ValidationError& error) {
        if (runs.empty()) throw;
        runs.back().remarks.push_back(fmt::format("what follows is damaged: {}", error.what()));
    }
    if (runs.empty()) {
        throw InputError(fmt::format(
            "{}: {}; expected what fio prints with --output-format=json", file,
            saw_document ? std::string("JSON without jobs")
                         : fmt::format("no JSON document; it begins '{}'", first_line(text))));
    }
    if (snapshots > 0) {
        runs.back().remarks.push_back(fmt::format(
            "{} earlier snapshots of the run are left out: they are contained in the last",
            snapshots));
    }
    return runs;
}

std::vector<FioRun> read_fio_file(const std::filesystem::path& path) {
    constexpr std::size_t most_bytes = std::size_t{1} << 30;
    constexpr std::size_t piece_bytes = std::size_t{1} << 20;
    const auto source = open_bytes(path);
    std::string text;
    for (;;) {
        const std::size_t before = text.size();
        text.resize(before + piece_bytes);
        const std::size_t count = source->read(std::span(text).subspan(before));
        text.resize(before + count);
        if (count < piece_bytes) break;
        if (text.size() >= most_bytes) {
            throw InputError(path.string() + ": more than 1 GiB of text; expected fio's results");
        }
    }
    return read_fio(text, path.string());
}

}  // namespace drivewear::ingest
