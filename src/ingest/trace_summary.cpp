#include "drivewear/ingest/trace_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

#include "drivewear/core/errors.hpp"
#include "drivewear/workload/fit_classes.hpp"
#include "ingest/line_parser.hpp"
#include "ingest/page_counts.hpp"

namespace drivewear::ingest {
namespace {

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Requests by their length; the memory is bounded.
class LengthCounts {
public:
    LengthCounts() : sectors_(short_lengths) {}

    void add(std::uint64_t bytes) {
        const std::uint64_t sectors = bytes / sector_bytes;
        if (sectors < short_lengths && bytes % sector_bytes == 0) {
            ++sectors_[sectors];
            return;
        }
        if (others_.size() >= most_others && !others_.contains(bytes)) bytes = std::bit_ceil(bytes);
        ++others_[bytes];
    }

    std::vector<RequestLength> sorted() const {
        std::vector<RequestLength> lengths;
        for (std::size_t i = 0; i < sectors_.size(); ++i) {
            if (sectors_[i] > 0) lengths.push_back({i * sector_bytes, sectors_[i]});
        }
        for (const auto& [bytes, requests] : others_)
            lengths.push_back({bytes, requests});
        std::sort(lengths.begin(), lengths.end(),
                  [](const auto& a, const auto& b) { return a.length_bytes < b.length_bytes; });
        return lengths;
    }

private:
    static constexpr std::size_t short_lengths = 4096;
    static constexpr std::size_t most_others = 65'536;

    std::vector<std::uint64_t> sectors_;
    std::unordered_map<std::uint64_t, std::uint64_t> others_;
};

/// Tells writes that go on where one of the last ones ended, as several streams at once do.
class StreamEnds {
public:
    bool follows(const TraceRecord& write) {
        const std::uint64_t end = write.offset_bytes + write.length_bytes;
        for (End& known : ends_) {
            if (known.offset != write.offset_bytes || known.device != write.device) continue;
            known.offset = end;
            return true;
        }
        ends_[next_] = {end, write.device};
        next_ = (next_ + 1) % ends_.size();
        return false;
    }

private:
    struct End {
        std::uint64_t offset = std::numeric_limits<std::uint64_t>::max();
        std::uint32_t device = 0;
    };
    std::array<End, 16> ends_{};
    std::size_t next_ = 0;
};

class Summariser {
public:
    explicit Summariser(const TraceSummaryOptions& options)
        : options_(options), page_counts_(options.memory_bytes) {
        summary_.page_bytes = options.page_bytes;
    }

    void add(const TraceRecord& record) {
        first_ns_ = std::min(first_ns_, record.time_ns);
        last_ns_ = std::max(last_ns_, record.time_ns);
        switch (record.access) {
            case Access::read:
                return count(summary_.reads, record);
            case Access::write:
                return add_write(record);
            case Access::trim:
                return add_trim(record);
        }
    }

    TraceSummary finish(const TraceReader& reader) {
        summary_.kind = reader.kind();
        summary_.devices = reader.devices().size();
        summary_.lines = reader.lines();
        if (reader.has_times()) {
            summary_.seconds = 1e-9 * static_cast<double>(last_ns_ - first_ns_);
        }
        for (const std::uint64_t end : ends_)
            summary_.end_bytes += end;
        finish_writes();
        finish_pages();
        finish_workload();
        add_remarks(reader.has_times());
        return std::move(summary_);
    }

private:
    static void count(AccessTotals& totals, const TraceRecord& record) {
        ++totals.requests;
        totals.bytes += record.length_bytes;
    }

    void add_write(const TraceRecord& write) {
        count(summary_.writes, write);
        lengths_.add(write.length_bytes);
        if (stream_ends_.follows(write)) sequential_bytes_ += write.length_bytes;
        const std::uint64_t page_bytes = options_.page_bytes;
        if (write.offset_bytes % page_bytes == 0) ++aligned_writes_;
        const std::uint64_t end = write.offset_bytes + write.length_bytes;
        const std::uint64_t first = write.offset_bytes / page_bytes;
        const std::uint64_t pages = (end - 1) / page_bytes + 1 - first;
        summary_.page_writes += pages;
        page_counts_.write({write.device, first, pages});
        if (ends_.size() <= write.device) ends_.resize(write.device + std::size_t{1});
        ends_[write.device] = std::max(ends_[write.device], end);
    }

    // Only pages that are trimmed whole are given up.
    void add_trim(const TraceRecord& trim) {
        count(summary_.trims, trim);
        const std::uint64_t page_bytes = options_.page_bytes;
        const std::uint64_t first = (trim.offset_bytes + (page_bytes - 1)) / page_bytes;
        const std::uint64_t end = (trim.offset_bytes + trim.length_bytes) / page_bytes;
        if (end > first) page_counts_.trim({trim.device, first, end - first});
    }

    void finish_writes() {
        const AccessTotals& writes = summary_.writes;
        summary_.write_lengths = lengths_.sorted();
        summary_.aligned_share = share(aligned_writes_, writes.requests);
        summary_.sequential_share = share(sequential_bytes_, writes.bytes);
        if (writes.bytes > 0) {
            summary_.unit_amplification = static_cast<double>(summary_.page_writes) *
                                          options_.page_bytes / static_cast<double>(writes.bytes);
        }
    }

    void finish_pages() {
        counts_ = page_counts_.histogram();
        summary_.written_pages = page_counts_.written_pages();
        summary_.sampling_rate = page_counts_.sampling_rate();
        summary_.counted_pages = page_counts_.counted_pages();
        summary_.trimmed_pages_in_use = page_counts_.trimmed_pages_in_use();
        for (const workload::WriteCount& count : counts_) {
            counted_pages_ += count.pages;
            counted_writes_ += count.pages * count.writes;
        }
        if (counted_pages_ == 0) return;
        summary_.overwrites = 1 - counted_pages_ / counted_writes_;
        for (const double pages : {0.001, 0.01, 0.05, 0.1, 0.2, 0.5})
            summary_.hottest.push_back({pages, writes_to_hottest(pages)});
        summary_.balance = balance();
    }

    // Pages of one count are alike: within them the share grows in proportion.
    double writes_to_hottest(double page_share) const {
        double pages_left = page_share * counted_pages_;
        double writes = 0;
        for (auto count = counts_.rbegin(); count != counts_.rend() && pages_left > 0; ++count) {
            const double pages = std::min(pages_left, count->pages);
            writes += pages * count->writes;
            pages_left -= pages;
        }
        return writes / counted_writes_;
    }

    double balance() const {
        double low = 0;
        double high = 1;
        for (int step = 0; step < 50; ++step) {
            const double pages = (low + high) / 2;
            (writes_to_hottest(pages) < 1 - pages ? low : high) = pages;
        }
        return 1 - high;
    }

    void finish_workload() {
        if (summary_.writes.requests == 0) return;
        summary_.classes = workload::fit_classes(counts_, options_.most_classes);
        summary_.sizes = size_mix();
        workload::Workload fitted =
            workload::parse(workload::classes_text(summary_.classes, idle_share()));
        fitted.sizes = summary_.sizes;
        fitted.alignment = units::bytes(alignment());
        fitted.trim_share = trim_share();
        summary_.workload = workload::to_text(fitted);
    }

    double idle_share() const {
        if (!options_.capacity) return 0;
        const double pages = static_cast<double>(options_.capacity->value()) / options_.page_bytes;
        return std::max(0.0, 1 - summary_.written_pages / pages);
    }

    std::uint64_t alignment() const {
        const bool nearly_all = summary_.aligned_share >= 0.99;
        return nearly_all ? options_.page_bytes : std::min<std::uint64_t>(512, options_.page_bytes);
    }

    // Eight different lengths stay; more are put together between powers of two, at their mean.
    std::vector<workload::WriteSize> size_mix() const {
        constexpr std::size_t most_sizes = 8;
        std::map<std::uint64_t, AccessTotals> groups;
        const bool is_short = summary_.write_lengths.size() <= most_sizes;
        for (const RequestLength& length : summary_.write_lengths) {
            const std::uint64_t key =
                is_short ? length.length_bytes
                         : std::clamp<std::uint64_t>(std::bit_ceil(length.length_bytes), 4096,
                                                     std::uint64_t{4096} << (most_sizes - 1));
            groups[key].requests += length.requests;
            groups[key].bytes += length.requests * length.length_bytes;
        }
        std::vector<workload::WriteSize> sizes;
        std::uint64_t hundred_thousandths = 0;
        for (const auto& [key, totals] : groups) {
            const std::uint64_t mean = totals.bytes / totals.requests;
            const std::uint64_t unit = mean >= 4096 ? 4096 : sector_bytes;
            const std::uint64_t length =
                is_short ? key : std::max(unit, (mean + unit / 2) / unit * unit);
            const auto rounded = static_cast<std::uint64_t>(
                std::llround(1e5 * share(totals.requests, summary_.writes.requests)));
            hundred_thousandths += rounded;
            sizes.push_back({units::bytes(length), static_cast<double>(rounded)});
        }
        const auto largest =
            std::max_element(sizes.begin(), sizes.end(),
                             [](const auto& a, const auto& b) { return a.share < b.share; });
        largest->share += 1e5 - static_cast<double>(hundred_thousandths);
        std::erase_if(sizes, [](const auto& size) { return size.share == 0; });
        for (workload::WriteSize& size : sizes)
            size.share /= 1e5;
        return sizes;
    }

    // Of the requests, so that as many pages are trimmed for each page written as in the trace. The
    // grammar's TRIM takes one page.
    double trim_share() const {
        const double pages_per_write = static_cast<double>(summary_.page_writes) /
                                       static_cast<double>(summary_.writes.requests);
        const double trims = summary_.trimmed_pages_in_use /
                             static_cast<double>(summary_.page_writes) * pages_per_write;
        return std::min(0.499, std::round(1e5 * trims / (1 + trims)) / 1e5);
    }

    void remark(std::string line) { summary_.remarks.push_back(std::move(line)); }

    void add_remarks(bool has_times) {
        if (summary_.writes.requests == 0) {
            return remark("the trace writes nothing: no footprint, no workload");
        }
        if (summary_.sampling_rate < 1) {
            remark(
                fmt::format("pages: counted on a random sample of {:.3g} % of them ({} pages); "
                            "single very hot pages may be missing",
                            100 * summary_.sampling_rate, summary_.counted_pages));
        }
        if (summary_.devices > 1) {
            remark(fmt::format("{} devices are taken together as one drive", summary_.devices));
        }
        if (has_times) {
            add_time_remarks();
        } else {
            remark("the trace has no times: no rate and no DWPD");
        }
        if (summary_.overwrites < 0.2) {
            remark(
                fmt::format("only {:.3g} % of the page writes replace an earlier one: too short a "
                            "trace to show how skewed the writes are",
                            100 * summary_.overwrites));
        }
        remark(
            "the fitted workload draws addresses independently; a hot set that moves looks more "
            "even in it than it is");
        if (summary_.sequential_share > 0.3) {
            remark(
                fmt::format("{:.3g} % of the bytes written continue an earlier write; replaying "
                            "the trace keeps that order, the fitted workload does not",
                            100 * summary_.sequential_share));
        }
        if (trim_share() >= 0.499) {
            remark("the trace trims about as much as it writes; the fitted workload trims 49.9 %");
        }
    }

    void add_time_remarks() {
        const double seconds = *summary_.seconds;
        const auto requests = static_cast<double>(
            summary_.reads.requests + summary_.writes.requests + summary_.trims.requests);
        if (seconds == 0) return remark("all requests have the same time: no rate and no DWPD");
        constexpr double slowest = 100;  // seconds a request, of a drive that is in use
        constexpr double fastest = 64e9;
        const auto bytes = static_cast<double>(summary_.reads.bytes + summary_.writes.bytes);
        if (seconds / requests > slowest) {
            remark(fmt::format("a request every {:.3g} s is doubtful: is the time's unit right?{}",
                               seconds / requests,
                               summary_.kind == "iolog"
                                   ? " fio's version 3 has microseconds, some writers nanoseconds"
                                   : ""));
        } else if (bytes / seconds > fastest) {
            remark(
                fmt::format("{:.3g} GB/s is more than any drive's link carries: is the time's "
                            "unit right?",
                            bytes / seconds / 1e9));
        } else if (seconds < 3600) {
            remark(
                fmt::format("{:.3g} s extrapolated to a day: DWPD assumes that the rest of the day "
                            "is the same",
                            seconds));
        }
    }

    const TraceSummaryOptions& options_;
    TraceSummary summary_;
    PageCounts page_counts_;
    LengthCounts lengths_;
    StreamEnds stream_ends_;
    std::vector<std::uint64_t> ends_;  // by device
    std::uint64_t first_ns_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t last_ns_ = 0;
    std::uint64_t aligned_writes_ = 0;
    std::uint64_t sequential_bytes_ = 0;
    std::vector<workload::WriteCount> counts_;
    double counted_pages_ = 0;
    double counted_writes_ = 0;
};

}  // namespace

std::optional<units::HostRate> TraceSummary::write_rate() const {
    if (!seconds || *seconds <= 0) return std::nullopt;
    return units::HostRate::from_value(static_cast<double>(writes.bytes) / *seconds);
}

std::optional<double> TraceSummary::implied_dwpd(units::Capacity capacity) const {
    const std::optional<units::HostRate> rate = write_rate();
    if (!rate || capacity.value() == 0) return std::nullopt;
    return rate->value() * units::seconds_per_day / static_cast<double>(capacity.value());
}

TraceSummary summarise(TraceReader& reader, const TraceSummaryOptions& options) {
    if (options.page_bytes == 0) throw DomainError("trace summary: expected a page of some bytes");
    Summariser summariser(options);
    std::vector<TraceRecord> records(4096);
    while (const std::size_t count = reader.read(records)) {
        for (std::size_t i = 0; i < count; ++i)
            summariser.add(records[i]);
        checkpoint_progress(options.keep_going, reader.fraction_read());
    }
    return summariser.finish(reader);
}

}  // namespace drivewear::ingest
