// Turns a workload into the page operations it stands for, in batches: endless, deterministic for
// a stream, and cheap enough for a simulator that spends tens of nanoseconds on a write.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "drivewear/core/random.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::workload {

/// One page written or trimmed, packed into a word so that batches stay small.
class PageOperation {
public:
    static constexpr unsigned page_bits = 40;   ///< 2^40 pages of 4 KiB are 4.5 PB
    static constexpr unsigned class_bits = 23;  ///< and one bit tells TRIM from write

    PageOperation() = default;
    static PageOperation write(std::uint64_t page, std::uint64_t address_class) {
        return PageOperation(page | address_class << page_bits);
    }
    static PageOperation trim(std::uint64_t page, std::uint64_t address_class) {
        return PageOperation(page | address_class << page_bits | trim_bit);
    }

    std::uint64_t page() const { return word_ & ((std::uint64_t{1} << page_bits) - 1); }
    /// Index into Workload::classes; one past the last for the sequential stream; the writing
    /// position (0 to open - 1) for zones.
    std::uint32_t address_class() const {
        return static_cast<std::uint32_t>((word_ & ~trim_bit) >> page_bits);
    }
    bool is_trim() const { return (word_ & trim_bit) != 0; }

    bool operator==(const PageOperation&) const = default;

private:
    static constexpr std::uint64_t trim_bit = std::uint64_t{1} << 63;
    explicit PageOperation(std::uint64_t word) : word_(word) {}
    std::uint64_t word_ = 0;
};

/// What the addresses run over.
struct AddressSpace {
    std::uint64_t pages = 0;          ///< logical pages
    std::uint64_t page_bytes = 4096;  ///< bytes of one
};

/// Pages [begin, end).
struct PageRange {
    std::uint64_t begin = 0;  ///< first page
    std::uint64_t end = 0;    ///< one past the last page

    bool operator==(const PageRange&) const = default;
};

class AddressGenerator {
public:
    /// Throws DomainError when the space is too small for the classes, requests or zones. At the
    /// start every page counts as in use, as after a sequential or random fill.
    AddressGenerator(const Workload& workload, const AddressSpace& space, StreamId stream);

    /// Fills the whole batch. How the stream is cut into batches does not change it.
    void fill(std::span<PageOperation> batch);

    /// Nothing is in use yet: TRIMs wait for written pages.
    void start_empty();

    /// The pages of each class, in the order of Workload::classes; empty for zones.
    const std::vector<PageRange>& class_ranges() const { return ranges_; }

    /// All that changes while the stream is read; a run that stops can go on to the same result.
    struct State {
        /// A request under way.
        struct Run {
            std::uint64_t page = 0;       ///< next page
            std::uint64_t remaining = 0;  ///< pages still to do
            std::uint32_t address_class = 0;
            bool is_trim = false;

            bool operator==(const Run&) const = default;
        };
        /// A zone being written.
        struct Writer {
            std::uint32_t zone = 0;          ///< index of the zone
            std::uint64_t bytes_filled = 0;  ///< bytes written since its start

            bool operator==(const Writer&) const = default;
        };

        RandomStream::State random{};           ///< the stream's place
        Run run;                                ///< request under way
        std::uint64_t sequential_byte = 0;      ///< where the sequential stream writes next
        std::vector<std::uint64_t> in_use;      ///< one bit a page; empty without TRIM
        std::uint64_t pages_in_use = 0;         ///< set bits of `in_use`
        std::vector<Writer> writers;            ///< zones being written
        std::vector<std::uint32_t> closed;      ///< the other zones, in an order that is drawn from
        std::vector<std::uint8_t> zone_filled;  ///< 1: holds data, to be trimmed before reuse

        bool operator==(const State&) const = default;
    };
    const State& state() const { return state_; }
    /// Goes on from a state saved by a generator of the same workload and space.
    void restore(State state);

private:
    struct Request {
        std::uint64_t length;     ///< bytes
        std::uint64_t alignment;  ///< bytes
        double share;             ///< of the requests
    };
    /// Offsets open to one request length in one class.
    struct Slots {
        std::uint64_t first;  ///< first offset, in alignments
        std::uint64_t count;  ///< number of offsets
    };
    /// Walker's alias method: one draw picks an index with given probabilities.
    class Alias {
    public:
        explicit Alias(std::span<const double> shares);
        std::uint32_t draw(RandomStream& random) const;

    private:
        std::vector<std::uint64_t> keep_below_;  ///< 2^64 scaled threshold of each column
        std::vector<std::uint32_t> other_;       ///< index taken above the threshold
    };

    void lay_out_classes(const Workload& workload);
    void lay_out_zones(const Zones& zones);
    void lay_out_requests(const Workload& workload);
    bool is_plain() const;
    void fill_plain(std::span<PageOperation> batch);
    PageOperation step(RandomStream& random);
    void start_request(RandomStream& random);
    void start_trim(RandomStream& random);
    void start_random(RandomStream& random, std::size_t request);
    void start_sequential(std::size_t request);
    void start_zoned(RandomStream& random, std::size_t request);
    void reopen(RandomStream& random, std::size_t writer);
    void begin_run(std::uint64_t first_byte, std::uint64_t length, std::uint32_t address_class);
    void mark(std::uint64_t page, bool used);

    AddressSpace space_;
    double trim_share_;
    double sequential_share_;
    std::vector<PageRange> ranges_;
    std::vector<Request> requests_;
    std::vector<Slots> slots_;  ///< [class * requests + request]
    Alias class_alias_;
    Alias request_alias_;
    std::uint64_t zone_pages_ = 0;  ///< 0: no zones
    State state_;
};

}  // namespace drivewear::workload
