#include "drivewear/report/fio_report.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "drivewear/report/table.hpp"
#include "drivewear/units/format.hpp"
#include "drivewear/units/quantities.hpp"

namespace drivewear::report {
namespace {

using ingest::FioDirection;
using ingest::FioJob;
using ingest::FioRun;

// Six digits: more than a run repeats to, and enough to tell KiB from kB.
std::string figure(double value, const char* unit) {
    std::string digits = fmt::format("{:.6g}", value);
    if (digits.find('e') != std::string::npos) digits = fmt::format("{:.0f}", value);
    return digits + " " + unit;
}

std::string bandwidth(double bytes_per_second) {
    if (bytes_per_second < 1e6) return figure(bytes_per_second / 1e3, "kB/s");
    return figure(bytes_per_second / 1e6, "MB/s");
}

std::string latency(double seconds) {
    return seconds < 1 ? figure(seconds * 1e6, "us") : figure(seconds, "s");
}

/// One direction of a job with its name.
struct Side {
    const char* operation;
    const FioDirection& done;
    std::optional<std::uint64_t> block_bytes;
};

/// One figure of a side.
struct Measured {
    const char* quantity;
    const char* statistic;
    std::string value;
};

std::vector<Side> sides_of(const FioJob& job) {
    std::vector<Side> sides;
    if (job.error != 0) return sides;
    if (job.read.bytes > 0) sides.push_back({"read", job.read, job.read_block_bytes});
    if (job.write.bytes > 0) sides.push_back({"write", job.write, job.write_block_bytes});
    return sides;
}

std::string block_text(std::uint64_t bytes) {
    return units::format_capacity(units::bytes(bytes));
}

bool is_mixed(const FioJob& job) {
    return job.read.bytes > 0 && job.write.bytes > 0;
}

/// Turns jobs into results.
class Results {
public:
    explicit Results(const FioAnswer& answer) : answer_(answer) {}

    Json run() {
        for (const FioRun& fio_run : answer_.runs) {
            for (const FioJob& job : fio_run.jobs) {
                for (const Side& side : sides_of(job))
                    add_side(fio_run, job, side);
                if (job.error == 0 && job.steady_state) add_steady_state(fio_run, job);
            }
        }
        return std::move(results_);
    }

private:
    Json conditions(const FioRun& fio_run, const FioJob& job) const {
        Json result;
        if (!answer_.drive.empty()) {
            result["drive"] = answer_.drive;
        } else {
            result["group"] = job.target.empty() ? "the drive under test" : job.target;
        }
        result["kind"] = "measured";
        result["evidence"] = "raw log";
        result["test"] = "fio";
        result["setup"] = setup_text(fio_run, job);
        result["locator"] = locator_text(fio_run, job);
        return result;
    }

    static std::string setup_text(const FioRun& fio_run, const FioJob& job) {
        std::string text = fio_run.version.empty() ? "fio" : fio_run.version;
        if (!job.pattern.empty()) text += " rw=" + job.pattern;
        if (!job.engine.empty()) text += " ioengine=" + job.engine;
        if (is_mixed(job)) text += ", reads and writes together";
        return text;
    }

    Json conditions(const FioRun& fio_run, const FioJob& job, const Side& side) const {
        Json result = conditions(fio_run, job);
        result["operation"] = side.operation;
        if (job.is_random) result["access"] = *job.is_random ? "random" : "sequential";
        if (side.block_bytes) result["block"] = block_text(*side.block_bytes);
        return result;
    }

    void add(const Json& conditions, Measured measured) {
        Json result = conditions;
        result["quantity"] = measured.quantity;
        result["statistic"] = measured.statistic;
        result["value"] = std::move(measured.value);
        results_.push_back(std::move(result));
    }

    void add_side(const FioRun& fio_run, const FioJob& job, const Side& side) {
        Json common = conditions(fio_run, job, side);
        // The depth is of both directions together.
        if (job.queue_depth && *job.queue_depth > 0 && !is_mixed(job)) {
            common["queue_depth"] = exact_integer(*job.queue_depth);
            common["jobs"] = exact_integer(job.clones);
        }
        const FioDirection& done = side.done;
        if (done.bytes_per_second) {
            add(common, {"bandwidth", "mean", bandwidth(*done.bytes_per_second)});
        }
        if (done.iops) add(common, {"iops", "mean", figure(*done.iops, "IOPS")});
        if (done.latency.mean_seconds) {
            add(common, {"latency", "mean", latency(*done.latency.mean_seconds)});
        }
        if (done.latency.p99_seconds) {
            add(common, {"latency_p99", "point", latency(*done.latency.p99_seconds)});
        }
    }

    // Its figures are of all directions; they have a place here when there is one.
    void add_steady_state(const FioRun& fio_run, const FioJob& job) {
        const std::vector<Side> sides = sides_of(job);
        if (sides.size() != 1) return;
        const ingest::FioSteadyState& state = *job.steady_state;
        Json common = conditions(fio_run, job, sides[0]);
        common["what"] = state.attained ? "steady state" : "steady state not attained";
        if (state.bytes_per_second) {
            add(common, {"bandwidth", "mean", bandwidth(*state.bytes_per_second)});
        }
        if (state.iops) add(common, {"iops", "mean", figure(*state.iops, "IOPS")});
    }

    static std::string locator_text(const FioRun& fio_run, const FioJob& job) {
        const std::string file = std::filesystem::path(fio_run.file).filename().string();
        return job.name.empty() ? file : fmt::format("{}, job {}", file, job.name);
    }

    const FioAnswer& answer_;
    Json results_ = Json::array();
};

std::string time_of(const std::optional<double>& seconds) {
    return seconds ? readable(*seconds * 1e6, 5) + " us" : std::string("-");
}

std::uint64_t written(const FioAnswer& answer) {
    std::uint64_t bytes = 0;
    for (const FioRun& run : answer.runs)
        bytes += run.host_bytes_written();
    return bytes;
}

std::string depth_text(const FioJob& job) {
    if (!job.queue_depth) return "-";
    return job.clones > 1 ? fmt::format("{} x {}", *job.queue_depth, job.clones)
                          : fmt::format("{}", *job.queue_depth);
}

std::string access_text(const FioJob& job) {
    if (!job.is_random) return "";
    return *job.is_random ? "random " : "sequential ";
}

}  // namespace

Json to_measured(const FioAnswer& answer) {
    Json document{{"schema", "drivewear.measured/1"}, {"title", "fio results"}};
    if (!answer.platform.empty()) document["platform"] = answer.platform;
    document["results"] = Results(answer).run();
    return document;
}

Json to_measured_rows(const FioAnswer& answer) {
    Json rows = Json::array();
    for (const Json& result : Results(answer).run()) {
        Json row;
        for (const char* name : {"drive", "group", "kind", "evidence", "test", "operation",
                                 "access", "block", "queue_depth", "jobs", "setup", "what",
                                 "quantity", "statistic", "value", "locator"}) {
            row[name] = result.contains(name) ? result[name] : Json(nullptr);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string to_table(const FioAnswer& answer, bool coloured) {
    Table table({"job", "operation", "block", "depth", "MB/s", "IOPS", "mean", "99 %", "GB moved"});
    std::vector<std::string> remarks;
    for (const FioRun& run : answer.runs) {
        for (const FioJob& job : run.jobs) {
            for (const Side& side : sides_of(job)) {
                const FioDirection& done = side.done;
                table.add({job.name.empty() ? run.file : job.name,
                           access_text(job) + side.operation,
                           side.block_bytes ? block_text(*side.block_bytes) : std::string("-"),
                           depth_text(job),
                           done.bytes_per_second ? readable(*done.bytes_per_second / 1e6, 6)
                                                 : std::string("-"),
                           done.iops ? readable(*done.iops, 6) : std::string("-"),
                           time_of(done.latency.mean_seconds), time_of(done.latency.p99_seconds),
                           readable(static_cast<double>(done.bytes) / 1e9, 6)});
            }
        }
        for (const std::string& remark : run.remarks)
            remarks.push_back(fmt::format("{}: {}", run.file, remark));
    }
    std::string text = paint(fmt::format("{} written by the host",
                                         figure(static_cast<double>(written(answer)) / 1e9, "GB")),
                             Colour::strong, coloured);
    text += fmt::format(" in {} {} of fio\n", answer.runs.size(),
                        answer.runs.size() == 1 ? "run" : "runs");
    if (!table.empty()) text += "\n" + table.to_text(coloured);
    text += bullets("Remarks", remarks);
    return text + bullets("Unreadable", answer.unreadable);
}

}  // namespace drivewear::report
