#include "drivewear/report/trace_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "drivewear/report/table.hpp"
#include "drivewear/units/format.hpp"

namespace drivewear::report {
namespace {

using ingest::AccessTotals;
using ingest::TraceSummary;

double as_double(std::uint64_t count) {
    return static_cast<double>(count);
}

double footprint_bytes(const TraceSummary& summary) {
    return summary.written_pages * summary.page_bytes;
}

std::optional<double> gb_per_day(const TraceSummary& summary) {
    const auto rate = summary.write_rate();
    if (!rate) return std::nullopt;
    return rate->value() * units::seconds_per_day / 1e9;
}

std::optional<double> dwpd(const TraceAnswer& answer) {
    return answer.capacity ? answer.summary.implied_dwpd(*answer.capacity) : std::nullopt;
}

Json sizes_json(const TraceSummary& summary) {
    Json rows = Json::array();
    for (const ingest::RequestLength& length : summary.write_lengths) {
        const double bytes = as_double(length.length_bytes) * as_double(length.requests);
        rows.push_back({{"bytes", exact_integer(length.length_bytes)},
                        {"requests", exact_integer(length.requests)},
                        {"request_share",
                         number(as_double(length.requests) / as_double(summary.writes.requests))},
                        {"byte_share", number(bytes / as_double(summary.writes.bytes))}});
    }
    return rows;
}

Json hottest_json(const TraceSummary& summary) {
    Json rows = Json::array();
    for (const ingest::HottestShare& hottest : summary.hottest) {
        rows.push_back({{"page_share", number(hottest.page_share)},
                        {"write_share", number(hottest.write_share)}});
    }
    return rows;
}

Json classes_json(const TraceSummary& summary) {
    Json rows = Json::array();
    for (const workload::AddressClass& c : summary.classes) {
        rows.push_back(
            {{"page_share", number(c.page_share)}, {"write_share", number(c.write_share)}});
    }
    return rows;
}

Json rejected_json(const ingest::TraceLines& lines) {
    Json rows = Json::array();
    for (const ingest::RejectedLine& line : lines.examples) {
        rows.push_back(
            {{"line", exact_integer(line.line)}, {"found", line.found}, {"reason", line.reason}});
    }
    return rows;
}

// "4 KiB", "12.8 GB", "1.234 TB": as a person would say it.
std::string amount(double bytes) {
    constexpr std::array<const char*, 6> prefixes{"B", "kB", "MB", "GB", "TB", "PB"};
    std::size_t step = 0;
    for (; bytes >= 1000 && step + 1 < prefixes.size(); ++step)
        bytes /= 1000;
    return fmt::format("{} {}", readable(bytes, 4), prefixes[step]);
}

std::string percent(double share) {
    return readable(100 * share, 4) + " %";
}

std::string time_text(double seconds) {
    if (seconds < 120) return readable(seconds, 4) + " s";
    if (seconds < 2 * units::seconds_per_hour) return readable(seconds / 60, 4) + " min";
    if (seconds < 2 * units::seconds_per_day) {
        return readable(seconds / units::seconds_per_hour, 4) + " h";
    }
    return readable(seconds / units::seconds_per_day, 4) + " days";
}

std::string headline(const TraceAnswer& answer, bool coloured) {
    const TraceSummary& summary = answer.summary;
    std::string text = fmt::format("{} written over {}", amount(as_double(summary.writes.bytes)),
                                   amount(footprint_bytes(summary)));
    if (const auto rate = gb_per_day(summary)) {
        text += fmt::format(", {} a day", amount(*rate * 1e9));
    }
    if (const auto implied = dwpd(answer)) {
        text += fmt::format(
            ": {} DWPD of {}", readable(*implied, 4),
            answer.drive.empty() ? units::format_capacity(*answer.capacity) : answer.drive);
    }
    return paint(text, Colour::strong, coloured) + "\n\n";
}

void add_requests(Table& table, const TraceSummary& summary) {
    const auto add = [&](const char* name, const AccessTotals& totals, const char* how) {
        if (totals.requests == 0) return;
        table.add({name, amount(as_double(totals.bytes)),
                   fmt::format("in {} {}{}", readable(as_double(totals.requests), 16),
                               totals.requests == 1 ? "request" : "requests", how)});
    };
    add("written", summary.writes, "");
    add("read", summary.reads, ", which wear nothing");
    add("trimmed", summary.trims, "");
}

void add_pages(Table& table, const TraceAnswer& answer) {
    const TraceSummary& summary = answer.summary;
    const std::string unit = units::format_capacity(units::bytes(summary.page_bytes));
    std::string how =
        fmt::format("{} pages of {} written", readable(summary.written_pages, 16), unit);
    if (summary.sampling_rate < 1) {
        how = fmt::format("about {} pages of {}, from a sample of {}",
                          readable(summary.written_pages, 4), unit, percent(summary.sampling_rate));
    }
    if (answer.capacity) {
        how += fmt::format(", {} of the drive",
                           percent(footprint_bytes(summary) / as_double(answer.capacity->value())));
    }
    table.add({"footprint", amount(footprint_bytes(summary)), how});
    table.add(
        {"overwrites", percent(summary.overwrites), "of the page writes replace an earlier one"});
    table.add({"skew",
               fmt::format("{} : {}", readable(100 * summary.balance, 3),
                           readable(100 - 100 * summary.balance, 3)),
               "so many % of the page writes go to so many % of the pages"});
    table.add({"sequential", percent(summary.sequential_share),
               "of the bytes written continue one of the last 16 writes"});
    table.add({"aligned", percent(summary.aligned_share),
               fmt::format("of the writes; whole pages are {} times the bytes written",
                           readable(summary.unit_amplification, 5))});
    if (summary.trims.requests > 0) {
        table.add({"trimmed in use", readable(std::round(summary.trimmed_pages_in_use), 6),
                   "pages that the trace had written before"});
    }
}

// The eight lengths that most bytes came in.
std::string sizes_table(const TraceSummary& summary, bool coloured) {
    constexpr std::size_t most_rows = 8;
    std::vector<ingest::RequestLength> lengths = summary.write_lengths;
    const auto bytes_of = [](const auto& l) {
        return as_double(l.length_bytes) * as_double(l.requests);
    };
    std::stable_sort(lengths.begin(), lengths.end(),
                     [&](const auto& a, const auto& b) { return bytes_of(a) > bytes_of(b); });
    Table table({"write size", "requests", "bytes"});
    const std::size_t shown = std::min(lengths.size(), most_rows);
    const auto requests = as_double(summary.writes.requests);
    const auto bytes = as_double(summary.writes.bytes);
    double requests_left = 1;
    double bytes_left = 1;
    for (std::size_t i = 0; i < shown; ++i) {
        const double request_share = as_double(lengths[i].requests) / requests;
        const double byte_share = bytes_of(lengths[i]) / bytes;
        requests_left -= request_share;
        bytes_left -= byte_share;
        table.add({units::format_capacity(units::bytes(lengths[i].length_bytes)),
                   percent(request_share), percent(byte_share)});
    }
    if (lengths.size() > shown) {
        table.add({fmt::format("{} more", lengths.size() - shown), percent(requests_left),
                   percent(bytes_left)});
    }
    return table.to_text(coloured);
}

std::string hottest_table(const TraceSummary& summary, bool coloured) {
    Table table({"hottest pages", "page writes"});
    for (const ingest::HottestShare& hottest : summary.hottest)
        table.add({percent(hottest.page_share), percent(hottest.write_share)});
    return table.to_text(coloured);
}

}  // namespace

Json to_row(const TraceAnswer& answer) {
    const TraceSummary& summary = answer.summary;
    return Json{
        {"schema", "drivewear.trace/1"},
        {"file", answer.file},
        {"kind", summary.kind},
        {"devices", exact_integer(summary.devices)},
        {"lines", exact_integer(summary.lines.lines)},
        {"ignored_lines", exact_integer(summary.lines.ignored)},
        {"rejected_lines", exact_integer(summary.lines.rejected)},
        {"write_requests", exact_integer(summary.writes.requests)},
        {"written_bytes", exact_integer(summary.writes.bytes)},
        {"read_requests", exact_integer(summary.reads.requests)},
        {"read_bytes", exact_integer(summary.reads.bytes)},
        {"trim_requests", exact_integer(summary.trims.requests)},
        {"trimmed_bytes", exact_integer(summary.trims.bytes)},
        {"seconds", number(summary.seconds)},
        {"written_gb_per_day", number(gb_per_day(summary))},
        {"drive", answer.drive.empty() ? Json(nullptr) : Json(answer.drive)},
        {"capacity_bytes",
         answer.capacity ? exact_integer(answer.capacity->value()) : Json(nullptr)},
        {"implied_dwpd", number(dwpd(answer))},
        {"end_bytes", exact_integer(summary.end_bytes)},
        {"page_bytes", summary.page_bytes},
        {"page_writes", exact_integer(summary.page_writes)},
        {"unit_amplification", number(summary.unit_amplification)},
        {"footprint_pages", number(summary.written_pages)},
        {"footprint_bytes", number(footprint_bytes(summary))},
        {"overwrite_share", number(summary.overwrites)},
        {"skew_balance", number(summary.balance)},
        {"sequential_share", number(summary.sequential_share)},
        {"aligned_share", number(summary.aligned_share)},
        {"trimmed_pages_in_use", number(summary.trimmed_pages_in_use)},
        {"sampling_rate", number(summary.sampling_rate)},
        {"counted_pages", exact_integer(summary.counted_pages)},
        {"workload", summary.workload.empty() ? Json(nullptr) : Json(summary.workload)},
    };
}

Json to_json(const TraceAnswer& answer) {
    Json record = to_row(answer);
    record["write_sizes"] = sizes_json(answer.summary);
    record["hottest"] = hottest_json(answer.summary);
    record["classes"] = classes_json(answer.summary);
    record["rejected"] = rejected_json(answer.summary.lines);
    record["remarks"] = answer.summary.remarks;
    return record;
}

std::string to_table(const TraceAnswer& answer, bool coloured) {
    const TraceSummary& summary = answer.summary;
    std::string text = headline(answer, coloured);
    Table table({"quantity", "amount", "how"});
    table.add(
        {"trace", summary.kind,
         fmt::format("{} lines, {} of them without a request",
                     readable(as_double(summary.lines.lines), 16),
                     readable(as_double(summary.lines.ignored + summary.lines.rejected), 16))});
    add_requests(table, summary);
    if (summary.seconds)
        table.add({"time", time_text(*summary.seconds), "from first to last request"});
    if (summary.writes.requests > 0) add_pages(table, answer);
    text += table.to_text(coloured);
    if (summary.writes.requests > 0) {
        text += "\n" + sizes_table(summary, coloured) + "\n" + hottest_table(summary, coloured);
        text += fmt::format("\nFitted workload\n    {}\n", summary.workload);
    }
    std::vector<std::string> remarks = summary.remarks;
    for (const ingest::RejectedLine& line : summary.lines.examples) {
        remarks.push_back(
            fmt::format("line {} left out: found '{}'; {}", line.line, line.found, line.reason));
    }
    return text + bullets("Remarks", remarks);
}

}  // namespace drivewear::report
