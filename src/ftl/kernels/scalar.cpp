#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "ftl/kernels/kernels.hpp"
#include "ftl/kernels/portable_math.hpp"

namespace drivewear::ftl::kernels {
namespace {

// Uniform in (0, 1) with 52 bits, from the upper bits of a word.
double open_unit(std::uint64_t word) {
    return std::bit_cast<double>(word >> 12 | 0x3ff0000000000000ULL) - (1.0 - 0x1p-53);
}

// The constants of the transformed rejection BTRS: Hoermann, "The generation of binomial random
// variates", Journal of Statistical Computation and Simulation 46 (1993), section 3.1.
struct Transformation {
    Transformation(double trials, double probability)
        : spread(std::sqrt(trials * probability * (1.0 - probability))),
          b(1.15 + 2.53 * spread),
          a((-0.0873 + 0.0248 * b) + 0.01 * probability),
          centre(trials * probability + 0.5),
          squeeze(0.92 - 4.2 / b) {}

    double spread;
    double b;
    double a;
    double centre;
    double squeeze;
};

}  // namespace

bool binomial_accepts(double trials, double probability, double successes, double distance,
                      double height) {
    const Transformation t(trials, probability);
    const double ratio = probability / (1.0 - probability);
    const double alpha = (2.83 + 5.1 / t.b) * t.spread;
    const double mode = std::floor((trials + 1.0) * probability);
    const double scaled_rest = ratio * ((trials - mode) + 1.0);
    const double above = (trials - successes) + 1.0;
    const double bound = height * alpha / (t.a / (distance * distance) + t.b);
    const double first = (mode + 0.5) * log1p_small(((mode + 1.0) - scaled_rest) / scaled_rest);
    const double second = (trials + 1.0) * log1p((successes - mode) / above);
    const double third = (successes + 0.5) * log(ratio * above / (successes + 1.0));
    const double tails = ((stirling_tail(mode) + stirling_tail(trials - mode)) -
                          stirling_tail(successes)) -
                         stirling_tail(trials - successes);
    return log(bound) <= ((first + second) + third) + tails;
}

namespace scalar {

void fill_random(RandomLanes& lanes, std::span<std::uint64_t> random) {
    auto& [s0, s1, s2, s3] = lanes.words;
    for (std::size_t i = 0; i < random.size(); ++i) {
        const std::size_t lane = i % random_lanes;
        random[i] = std::rotl(s0[lane] + s3[lane], 23) + s0[lane];
        const std::uint64_t shifted = s1[lane] << 17;
        s2[lane] ^= s0[lane];
        s3[lane] ^= s1[lane];
        s1[lane] ^= s2[lane];
        s0[lane] ^= s3[lane];
        s2[lane] ^= shifted;
        s3[lane] = std::rotl(s3[lane], 45);
    }
}

void propose_binomials(const BinomialProposals& proposals) {
    for (std::size_t i = 0; i < padded(proposals.count); ++i) {
        const double trials = proposals.trials[i];
        const Transformation t(trials, proposals.probability);
        const double u = open_unit(proposals.random[i]) - 0.5;
        const double v = open_unit(proposals.random[padded(proposals.count) + i]);
        const double us = 0.5 - std::abs(u);
        const double k = std::floor((2.0 * t.a / us + t.b) * u + t.centre);
        const bool is_inside = us >= 0.07 && v <= t.squeeze;
        const bool is_possible = k >= 0.0 && k <= trials;
        proposals.successes[i] = k;
        proposals.distance[i] = us;
        proposals.height[i] = v;
        proposals.verdict[i] = is_inside ? accepted : is_possible ? open : rejected;
    }
}

void judge_binomials(const BinomialProposals& proposals) {
    for (std::size_t i = 0; i < padded(proposals.count); ++i) {
        const double trials = proposals.trials[i];
        const double k = proposals.successes[i];
        const double mode = std::floor((trials + 1.0) * proposals.probability);
        const double deviation = (k - mode) / ((trials - k) + 1.0);
        const bool is_in_bulk = k >= 10.0 && trials - k >= 10.0 && trials - mode >= 10.0 &&
                                deviation >= -0.25 && deviation <= 0.4;
        if (!is_in_bulk) {
            proposals.verdict[i] = open;
            continue;
        }
        proposals.verdict[i] = binomial_accepts(trials, proposals.probability, k,
                                                proposals.distance[i], proposals.height[i])
                                   ? accepted
                                   : rejected;
    }
}

void draw_gaps(std::span<const std::uint64_t> random, double log_of_rest, std::span<double> out) {
    for (std::size_t i = 0; i < random.size(); ++i)
        out[i] = std::floor(log(open_unit(random[i])) / log_of_rest);
}

double sum(std::span<const double> values) {
    double total = 0;
    for (const double value : values)
        total += value;
    return total;
}

double minimum(std::span<const double> values) {
    double least = std::numeric_limits<double>::infinity();
    for (const double value : values)
        least = std::min(least, value);
    return least;
}

void subtract(std::span<double> from, std::span<const double> lost) {
    for (std::size_t i = 0; i < from.size(); ++i)
        from[i] -= lost[i];
}

}  // namespace scalar
}  // namespace drivewear::ftl::kernels
