#include "ingest/page_set.hpp"

#include <algorithm>
#include <bit>

namespace drivewear::ingest {

PageSet::Chunk& PageSet::chunk_at(const Place& place) {
    if (place == last_place_) return *chunks_[last_index_];
    const auto [entry, is_new] = index_.try_emplace(place, chunks_.size());
    if (is_new) {
        chunks_.push_back(std::make_unique<Chunk>());
        chunks_.back()->device = place.device;
        chunks_.back()->number = place.number;
    }
    last_place_ = place;
    last_index_ = entry->second;
    return *chunks_[last_index_];
}

void PageSet::add(const PageSpan& span) {
    std::uint64_t page = span.page;
    const std::uint64_t end = span.page + span.count;
    while (page < end) {
        Chunk& chunk = chunk_at({span.device, page / chunk_pages});
        const std::uint64_t stop = std::min(end, (page / chunk_pages + 1) * chunk_pages);
        for (; page < stop; ++page)
            chunk.bits[page % chunk_pages / 64] |= std::uint64_t{1} << page % 64;
    }
}

std::uint64_t PageSet::memory_bytes() const {
    constexpr std::uint64_t index_entry = 64;
    return chunks_.size() * (sizeof(Chunk) + index_entry);
}

void PageSet::number() {
    std::sort(chunks_.begin(), chunks_.end(), [](const auto& a, const auto& b) {
        return a->device != b->device ? a->device < b->device : a->number < b->number;
    });
    for (const std::unique_ptr<Chunk>& owned : chunks_) {
        Chunk& chunk = *owned;
        chunk.pages_before = size_;
        std::uint64_t in_chunk = 0;
        for (std::size_t word = 0; word < chunk_words; ++word) {
            chunk.ranks[word] = static_cast<std::uint16_t>(in_chunk);
            in_chunk += static_cast<std::uint64_t>(std::popcount(chunk.bits[word]));
        }
        size_ += in_chunk;
    }
    index_.clear();
}

std::uint64_t PageSet::rank(std::uint32_t device, std::uint64_t page) const {
    const std::uint64_t number = page / chunk_pages;
    const auto found = std::lower_bound(chunks_.begin(), chunks_.end(), Place{device, number},
                                        [](const std::unique_ptr<Chunk>& c, const Place& p) {
                                            return c->device != p.device ? c->device < p.device
                                                                         : c->number < p.number;
                                        });
    if (found == chunks_.end()) return size_;
    const Chunk* const chunk = found->get();
    if (chunk->device != device || chunk->number != number) return chunk->pages_before;
    const std::size_t word = page % chunk_pages / 64;
    const std::uint64_t below = (std::uint64_t{1} << page % 64) - 1;
    return chunk->pages_before + chunk->ranks[word] +
           static_cast<std::uint64_t>(std::popcount(chunk->bits[word] & below));
}

}  // namespace drivewear::ingest
