#include "ingest/page_counts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace drivewear::ingest {
namespace {

constexpr std::size_t fewest_slots = 4096;

// SplitMix64's finaliser and its inverse: sweeping the table for a TRIM needs the page again.
std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}
std::uint64_t unmixed(std::uint64_t z) {
    z = (z ^ (z >> 31) ^ (z >> 62)) * 0x319642b2d24d8ec3;
    z = (z ^ (z >> 27) ^ (z >> 54)) * 0x96de1b173f119089;
    return z ^ (z >> 30) ^ (z >> 60);
}

std::uint64_t mask_of(std::uint32_t device) {
    return device == 0 ? 0 : mixed(device);
}

}  // namespace

PageCounts::PageCounts(std::uint64_t memory_bytes) : slots_(fewest_slots) {
    // While a table grows, half as much again lives beside it.
    const std::uint64_t affordable = memory_bytes * 2 / 3 / sizeof(Slot);
    most_slots_ = std::max(fewest_slots, static_cast<std::size_t>(std::bit_floor(affordable)));
}

// The page with hash 0 passes for its neighbour: one page of 2^64.
std::uint64_t PageCounts::hash_of(std::uint32_t device, std::uint64_t page) {
    return std::max<std::uint64_t>(1, mixed((page + 1) ^ mask_of(device)));
}

std::uint64_t PageCounts::page_of(const Slot& slot) {
    return (unmixed(slot.hash) ^ mask_of(slot.device_and_use >> 1)) - 1;
}

PageCounts::Slot& PageCounts::find(std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].hash != 0 && slots_[at].hash != hash)
        at = (at + 1) & mask;
    return slots_[at];
}

void PageCounts::write(const PageSpan& span) {
    for (std::uint64_t page = span.page; page < span.page + span.count; ++page) {
        const std::uint64_t hash = hash_of(span.device, page);
        if (hash > limit_) continue;
        Slot* slot = &find(hash);
        if (slot->hash == 0) {
            if (used_ >= slots_.size() / 2) {
                make_room();
                if (hash > limit_) continue;
                slot = &find(hash);
            }
            slot->hash = hash;
            ++used_;
        }
        if (slot->writes != std::numeric_limits<std::uint32_t>::max()) ++slot->writes;
        slot->device_and_use = span.device << 1 | 1;
    }
}

void PageCounts::trim(const PageSpan& span) {
    if (span.count <= slots_.size()) {
        for (std::uint64_t page = span.page; page < span.page + span.count; ++page) {
            const std::uint64_t hash = hash_of(span.device, page);
            if (hash <= limit_) trim_slot(find(hash));
        }
        return;
    }
    for (Slot& slot : slots_) {
        if (slot.hash == 0 || slot.device_and_use >> 1 != span.device) continue;
        if (page_of(slot) - span.page < span.count) trim_slot(slot);
    }
}

void PageCounts::trim_slot(Slot& slot) {
    if ((slot.device_and_use & 1) == 0) return;
    slot.device_and_use &= ~1U;
    trimmed_in_use_ += 1 / rate_;
}

void PageCounts::make_room() {
    if (slots_.size() < most_slots_) return rebuild(2 * slots_.size());
    while (used_ >= slots_.size() / 2 - slots_.size() / 8) {
        limit_ /= 2;
        rate_ /= 2;
        rebuild(slots_.size());
    }
}

void PageCounts::rebuild(std::size_t slot_count) {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slot_count));
    used_ = 0;
    for (const Slot& slot : old) {
        if (slot.hash == 0 || slot.hash > limit_) continue;
        find(slot.hash) = slot;
        ++used_;
    }
}

std::vector<workload::WriteCount> PageCounts::histogram() const {
    constexpr std::uint32_t exact = 64;
    const double log_step = std::log(1.05);
    std::map<std::int64_t, workload::WriteCount> bins;
    for (const Slot& slot : slots_) {
        if (slot.hash == 0) continue;
        const double writes = slot.writes;
        const std::int64_t bin =
            slot.writes <= exact
                ? std::int64_t{slot.writes}
                : exact + static_cast<std::int64_t>(1 + std::log(writes / exact) / log_step);
        workload::WriteCount& count =
            bins.try_emplace(bin, workload::WriteCount{0, 0}).first->second;
        count.pages += 1;
        count.writes += writes;
    }
    std::vector<workload::WriteCount> histogram;
    for (const auto& [bin, count] : bins)
        histogram.push_back({count.writes / count.pages, count.pages});
    return histogram;
}

}  // namespace drivewear::ingest
