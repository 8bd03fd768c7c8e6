// Exact binomial draws, singly and many of one probability at a time.
//
// Inversion (sequential search from 0) where the mean is below 10; otherwise the transformed
// rejection BTRS of Hoermann, "The generation of binomial random variates", Journal of Statistical
// Computation and Simulation 46 (1993). "Exact" means that nothing but the rounding of doubles
// separates the law of the draws from the binomial: probabilities are right to about 1e-9 for
// up to 2^40 trials. The bits drawn do not depend on libm or vector width.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ftl/batched_random.hpp"

namespace drivewear::ftl {

class BinomialSampler {
public:
    /// Successes among `trials` < 2^53, each with `probability` in [0, 1].
    std::uint64_t draw(BatchedRandom& random, std::uint64_t trials, double probability);

    /// successes[i] out of trials[i] (whole numbers), for each i.
    void draw_all(BatchedRandom& random, std::span<const double> trials, double probability,
                  std::span<double> successes);

private:
    // One attempt for each draw still open, in arrays of padded length.
    struct Attempt {
        std::vector<std::size_t> target;  // index of the draw
        std::vector<double> trials;
        std::vector<std::uint64_t> random;
        std::vector<double> successes;
        std::vector<double> distance;
        std::vector<double> height;
        std::vector<double> verdict;

        void clear() {
            target.clear();
            trials.clear();
        }
        void add(std::size_t index, double trial_count) {
            target.push_back(index);
            trials.push_back(trial_count);
        }
        kernels::BinomialProposals prepare(double probability);
    };

    void draw_at_most_half(BatchedRandom& random, std::span<const double> trials,
                           double probability, std::span<double> successes);
    void settle_open(double probability);

    Attempt attempt_;
    Attempt unsettled_;                // proposals outside the squeeze
    std::vector<std::size_t> places_;  // of the unsettled among the attempt
};

}  // namespace drivewear::ftl
