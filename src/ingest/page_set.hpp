// The pages that a trace writes, as bits, and their numbers in order of address: what lays a
// scattered footprint side by side. Takes a bit for each page of every 128 MiB (of 4 KiB pages)
// that has a page in it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "ingest/page_counts.hpp"

namespace drivewear::ingest {

class PageSet {
public:
    void add(const PageSpan& span);
    /// Bytes taken so far.
    std::uint64_t memory_bytes() const;

    /// To be called once after the last `add` and before the first `rank`.
    void number();
    /// Pages of the set before this one, over all devices in their order.
    std::uint64_t rank(std::uint32_t device, std::uint64_t page) const;
    /// Pages in the set, once numbered.
    std::uint64_t size() const { return size_; }

private:
    static constexpr std::uint64_t chunk_pages = 32'768;
    static constexpr std::size_t chunk_words = chunk_pages / 64;

    struct Chunk {
        std::uint32_t device = 0;
        std::uint64_t number = 0;        // page / chunk_pages
        std::uint64_t pages_before = 0;  // once numbered: in the chunks before this one
        std::array<std::uint64_t, chunk_words> bits{};
        std::array<std::uint16_t, chunk_words> ranks{};  // once numbered: pages in the words before
    };
    struct Place {
        std::uint32_t device = 0;
        std::uint64_t number = 0;
        bool operator==(const Place&) const = default;
    };
    struct PlaceHash {
        std::size_t operator()(const Place& place) const {
            return (place.number * 0x9e3779b97f4a7c15) ^ (place.device * 0xc2b2ae3d27d4eb4fULL);
        }
    };

    Chunk& chunk_at(const Place& place);

    std::vector<std::unique_ptr<Chunk>>
        chunks_;  // once numbered: in the order of device and number
    std::unordered_map<Place, std::size_t, PlaceHash> index_;
    Place last_place_{~std::uint32_t{0}, 0};
    std::size_t last_index_ = 0;
    std::uint64_t size_ = 0;
};

}  // namespace drivewear::ingest
