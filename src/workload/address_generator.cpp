#include "drivewear/workload/address_generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "drivewear/core/errors.hpp"

namespace drivewear::workload {
namespace {

std::vector<double> write_shares(const std::vector<AddressClass>& classes) {
    std::vector<double> shares;
    for (const AddressClass& address_class : classes)
        shares.push_back(address_class.write_share);
    return shares;
}

std::vector<double> request_shares(const std::vector<WriteSize>& sizes) {
    if (sizes.empty()) return {1.0};
    std::vector<double> shares;
    for (const WriteSize& size : sizes)
        shares.push_back(size.share);
    return shares;
}

}  // namespace

AddressGenerator::Alias::Alias(std::span<const double> shares)
    : keep_below_(shares.size()), other_(shares.size()) {
    const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
    std::vector<double> scaled;
    std::vector<std::uint32_t> small;
    std::vector<std::uint32_t> large;
    for (std::uint32_t i = 0; i < shares.size(); ++i) {
        scaled.push_back(shares[i] / total * static_cast<double>(shares.size()));
        (scaled[i] < 1 ? small : large).push_back(i);
    }
    const auto keep_all = [&](std::uint32_t i) {
        keep_below_[i] = ~std::uint64_t{0};
        other_[i] = i;
    };
    while (!small.empty() && !large.empty()) {
        const std::uint32_t low = small.back();
        const std::uint32_t high = large.back();
        small.pop_back();
        keep_below_[low] = static_cast<std::uint64_t>(std::ldexp(scaled[low], 64));
        other_[low] = high;
        scaled[high] -= 1 - scaled[low];
        if (scaled[high] < 1) {
            large.pop_back();
            small.push_back(high);
        }
    }
    for (const std::uint32_t i : small)
        keep_all(i);
    for (const std::uint32_t i : large)
        keep_all(i);
}

std::uint32_t AddressGenerator::Alias::draw(RandomStream& random) const {
    if (other_.size() == 1) return 0;
    __extension__ using Wide = unsigned __int128;
    // The high half of the product is the column, the low half is uniform within it.
    const Wide product = static_cast<Wide>(random()) * other_.size();
    const auto column = static_cast<std::uint32_t>(product >> 64);
    return static_cast<std::uint64_t>(product) < keep_below_[column] ? column : other_[column];
}

AddressGenerator::AddressGenerator(const Workload& workload, const AddressSpace& space,
                                   StreamId stream)
    : space_(space),
      trim_share_(workload.trim_share),
      sequential_share_(workload.sequential_share),
      class_alias_(write_shares(workload.classes)),
      request_alias_(request_shares(workload.sizes)) {
    if (space_.pages == 0 || space_.pages >= std::uint64_t{1} << PageOperation::page_bits) {
        throw DomainError(fmt::format("{} logical pages: expected 1 to 2^{} - 1", space_.pages,
                                      PageOperation::page_bits));
    }
    state_.random = RandomStream(stream).state();
    if (workload.zones) {
        lay_out_zones(*workload.zones);
    } else {
        lay_out_classes(workload);
    }
    lay_out_requests(workload);
    if (trim_share_ > 0) {
        state_.in_use.assign((space_.pages + 63) / 64, ~std::uint64_t{0});
        if (space_.pages % 64 != 0) {
            state_.in_use.back() = (std::uint64_t{1} << (space_.pages % 64)) - 1;
        }
        state_.pages_in_use = space_.pages;
    }
}

void AddressGenerator::lay_out_classes(const Workload& workload) {
    double share = 0;
    std::uint64_t begin = 0;
    for (const AddressClass& address_class : workload.classes) {
        share += address_class.page_share;
        const bool is_last = ranges_.size() + 1 == workload.classes.size();
        const auto ideal =
            static_cast<std::uint64_t>(std::llround(share * static_cast<double>(space_.pages)));
        const std::uint64_t end = is_last ? space_.pages : std::clamp(ideal, begin, space_.pages);
        if (begin == end && address_class.write_share > 0) {
            throw DomainError(fmt::format(
                "{}: class {} has {:.3g} of {} pages, which is less than one page",
                to_text(workload), ranges_.size() + 1, address_class.page_share, space_.pages));
        }
        ranges_.push_back({begin, end});
        begin = end;
    }
}

void AddressGenerator::lay_out_zones(const Zones& zones) {
    zone_pages_ = space_.pages / zones.count;
    if (zone_pages_ == 0) {
        throw DomainError(fmt::format("{} zones of {} pages: expected a page or more for each",
                                      zones.count, space_.pages));
    }
    state_.zone_filled.assign(zones.count, 1);
    for (std::uint32_t zone = zones.open; zone < zones.count; ++zone)
        state_.closed.push_back(zone);
    // Writers start at different fills, as they would be found at any later time.
    for (std::uint32_t zone = 0; zone < zones.open; ++zone) {
        const std::uint64_t pages = zone_pages_ * zone / zones.open;
        state_.writers.push_back({zone, pages * space_.page_bytes});
    }
}

void AddressGenerator::lay_out_requests(const Workload& workload) {
    if (workload.sizes.empty()) {
        requests_.push_back({space_.page_bytes, space_.page_bytes, 1});
    }
    for (const WriteSize& size : workload.sizes) {
        const std::uint64_t length = size.length.value();
        requests_.push_back(
            {length, workload.alignment ? workload.alignment->value() : length, size.share});
    }
    for (std::size_t c = 0; c < ranges_.size(); ++c) {
        for (const Request& request : requests_) {
            const std::uint64_t begin = ranges_[c].begin * space_.page_bytes;
            const std::uint64_t end = ranges_[c].end * space_.page_bytes;
            const std::uint64_t first = (begin + request.alignment - 1) / request.alignment;
            const std::uint64_t latest = end < request.length ? 0 : end - request.length;
            const bool fits = end >= request.length && latest / request.alignment >= first;
            const bool is_used = workload.classes[c].write_share > 0;
            if (!fits && is_used && sequential_share_ < 1) {
                throw DomainError(fmt::format(
                    "{}: a request of {} bytes aligned to {} does not fit into class {} of {} "
                    "pages of {} bytes",
                    to_text(workload), request.length, request.alignment, c + 1,
                    ranges_[c].end - ranges_[c].begin, space_.page_bytes));
            }
            slots_.push_back({first, fits ? latest / request.alignment - first + 1 : 0});
        }
    }
    if (sequential_share_ > 0 || zone_pages_ > 0) {
        const std::uint64_t room =
            (zone_pages_ > 0 ? zone_pages_ : space_.pages) * space_.page_bytes;
        for (const Request& request : requests_) {
            if (request.length > room) {
                throw DomainError(fmt::format("{}: a request of {} bytes does not fit into {}",
                                              to_text(workload), request.length, room));
            }
        }
    }
}

void AddressGenerator::start_empty() {
    std::fill(state_.in_use.begin(), state_.in_use.end(), 0);
    state_.pages_in_use = 0;
    std::fill(state_.zone_filled.begin(), state_.zone_filled.end(), 0);
    for (State::Writer& writer : state_.writers)
        writer.bytes_filled = 0;
}

void AddressGenerator::restore(State state) {
    const bool same = state.in_use.size() == state_.in_use.size() &&
                      state.writers.size() == state_.writers.size() &&
                      state.zone_filled.size() == state_.zone_filled.size();
    if (!same) throw DomainError("the saved state belongs to another workload or address space");
    state_ = std::move(state);
}

bool AddressGenerator::is_plain() const {
    return trim_share_ == 0 && sequential_share_ == 0 && zone_pages_ == 0 &&
           requests_.size() == 1 && requests_[0].length == space_.page_bytes &&
           requests_[0].alignment == space_.page_bytes;
}

void AddressGenerator::fill(std::span<PageOperation> batch) {
    if (is_plain()) {
        fill_plain(batch);
        return;
    }
    RandomStream random(state_.random);
    for (PageOperation& operation : batch)
        operation = step(random);
    state_.random = random.state();
}

/// Single pages of random classes: nothing but draws.
void AddressGenerator::fill_plain(std::span<PageOperation> batch) {
    RandomStream random(state_.random);
    if (ranges_.size() == 1) {
        for (PageOperation& operation : batch)
            operation = PageOperation::write(random.below(space_.pages), 0);
    } else {
        for (PageOperation& operation : batch) {
            const std::uint32_t c = class_alias_.draw(random);
            const PageRange range = ranges_[c];
            operation =
                PageOperation::write(range.begin + random.below(range.end - range.begin), c);
        }
    }
    state_.random = random.state();
}

PageOperation AddressGenerator::step(RandomStream& random) {
    while (state_.run.remaining == 0)
        start_request(random);
    State::Run& run = state_.run;
    const std::uint64_t page = run.page++;
    --run.remaining;
    if (trim_share_ > 0) mark(page, !run.is_trim);
    return run.is_trim ? PageOperation::trim(page, run.address_class)
                       : PageOperation::write(page, run.address_class);
}

void AddressGenerator::start_request(RandomStream& random) {
    if (trim_share_ > 0 && random.uniform() < trim_share_ && state_.pages_in_use > 0) {
        start_trim(random);
        return;
    }
    const std::size_t request = request_alias_.draw(random);
    if (zone_pages_ > 0) {
        start_zoned(random, request);
    } else if (sequential_share_ > 0 && random.uniform() < sequential_share_) {
        start_sequential(request);
    } else {
        start_random(random, request);
    }
}

/// Rejection: pages are drawn until one is in use. In steady state a fraction (1-2q)/(1-q) is.
void AddressGenerator::start_trim(RandomStream& random) {
    std::uint64_t page = random.below(space_.pages);
    while ((state_.in_use[page / 64] >> (page % 64) & 1) == 0)
        page = random.below(space_.pages);
    const auto range =
        std::upper_bound(ranges_.begin(), ranges_.end(), page,
                         [](std::uint64_t value, const PageRange& r) { return value < r.end; });
    const auto address_class = static_cast<std::uint32_t>(range - ranges_.begin());
    state_.run = {page, 1, address_class, true};
}

void AddressGenerator::start_random(RandomStream& random, std::size_t request) {
    const std::uint32_t c = class_alias_.draw(random);
    const Slots& slots = slots_[c * requests_.size() + request];
    const std::uint64_t offset =
        (slots.first + random.below(slots.count)) * requests_[request].alignment;
    begin_run(offset, requests_[request].length, c);
}

void AddressGenerator::start_sequential(std::size_t request) {
    const std::uint64_t space_bytes = space_.pages * space_.page_bytes;
    const std::uint64_t length = requests_[request].length;
    if (state_.sequential_byte + length > space_bytes) state_.sequential_byte = 0;
    begin_run(state_.sequential_byte, length, static_cast<std::uint32_t>(ranges_.size()));
    state_.sequential_byte += length;
}

void AddressGenerator::start_zoned(RandomStream& random, std::size_t request) {
    const std::size_t w = random.below(state_.writers.size());
    State::Writer& writer = state_.writers[w];
    const std::uint64_t zone_bytes = zone_pages_ * space_.page_bytes;
    const std::uint64_t length = requests_[request].length;
    if (writer.bytes_filled + length > zone_bytes) {
        reopen(random, w);
        // The trimmed pages come first; the request is drawn again after them.
        if (state_.run.remaining > 0) return;
    }
    begin_run(writer.zone * zone_bytes + writer.bytes_filled, length,
              static_cast<std::uint32_t>(w));
    writer.bytes_filled += length;
    state_.zone_filled[writer.zone] = 1;
}

/// Closes the writer's zone and goes on with one drawn from the closed ones.
void AddressGenerator::reopen(RandomStream& random, std::size_t w) {
    State::Writer& writer = state_.writers[w];
    const std::size_t pick = random.below(state_.closed.size());
    std::swap(writer.zone, state_.closed[pick]);
    writer.bytes_filled = 0;
    if (state_.zone_filled[writer.zone] == 0) return;
    state_.run = {writer.zone * zone_pages_, zone_pages_, static_cast<std::uint32_t>(w), true};
    state_.zone_filled[writer.zone] = 0;
}

void AddressGenerator::begin_run(std::uint64_t first_byte, std::uint64_t length,
                                 std::uint32_t address_class) {
    const std::uint64_t first = first_byte / space_.page_bytes;
    const std::uint64_t last = (first_byte + length - 1) / space_.page_bytes;
    state_.run = {first, last - first + 1, address_class, false};
}

void AddressGenerator::mark(std::uint64_t page, bool used) {
    std::uint64_t& word = state_.in_use[page / 64];
    const std::uint64_t bit = std::uint64_t{1} << (page % 64);
    if (((word & bit) != 0) == used) return;
    word ^= bit;
    state_.pages_in_use += used ? 1 : ~std::uint64_t{0};
}

}  // namespace drivewear::workload
