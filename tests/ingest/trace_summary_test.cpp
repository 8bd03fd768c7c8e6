#include "drivewear/ingest/trace_summary.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/random.hpp"

namespace drivewear::ingest {
namespace {

TraceSummary summary_of(std::string_view text, const std::string& kind = "auto",
                        const TraceSummaryOptions& options = {}) {
    TraceReader reader(text, "t.csv", {.kind = kind});
    return summarise(reader, options);
}

bool has_remark(const TraceSummary& summary, std::string_view part) {
    return std::any_of(summary.remarks.begin(), summary.remarks.end(),
                       [part](const auto& line) { return line.find(part) != std::string::npos; });
}

// K5cloud rows: volume, seconds, access, offset, bytes.
constexpr const char* small_trace =
    "1,0.0,W,0,8192\n"
    "1,10.0,W,8192,4096\n"
    "1,20.0,R,0,65536\n"
    "1,30.0,W,0,4096\n"
    "1,40.0,W,1048577,1\n"
    "1,100.0,W,0,4096\n";

}  // namespace

TEST_CASE("totals, footprint, lengths and rate of a trace counted by hand") {
    const TraceSummary summary = summary_of(small_trace);
    CHECK(summary.kind == "k5cloud");
    CHECK(summary.writes == AccessTotals{5, 20'481});
    CHECK(summary.reads == AccessTotals{1, 65'536});
    CHECK(summary.trims == AccessTotals{});
    CHECK(summary.seconds == doctest::Approx(100));
    CHECK(summary.write_rate()->value() == doctest::Approx(204.81));
    // 204.81 B/s for 86,400 s on a drive of 17,695,584 B.
    CHECK(*summary.implied_dwpd(units::bytes(17'695'584)) == doctest::Approx(1));
    CHECK(summary.end_bytes == 1'048'578);
    // Pages 0, 1, 2 and 256; page 0 three times.
    CHECK(summary.written_pages == 4);
    CHECK(summary.page_writes == 6);
    CHECK(summary.overwrites == doctest::Approx(1 - 4.0 / 6));
    CHECK(summary.unit_amplification == doctest::Approx(6 * 4096 / 20'481.0));
    CHECK(summary.aligned_share == doctest::Approx(0.8));
    // Only the second write continues another.
    CHECK(summary.sequential_share == doctest::Approx(4096 / 20'481.0));
    CHECK(summary.write_lengths == std::vector<RequestLength>{{1, 1}, {4096, 3}, {8192, 1}});
    CHECK(summary.sampling_rate == 1);
    // Half of the pages, 2 of 4, take 4 of the 6 page writes.
    CHECK(summary.hottest.back() == HottestShare{0.5, 4.0 / 6});
    CHECK(workload::parse(summary.workload).sizes.size() == 3);
}

TEST_CASE("hot and cold pages are found again, with sizes, alignment and the idle rest") {
    // 2,000 hot pages take 80 % of 200,000 writes, 8,000 cold ones the rest.
    std::string text;
    RandomStream random(StreamId{.seed = 3});
    for (int i = 0; i < 200'000; ++i) {
        const bool is_hot = random.below(10) < 8;
        const std::uint64_t page = is_hot ? random.below(2000) : 2000 + random.below(8000);
        text += fmt::format("1,{}.5,W,{},4096\n", i, page * 4096);
    }
    const TraceSummary summary =
        summary_of(text, "k5cloud", {.capacity = units::bytes(40'000 * 4096)});
    REQUIRE(summary.classes.size() == 2);
    const double cold = summary.written_pages - 2000;
    CHECK(summary.classes[0].write_share == doctest::Approx(0.8).epsilon(0.01));
    CHECK(summary.classes[0].page_share == doctest::Approx(2000 / (2000 + cold)).epsilon(0.01));
    CHECK(summary.balance == doctest::Approx(0.8).epsilon(0.02));
    CHECK(summary.hottest[4].write_share == doctest::Approx(0.8).epsilon(0.02));
    const workload::Workload fitted = workload::parse(summary.workload);
    REQUIRE(fitted.classes.size() == 3);
    CHECK(fitted.classes[2].write_share == 0);
    CHECK(fitted.classes[2].page_share == doctest::Approx(0.75).epsilon(0.01));
    CHECK(fitted.alignment == units::bytes(4096));
    REQUIRE(fitted.sizes.size() == 1);
    CHECK(fitted.sizes[0].length == units::bytes(4096));
    CHECK(workload::to_text(fitted) == summary.workload);
}

TEST_CASE("a sample stands in for pages that do not fit the memory") {
    std::string text;
    RandomStream random(StreamId{.seed = 4});
    for (int i = 0; i < 300'000; ++i)
        text += fmt::format("1,{}.5,W,{},4096\n", i, random.below(100'000) * 4096);
    const TraceSummary exact = summary_of(text, "k5cloud");
    const TraceSummary sampled = summary_of(text, "k5cloud", {.memory_bytes = 1 << 19});
    CHECK(exact.sampling_rate == 1);
    CHECK(sampled.sampling_rate < 0.2);
    CHECK(sampled.writes == exact.writes);
    CHECK(sampled.written_pages == doctest::Approx(exact.written_pages).epsilon(0.05));
    CHECK(sampled.hottest[4].write_share ==
          doctest::Approx(exact.hottest[4].write_share).epsilon(0.05));
    // Uniform writes, three a page: their noise is no skew.
    CHECK(exact.classes.size() == 1);
    CHECK(sampled.classes.size() == 1);
    CHECK(has_remark(sampled, "random sample"));
}

TEST_CASE("a trace of many lengths gets a mix of eight") {
    std::string text;
    for (int i = 1; i <= 300; ++i)
        text += fmt::format("1,{}.5,W,{},{}\n", i, i * 1'048'576, i * 512);
    const TraceSummary summary = summary_of(text, "k5cloud");
    CHECK(summary.write_lengths.size() == 300);
    const workload::Workload fitted = workload::parse(summary.workload);
    CHECK(fitted.sizes.size() <= 8);
    double mean = 0;
    for (const workload::WriteSize& size : fitted.sizes)
        mean += size.share * static_cast<double>(size.length.value());
    CHECK(mean == doctest::Approx(150.5 * 512).epsilon(0.02));
}

TEST_CASE("case 85: an iolog of version 2 has no times, so no rate and no DWPD") {
    const TraceSummary summary = summary_of(
        "fio version 2 iolog\n"
        "\n"
        "/dev/x add\n"
        "/dev/x open\n"
        "/dev/x write 0 4096\n"
        "/dev/x write 5000 3808\n"
        "/dev/x write 8192 4000\n"
        "/dev/x write 0 4096\n"
        "/dev/x close\n");
    CHECK(summary.writes == AccessTotals{4, 16'000});
    CHECK_FALSE(summary.seconds);
    CHECK_FALSE(summary.write_rate());
    CHECK_FALSE(summary.implied_dwpd(units::bytes(1'000'000)));
    CHECK(has_remark(summary, "no times"));
}

TEST_CASE("case 84: an iolog of version 3 in nanoseconds is read as microseconds and doubted") {
    const TraceSummary summary = summary_of(
        "fio version 3 iolog\n"
        "0 f add\n"
        "0 f open\n"
        "0 f write 0 4096\n"
        "2000000000 f write 4096 4096\n"
        "2000000000 f close\n");
    CHECK(summary.seconds == doctest::Approx(2000));
    CHECK(has_remark(summary, "nanoseconds"));
}

TEST_CASE("case 86: TRIMs are no writes, and only pages in use are given up") {
    std::string text = "fio version 3 iolog\n0 /dev/null add\n0 /dev/null open\n";
    for (int i = 0; i < 10; ++i) {
        text += fmt::format("{} /dev/null trim {} 2147483648\n", 20 * i + 1, 4096 * i);
        text += fmt::format("{} /dev/null write {} 4096\n", 20 * i + 2, 4096 * i);
    }
    const TraceSummary summary = summary_of(text);
    CHECK(summary.writes == AccessTotals{10, 40'960});
    CHECK(summary.trims == AccessTotals{10, 21'474'836'480});
    // Each TRIM begins behind the page written last.
    CHECK(summary.trimmed_pages_in_use == 0);
    CHECK(workload::parse(summary.workload).trim_share == 0);
}

TEST_CASE("the fitted TRIM gives up as many pages for each page written as the trace") {
    std::string text;
    for (int i = 0; i < 1000; ++i) {
        text += fmt::format("{} f write {} 8192\n", 2 * i, 8192 * i);
        if (i % 2 == 1) text += fmt::format("{} f trim {} 8192\n", 2 * i + 1, 8192 * i);
    }
    const TraceSummary summary = summary_of(text, "iolog");
    CHECK(summary.trimmed_pages_in_use == 1000);
    // One page trimmed for two written: q of the requests trim a page, 1 - q write two, q = 1/2.
    CHECK(workload::parse(summary.workload).trim_share == doctest::Approx(0.499));
    CHECK(has_remark(summary, "49.9 %"));
}

TEST_CASE("a trace that only reads has no workload") {
    const TraceSummary summary = summary_of("1,0.0,R,0,8192\n1,1.0,R,0,8192\n");
    CHECK(summary.writes == AccessTotals{});
    CHECK(summary.workload.empty());
    CHECK(summary.hottest.empty());
    CHECK(has_remark(summary, "writes nothing"));
}

TEST_CASE("a reader of a trace can be stopped") {
    TraceReader reader(std::string_view(small_trace), "t.csv", {});
    CHECK_THROWS_AS(summarise(reader, {.keep_going = [](double) { return false; }}), Cancelled);
}

}  // namespace drivewear::ingest
