#include "drivewear/ingest/trace_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "drivewear/core/errors.hpp"
#include "drivewear/units/format.hpp"
#include "ingest/page_set.hpp"

namespace drivewear::ingest {
namespace {

using workload::PageRequest;

constexpr std::size_t records_at_a_time = 4096;

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

/// A write takes every page that it touches, a TRIM those that it covers.
PageSpan pages_of(const TraceRecord& record, std::uint64_t page_bytes) {
    const std::uint64_t end = record.offset_bytes + record.length_bytes;
    const bool is_trim = record.access == Access::trim;
    const std::uint64_t first =
        record.offset_bytes / page_bytes + (is_trim && record.offset_bytes % page_bytes > 0);
    const std::uint64_t last = end / page_bytes + (!is_trim && end % page_bytes > 0);
    return {record.device, first, last > first ? last - first : 0};
}

/// What the first reading finds.
struct Footprint {
    std::string kind;                         ///< as found
    std::uint64_t writes = 0;                 ///< requests
    std::uint64_t trims = 0;                  ///< requests
    std::uint64_t reads = 0;                  ///< requests, which the replay leaves out
    std::uint64_t written_bytes = 0;          ///< by the host
    std::vector<std::uint64_t> end_pages;     ///< by device: one past the last page written
    std::optional<PageSet> pages{PageSet{}};  ///< absent: too scattered, or not needed
    TraceLines lines;                         ///< rejected ones and so on

    std::uint64_t end_page() const {
        return std::accumulate(end_pages.begin(), end_pages.end(), std::uint64_t{0},
                               saturating_sum);
    }
};

class FootprintReader {
public:
    FootprintReader(const TraceSpec& spec, const LayoutTarget& target)
        : target_(target), reader_(spec.file, spec.options) {
        const bool needs_pages =
            spec.layout == AddressLayout::automatic || spec.layout == AddressLayout::remap;
        if (!needs_pages) footprint_.pages.reset();
    }

    Footprint run() {
        std::vector<TraceRecord> records(records_at_a_time);
        while (const std::size_t count = reader_.read(records)) {
            for (std::size_t i = 0; i < count; ++i)
                add(records[i]);
            if (footprint_.pages && footprint_.pages->memory_bytes() > target_.memory_bytes) {
                footprint_.pages.reset();
            }
            checkpoint_progress(target_.keep_going, 0.5 * reader_.fraction_read());
        }
        if (footprint_.pages) footprint_.pages->number();
        footprint_.kind = reader_.kind();
        footprint_.lines = reader_.lines();
        return std::move(footprint_);
    }

private:
    void add(const TraceRecord& record) {
        if (record.access == Access::read) {
            ++footprint_.reads;
        } else if (record.access == Access::trim) {
            ++footprint_.trims;
        } else {
            add_write(record);
        }
    }
    void add_write(const TraceRecord& write) {
        ++footprint_.writes;
        footprint_.written_bytes += write.length_bytes;
        const PageSpan span = pages_of(write, target_.page_bytes);
        if (footprint_.pages) footprint_.pages->add(span);
        std::vector<std::uint64_t>& ends = footprint_.end_pages;
        if (ends.size() <= span.device) ends.resize(span.device + std::size_t{1});
        ends[span.device] = std::max(ends[span.device], span.page + span.count);
    }

    const LayoutTarget& target_;
    TraceReader reader_;
    Footprint footprint_;
};

/// Turns a trace's requests into those of the drive.
class AddressMap {
public:
    AddressMap(Footprint footprint, AddressLayout layout, const LayoutTarget& target)
        : footprint_(std::move(footprint)),
          layout_(layout),
          usable_pages_(target.usable_pages),
          page_bytes_(target.page_bytes) {
        std::uint64_t begin = 0;
        for (const std::uint64_t end : footprint_.end_pages)
            begin = saturating_sum(begins_.emplace_back(begin), end);
    }

    const Footprint& footprint() const { return footprint_; }
    AddressLayout layout() const { return layout_; }

    void append(const TraceRecord& record, std::vector<PageRequest>& requests) const {
        if (record.access == Access::read) return;
        PageSpan span = pages_of(record, page_bytes_);
        const bool is_trim = record.access == Access::trim;
        if (layout_ == AddressLayout::remap) {
            const std::uint64_t first = footprint_.pages->rank(span.device, span.page);
            const std::uint64_t end = footprint_.pages->rank(span.device, span.page + span.count);
            return push({span.device, first, end - first}, is_trim, requests);
        }
        if (is_trim) {
            clip(span);
            span.count = std::min(span.count, usable_pages_);
        }
        if (span.count == 0) return;
        std::uint64_t page = (begins_[span.device] + span.page) % usable_pages_;
        while (span.count > 0) {
            const std::uint64_t piece = std::min(span.count, usable_pages_ - page);
            push({span.device, page, piece}, is_trim, requests);
            span.count -= piece;
            page = 0;
        }
    }

private:
    // A TRIM beyond what its device's writes reach must not fall on the next device.
    void clip(PageSpan& span) const {
        const std::uint64_t end =
            span.device < footprint_.end_pages.size() ? footprint_.end_pages[span.device] : 0;
        span.count = span.page < end ? std::min(span.count, end - span.page) : 0;
    }

    static void push(PageSpan span, bool is_trim, std::vector<PageRequest>& requests) {
        while (span.count > 0) {
            const std::uint64_t piece = std::min(span.count, PageRequest::most_pages);
            requests.push_back(is_trim ? PageRequest::trim(span.page, piece)
                                       : PageRequest::write(span.page, piece));
            span.page += piece;
            span.count -= piece;
        }
    }

    Footprint footprint_;
    AddressLayout layout_;
    std::uint64_t usable_pages_;
    std::uint64_t page_bytes_;
    std::vector<std::uint64_t> begins_;  // by device: its first page on the drive, before wrapping
};

class MappedStream final : public workload::RequestStream {
public:
    MappedStream(const TraceSpec& spec, std::shared_ptr<const AddressMap> map)
        : reader_(spec.file, spec.options), map_(std::move(map)), records_(records_at_a_time) {}

    std::size_t read(std::span<PageRequest> requests) override {
        while (next_ == ready_.size()) {
            if (!read_records()) return 0;
        }
        const std::size_t count = std::min(requests.size(), ready_.size() - next_);
        std::copy_n(ready_.begin() + static_cast<std::ptrdiff_t>(next_), count, requests.begin());
        next_ += count;
        return count;
    }
    double fraction_read() const { return reader_.fraction_read(); }

private:
    bool read_records() {
        ready_.clear();
        next_ = 0;
        const std::size_t count = reader_.read(records_);
        for (std::size_t i = 0; i < count; ++i)
            map_->append(records_[i], ready_);
        return count > 0;
    }

    TraceReader reader_;
    std::shared_ptr<const AddressMap> map_;
    std::vector<TraceRecord> records_;
    std::vector<PageRequest> ready_;
    std::size_t next_ = 0;
};

/// Read from the file at every replay.
class FileTrace final : public workload::Trace {
public:
    FileTrace(TraceSpec spec, std::shared_ptr<const AddressMap> map, workload::TraceFacts facts)
        : Trace(std::move(facts)), spec_(std::move(spec)), map_(std::move(map)) {}
    std::unique_ptr<workload::RequestStream> open() const override {
        return std::make_unique<MappedStream>(spec_, map_);
    }

private:
    TraceSpec spec_;
    std::shared_ptr<const AddressMap> map_;
};

AddressLayout chosen_layout(const TraceSpec& spec, const Footprint& footprint,
                            const LayoutTarget& target) {
    const std::uint64_t usable = target.usable_pages;
    const std::uint64_t end = footprint.end_page();
    const auto fail = [&](std::string reason) {
        throw InputError(fmt::format("{}: {}", spec.file, reason));
    };
    if (footprint.writes == 0) fail("the trace writes nothing: there is nothing to simulate");
    switch (spec.layout) {
        case AddressLayout::wrap:
            break;
        case AddressLayout::keep:
            if (end > usable) {
                fail(
                    fmt::format("layout=keep: the trace writes up to page {} of a drive of {} "
                                "pages; expected layout=remap or wrap, or a larger drive",
                                end, usable));
            }
            break;
        case AddressLayout::remap:
            if (!footprint.pages) {
                fail(
                    fmt::format("layout=remap: the footprint is too scattered to be laid out in "
                                "{} of memory; expected layout=wrap",
                                units::format_capacity(units::bytes(target.memory_bytes))));
            } else if (footprint.pages->size() > usable) {
                fail(
                    fmt::format("layout=remap: the trace writes {} different pages, the drive has "
                                "{}; expected layout=wrap, or a larger drive",
                                footprint.pages->size(), usable));
            }
            break;
        case AddressLayout::automatic:
            if (end <= usable) return AddressLayout::keep;
            return footprint.pages && footprint.pages->size() <= usable ? AddressLayout::remap
                                                                        : AddressLayout::wrap;
    }
    return spec.layout;
}

std::string layout_note(const AddressMap& map, const LayoutTarget& target) {
    const Footprint& footprint = map.footprint();
    const std::string order = footprint.end_pages.size() > 1 ? ", one device after another" : "";
    const std::string footprint_text =
        footprint.pages ? fmt::format("its footprint of {} pages", footprint.pages->size())
                        : std::string("its footprint");
    switch (map.layout()) {
        case AddressLayout::remap:
            return fmt::format(
                "layout remap: the {} pages that the trace writes lie side by side in "
                "the order of their addresses{}, on a drive of {} pages; TRIMs of "
                "other pages are left out",
                footprint.pages->size(), order, target.usable_pages);
        case AddressLayout::wrap:
            return fmt::format(
                "layout wrap: addresses up to page {}{}, modulo the drive's {} pages; "
                "{} folds where distant pages fall together",
                footprint.end_page(), order, target.usable_pages, footprint_text);
        default:
            return fmt::format(
                "layout keep: addresses as they are{}; {} lies on a drive of {} pages", order,
                footprint_text, target.usable_pages);
    }
}

std::vector<std::string> notes_of(const TraceSpec& spec, const AddressMap& map,
                                  const LayoutTarget& target) {
    const Footprint& footprint = map.footprint();
    std::vector<std::string> notes{
        fmt::format(
            "{} (kind {}): {} writes and {} TRIMs in the order of the file, their times play "
            "no part; {} reads left out",
            spec.file, footprint.kind, footprint.writes, footprint.trims, footprint.reads),
        layout_note(map, target),
        "pages that the trace never writes hold what the preconditioning left there"};
    if (spec.options.device) notes[0] += fmt::format("; device {} only", *spec.options.device);
    if (footprint.lines.rejected > 0) {
        const RejectedLine& first = footprint.lines.examples.front();
        notes.push_back(
            fmt::format("lines of the trace that could not be read: {}; the first is line {}: {}",
                        footprint.lines.rejected, first.line, first.reason));
    }
    return notes;
}

}  // namespace

std::shared_ptr<const workload::Trace> lay_out(const TraceSpec& spec, const LayoutTarget& target) {
    if (target.usable_pages == 0 || target.page_bytes == 0) {
        throw DomainError("trace layout: expected a drive of some pages of some bytes");
    }
    Footprint footprint = FootprintReader(spec, target).run();
    const AddressLayout layout = chosen_layout(spec, footprint, target);
    TraceSpec found = spec;
    found.options.kind = footprint.kind;
    const auto map = std::make_shared<const AddressMap>(std::move(footprint), layout, target);

    const std::size_t most_in_memory = target.memory_bytes / (2 * sizeof(PageRequest));
    MappedStream stream(found, map);
    workload::TraceCounter counter;
    std::vector<PageRequest> piece(records_at_a_time);
    std::vector<PageRequest> requests;
    bool fits = true;
    while (const std::size_t count = stream.read(piece)) {
        for (std::size_t i = 0; i < count; ++i)
            counter.add(piece[i]);
        fits = fits && requests.size() + count <= most_in_memory;
        if (fits) {
            requests.insert(requests.end(), piece.begin(),
                            piece.begin() + static_cast<std::ptrdiff_t>(count));
        } else {
            requests = {};
        }
        checkpoint_progress(target.keep_going, 0.5 + 0.5 * stream.fraction_read());
    }
    workload::TraceFacts facts = counter.facts();
    facts.unit_amplification =
        std::max(1.0, static_cast<double>(facts.written_pages) * target.page_bytes /
                          static_cast<double>(map->footprint().written_bytes));
    facts.notes = notes_of(spec, *map, target);
    if (fits) return workload::trace_in_memory(std::move(requests), std::move(facts));
    return std::make_shared<FileTrace>(std::move(found), map, std::move(facts));
}

}  // namespace drivewear::ingest
