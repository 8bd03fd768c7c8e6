#include "drivewear/analytic/sequential_mixture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::analytic {
namespace {

/// sum of q^k and of k q^k over 0 <= k < n, q = exp(-decay).
struct GeometricSums {
    double plain;
    double weighted;
};

GeometricSums geometric_sums(double decay, double n) {
    // 1 - q cancels when the class is all but static; the sums are then polynomials of n.
    if (decay * n < 1e-5) {
        const double pairs = n * (n - 1) / 2;
        return {n - decay * pairs, pairs - decay * pairs * (2 * n - 1) / 3};
    }
    const double q = std::exp(-decay);
    const double rest = -std::expm1(-decay);
    const double last = std::exp(-decay * n);
    const double plain = -std::expm1(-decay * n) / rest;
    return {plain, (q * plain - n * last) / rest};
}

/// The balance of a queue that holds alpha drive capacities and takes tau to pass; times are in
/// writes of the logical capacity, so that the stream's period is 1/share.
class Balance {
public:
    explicit Balance(const SequentialMixture& mixture) : mixture_(mixture) {}

    /// What a write costs until it dies, times tau, less what the queue holds. Negative: pages pass
    /// too quickly to be in balance.
    double operator()(double tau) const {
        const double share = mixture_.sequential_share;
        const double random = 1 - share;
        const double passes = std::max(1.0, std::ceil(1 / (share * tau) * (1 - 1e-12)));
        double programs = 0;
        for (const workload::AddressClass& c : mixture_.classes) {
            const double decay = random * c.write_share / c.page_share * tau;
            const GeometricSums sums = geometric_sums(decay, passes);
            programs += share * c.page_share * sums.plain +
                        random * c.write_share * (sums.plain - share * tau * sums.weighted);
        }
        return programs * tau - 1 / (1 - mixture_.spare_factor.value());
    }

private:
    const SequentialMixture& mixture_;
};

/// The rise through zero between `low`, where the balance is negative, and `high`. The jumps at
/// whole numbers of passes fall, so that halving cannot end in one.
double bisect(const Balance& balance, double low, double high) {
    constexpr int halvings = 60;
    for (int step = 0; step < halvings; ++step) {
        const double middle = low + (high - low) / 2;
        (balance(middle) < 0 ? low : high) = middle;
    }
    return high;
}

/// Long lists of classes as a few hundred neighbours' means: each evaluation goes through them all.
std::vector<workload::AddressClass> gathered(std::span<const workload::AddressClass> classes) {
    constexpr std::size_t enough = 256;
    const std::size_t stride = (classes.size() + enough - 1) / enough;
    std::vector<workload::AddressClass> result;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (i % stride == 0) result.push_back({0, 0});
        result.back().page_share += classes[i].page_share;
        result.back().write_share += classes[i].write_share;
    }
    return result;
}

}  // namespace

std::vector<double> mixture_steady_states(const SequentialMixture& mixture) {
    if (!(mixture.sequential_share > 0 && mixture.sequential_share < 1)) {
        throw DomainError(fmt::format("sequential share {}: expected above 0 and below 1",
                                      mixture.sequential_share));
    }
    const std::vector<workload::AddressClass> classes = gathered(mixture.classes);
    const SequentialMixture coarse{mixture.spare_factor, mixture.sequential_share, classes};
    const Balance balance(coarse);
    const double alpha = 1 / (1 - mixture.spare_factor.value());
    std::vector<double> states;
    // All of the queue's period passes before a block comes up again: every victim is empty.
    if (alpha * mixture.sequential_share > 1 + 1e-12) states.push_back(1);
    // No page outlives a period, so that no state exceeds 1/Sf, where blocks gain nothing.
    const double shortest = alpha * mixture.spare_factor.value() / 2;
    constexpr int samples = 4096;
    const double ratio = std::log(alpha / shortest) / samples;
    double before = shortest;
    for (int i = 1; i <= samples; ++i) {
        const double next = shortest * std::exp(ratio * i);
        if (balance(before) < 0 && balance(next) >= 0 && i < samples) {
            states.push_back(std::max(alpha / bisect(balance, before, next), 1.0));
        }
        before = next;
    }
    std::sort(states.begin(), states.end());
    states.erase(std::unique(states.begin(), states.end(),
                             [](double a, double b) { return b - a < 1e-9 * a; }),
                 states.end());
    if (states.empty()) states.push_back(fifo(mixture.spare_factor, mixture.classes));
    return states;
}

}  // namespace drivewear::analytic
