// What a block trace says about endurance, read once from its start to its end in bounded memory:
// totals and lengths exactly, pages exactly while their counts fit the memory given and from a
// random sample of the pages beyond that (fixed-size SHARDS, Waldspurger et al., FAST 2015).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/core/progress.hpp"
#include "drivewear/ingest/trace_reader.hpp"
#include "drivewear/units/quantities.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::ingest {

/// How a trace is summarised.
struct TraceSummaryOptions {
    std::uint32_t page_bytes = 4096;  ///< unit in which footprint and skew are counted
    std::uint64_t memory_bytes = std::uint64_t{256} << 20;  ///< for the counts of pages
    std::size_t most_classes = 6;                           ///< of the fitted workload
    std::optional<units::Capacity> capacity{};  ///< drive that the fitted workload is for: what the
                                                ///< trace never writes is a class without writes
    KeepGoing keep_going{};                     ///< called now and then
};

/// Requests of one kind.
struct AccessTotals {
    std::uint64_t requests = 0;  ///< all of them
    std::uint64_t bytes = 0;     ///< in them

    bool operator==(const AccessTotals&) const = default;
};

/// Write requests of one length.
struct RequestLength {
    std::uint64_t length_bytes = 0;  ///< of one request; see TraceSummary::write_lengths
    std::uint64_t requests = 0;      ///< so many

    bool operator==(const RequestLength&) const = default;
};

/// The hottest pages and what they take.
struct HottestShare {
    double page_share = 0;   ///< of the pages written, the most written ones
    double write_share = 0;  ///< of the page writes, to them

    bool operator==(const HottestShare&) const = default;
};

/// What one pass over a trace found.
struct TraceSummary {
    std::string kind{};             ///< as read
    std::uint64_t devices = 0;      ///< that requests went to
    TraceLines lines{};             ///< read, ignored, rejected
    AccessTotals reads{};           ///< not wear
    AccessTotals writes{};          ///< what the host wrote
    AccessTotals trims{};           ///< not wear
    std::optional<double> seconds;  ///< first to last request; absent without times
    std::uint64_t end_bytes = 0;    ///< one past the last byte written, summed over devices

    std::uint32_t page_bytes = 4096;  ///< of the counts below
    std::uint64_t page_writes = 0;    ///< pages that writes touch, with repetitions
    double unit_amplification = 1;    ///< bytes of those pages / bytes written
    double aligned_share = 0;         ///< write requests that begin at a page's start
    double sequential_share = 0;      ///< written bytes that follow one of the last 16 writes
    double written_pages = 0;         ///< different ones: the footprint
    double overwrites = 0;            ///< share of the page writes that replace an earlier one
    double trimmed_pages_in_use = 0;  ///< TRIMs of a page that the trace had written before
    double sampling_rate = 1;         ///< share of the pages counted; 1: all, the counts are exact
    std::uint64_t counted_pages = 0;  ///< in the sample
    std::vector<HottestShare> hottest;  ///< 0.1, 1, 5, 10, 20 and 50 % of the pages written
    double balance = 0.5;  ///< the share r of the writes that goes to a share 1 - r of the pages

    /// By length, shortest first. Lengths after the first 65,536 different ones are counted as the
    /// next power of two.
    std::vector<RequestLength> write_lengths;
    /// Write lengths as a mix of at most eight, for the workload.
    std::vector<workload::WriteSize> sizes;
    /// Classes over the pages written, hottest first.
    std::vector<workload::AddressClass> classes;
    std::string workload;              ///< the same in the grammar of workload/workload.hpp
    std::vector<std::string> remarks;  ///< what was assumed, what looks wrong; in words

    /// Absent without times, or when all requests came at once.
    std::optional<units::HostRate> write_rate() const;
    /// Drive writes a day at that rate.
    std::optional<double> implied_dwpd(units::Capacity capacity) const;
};

/// Reads the rest of the trace. Throws as TraceReader does, Cancelled, and DomainError for a page
/// of no bytes.
TraceSummary summarise(TraceReader& reader, const TraceSummaryOptions& options);

}  // namespace drivewear::ingest
