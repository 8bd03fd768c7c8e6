// A recorded sequence of the host's writes and TRIMs in pages of a drive, read again and again by
// whoever replays it: from memory, or piece by piece from a file that does not fit there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drivewear::workload {

/// Neighbouring pages written or trimmed together, packed into a word.
class PageRequest {
public:
    static constexpr unsigned page_bits = 40;   ///< as PageOperation's
    static constexpr unsigned count_bits = 23;  ///< and one bit tells TRIM from write
    static constexpr std::uint64_t most_pages = (std::uint64_t{1} << count_bits) - 1;

    PageRequest() = default;
    /// `count` pages from `page` on, 1 to most_pages.
    static PageRequest write(std::uint64_t page, std::uint64_t count) {
        return PageRequest(page | count << page_bits);
    }
    static PageRequest trim(std::uint64_t page, std::uint64_t count) {
        return PageRequest(page | count << page_bits | trim_bit);
    }

    std::uint64_t page() const { return word_ & ((std::uint64_t{1} << page_bits) - 1); }
    std::uint64_t count() const { return (word_ & ~trim_bit) >> page_bits; }
    std::uint64_t end_page() const { return page() + count(); }
    bool is_trim() const { return (word_ & trim_bit) != 0; }

    /// Tells requests apart.
    std::uint64_t word() const { return word_; }

    bool operator==(const PageRequest&) const = default;

private:
    static constexpr std::uint64_t trim_bit = std::uint64_t{1} << 63;
    explicit PageRequest(std::uint64_t word) : word_(word) {}
    std::uint64_t word_ = 0;
};

/// One reading of a trace, from its start.
class RequestStream {
public:
    virtual ~RequestStream() = default;
    /// The next requests. 0 at the end of the trace, and only there.
    virtual std::size_t read(std::span<PageRequest> requests) = 0;
};

/// What is known of a whole trace before it is replayed.
struct TraceFacts {
    static constexpr std::uint64_t fnv_offset = 0xcbf29ce484222325;

    std::uint64_t requests = 0;       ///< writes and TRIMs
    std::uint64_t written_pages = 0;  ///< with repetitions
    std::uint64_t trimmed_pages = 0;  ///< with repetitions
    std::uint64_t end_page = 0;       ///< one past the last page named
    double unit_amplification = 1;    ///< bytes of the pages written / bytes the host wrote; >= 1
    std::uint64_t fingerprint = fnv_offset;  ///< FNV-1a over the words of all requests in order
    std::vector<std::string> notes{};        ///< in words: where it comes from, how it was laid out
};

/// A trace laid out on the pages of a drive. Every stream of it yields the same requests, at least
/// one of them a write; streams may be read in different threads.
class Trace {
public:
    virtual ~Trace() = default;
    virtual std::unique_ptr<RequestStream> open() const = 0;
    const TraceFacts& facts() const { return facts_; }

protected:
    explicit Trace(TraceFacts facts) : facts_(std::move(facts)) {}

private:
    TraceFacts facts_;
};

/// Counts requests as they come. The amplification and the notes are the caller's to add.
class TraceCounter {
public:
    void add(PageRequest request);
    const TraceFacts& facts() const { return facts_; }

private:
    TraceFacts facts_;
};

/// A trace held in memory; `facts` are counted from the requests when absent.
std::shared_ptr<const Trace> trace_in_memory(std::vector<PageRequest> requests,
                                             std::optional<TraceFacts> facts = {});

}  // namespace drivewear::workload
