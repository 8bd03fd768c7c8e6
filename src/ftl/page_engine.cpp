#include "ftl/page_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "drivewear/workload/address_generator.hpp"
#include "ftl/block_ledger.hpp"
#include "ftl/compaction.hpp"
#include "ftl/huge_array.hpp"
#include "ftl/operation_source.hpp"
#include "ftl/permutation.hpp"
#include "ftl/victim_histogram.hpp"
#include "ftl/victim_index.hpp"

namespace drivewear::ftl {
namespace {

using workload::PageOperation;

using PageNumber = std::uint32_t;
using SlotNumber = std::uint32_t;  // block x data pages + page in the block

constexpr SlotNumber no_slot = 0xffffffff;  // where a page lies that is not mapped
constexpr BlockNumber no_block = 0xffffffff;
constexpr std::size_t look_ahead = 24;  // operations between the stages of a write, see below
constexpr std::size_t ring_size = 256;  // operations drawn beforehand, at most
constexpr std::size_t batch_size = 64;  // operations drawn and prefetched together
constexpr std::size_t copy_size = 256;  // victim's pages looked through together
constexpr std::uint64_t chunk_work = std::uint64_t{1} << 21;  // programmed pages, some 50 ms

// n / d for all 32-bit n and d >= 2 by one multiplication (Lemire, Kaser & Kurz, "Faster remainder
// by direct computation", 2019).
class Divider {
public:
    explicit Divider(std::uint32_t divisor) : magic_(~std::uint64_t{0} / divisor + 1) {}
    std::uint32_t quotient(std::uint32_t number) const {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint32_t>((static_cast<Wide>(magic_) * number) >> 64);
    }

private:
    std::uint64_t magic_;
};

// An open block being filled.
struct Frontier {
    BlockNumber block = no_block;
    std::uint32_t written = 0;  // data pages programmed in it
};

// How a block was last used.
struct BlockUse {
    std::uint16_t frontier = 0;  // it was written through
    bool is_closed = false;
    std::uint8_t unused = 0;  // so that saved states have no bytes without a value
};

// Where preconditioning stands.
struct PreconditionProgress {
    std::uint64_t step = 0;        // index of the step under way
    std::uint64_t pages_done = 0;  // of it
    std::uint64_t passes = 0;      // random orders drawn so far
};

template <typename Index>
class PageEngine final : public Engine {
public:
    template <typename MakeIndex>
    PageEngine(const SimulationOptions& options, std::uint64_t run, const MakeIndex& make_index)
        : geometry_(options.geometry),
          precondition_(options.precondition),
          data_pages_(geometry_.data_pages_per_block()),
          block_of_(data_pages_),
          seed_(options.seed),
          run_(run),
          ledger_(options, run),
          table_(ledger_.block_count()),
          index_(make_index(table_)),
          frontier_map_(options.placement, options.workload),
          source_(options, run),
          victim_random_(StreamId{options.seed, run, Purpose::victims}),
          slot_of_(geometry_.usable_pages),
          page_in_(std::size_t{ledger_.block_count()} * data_pages_),
          uses_(ledger_.block_count()),
          frontiers_(frontier_map_.count()),
          streams_(frontier_map_.count()),
          victims_(empty_victim_histogram(data_pages_)),
          writes_plainly_(!source_.may_trim() && frontier_map_.host_count() == 1),
          counts_miss_cache_(table_.size() > (std::size_t{1} << 16)) {
        std::fill(slot_of_.begin(), slot_of_.end(), no_slot);
    }

    bool precondition() override;
    void advance(std::uint64_t host_pages) override;

    const Counts& counts() const override { return counts_; }
    const std::vector<StreamCounts>& streams() const override { return streams_; }
    const VictimHistogram& victims() const override { return victims_; }
    void forget_victims() override {
        std::fill(victims_.victims.begin(), victims_.victims.end(), 0);
    }
    device::EraseHistogram erase_histogram() const override { return ledger_.erase_histogram(); }
    BlockCensus blocks() const override { return ledger_.census(); }
    std::uint64_t mapped_pages() const override { return mapped_pages_; }
    bool worn_out() const override { return ledger_.worn_out(); }
    std::optional<std::uint64_t> first_retirement() const override {
        return ledger_.first_retirement();
    }
    std::uint64_t memory_bytes() const override;

    void save(StateWriter& state) const override;
    void load(StateReader& state) override;
    std::vector<std::string> broken_invariants() const override;

private:
    std::uint32_t space_in(const Frontier& frontier) const {
        return frontier.block == no_block ? 0 : data_pages_ - frontier.written;
    }
    SlotNumber next_slot(const Frontier& frontier) const {
        return frontier.block * data_pages_ + frontier.written;
    }
    // Programmed pages since fresh: the measure of work.
    std::uint64_t work_done() const { return counts_.host_pages + counts_.gc_pages; }

    void make_room_for_stamps();
    void open(std::uint32_t frontier);
    void close(std::uint32_t frontier);
    bool ensure_space(std::uint32_t frontier);
    BlockNumber choose_victim();
    bool has_room_for(BlockNumber victim) const;
    std::optional<BlockNumber> last_resort() const;
    bool collect();
    void fetch_next_victim();
    void copy_valid_pages(BlockNumber victim, std::uint32_t frontier);
    void copy_run(const PageNumber* pages, std::uint32_t count, std::uint32_t frontier);
    void advance_filled(std::uint32_t frontier, std::uint32_t count);
    void invalidate(SlotNumber slot);

    template <typename PageOf>
    std::uint32_t write_run(const PageOf& page_of, std::uint32_t count, std::uint32_t frontier);
    template <typename PageOf>
    std::size_t write_all(const PageOf& page_of, std::size_t count, std::uint32_t frontier);
    [[gnu::always_inline]] inline void fetch_slot_of(PageNumber page) const;
    [[gnu::always_inline]] inline void fetch_slot(PageNumber page) const;
    [[gnu::always_inline]] inline PageOperation operation_at(std::uint64_t number) const;
    void refill();
    void trim(PageNumber page);
    bool execute(PageOperation operation);
    std::size_t execute_batch(std::size_t count);

    std::uint64_t pages_of(const PreconditionStep& step) const {
        return static_cast<std::uint64_t>(
            std::llround(step.drive_writes * static_cast<double>(geometry_.usable_pages)));
    }
    void fill_drive(bool in_random_order, std::uint64_t pages);
    void scatter();
    Permutation order_of_pass(std::uint64_t pass, std::uint64_t count) const;

    std::uint32_t programmed_in(BlockNumber block) const;
    void rebuild_slots();

    Geometry geometry_;
    Precondition precondition_;
    std::uint32_t data_pages_;
    Divider block_of_;
    std::uint64_t seed_;
    std::uint64_t run_;
    BlockLedger ledger_;
    BlockTable table_;
    Index index_;
    FrontierMap frontier_map_;
    OperationSource source_;
    RandomStream victim_random_;
    HugeArray<SlotNumber> slot_of_;  // by page
    HugeArray<PageNumber> page_in_;  // by slot; no_page: written elsewhere since
    std::vector<BlockUse> uses_;     // by block
    std::vector<Frontier> frontiers_;
    std::vector<StreamCounts> streams_;
    VictimHistogram victims_;
    Counts counts_;
    std::uint64_t mapped_pages_ = 0;
    std::uint64_t closed_blocks_ = 0;  // how often a block was closed
    PreconditionProgress progress_;
    bool writes_plainly_;  // no TRIM, and all host writes go to frontier 0
    bool is_victim_fetched_ = false;
    bool counts_miss_cache_;                       // the table of valid pages is worth prefetching
    std::array<PageOperation, ring_size> ring_{};  // operations drawn, by number modulo its size
    std::uint64_t executed_ = 0;                   // operations done
    std::uint64_t drawn_ = 0;                      // operations drawn
    alignas(64) std::array<PageNumber, copy_size + compaction_slack> valid_pages_{};
};

// --- frontiers -----------------------------------------------------------------------------------

template <typename Index>
void PageEngine<Index>::open(std::uint32_t frontier) {
    const BlockNumber block = ledger_.take_free();
    frontiers_[frontier] = {block, 0};
    uses_[block] = {.frontier = static_cast<std::uint16_t>(frontier)};
}

template <typename Index>
void PageEngine<Index>::close(std::uint32_t frontier) {
    const BlockNumber block = frontiers_[frontier].block;
    frontiers_[frontier] = {};
    table_.closings[block] = {closed_blocks_++, counts_.host_pages};
    uses_[block].is_closed = true;
    ledger_.close(block);
    index_.add(block);
}

template <typename Index>
void PageEngine<Index>::advance_filled(std::uint32_t frontier, std::uint32_t count) {
    Frontier& filled = frontiers_[frontier];
    filled.written += count;
    table_.states[filled.block].changed = table_.stamp(counts_.host_pages);
    if (filled.written == data_pages_) close(frontier);
}

// Before a chunk: it writes fewer than chunk_work + batch_size pages.
template <typename Index>
void PageEngine<Index>::make_room_for_stamps() {
    if (table_.make_room_for(counts_.host_pages + 2 * chunk_work)) index_.stamps_moved();
}

// Opens a block to write to, after collecting what is needed; false when the drive is worn out.
template <typename Index>
bool PageEngine<Index>::ensure_space(std::uint32_t frontier) {
    while (frontiers_[frontier].block == no_block || ledger_.is_short()) {
        if (ledger_.worn_out()) return false;
        if (ledger_.has_spare_free_block()) {
            open(frontier);
        } else if (!collect()) {
            return false;
        }
    }
    return true;
}

// --- collection ----------------------------------------------------------------------------------

template <typename Index>
BlockNumber PageEngine<Index>::choose_victim() {
    if (const std::optional<BlockNumber> block = ledger_.overdue()) {
        index_.remove(*block);
        return *block;
    }
    return index_.choose({victim_random_, counts_.host_pages});
}

// The pages of `victim` can be copied.
template <typename Index>
bool PageEngine<Index>::has_room_for(BlockNumber victim) const {
    const std::uint32_t frontier = frontier_map_.for_copies(uses_[victim].frontier);
    return ledger_.free_blocks() > 0 ||
           space_in(frontiers_[frontier]) >= table_.valid_pages(victim);
}

// When retirements have used up every free block: any closed block that can still be collected.
template <typename Index>
std::optional<BlockNumber> PageEngine<Index>::last_resort() const {
    std::optional<BlockNumber> best;
    for (BlockNumber block = 0; block < ledger_.block_count(); ++block) {
        if (!uses_[block].is_closed || !has_room_for(block)) continue;
        if (!best || table_.valid_pages(block) < table_.valid_pages(*best)) best = block;
    }
    return best;
}

// Collects one block; false when there is no room for its pages, which ends the drive's life.
template <typename Index>
bool PageEngine<Index>::collect() {
    BlockNumber victim = choose_victim();
    if (!has_room_for(victim)) {
        index_.add(victim);
        const std::optional<BlockNumber> other = last_resort();
        if (!other) {
            ledger_.set_exhausted();
            return false;
        }
        victim = *other;
        index_.remove(victim);
    }
    const std::uint32_t valid = table_.valid_pages(victim);
    const std::uint32_t frontier = frontier_map_.for_copies(uses_[victim].frontier);
    record_victim(victims_, valid);
    if (valid != 0) copy_valid_pages(victim, frontier);
    counts_.gc_pages += valid;
    streams_[uses_[victim].frontier].gc_pages += valid;
    table_.states[victim].valid = BlockTable::no_candidate;
    uses_[victim].is_closed = false;
    ledger_.erase(victim, counts_.host_pages);
    ++counts_.erases;
    is_victim_fetched_ = false;
    return true;
}

// Shortly before a block must be collected: asks for what is needed of the one that will probably
// be chosen.
template <typename Index>
void PageEngine<Index>::fetch_next_victim() {
    if (is_victim_fetched_ || space_in(frontiers_[0]) > look_ahead) return;
    is_victim_fetched_ = true;
    const std::optional<BlockNumber> block = index_.likely_next();
    if (!block) return;
    constexpr std::uint32_t pages_per_line = 64 / sizeof(PageNumber);
    const PageNumber* const pages = page_in_.data() + std::size_t{*block} * data_pages_;
    for (std::uint32_t page = 0; page < std::min<std::uint32_t>(data_pages_, copy_size);
         page += pages_per_line) {
        __builtin_prefetch(pages + page);
    }
    __builtin_prefetch(&table_.states[*block], 1);
    __builtin_prefetch(&uses_[*block], 1);
    ledger_.fetch(*block);
}

template <typename Index>
void PageEngine<Index>::copy_valid_pages(BlockNumber victim, std::uint32_t frontier) {
    const PageNumber* const pages = page_in_.data() + std::size_t{victim} * data_pages_;
    for (std::uint32_t begin = 0; begin < data_pages_; begin += copy_size) {
        const std::uint32_t end = std::min<std::uint32_t>(begin + copy_size, data_pages_);
        const auto found = static_cast<std::uint32_t>(
            gather_valid_pages({pages + begin, pages + end}, valid_pages_.data()));
        for (std::uint32_t copied = 0; copied < found;) {
            if (frontiers_[frontier].block == no_block) open(frontier);
            const std::uint32_t count = std::min(found - copied, space_in(frontiers_[frontier]));
            copy_run(valid_pages_.data() + copied, count, frontier);
            copied += count;
        }
    }
}

template <typename Index>
void PageEngine<Index>::copy_run(const PageNumber* pages, std::uint32_t count,
                                 std::uint32_t frontier) {
    constexpr std::uint32_t ahead = 24;
    const SlotNumber first = next_slot(frontiers_[frontier]);
    SlotNumber* const slot_of = slot_of_.data();
    for (std::uint32_t i = 0; i < std::min(ahead, count); ++i)
        __builtin_prefetch(slot_of + pages[i], 1);
    std::memcpy(page_in_.data() + first, pages, count * sizeof(PageNumber));
    std::uint32_t i = 0;
    for (; i + ahead < count; ++i) {
        __builtin_prefetch(slot_of + pages[i + ahead], 1);
        slot_of[pages[i]] = first + i;
    }
    for (; i < count; ++i)
        slot_of[pages[i]] = first + i;
    table_.states[frontiers_[frontier].block].valid += count;
    advance_filled(frontier, count);
}

// --- host writes ---------------------------------------------------------------------------------

template <typename Index>
void PageEngine<Index>::invalidate(SlotNumber slot) {
    page_in_[slot] = no_page;
    const BlockNumber block = block_of_.quotient(slot);
    BlockState& state = table_.states[block];
    const std::uint32_t valid = --state.valid;
    state.changed = table_.stamp(counts_.host_pages);
    if (valid <= index_.watch()) index_.dropped(block, valid);
}

// Writes `count` pages, which must fit, to a frontier.
template <typename Index>
template <typename PageOf>
std::uint32_t PageEngine<Index>::write_run(const PageOf& page_of, std::uint32_t count,
                                           std::uint32_t frontier) {
    SlotNumber* const slot_of = slot_of_.data();
    PageNumber* const page_in = page_in_.data();
    BlockState* const states = table_.states.data();
    const Divider block_of = block_of_;
    const SlotNumber first = next_slot(frontiers_[frontier]);
    const std::uint32_t watch = index_.watch();
    std::uint32_t stamp = table_.stamp(counts_.host_pages);
    states[frontiers_[frontier].block].valid += count;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto page = static_cast<PageNumber>(page_of(i));
        const SlotNumber old = slot_of[page];
        slot_of[page] = first + i;
        page_in[first + i] = page;
        ++stamp;
        if (old == no_slot) {
            ++mapped_pages_;
            continue;
        }
        page_in[old] = no_page;
        const BlockNumber block = block_of.quotient(old);
        BlockState& state = states[block];
        state.changed = stamp;
        const std::uint32_t valid = --state.valid;
        if (valid <= watch) index_.dropped(block, valid);
    }
    counts_.host_pages += count;
    streams_[frontier].host_pages += count;
    advance_filled(frontier, count);
    return count;
}

// Writes pages to one frontier until all are written or the drive is worn out; returns how many.
template <typename Index>
template <typename PageOf>
std::size_t PageEngine<Index>::write_all(const PageOf& page_of, std::size_t count,
                                         std::uint32_t frontier) {
    std::size_t done = 0;
    while (done < count && ensure_space(frontier)) {
        const auto fit = static_cast<std::uint32_t>(
            std::min<std::size_t>(count - done, space_in(frontiers_[frontier])));
        done += write_run([&](std::size_t i) { return page_of(done + i); }, fit, frontier);
    }
    return done;
}

// A write takes two dependent cache misses: where its page lies, and what lies there (the slot and
// the counts of its block). Both are asked for ahead of time, one stage after the other, so that
// some dozens of misses are under way at once. GCC takes a function of nothing but prefetches for
// one without effect and drops the call: hence always_inline.
template <typename Index>
void PageEngine<Index>::fetch_slot_of(PageNumber page) const {
    __builtin_prefetch(slot_of_.data() + page, 1);
}

template <typename Index>
void PageEngine<Index>::fetch_slot(PageNumber page) const {
    const SlotNumber old = slot_of_[page];
    if (old == no_slot) return;
    __builtin_prefetch(page_in_.data() + old, 1);
    if (counts_miss_cache_) {
        __builtin_prefetch(table_.states.data() + block_of_.quotient(old), 1);
    }
}

// The operation, while those after it go through the earlier stages.
template <typename Index>
PageOperation PageEngine<Index>::operation_at(std::uint64_t number) const {
    const auto page_at = [this](std::uint64_t other) {
        return static_cast<PageNumber>(ring_[other % ring_size].page());
    };
    fetch_slot_of(page_at(number + 2 * look_ahead));
    fetch_slot(page_at(number + look_ahead));
    return ring_[number % ring_size];
}

// Enough operations for a batch and the stages before it.
template <typename Index>
void PageEngine<Index>::refill() {
    while (drawn_ < executed_ + batch_size + 2 * look_ahead) {
        source_.fill(std::span(ring_).subspan(drawn_ % ring_size, batch_size));
        drawn_ += batch_size;
    }
}

template <typename Index>
void PageEngine<Index>::trim(PageNumber page) {
    const SlotNumber old = slot_of_[page];
    if (old == no_slot) return;
    slot_of_[page] = no_slot;
    --mapped_pages_;
    ++counts_.trimmed_pages;
    invalidate(old);
}

template <typename Index>
bool PageEngine<Index>::execute(PageOperation operation) {
    if (operation.is_trim()) {
        trim(static_cast<PageNumber>(operation.page()));
        return true;
    }
    const std::uint32_t frontier = frontier_map_.for_host(operation.address_class());
    return write_all([&](std::size_t) { return operation.page(); }, 1, frontier) == 1;
}

// Executes the next `count` <= batch_size operations; fewer when the drive is worn out.
template <typename Index>
std::size_t PageEngine<Index>::execute_batch(std::size_t count) {
    const std::uint64_t first = executed_;
    if (writes_plainly_) {
        fetch_next_victim();
        return write_all([&](std::size_t i) { return operation_at(first + i).page(); }, count, 0);
    }
    std::size_t done = 0;
    while (done < count && execute(operation_at(first + done)))
        ++done;
    return done;
}

template <typename Index>
void PageEngine<Index>::advance(std::uint64_t host_pages) {
    make_room_for_stamps();
    const std::uint64_t stop_at = counts_.host_pages + host_pages;
    const std::uint64_t work_limit = work_done() + chunk_work;
    while (counts_.host_pages < stop_at && work_done() < work_limit && !ledger_.worn_out()) {
        refill();
        const std::uint64_t left = stop_at - counts_.host_pages;
        std::uint64_t count = std::min<std::uint64_t>(batch_size, left);
        // A batch ends where the next victim can be foreseen.
        const std::uint64_t space = space_in(frontiers_[0]);
        if (space > look_ahead) count = std::min<std::uint64_t>(count, space - look_ahead);
        executed_ += execute_batch(count);
    }
}

// --- preconditioning -----------------------------------------------------------------------------

template <typename Index>
Permutation PageEngine<Index>::order_of_pass(std::uint64_t pass, std::uint64_t count) const {
    // A stream for each pass: {seed, run, precondition} seeds one that the pass is drawn from.
    RandomStream passes(StreamId{seed_, run_, Purpose::precondition});
    RandomStream random(StreamId{passes(), pass, Purpose::precondition});
    return Permutation(count, random);
}

template <typename Index>
void PageEngine<Index>::fill_drive(bool in_random_order, std::uint64_t pages) {
    make_room_for_stamps();
    const std::uint64_t usable = geometry_.usable_pages;
    const std::uint64_t stop_at = std::min(pages, progress_.pages_done + chunk_work);
    const std::uint64_t work_limit = work_done() + chunk_work;
    while (progress_.pages_done < stop_at && work_done() < work_limit && !ledger_.worn_out()) {
        // One pass over the drive at a time, in an order of its own.
        const std::uint64_t begin = progress_.pages_done % usable;
        const std::uint64_t count = std::min(usable - begin, stop_at - progress_.pages_done);
        const Permutation order =
            order_of_pass(progress_.passes + progress_.pages_done / usable, usable);
        std::array<PageOperation, batch_size> batch{};
        for (std::uint64_t done = 0; done < count && work_done() < work_limit;) {
            const std::size_t size = std::min<std::uint64_t>(batch_size, count - done);
            for (std::size_t i = 0; i < size; ++i) {
                const std::uint64_t at = begin + done + i;
                const std::uint64_t page = in_random_order ? order(at) : at;
                batch[i] = PageOperation::write(page, source_.class_of(page));
            }
            if (in_random_order) {
                for (std::size_t i = 0; i < size; ++i)
                    fetch_slot_of(static_cast<PageNumber>(batch[i].page()));
                for (std::size_t i = 0; i < size; ++i)
                    fetch_slot(static_cast<PageNumber>(batch[i].page()));
            }
            for (std::size_t i = 0; i < size; ++i) {
                if (!execute(batch[i])) return;
            }
            done += size;
            progress_.pages_done += size;
        }
    }
}

// Valid pages anywhere in the pool; the slots without one count as programmed by the host and
// written elsewhere since.
template <typename Index>
void PageEngine<Index>::scatter() {
    const std::uint64_t blocks = geometry_.pool_blocks();
    const Permutation slots = order_of_pass(0, blocks * data_pages_);
    std::vector<BlockNumber> pool(blocks);
    for (BlockNumber& block : pool) {
        block = ledger_.take_free();
        PageNumber* const pages = page_in_.data() + std::size_t{block} * data_pages_;
        std::fill(pages, pages + data_pages_, no_page);
    }
    std::array<SlotNumber, batch_size> batch{};
    for (std::uint64_t begin = 0; begin < geometry_.usable_pages; begin += batch_size) {
        const std::uint64_t count = std::min(batch_size, geometry_.usable_pages - begin);
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t place = slots(begin + i);
            batch[i] = static_cast<SlotNumber>(pool[place / data_pages_] * data_pages_ +
                                               place % data_pages_);
            __builtin_prefetch(page_in_.data() + batch[i], 1);
        }
        for (std::uint64_t i = 0; i < count; ++i) {
            slot_of_[begin + i] = batch[i];
            page_in_[batch[i]] = static_cast<PageNumber>(begin + i);
            ++table_.states[block_of_.quotient(batch[i])].valid;
        }
    }
    mapped_pages_ = geometry_.usable_pages;
    if (table_.make_room_for(counts_.host_pages + blocks * data_pages_)) index_.stamps_moved();
    counts_.host_pages += blocks * data_pages_;
    streams_[0].host_pages += blocks * data_pages_;
    for (const BlockNumber block : pool) {
        frontiers_[0] = {block, data_pages_};
        uses_[block] = {};
        close(0);
    }
}

template <typename Index>
bool PageEngine<Index>::precondition() {
    if (progress_.step == precondition_.size() || ledger_.worn_out()) return false;
    const PreconditionStep& step = precondition_[progress_.step];
    const std::uint64_t pages = pages_of(step);
    if (step.kind == PreconditionStep::Kind::scattered) {
        scatter();
        progress_.pages_done = pages;
    } else if (step.kind == PreconditionStep::Kind::workload) {
        const std::uint64_t before = counts_.host_pages;
        advance(pages - progress_.pages_done);
        progress_.pages_done += counts_.host_pages - before;
    } else {
        fill_drive(step.kind == PreconditionStep::Kind::random, pages);
    }
    if (progress_.pages_done >= pages) {
        progress_.passes += pages / geometry_.usable_pages + 1;
        progress_.pages_done = 0;
        ++progress_.step;
    }
    return true;
}

// --- state ---------------------------------------------------------------------------------------

template <typename Index>
std::uint64_t PageEngine<Index>::memory_bytes() const {
    constexpr std::uint64_t bytes_a_block = sizeof(std::uint32_t) * 2 + sizeof(std::uint64_t) * 2;
    return slot_of_.size() * sizeof(SlotNumber) + page_in_.size() * sizeof(PageNumber) +
           ledger_.memory_bytes() + ledger_.block_count() * bytes_a_block;
}

template <typename Index>
void PageEngine<Index>::save(StateWriter& state) const {
    ledger_.save(state);
    table_.save(state);
    index_.save(state);
    source_.save(state);
    state.value(victim_random_.state());
    state.list(page_in_);  // slot_of_ is its inverse
    state.list(uses_);
    state.list(frontiers_);
    state.list(streams_);
    state.list(victims_.victims);
    state.value(counts_);
    state.value(closed_blocks_);
    state.value(progress_);
    state.list(ring_);
    state.value(executed_);
    state.value(drawn_);
}

template <typename Index>
void PageEngine<Index>::load(StateReader& state) {
    ledger_.load(state);
    table_.load(state);
    index_.load(state);
    source_.load(state);
    RandomStream::State random;
    state.value(random);
    victim_random_ = RandomStream(random);
    state.fixed_list(page_in_);
    state.fixed_list(uses_);
    state.fixed_list(frontiers_);
    state.fixed_list(streams_);
    state.fixed_list(victims_.victims);
    state.value(counts_);
    state.value(closed_blocks_);
    state.value(progress_);
    state.fixed_list(ring_);
    state.value(executed_);
    state.value(drawn_);
    rebuild_slots();
}

// Data pages programmed since the block's last erase.
template <typename Index>
std::uint32_t PageEngine<Index>::programmed_in(BlockNumber block) const {
    for (const Frontier& frontier : frontiers_) {
        if (frontier.block == block) return frontier.written;
    }
    return uses_[block].is_closed ? data_pages_ : 0;
}

template <typename Index>
void PageEngine<Index>::rebuild_slots() {
    std::fill(slot_of_.begin(), slot_of_.end(), no_slot);
    mapped_pages_ = 0;
    for (BlockNumber block = 0; block < ledger_.block_count(); ++block) {
        const SlotNumber first = block * data_pages_;
        const std::uint32_t count = programmed_in(block);
        for (SlotNumber slot = first; slot < first + count; ++slot) {
            const PageNumber page = page_in_[slot];
            if (page == no_page) continue;
            if (page >= slot_of_.size()) throw InputError("checkpoint: a page beyond the drive");
            slot_of_[page] = slot;
            ++mapped_pages_;
        }
    }
}

template <typename Index>
std::vector<std::string> PageEngine<Index>::broken_invariants() const {
    std::vector<std::string> broken;
    std::uint64_t valid_pages = 0;
    std::uint64_t programmed = ledger_.erase_total() * data_pages_;
    for (BlockNumber block = 0; block < ledger_.block_count(); ++block) {
        const std::uint32_t count = programmed_in(block);
        programmed += count;
        std::uint32_t valid = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const SlotNumber slot = block * data_pages_ + i;
            const PageNumber page = page_in_[slot];
            if (page == no_page) continue;
            ++valid;
            if (slot_of_[page] != slot) {
                broken.push_back(fmt::format("slot {} holds page {}, which is mapped to slot {}",
                                             slot, page, slot_of_[page]));
            }
        }
        valid_pages += valid;
        if (valid != table_.valid_pages(block)) {
            broken.push_back(fmt::format("block {} holds {} valid pages but counts {}", block,
                                         valid, table_.valid_pages(block)));
        }
    }
    const auto mapped = static_cast<std::uint64_t>(std::count_if(
        slot_of_.begin(), slot_of_.end(), [](SlotNumber slot) { return slot != no_slot; }));
    if (valid_pages != mapped || mapped != mapped_pages_) {
        broken.push_back(fmt::format("{} valid pages, {} mapped, {} counted as mapped", valid_pages,
                                     mapped, mapped_pages_));
    }
    if (counts_.host_pages + counts_.gc_pages != programmed) {
        broken.push_back(fmt::format("{} host and {} copied pages, but blocks saw {} programs",
                                     counts_.host_pages, counts_.gc_pages, programmed));
    }
    return broken;
}

}  // namespace

std::optional<std::string> why_not_page_engine(const SimulationOptions& options) {
    const std::uint64_t blocks = options.geometry.raw_blocks - options.geometry.factory_bad_blocks;
    const std::uint64_t slots = blocks * options.geometry.data_pages_per_block();
    if (slots >= no_slot) {
        return fmt::format("it maps fewer than 2^32 - 1 pages of flash, and the drive has {}",
                           slots);
    }
    return std::nullopt;
}

// What the tables' size makes of it: they are in the cache or they are not.
double page_engine_cost(const SimulationOptions& options) {
    constexpr std::uint64_t pages_in_cache = std::uint64_t{1} << 21;
    return options.geometry.usable_pages <= pages_in_cache ? 15 : 60;
}

std::uint64_t page_engine_memory(const SimulationOptions& options) {
    const Geometry& geometry = options.geometry;
    const std::uint64_t blocks = geometry.raw_blocks - geometry.factory_bad_blocks;
    constexpr std::uint64_t bytes_a_block = 64;  // tables, ledger and victim index
    return geometry.usable_pages * sizeof(SlotNumber) +
           blocks * (geometry.data_pages_per_block() * sizeof(PageNumber) + bytes_a_block) +
           (options.workload.trim_share > 0 ? geometry.usable_pages / 8 : 0);
}

std::string assumed_by_page_engine(const SimulationOptions&) {
    return {};
}

std::unique_ptr<Engine> make_page_engine(const SimulationOptions& options, std::uint64_t run) {
    return with_victim_index(
        options, [&]<typename MakeIndex>(const MakeIndex& make_index) -> std::unique_ptr<Engine> {
            using Index = std::invoke_result_t<MakeIndex, BlockTable&>;
            return std::make_unique<PageEngine<Index>>(options, run, make_index);
        });
}

}  // namespace drivewear::ftl
