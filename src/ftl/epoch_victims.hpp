// Victims of the epoch engine: the policies over blocks whose counts are mostly not known yet.
//
// Policies by order (FIFO, second chance) or luck (random, d-choices) look at single blocks, whose
// counts are drawn when they are looked at. Greedy needs to know that no other block holds fewer
// pages. For blocks in groups it has a promise: over h host writes a block that holds c_k of the
// U_k pages of class k, which takes the share r_k of the writes, loses no more pages than a
// binomial of h trials and probability sum r_k c_k / U_k gives, for its chance to be hit only
// falls. By Chernoff's bound that exceeds its mean m by sqrt(90 m + 225) + 15 or more with
// probability below e^-45 = 3e-20. A group whose promise runs out is looked at. In 10^12 promises
// one is broken with probability 3e-8; nothing else separates the choice from exact greedy, except
// that among equal counts the block closed first wins, and not the one that has had its count
// longest.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "drivewear/ftl/options.hpp"
#include "ftl/class_traffic.hpp"
#include "ftl/epoch_groups.hpp"

namespace drivewear::ftl {

class EpochVictims {
public:
    EpochVictims(const SimulationOptions& options, const ClassTraffic& traffic,
                 EpochGroups& groups);

    /// When and with which luck victims are chosen.
    struct Moment {
        BatchedRandom& counts;     ///< draws counts that were put off
        RandomStream& choices;     ///< of Purpose::victims
        std::uint64_t host_pages;  ///< written so far
    };

    /// The block is closed and alone in its group.
    void add(BlockNumber block, const Moment& moment);
    /// The block may not be chosen any more; it is alone in its group afterwards.
    void remove(BlockNumber block, const Moment& moment);
    /// There must be a closed block; it is alone in its group afterwards.
    BlockNumber choose(const Moment& moment);

    void save(StateWriter& state) const;
    void load(StateReader& state);

private:
    enum class Rule { lowest, oldest, sampled };

    BlockNumber choose_lowest(const Moment& moment);
    BlockNumber choose_oldest(const Moment& moment);
    BlockNumber choose_sampled(const Moment& moment);
    double pages_of(BlockNumber block, const Moment& moment);
    void fill_window(const Moment& moment);
    bool renew_promise(std::size_t index, const Moment& moment);
    std::size_t apart() const;
    double safe_host_pages(BlockNumber block, double floor) const;
    void tidy(const Moment& moment);
    std::vector<BlockNumber> apart_in_order(bool candidates) const;
    void join_apart(bool candidates, const Moment& moment);
    void join_one(std::span<const BlockNumber> blocks, const Moment& moment);

    EpochGroups& groups_;
    Rule rule_ = Rule::lowest;
    std::uint64_t window_ =
        std::numeric_limits<std::uint64_t>::max();  // blocks looked at by lowest
    std::uint32_t choices_ = 1;                     // blocks drawn by sampled
    double keep_pages_ = 0;                         // oldest: blocks with more are passed over once
    double data_pages_;
    double margin_;                  // pages that promises go beyond the last victim's
    std::vector<double> hit_rates_;  // r_k / U_k
    std::deque<BlockNumber> queue_;  // closed blocks, oldest first; lowest: those before the window
    std::vector<BlockNumber> closed_;        // sampled: in no particular order
    std::vector<std::uint32_t> places_;      // sampled: of a closed block
    std::vector<std::uint8_t> passed_over_;  // oldest: by block
    std::vector<std::uint64_t> closed_as_;   // by block: how many were closed before
    std::uint64_t closed_blocks_ = 0;
    std::uint64_t candidates_ = 0;  // lowest: blocks in the window
    double last_lowest_ = 0;        // count of the last victim of lowest
    std::uint64_t next_tidy_ = 0;   // closed blocks after which joining is tried again
    std::vector<double> totals_;
};

}  // namespace drivewear::ftl
