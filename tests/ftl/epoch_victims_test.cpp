// Counts that are drawn only when they matter: groups lose what blocks lose, and the victim chosen
// without looking at all blocks is the one that looking at all of them finds.
#include "ftl/epoch_victims.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "support/goodness_of_fit.hpp"

using namespace drivewear;
using namespace drivewear::ftl;

namespace {

constexpr std::uint32_t block_pages = 4096;

BatchedRandom counts_stream(std::uint64_t seed) {
    return BatchedRandom(StreamId{seed, 0, Purpose::addresses});
}

// Closed blocks of two classes, the older the emptier; no open ones.
struct Drive {
    Drive(const std::string& policy, std::uint32_t blocks)
        : groups({.blocks = blocks, .classes = 2, .frontiers = 1}),
          counts(counts_stream(7)),
          choices(StreamId{7, 0, Purpose::victims}) {
        options.geometry =
            geometry_from_spare_factor({.pool_blocks = blocks, .pages_per_block = block_pages});
        options.policy = parse_policy(policy);
        traffic.write_shares = {0.3, 0.7};
        for (BlockNumber block = 0; block < blocks; ++block) {
            const double valid = 500 + 3500.0 * block / blocks;
            held.push_back({std::floor(0.6 * valid), std::floor(0.4 * valid)});
        }
        for (std::size_t c = 0; c < 2; ++c) {
            double pages = 0;
            for (const auto& of_block : held)
                pages += of_block[c];
            traffic.pages.push_back(static_cast<std::uint64_t>(pages));
        }
        victims.emplace(options, traffic, groups);
        for (BlockNumber block = 0; block < blocks; ++block) {
            groups.add(block, held[block]);
            victims->add(block, moment());
        }
    }
    EpochVictims::Moment moment() { return {counts, choices, host_pages}; }

    // A block of the host's writes: what is lost turns up in a new block.
    void write_block(BlockNumber into) {
        std::vector<double> fresh;
        for (std::size_t c = 0; c < 2; ++c) {
            const double pages = std::floor(block_pages * traffic.write_shares[c] / 2);
            groups.lose(counts, c, static_cast<std::uint64_t>(pages));
            fresh.push_back(pages);
        }
        host_pages += block_pages;
        groups.add(into, fresh);
        victims->add(into, moment());
    }

    SimulationOptions options;
    ClassTraffic traffic;
    EpochGroups groups;
    BatchedRandom counts;
    RandomStream choices;
    std::uint64_t host_pages = 0;
    std::vector<std::vector<double>> held;
    std::optional<EpochVictims> victims;
};

}  // namespace

TEST_CASE("the victim is the emptiest of all blocks, though few of them were looked at") {
    Drive drive("greedy", 400);
    std::size_t looked_at = 0;
    for (int step = 0; step < 300; ++step) {
        const BlockNumber victim = drive.victims->choose(drive.moment());
        const double pages = drive.groups.present(drive.groups.group_of(victim));
        for (std::size_t i = 0; i < drive.groups.group_count(); ++i)
            looked_at += drive.groups.group(i).blocks.size() == 1 ? 1 : 0;
        std::vector<double> taken(2);
        drive.groups.remove(victim, taken);
        CHECK(taken[0] + taken[1] == pages);
        if (step % 50 == 49) {
            // Draws all counts that were put off.
            for (BlockNumber block = 0; block < 400; ++block) {
                if (block == victim) continue;
                drive.groups.single_out(drive.counts, block);
                CHECK(drive.groups.present(drive.groups.group_of(block)) >= pages);
            }
        }
        drive.groups.lose(drive.counts, 0, 0);
        drive.write_block(victim);
    }
    CHECK(looked_at < 300 * 200);
}

TEST_CASE("a group loses what its blocks would lose one by one") {
    // Block 0 holds 40 of the 160 pages of the group and 200 of the class; 50 are lost in two
    // portions, and only then block 0 is looked at.
    std::map<std::int64_t, std::uint64_t> left;
    BatchedRandom random = counts_stream(11);
    constexpr int draws = 20'000;
    for (int draw = 0; draw < draws; ++draw) {
        EpochGroups groups({.blocks = 5, .classes = 1, .frontiers = 1});
        const double pages[] = {40, 30, 50, 40, 40};
        for (BlockNumber block = 0; block < 5; ++block)
            groups.add(block, std::span(pages + block, 1));
        const BlockNumber together[] = {0, 1, 2, 3};
        groups.join(together);
        groups.lose(random, 0, 20);
        if (draw % 2 == 0) groups.single_out(random, 2);
        groups.lose(random, 0, 30);
        groups.single_out(random, 0);
        CHECK(groups.held(0) == 150);
        ++left[static_cast<std::int64_t>(groups.present(groups.group_of(0)))];
    }
    const auto choose = [](double n, double k) {
        return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
    };
    // Of 150 pages left among 200, how many are among block 0's 40: hypergeometric.
    const double p = test::chi_square_p_value(left, 0, 40, [&](std::int64_t k) {
        const auto of_block = static_cast<double>(k);
        return std::exp(choose(40, of_block) + choose(160, 150 - of_block) - choose(200, 150));
    });
    CHECK(p > 1e-4);
}

TEST_CASE("policies by order and by luck see single blocks only") {
    for (const std::string policy :
         {"fifo", "second-chance:0.9", "random", "d-choices:4", "windowed-greedy:30"}) {
        Drive drive(policy, 200);
        std::vector<int> chosen(200);
        for (int step = 0; step < 200; ++step) {
            const BlockNumber victim = drive.victims->choose(drive.moment());
            CHECK(drive.groups.is_alone(victim));
            std::vector<double> taken(2);
            drive.groups.remove(victim, taken);
            ++chosen[victim];
            drive.write_block(victim);
        }
        INFO(policy);
        // FIFO takes each block once in 200 steps; luck takes some again.
        const int most = *std::max_element(chosen.begin(), chosen.end());
        CHECK((policy == "fifo" ? most == 1 : most >= 1));
        CHECK(std::accumulate(chosen.begin(), chosen.end(), 0) == 200);
    }
}
