// How often each page of a trace is written, in bounded memory: exact while the pages fit, and from
// then on for a random sample of the pages, chosen by a hash of their address (fixed-size SHARDS:
// Waldspurger, Park, Garthwaite & Ahmad, "Efficient MRC construction with SHARDS", FAST 2015). When
// the table is full the sampling rate is halved; a page that stays has been counted from its first
// write on, so its count is exact whenever the rate fell.
//
// Breaks where single pages take a large share of all writes: a sample may miss them.
#pragma once

#include <cstdint>
#include <vector>

#include "drivewear/workload/fit_classes.hpp"

namespace drivewear::ingest {

/// Neighbouring pages of one device.
struct PageSpan {
    std::uint32_t device = 0;  ///< number of the device
    std::uint64_t page = 0;    ///< the first one
    std::uint64_t count = 0;   ///< how many
};

class PageCounts {
public:
    /// Takes at most about `memory_bytes`, and 64 KiB at least.
    explicit PageCounts(std::uint64_t memory_bytes);

    void write(const PageSpan& span);
    void trim(const PageSpan& span);

    /// Share of the pages that are counted; 1: all of them.
    double sampling_rate() const { return rate_; }
    /// Pages that are counted.
    std::uint64_t counted_pages() const { return used_; }
    /// Different pages written; an estimate when sampled.
    double written_pages() const { return static_cast<double>(used_) / rate_; }
    /// Pages that a TRIM found written; an estimate when sampled.
    double trimmed_pages_in_use() const { return trimmed_in_use_; }
    /// Counted pages by the number of writes, fewest first; above 64 writes, counts within 5 % of
    /// one another are put together.
    std::vector<workload::WriteCount> histogram() const;

private:
    struct Slot {
        std::uint64_t hash = 0;  // of page and device; 0: empty
        std::uint32_t writes = 0;
        std::uint32_t device_and_use = 0;  // twice the device, plus 1 while the page is in use
    };

    static std::uint64_t hash_of(std::uint32_t device, std::uint64_t page);
    static std::uint64_t page_of(const Slot& slot);

    Slot& find(std::uint64_t hash);
    void make_room();
    void rebuild(std::size_t slot_count);
    void trim_slot(Slot& slot);

    std::vector<Slot> slots_;
    std::size_t most_slots_;
    std::uint64_t used_ = 0;
    std::uint64_t limit_ = ~std::uint64_t{0};  // hashes up to it are counted
    double rate_ = 1;
    double trimmed_in_use_ = 0;
};

}  // namespace drivewear::ingest
