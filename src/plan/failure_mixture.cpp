#include "plan/failure_mixture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace drivewear::plan {
namespace {

constexpr std::array<double, 3> shares{0.05, 0.5, 0.95};
// Above this mean, Poisson scatter (0.7 %) is nothing beside what is known of an MTTF.
constexpr double counted_mean = 20000;
constexpr double negligible = 1e-17;

void add_poisson(double mean, std::vector<double>& mixture) {
    if (mean == 0) {
        mixture[0] += 1;
        return;
    }
    const double mode = std::floor(mean);
    const double peak = std::exp(mode * std::log(mean) - mean - std::lgamma(mode + 1));
    double mass = peak;
    for (double k = mode; mass > negligible; mass *= mean / k) {
        mixture[static_cast<std::size_t>(k)] += mass;
        if (++k >= static_cast<double>(mixture.size())) break;
    }
    mass = peak;
    for (double k = mode; k > 0; --k) {
        mass *= k / mean;
        if (mass < negligible) break;
        mixture[static_cast<std::size_t>(k - 1)] += mass;
    }
}

}  // namespace

Percentiles failure_percentiles(std::span<const double> means) {
    const double largest = *std::max_element(means.begin(), means.end());
    if (largest > counted_mean) {
        const Percentiles found = percentiles_of(means);
        return {std::ceil(found.p05), std::ceil(found.p50), std::ceil(found.p95)};
    }
    std::vector<double> mixture(static_cast<std::size_t>(largest + 12 * std::sqrt(largest) + 40));
    for (const double mean : means)
        add_poisson(mean, mixture);
    std::array<double, 3> counts{};
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const double wanted = shares[i] * static_cast<double>(means.size());
        double sum = 0;
        std::size_t count = 0;
        for (; count < mixture.size(); ++count) {
            sum += mixture[count];
            if (sum >= wanted) break;
        }
        counts[i] = static_cast<double>(count);
    }
    return {counts[0], counts[1], counts[2]};
}

Percentiles percentiles_of(std::span<const double> values) {
    std::vector<double> sorted(values.begin(), values.end());
    std::array<double, 3> found{};
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const double rank = shares[i] * static_cast<double>(sorted.size() - 1);
        const auto below = static_cast<std::ptrdiff_t>(rank);
        const auto at = sorted.begin() + below;
        std::nth_element(sorted.begin(), at, sorted.end());
        const double next = at + 1 < sorted.end() ? *std::min_element(at + 1, sorted.end()) : *at;
        found[i] = *at + (rank - static_cast<double>(below)) * (next - *at);
    }
    return {found[0], found[1], found[2]};
}

}  // namespace drivewear::plan
