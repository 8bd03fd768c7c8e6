// How a subset drawn uniformly falls upon groups: the multivariate hypergeometric law, exactly,
// from binomials.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ftl/binomial.hpp"

namespace drivewear::ftl {

/// Groups of `sizes[i]` items each. A uniform subset of `count` items is drawn and how many of it
/// lie in each group is written to `taken`.
///
/// Every item enters a first subset by itself with probability count / items: that takes a binomial
/// from each group. Given how many entered, they are a uniform subset, some sqrt(count) items too
/// large or too small; a uniform subset of that difference is then taken out of it or added from
/// the rest, which is the same task with a far smaller count. The last few dozen are drawn one by
/// one. No step approximates.
class SubsetSampler {
public:
    void draw(BatchedRandom& random, std::span<const double> sizes, std::uint64_t count,
              std::span<double> taken);

    /// Of `count` items drawn from `items`, how many are among the `marked` ones: hypergeometric.
    std::uint64_t draw_marked(BatchedRandom& random, std::uint64_t items, std::uint64_t marked,
                              std::uint64_t count);

    BinomialSampler& binomials() { return binomials_; }

private:
    struct Level {
        std::vector<double> sizes;  // groups of the correction
        std::vector<double> taken;
    };

    void draw_at(std::size_t depth, BatchedRandom& random, std::span<const double> sizes,
                 double items, double count, std::span<double> taken);
    void draw_singly(BatchedRandom& random, std::span<const double> sizes, double items,
                     double count, std::span<double> taken);

    BinomialSampler binomials_;
    std::vector<Level> levels_;
    std::vector<double> ends_;            // of the groups, items numbered through
    std::vector<std::uint64_t> numbers_;  // of the items drawn singly
};

}  // namespace drivewear::ftl
