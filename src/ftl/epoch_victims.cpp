#include "ftl/epoch_victims.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "ftl/victim_index.hpp"

namespace drivewear::ftl {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::size_t most_apart = 24;   // blocks in groups of their own, before they are joined
constexpr std::size_t most_groups = 24;  // larger groups, before all are formed anew
constexpr std::size_t kept_apart = 8;    // the next victims, most likely
constexpr std::size_t least_joined = 24;

}  // namespace

EpochVictims::EpochVictims(const SimulationOptions& options, const ClassTraffic& traffic,
                           EpochGroups& groups)
    : groups_(groups),
      data_pages_(options.geometry.data_pages_per_block()),
      margin_(2 * std::sqrt(data_pages_)),
      closed_as_(options.geometry.raw_blocks - options.geometry.factory_bad_blocks) {
    for (std::size_t c = 0; c < traffic.class_count(); ++c) {
        const double pages = static_cast<double>(traffic.pages[c]);
        hit_rates_.push_back(pages == 0 ? 0 : traffic.write_shares[c] / pages);
    }
    if (const auto* windowed = std::get_if<WindowedGreedy>(&options.policy)) {
        window_ = windowed->window_blocks;
    } else if (std::holds_alternative<Fifo>(options.policy)) {
        rule_ = Rule::oldest;
        keep_pages_ = data_pages_;
    } else if (const auto* second = std::get_if<SecondChance>(&options.policy)) {
        rule_ = Rule::oldest;
        keep_pages_ = kept_pages(*second, options.geometry);
    } else if (const auto* sampled = std::get_if<DChoices>(&options.policy)) {
        rule_ = Rule::sampled;
        choices_ = sampled->choices;
    } else if (std::holds_alternative<RandomVictim>(options.policy)) {
        rule_ = Rule::sampled;
    }
    if (rule_ == Rule::oldest) passed_over_.resize(closed_as_.size());
    if (rule_ == Rule::sampled) places_.resize(closed_as_.size());
}

// --- which blocks there are ----------------------------------------------------------------------

void EpochVictims::add(BlockNumber block, const Moment& moment) {
    closed_as_[block] = closed_blocks_++;
    switch (rule_) {
        case Rule::lowest:
            if (candidates_ < window_) {
                ++candidates_;
            } else {
                groups_.group(groups_.group_of(block)).is_candidate = false;
                queue_.push_back(block);
            }
            break;
        case Rule::oldest:
            queue_.push_back(block);
            break;
        case Rule::sampled:
            places_[block] = static_cast<std::uint32_t>(closed_.size());
            closed_.push_back(block);
            break;
    }
    tidy(moment);
}

void EpochVictims::fill_window(const Moment& moment) {
    while (candidates_ < window_ && !queue_.empty()) {
        const BlockNumber block = queue_.front();
        queue_.pop_front();
        groups_.single_out(moment.counts, block);
        groups_.group(groups_.group_of(block)).is_candidate = true;
        ++candidates_;
    }
}

void EpochVictims::remove(BlockNumber block, const Moment& moment) {
    groups_.single_out(moment.counts, block);
    const bool is_candidate = groups_.group(groups_.group_of(block)).is_candidate;
    switch (rule_) {
        case Rule::lowest:
            if (is_candidate) {
                --candidates_;
                fill_window(moment);
            } else {
                std::erase(queue_, block);
            }
            break;
        case Rule::oldest:
            std::erase(queue_, block);
            passed_over_[block] = 0;
            break;
        case Rule::sampled: {
            const BlockNumber last = closed_.back();
            closed_[places_[block]] = last;
            places_[last] = places_[block];
            closed_.pop_back();
            break;
        }
    }
}

double EpochVictims::pages_of(BlockNumber block, const Moment& moment) {
    groups_.single_out(moment.counts, block);
    return groups_.present(groups_.group_of(block));
}

// --- choosing ------------------------------------------------------------------------------------

BlockNumber EpochVictims::choose(const Moment& moment) {
    switch (rule_) {
        case Rule::lowest:
            return choose_lowest(moment);
        case Rule::oldest:
            return choose_oldest(moment);
        case Rule::sampled:
            break;
    }
    return choose_sampled(moment);
}

BlockNumber EpochVictims::choose_oldest(const Moment& moment) {
    for (;;) {
        const BlockNumber block = queue_.front();
        queue_.pop_front();
        if (pages_of(block, moment) <= keep_pages_ || passed_over_[block] != 0) {
            passed_over_[block] = 0;
            return block;
        }
        passed_over_[block] = 1;
        queue_.push_back(block);
    }
}

BlockNumber EpochVictims::choose_sampled(const Moment& moment) {
    BlockNumber best = closed_[moment.choices.below(closed_.size())];
    for (std::uint32_t drawn = 1; drawn < choices_; ++drawn) {
        const BlockNumber block = closed_[moment.choices.below(closed_.size())];
        if (pages_of(block, moment) < pages_of(best, moment)) best = block;
    }
    remove(best, moment);
    return best;
}

BlockNumber EpochVictims::choose_lowest(const Moment& moment) {
    for (;;) {
        totals_.assign(groups_.group_count(), never);
        for (std::size_t i = 0; i < totals_.size(); ++i) {
            const EpochGroup& group = groups_.group(i);
            if (group.is_candidate && group.blocks.size() == 1) totals_[i] = groups_.present(i);
        }
        const double lowest = kernels::minimum(totals_);
        if (lowest < never) last_lowest_ = lowest;
        bool is_certain = true;
        for (std::size_t i = groups_.group_count(); i-- > 0;) {
            const EpochGroup& group = groups_.group(i);
            if (!group.is_candidate || group.blocks.size() == 1) continue;
            if (group.floor >= lowest && group.floor_until >= moment.host_pages) continue;
            if (lowest < never && renew_promise(i, moment)) continue;
            groups_.scatter(moment.counts, i);
            is_certain = false;
        }
        if (!is_certain) continue;
        BlockNumber best = 0;
        std::uint64_t closed_first = ~std::uint64_t{0};
        for (std::size_t i = 0; i < totals_.size(); ++i) {
            if (totals_[i] != lowest) continue;
            const BlockNumber block = groups_.group(i).blocks.front();
            if (closed_as_[block] >= closed_first) continue;
            best = block;
            closed_first = closed_as_[block];
        }
        remove(best, moment);
        return best;
    }
}

// --- promises ------------------------------------------------------------------------------------

// Host writes over which a block keeps at least `floor` pages, counted from when what is known of
// it was known: the solution of m + sqrt(90 m + 225) + 15 = pages above the floor, over its rate.
double EpochVictims::safe_host_pages(BlockNumber block, double floor) const {
    const std::size_t index = groups_.group_of(block);
    const bool is_alone = groups_.group(index).blocks.size() == 1;
    const std::span<const double> known = groups_.known(block);
    double pages = 0;
    double rate = 0;
    for (std::size_t c = 0; c < hit_rates_.size(); ++c) {
        const double of_class = is_alone ? groups_.present(c, index) : known[c];
        pages += of_class;
        rate += of_class * hit_rates_[c];
    }
    const double room = pages - floor - 15;
    if (room <= 15) return 0;
    const double mean = room + 45 - std::sqrt(90 * room + 2250);
    return rate > 0 ? mean / rate : 1e18;
}

// The group's promise again, for a floor that suits the victims of now; false when it has none.
bool EpochVictims::renew_promise(std::size_t index, const Moment& moment) {
    EpochGroup& group = groups_.group(index);
    const double floor = last_lowest_ + margin_;
    double safe = 1e18;
    for (const BlockNumber block : group.blocks)
        safe = std::min(safe, safe_host_pages(block, floor));
    group.floor = floor;
    group.floor_until = group.formed_at + static_cast<std::uint64_t>(safe);
    return group.floor_until > moment.host_pages;
}

// --- joining -------------------------------------------------------------------------------------

// Blocks in groups of their own, those first that must stay so longest.
std::vector<BlockNumber> EpochVictims::apart_in_order(bool candidates) const {
    struct Entry {
        double key;
        BlockNumber block;
        bool operator<(const Entry& other) const {
            return key != other.key ? key < other.key : block < other.block;
        }
    };
    std::vector<Entry> entries;
    const bool is_lowest = rule_ == Rule::lowest && candidates;
    for (std::size_t i = 0; i < groups_.group_count(); ++i) {
        const EpochGroup& group = groups_.group(i);
        if (group.blocks.size() != 1 || group.is_candidate != candidates) continue;
        const BlockNumber block = group.blocks.front();
        entries.push_back({is_lowest ? safe_host_pages(block, last_lowest_ + margin_)
                                     : static_cast<double>(closed_as_[block]),
                           block});
    }
    std::sort(entries.begin(), entries.end());
    std::size_t kept = is_lowest ? std::min(kept_apart, entries.size()) : 0;
    // A promise that lasts for a block or two is not worth its making.
    while (is_lowest && kept < entries.size() && entries[kept].key < 2 * data_pages_)
        ++kept;
    std::vector<BlockNumber> blocks;
    for (std::size_t i = kept; i < entries.size(); ++i)
        blocks.push_back(entries[i].block);
    return blocks;
}

void EpochVictims::join_one(std::span<const BlockNumber> blocks, const Moment& moment) {
    const std::size_t index = groups_.join(blocks);
    EpochGroup& group = groups_.group(index);
    group.formed_at = moment.host_pages;
    if (rule_ == Rule::lowest && group.is_candidate) renew_promise(index, moment);
}

// Groups that grow with the distance from the next victim, so that the nearest one is small and
// what is drawn of the others early is little.
void EpochVictims::join_apart(bool candidates, const Moment& moment) {
    const std::vector<BlockNumber> blocks = apart_in_order(candidates);
    for (std::size_t begin = 0; begin < blocks.size();) {
        const std::size_t wanted = std::max(least_joined, begin);
        const std::size_t count = std::min(wanted, blocks.size() - begin);
        if (count > 1) join_one(std::span(blocks).subspan(begin, count), moment);
        begin += count;
    }
}

std::size_t EpochVictims::apart() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < groups_.group_count(); ++i)
        count += groups_.group(i).blocks.size() == 1 ? 1 : 0;
    return count;
}

void EpochVictims::tidy(const Moment& moment) {
    if (closed_blocks_ < next_tidy_ || apart() < most_apart) return;
    if (groups_.group_count() - apart() > most_groups) {
        for (std::size_t i = 0; i < groups_.group_count();) {
            if (groups_.group(i).blocks.size() == 1) {
                ++i;
            } else {
                groups_.scatter(moment.counts, i);
            }
        }
    }
    join_apart(true, moment);
    join_apart(false, moment);
    next_tidy_ = closed_blocks_ + apart() / 4;
}

// --- state ---------------------------------------------------------------------------------------

void EpochVictims::save(StateWriter& state) const {
    state.list(std::vector<BlockNumber>(queue_.begin(), queue_.end()));
    state.list(closed_);
    state.list(places_);
    state.list(passed_over_);
    state.list(closed_as_);
    state.value(closed_blocks_);
    state.value(candidates_);
    state.value(last_lowest_);
    state.value(next_tidy_);
}

void EpochVictims::load(StateReader& state) {
    std::vector<BlockNumber> queue;
    state.list(queue);
    queue_.assign(queue.begin(), queue.end());
    state.list(closed_);
    state.fixed_list(places_);
    state.fixed_list(passed_over_);
    state.fixed_list(closed_as_);
    state.value(closed_blocks_);
    state.value(candidates_);
    state.value(last_lowest_);
    state.value(next_tidy_);
}

}  // namespace drivewear::ftl
