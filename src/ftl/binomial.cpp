#include "ftl/binomial.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ftl/kernels/portable_math.hpp"

namespace drivewear::ftl {
namespace {

constexpr double least_mean_for_rejection = 10;

// A mean below 10 passes this with probability 1e-70; then rounding has eaten the rest of u.
constexpr std::size_t most_by_inversion = 150;

constexpr std::array<double, most_by_inversion> reciprocals = [] {
    std::array<double, most_by_inversion> values{};
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 1.0 / static_cast<double>(i + 1);
    return values;
}();

// Sequential search: the successes at which the distribution function passes a uniform number.
class Inversion {
public:
    explicit Inversion(double probability)
        : odds_(probability / (1.0 - probability)), log_of_rest_(kernels::log1p(-probability)) {}

    double draw(BatchedRandom& random, double trials) const {
        const double none = kernels::exp(trials * log_of_rest_);
        const auto most =
            static_cast<std::size_t>(std::min(trials, static_cast<double>(most_by_inversion - 1)));
        for (;;) {
            double u = random.uniform();
            double term = none;
            double left = odds_ * trials;  // odds x trials not yet successes
            for (std::size_t successes = 0; successes <= most; ++successes) {
                if (u < term) return static_cast<double>(successes);
                u -= term;
                term *= left * reciprocals[successes];
                left -= odds_;
            }
        }
    }

private:
    double odds_;
    double log_of_rest_;
};

}  // namespace

kernels::BinomialProposals BinomialSampler::Attempt::prepare(double probability) {
    const std::size_t count = target.size();
    const std::size_t length = kernels::padded(count);
    trials.resize(length, trials.front());  // the padding is drawn, too, and ignored
    random.resize(2 * length);
    successes.resize(length);
    distance.resize(length);
    height.resize(length);
    verdict.resize(length);
    return {.trials = trials.data(),
            .random = random.data(),
            .successes = successes.data(),
            .distance = distance.data(),
            .height = height.data(),
            .verdict = verdict.data(),
            .count = count,
            .probability = probability};
}

// Judges the proposals of attempt_ that the squeeze left open.
void BinomialSampler::settle_open(double probability) {
    unsettled_.clear();
    places_.clear();
    for (std::size_t i = 0; i < attempt_.target.size(); ++i) {
        if (attempt_.verdict[i] != kernels::open) continue;
        unsettled_.add(attempt_.target[i], attempt_.trials[i]);
        places_.push_back(i);
    }
    if (places_.empty()) return;
    const kernels::BinomialProposals proposals = unsettled_.prepare(probability);
    for (std::size_t j = 0; j < kernels::padded(places_.size()); ++j) {
        const std::size_t i = places_[std::min(j, places_.size() - 1)];
        proposals.successes[j] = attempt_.successes[i];
        proposals.distance[j] = attempt_.distance[i];
        proposals.height[j] = attempt_.height[i];
    }
    kernels::judge_binomials(proposals);
    for (std::size_t j = 0; j < places_.size(); ++j) {
        double verdict = proposals.verdict[j];
        if (verdict == kernels::open) {
            const bool accepts =
                kernels::binomial_accepts(proposals.trials[j], probability, proposals.successes[j],
                                          proposals.distance[j], proposals.height[j]);
            verdict = accepts ? kernels::accepted : kernels::rejected;
        }
        attempt_.verdict[places_[j]] = verdict;
    }
}

void BinomialSampler::draw_at_most_half(BatchedRandom& random, std::span<const double> trials,
                                        double probability, std::span<double> successes) {
    attempt_.clear();
    const Inversion inversion(probability);
    for (std::size_t i = 0; i < trials.size(); ++i) {
        if (trials[i] * probability >= least_mean_for_rejection) {
            attempt_.add(i, trials[i]);
        } else {
            successes[i] = trials[i] == 0 ? 0 : inversion.draw(random, trials[i]);
        }
    }
    while (!attempt_.target.empty()) {
        const kernels::BinomialProposals proposals = attempt_.prepare(probability);
        random.fill(attempt_.random);
        kernels::propose_binomials(proposals);
        settle_open(probability);
        std::size_t left = 0;
        for (std::size_t i = 0; i < attempt_.target.size(); ++i) {
            const std::size_t target = attempt_.target[i];
            if (attempt_.verdict[i] == kernels::accepted) {
                successes[target] = attempt_.successes[i];
            } else {
                attempt_.target[left] = target;
                attempt_.trials[left++] = trials[target];
            }
        }
        attempt_.target.resize(left);
        attempt_.trials.resize(left);
    }
}

void BinomialSampler::draw_all(BatchedRandom& random, std::span<const double> trials,
                               double probability, std::span<double> successes) {
    if (probability <= 0.5) {
        if (probability > 0) return draw_at_most_half(random, trials, probability, successes);
        std::fill(successes.begin(), successes.end(), 0);
        return;
    }
    if (probability < 1) {
        draw_at_most_half(random, trials, 1 - probability, successes);
    } else {
        std::fill(successes.begin(), successes.end(), 0);
    }
    for (std::size_t i = 0; i < trials.size(); ++i)
        successes[i] = trials[i] - successes[i];
}

std::uint64_t BinomialSampler::draw(BatchedRandom& random, std::uint64_t trials,
                                    double probability) {
    const auto one = static_cast<double>(trials);
    double successes = 0;
    draw_all(random, std::span(&one, 1), probability, std::span(&successes, 1));
    return static_cast<std::uint64_t>(successes);
}

}  // namespace drivewear::ftl
