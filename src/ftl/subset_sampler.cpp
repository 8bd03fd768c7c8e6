#include "ftl/subset_sampler.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace drivewear::ftl {
namespace {

constexpr double most_drawn_singly = 48;

}  // namespace

void SubsetSampler::draw(BatchedRandom& random, std::span<const double> sizes, std::uint64_t count,
                         std::span<double> taken) {
    draw_at(0, random, sizes, kernels::sum(sizes), static_cast<double>(count), taken);
}

std::uint64_t SubsetSampler::draw_marked(BatchedRandom& random, std::uint64_t items,
                                         std::uint64_t marked, std::uint64_t count) {
    const std::array<double, 2> sizes{static_cast<double>(marked),
                                      static_cast<double>(items - marked)};
    std::array<double, 2> taken{};
    draw(random, sizes, count, taken);
    return static_cast<std::uint64_t>(taken[0]);
}

void SubsetSampler::draw_at(std::size_t depth, BatchedRandom& random,
                            std::span<const double> sizes, double items, double count,
                            std::span<double> taken) {
    if (count > items - count) {
        // What is left out is a uniform subset, too, and the smaller one.
        draw_at(depth, random, sizes, items, items - count, taken);
        for (std::size_t i = 0; i < sizes.size(); ++i)
            taken[i] = sizes[i] - taken[i];
        return;
    }
    if (count <= most_drawn_singly) return draw_singly(random, sizes, items, count, taken);
    binomials_.draw_all(random, sizes, count / items, taken);
    const double entered = kernels::sum(taken);
    if (entered == count) return;
    if (levels_.size() == depth) levels_.emplace_back();
    std::vector<double> groups = std::move(levels_[depth].sizes);
    std::vector<double> moved = std::move(levels_[depth].taken);
    groups.assign(taken.begin(), taken.end());
    moved.resize(sizes.size());
    if (entered > count) {
        draw_at(depth + 1, random, groups, entered, entered - count, moved);
        kernels::subtract(taken, moved);
    } else {
        for (std::size_t i = 0; i < sizes.size(); ++i)
            groups[i] = sizes[i] - taken[i];
        draw_at(depth + 1, random, groups, items - entered, count - entered, moved);
        for (std::size_t i = 0; i < sizes.size(); ++i)
            taken[i] += moved[i];
    }
    levels_[depth].sizes = std::move(groups);
    levels_[depth].taken = std::move(moved);
}

void SubsetSampler::draw_singly(BatchedRandom& random, std::span<const double> sizes, double items,
                                double count, std::span<double> taken) {
    std::fill(taken.begin(), taken.end(), 0);
    if (count == 0) return;
    ends_.resize(sizes.size());
    std::partial_sum(sizes.begin(), sizes.end(), ends_.begin());
    numbers_.clear();
    const auto item_count = static_cast<std::uint64_t>(items);
    while (numbers_.size() < static_cast<std::size_t>(count)) {
        const std::uint64_t number = random.below(item_count);
        if (std::find(numbers_.begin(), numbers_.end(), number) != numbers_.end()) continue;
        numbers_.push_back(number);
        const auto group = std::upper_bound(ends_.begin(), ends_.end(), static_cast<double>(number));
        ++taken[static_cast<std::size_t>(group - ends_.begin())];
    }
}

}  // namespace drivewear::ftl
