// The inner loops of the counting engines. Each is chosen at run time for the machine (Google
// Highway) and has a plain twin in `scalar`; both give the same bits on every target, so that one
// seed has one answer whatever the vector width. All work on arrays of doubles that hold whole
// numbers below 2^53, and none allocates or throws.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace drivewear::ftl::kernels {

/// Arrays that kernels write are padded to a multiple of this many items.
inline constexpr std::size_t padding = 8;
constexpr std::size_t padded(std::size_t count) {
    return (count + padding - 1) / padding * padding;
}

/// Independent xoshiro256++ generators side by side.
inline constexpr std::size_t random_lanes = 8;
struct RandomLanes {
    /// Word i of the state of every lane.
    alignas(64) std::array<std::array<std::uint64_t, random_lanes>, 4> words{};
};

/// Proposals of the transformed rejection for binomials of one probability: structure of arrays,
/// each of padded length.
struct BinomialProposals {
    const double* trials;         ///< n of each, with n p >= 10 and p <= 1/2
    const std::uint64_t* random;  ///< two words for each: [i] and [padded(count) + i]
    double* successes;            ///< out: proposed number
    double* distance;             ///< out: us of the algorithm, how far u is from +-1/2
    double* height;               ///< out: v of the algorithm
    double* verdict;              ///< out: `accepted`, `open` or `rejected`
    std::size_t count;            ///< how many
    double probability;           ///< p of all
};
inline constexpr double accepted = 0;
inline constexpr double open = 1;      ///< needs `judge`, or `binomial_accepts` where that is open
inline constexpr double rejected = 2;

/// `random.size()` words, a multiple of random_lanes: lane i gives every random_lanes-th from i on.
void fill_random(RandomLanes& lanes, std::span<std::uint64_t> random);

/// Draws a proposal for each and settles the ones inside the squeeze or outside the support.
void propose_binomials(const BinomialProposals& proposals);

/// Settles proposals against the exact probabilities; reads trials, successes, distance and height
/// and writes the verdict, `open` where a formula for the bulk does not hold.
void judge_binomials(const BinomialProposals& proposals);

/// out[i] = floor(log(u) / log_of_rest) with u in (0, 1) from word i: how many failures precede a
/// success of probability 1 - exp(log_of_rest). Both of padded length.
void draw_gaps(std::span<const std::uint64_t> random, double log_of_rest, std::span<double> out);

/// Sum of whole numbers, exact below 2^53.
double sum(std::span<const double> values);

/// The least value; infinity for none.
double minimum(std::span<const double> values);

/// from[i] -= lost[i].
void subtract(std::span<double> from, std::span<const double> lost);

/// The exact test that `judge_binomials` vectorises; holds everywhere.
bool binomial_accepts(double trials, double probability, double successes, double distance,
                      double height);

/// The plain twins.
namespace scalar {
void fill_random(RandomLanes& lanes, std::span<std::uint64_t> random);
void propose_binomials(const BinomialProposals& proposals);
void judge_binomials(const BinomialProposals& proposals);
void draw_gaps(std::span<const std::uint64_t> random, double log_of_rest, std::span<double> out);
double sum(std::span<const double> values);
double minimum(std::span<const double> values);
void subtract(std::span<double> from, std::span<const double> lost);
}  // namespace scalar

}  // namespace drivewear::ftl::kernels
