#include "drivewear/ingest/fio.hpp"

#include <doctest/doctest.h>

#include <string>

#include "drivewear/core/errors.hpp"
#include "support/scratch_file.hpp"
#include "support/throws.hpp"

namespace drivewear::ingest {
namespace {

std::string document(const std::string& version, const std::string& jobs,
                     const std::string& more = "") {
    return "{\n\"fio version\": \"" + version + "\",\n" + more + "\"jobs\": [" + jobs + "]\n}\n";
}

FioRun run_of(const std::string& text) {
    const std::vector<FioRun> runs = read_fio(text, "f.json");
    REQUIRE(runs.size() == 1);
    return runs[0];
}

FioJob job_of(const std::string& version, const std::string& job) {
    const FioRun run = run_of(document(version, job));
    REQUIRE(run.jobs.size() == 1);
    return run.jobs[0];
}

bool mentions(const std::vector<std::string>& lines, std::string_view part) {
    for (const std::string& line : lines) {
        if (line.find(part) != std::string::npos) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("case 71: bytes a second are bw_bytes; without it bytes over time, near bw x 1024") {
    const FioJob newer = job_of("fio-3.14", R"({"jobname": "w", "write": {
        "io_bytes": 4235689984, "io_kbytes": 4136416, "bw_bytes": 70593656, "bw": 68939,
        "iops": 17234.779420, "runtime": 60001, "total_ios": 1034104}})");
    CHECK(*newer.write.bytes_per_second == 70'593'656);
    CHECK(*newer.write.iops == doctest::Approx(17234.77942));
    CHECK(newer.write.bytes == 4'235'689'984);
    CHECK(*newer.write.requests == 1'034'104);
    CHECK(newer.write.runtime_seconds == doctest::Approx(60.001));
    CHECK(*newer.write_block_bytes == 4096);
    CHECK(newer.read.bytes == 0);

    const FioJob older = job_of("fio-3.1", R"({"jobname": "w", "write": {
        "io_bytes": 11873443840, "io_kbytes": 11595160, "bw": 193239, "runtime": 60004}})");
    CHECK(*older.write.bytes_per_second == doctest::Approx(197'877'539).epsilon(1e-8));
    CHECK(*older.write.bytes_per_second == doctest::Approx(193'239 * 1024.0).epsilon(1e-5));
    const FioJob no_time =
        job_of("fio-3.1", R"({"write": {"io_bytes": 1000, "io_kbytes": 0, "bw": 193239}})");
    CHECK(*no_time.write.bytes_per_second == 197'876'736);
}

TEST_CASE("io_bytes are KiB up to version 2, as bandwidth and time prove") {
    const FioJob old = job_of("fio-2.17", R"({"jobname": "r", "read": {
        "io_bytes": 600000, "bw": 10000, "iops": 2500.0, "runtime": 60000}})");
    CHECK(old.read.bytes == 614'400'000);
    CHECK(*old.read.bytes_per_second == doctest::Approx(10'240'000));
    // A version that says otherwise is not believed against the figures.
    const FioJob odd = job_of("fio-2.99", R"({"jobname": "r", "read": {
        "io_bytes": 614400000, "bw": 10000, "runtime": 60000}})");
    CHECK(odd.read.bytes == 614'400'000);
    // A short run, 5 % off.
    const FioJob brief = job_of("fio-3.33", R"({"jobname": "r", "read": {
        "io_bytes": 1076, "bw": 1, "runtime": 1000}})");
    CHECK(brief.read.bytes == 1076);
    const FioRun bare = run_of(document("fio-2.1.4", R"({"write": {"io_bytes": 100}})"));
    CHECK(bare.jobs[0].write.bytes == 102'400);
    CHECK(mentions(bare.remarks, "KiB"));
}

TEST_CASE("case 72: the steady state's bandwidth is in bytes a second") {
    const FioJob job = job_of("fio-3.6", R"({"jobname": "ss",
        "write": {"io_bytes": 4185538560, "io_kbytes": 4087440, "runtime": 60000},
        "steadystate": {"ss": "iops_slope:0.3%", "duration": 10, "attained": 1,
                        "data": {"bw_mean": 69762791, "iops_mean": 17031}}})");
    REQUIRE(job.steady_state);
    CHECK(job.steady_state->attained);
    CHECK(*job.steady_state->bytes_per_second == 69'762'791);
    // 17,031 requests of 4 KiB a second come to the same.
    CHECK(*job.steady_state->bytes_per_second ==
          doctest::Approx(*job.steady_state->iops * 4096).epsilon(1e-3));
}

TEST_CASE("case 73: the key says the latency's unit") {
    const FioJob newer = job_of("fio-3.16", R"({"write": {"io_bytes": 4096, "io_kbytes": 4,
        "lat_ns": {"min": 40714, "max": 2387506, "mean": 145753.4358, "N": 1},
        "clat_ns": {"min": 1, "max": 2, "mean": 145000.5, "N": 1,
                    "percentile": {"50.000000": 45824, "99.000000": 921600,
                                   "99.900000": 999424}}}})");
    CHECK(*newer.write.latency.mean_seconds == doctest::Approx(145.7534358e-6));
    CHECK(*newer.write.latency.p99_seconds == doctest::Approx(921.6e-6));
    CHECK(*newer.write.latency.p50_seconds == doctest::Approx(45.824e-6));
    CHECK(*newer.write.latency.min_seconds == doctest::Approx(40.714e-6));
    const FioJob older = job_of("fio-2.18", R"({"write": {"io_bytes": 4, "bw": 4, "runtime": 1000,
        "lat": {"min": 10, "max": 9000, "mean": 3495.0},
        "clat": {"min": 10, "max": 9000, "mean": 3495.0, "percentile": {"99.000000": 5024}}}})");
    CHECK(*older.write.latency.mean_seconds == doctest::Approx(3495e-6));
    CHECK(*older.write.latency.p99_seconds == doctest::Approx(5024e-6));
}

TEST_CASE("case 75: of several snapshots the last one counts") {
    const FioRun run = run_of(
        "{\"fio version\":\"fio-3.8\",\"jobs\":[{\"write\":{\"io_bytes\":100}}]}\n"
        "{\"fio version\":\"fio-3.8\",\"jobs\":[{\"write\":{\"io_bytes\":250}}]}\n");
    CHECK(run.host_bytes_written() == 250);
    CHECK(mentions(run.remarks, "1 earlier snapshots"));
}

TEST_CASE("runs that are no snapshots of one another stay apart") {
    const std::string twice =
        document("fio-3.8", R"({"jobname": "a", "write": {"io_bytes": 250, "runtime": 20}})") +
        document("fio-3.8", R"({"jobname": "a", "write": {"io_bytes": 200, "runtime": 20}})");
    CHECK(read_fio(twice, "f.json").size() == 2);
    const std::string other =
        document("fio-3.8", R"({"jobname": "a", "write": {"io_bytes": 250}})") +
        document("fio-3.8", R"({"jobname": "b", "write": {"io_bytes": 300}})");
    CHECK(read_fio(other, "f.json").size() == 2);
}

TEST_CASE("case 76: no sample is no latency, not a latency of 0") {
    const FioJob job = job_of("fio-3.33", R"({"jobname": "r",
        "read": {"io_bytes": 4096, "io_kbytes": 4, "runtime": 1000, "total_ios": 1,
                 "lat_ns": {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0},
                 "clat_ns": {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}},
        "write": {"io_bytes": 0, "io_kbytes": 0, "bw": 0, "iops": 0.0, "runtime": 0}})");
    CHECK(job.read.latency == FioLatency{});
    CHECK(job.write == FioDirection{});
}

TEST_CASE("case 77: a bw_mean of 0 is not the load; totals are") {
    const FioJob job = job_of("fio-2.15", R"({"jobname": "w", "write": {
        "io_bytes": 2552320, "bw": 153412, "runtime": 16637, "iops": 149.8,
        "bw_min": 0, "bw_max": 0, "bw_agg": 0.0, "bw_mean": 0.0}})");
    CHECK(*job.write.bytes_per_second == doctest::Approx(157.09e6).epsilon(1e-4));
}

TEST_CASE("case 78: in a mixed job only writes are wear") {
    const FioRun run = run_of(document("fio-3.16", R"({"jobname": "m",
        "job options": {"rw": "randrw", "bs": "4k", "iodepth": "1", "ioengine": "libaio"},
        "read": {"io_bytes": 6721536, "io_kbytes": 6564, "runtime": 60207, "total_ios": 1641},
        "write": {"io_bytes": 6520832, "io_kbytes": 6368, "runtime": 60207, "total_ios": 1592}})"));
    CHECK(run.host_bytes_written() == 6'520'832);
    const FioDirection& write = run.jobs[0].write;
    CHECK(*write.bytes_per_second == doctest::Approx(108'307).epsilon(1e-5));
    CHECK(*write.bytes_per_second * 86'400 / 1e9 == doctest::Approx(9.358).epsilon(1e-4));
    CHECK(*run.jobs[0].is_random);
}

TEST_CASE("case 79: all jobs of a file count, whether they write or not") {
    const std::string read_job =
        R"({"jobname": "r", "read": {"io_bytes": 1024, "bw": 1, "runtime": 1000}},)";
    const FioRun run = run_of(document(
        "fio-2.1.7",
        read_job + read_job + read_job +
            R"({"jobname": "w1", "write": {"io_bytes": 361984, "bw": 68118, "runtime": 5314}},
               {"jobname": "w2", "write": {"io_bytes": 36244, "bw": 6443, "runtime": 5625}})"));
    CHECK(run.jobs.size() == 5);
    CHECK(run.host_bytes_written() == 407'785'472);
}

TEST_CASE("options: the job's own come before the file's") {
    const FioRun run =
        run_of(document("fio-3.34",
                        R"({"jobname": "a", "job options": {"rw": "randwrite:8", "bs": "16k,4k"},
            "write": {"io_bytes": 8192, "io_kbytes": 8}},
           {"jobname": "b", "job options": {"bs": "128KiB", "ioengine": "psync", "iodepth": "32"},
            "read": {"io_bytes": 8192, "io_kbytes": 8}},
           {"jobname": "c", "job options": {"bssplit": "4k/60:64k/40", "rw": "randrw"},
            "write": {"io_bytes": 8193, "io_kbytes": 8, "total_ios": 2}})",
                        R"("global options": {"iodepth": "64", "ioengine": "io_uring", "rw": "read",
                              "filename": "/dev/nvme0n1"},)"));
    REQUIRE(run.jobs.size() == 3);
    CHECK(run.jobs[0].pattern == "randwrite:8");
    CHECK(*run.jobs[0].is_random);
    CHECK(*run.jobs[0].read_block_bytes == 16'384);
    CHECK(*run.jobs[0].write_block_bytes == 4096);
    CHECK(*run.jobs[0].queue_depth == 64);
    CHECK(run.jobs[0].target == "/dev/nvme0n1");
    CHECK_FALSE(*run.jobs[1].is_random);
    CHECK(*run.jobs[1].read_block_bytes == 131'072);
    // psync has one request outstanding, whatever iodepth says.
    CHECK(*run.jobs[1].queue_depth == 1);
    CHECK_FALSE(run.jobs[2].write_block_bytes);
}

TEST_CASE("clones: grouped by fio, or printed one by one under one name") {
    const FioRun grouped = run_of(document("fio-3.34", R"({"jobname": "a",
        "job options": {"rw": "randwrite", "numjobs": "4", "group_reporting": "1"},
        "write": {"io_bytes": 400, "io_kbytes": 0}})"));
    CHECK(grouped.jobs[0].clones == 4);
    const std::string clone = R"({"jobname": "a", "groupid": 0,
        "job options": {"rw": "randwrite", "numjobs": "2"},
        "write": {"io_bytes": 100, "io_kbytes": 0, "bw_bytes": 50, "iops": 5.0, "total_ios": )";
    const FioRun printed = run_of(document(
        "fio-3.34",
        clone + R"(10, "lat_ns": {"min": 1000, "max": 5000, "mean": 2000.0, "N": 10}}},)" + clone +
            R"(30, "lat_ns": {"min": 500, "max": 4000, "mean": 4000.0, "N": 30}}})"));
    REQUIRE(printed.jobs.size() == 1);
    const FioDirection& write = printed.jobs[0].write;
    CHECK(printed.jobs[0].clones == 2);
    CHECK(write.bytes == 200);
    CHECK(*write.bytes_per_second == 100);
    CHECK(*write.iops == 10);
    CHECK(*write.latency.mean_seconds == doctest::Approx(3.5e-6));
    CHECK(*write.latency.min_seconds == doctest::Approx(0.5e-6));
    CHECK(*write.latency.max_seconds == doctest::Approx(5e-6));
    CHECK_FALSE(write.latency.p99_seconds);
    CHECK(mentions(printed.remarks, "clones"));
}

TEST_CASE("text before and after, and a failed job, are no obstacle") {
    const FioRun run = run_of(
        "fio: this platform does not support something\n"
        "note: both iodepth >= 1 and synchronous I/O engine are selected\n" +
        document("fio-3.16", R"({"jobname": "good", "write": {"io_bytes": 4096, "io_kbytes": 4}},
                                {"jobname": "bad", "error": 5,
                                 "write": {"io_bytes": 8192, "io_kbytes": 8}})") +
        "\nfio: terminating on signal 2\n");
    CHECK(run.jobs.size() == 2);
    CHECK(run.host_bytes_written() == 4096);
    CHECK(mentions(run.remarks, "'bad' ended with error 5"));
}

TEST_CASE("servers answer through their client") {
    const FioRun run = run_of(R"({"fio version": "fio-3.34",
        "client_stats": [{"jobname": "a", "write": {"io_bytes": 4096, "io_kbytes": 4}},
                         {"jobname": "All clients", "write": {"io_bytes": 4096, "io_kbytes": 4}}]})");
    CHECK(run.host_bytes_written() == 4096);
}

TEST_CASE("what is no result of fio is refused in one line") {
    const auto message = [](const std::string& text) {
        return test::message_of([&] { read_fio(text, "f.json"); });
    };
    CHECK(
        message("fio: engine libaio not loadable\n").find("f.json: no JSON document; it begins") ==
        0);
    CHECK(message("").find("f.json") == 0);
    CHECK(message("{\"model_name\": 1}").find("JSON without jobs") != std::string::npos);
    CHECK(message(std::string(100, '\0')).find('\0') == std::string::npos);
    CHECK(message("{\"jobs\": [").find("f.json") == 0);
    CHECK(message("{\"jobs\": " + std::string(100'000, '[')).find("nesting") != std::string::npos);
    // A good run is kept when what follows is cut short.
    const FioRun kept = run_of(
        document("fio-3.1", R"({"write": {"io_bytes": 1, "io_kbytes": 0}})") + "{\"jobs\": [");
    CHECK(kept.host_bytes_written() == 1);
    CHECK(mentions(kept.remarks, "damaged"));
}

TEST_CASE("odd numbers leave gaps, not nonsense") {
    const FioJob job = job_of("fio-3.1", R"({"jobname": 7, "error": "x", "job options": {"bs": 4096,
        "iodepth": "many", "numjobs": -1}, "write": {"io_bytes": 4096, "io_kbytes": 4,
        "bw_bytes": nan, "iops": -1, "runtime": -5, "total_ios": 0,
        "lat_ns": {"mean": inf, "min": -1, "max": nan}}, "read": [], "trim": null})");
    CHECK(job.write.bytes == 4096);
    CHECK_FALSE(job.write.iops);
    CHECK_FALSE(job.write.requests);
    CHECK(job.write.latency == FioLatency{});
    CHECK(*job.write_block_bytes == 4096);
    CHECK_FALSE(job.queue_depth);
}

TEST_CASE("files may be large and are read whole") {
    const test::ScratchFile file(
        std::string(3'000'000, ' ') + "\n" +
            document("fio-3.1", R"({"write": {"io_bytes": 77, "io_kbytes": 0}})"),
        ".json");
    CHECK(read_fio_file(file.path()).front().host_bytes_written() == 77);
}

}  // namespace drivewear::ingest
