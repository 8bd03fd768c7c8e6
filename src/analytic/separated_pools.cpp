#include "drivewear/analytic/separated_pools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analytic/fifo_scalar.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::analytic {
namespace {

using workload::AddressClass;

double over_provision(const SeparatedPools& pools) {
    return pools.spare_factor.over_provision();
}

std::uint64_t block(const SeparatedPools& pools) {
    if (!pools.pages_per_block) throw DomainError("separated greedy pools need pages a block");
    return *pools.pages_per_block;
}

/// One pool's A, its spare given as a share of its own data. A pool without spare cannot clean.
double pool_amplification(const SeparatedPools& pools, double pool_over_provision) {
    if (pools.cleaning == PoolCleaning::desnoyers_greedy && pool_over_provision == 0) {
        const double k = 1 + 0.5 / static_cast<double>(block(pools));
        return fifo_scalar((k - 1) / k) / k;
    }
    if (!(pool_over_provision > 0)) return HUGE_VAL;
    const auto spare = device::SpareFactor::from_over_provision(pool_over_provision);
    if (pools.cleaning == PoolCleaning::fifo) return fifo(spare);
    if (pools.cleaning == PoolCleaning::greedy) return greedy(spare, block(pools));
    return desnoyers_greedy(spare, block(pools));
}

/// exp(x) - 1 - x without cancellation.
double exponential_rest(double x) {
    if (x > 0.5) return std::expm1(x) - x;
    double term = x * x / 2;
    double sum = 0;
    for (int n = 3; term > 1e-18 * sum; term *= x / n++)
        sum += term;
    return sum;
}

/// The x with exponential_rest(x) = value: Newton from above on a convex function.
double inverse_exponential_rest(double value) {
    if (value == 0) return 0;
    double x = std::min(std::sqrt(2 * value), std::log1p(value + std::log1p(2 * value)) + 1);
    for (int step = 0; step < 60; ++step) {
        const double next = x - (exponential_rest(x) - value) / std::expm1(x);
        if (!(next < x * (1 - 2e-16))) break;
        x = next;
    }
    return x;
}

/// Spare capacity of each pool in units of the drive's data when pools equalise their marginal
/// gain: exp(x_i) - 1 - x_i = multiplier w_i, spare_i = f_i (phi(x_i)/k - 1), phi = 1 + excess.
std::vector<double> spares(std::span<const AddressClass> classes, double k, double multiplier) {
    std::vector<double> result;
    for (const AddressClass& c : classes) {
        const double x = inverse_exponential_rest(multiplier * c.write_share / c.page_share);
        result.push_back(c.page_share * std::max(0.0, (excess(x) - (k - 1)) / k));
    }
    return result;
}

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

std::vector<double> smooth_split(const SeparatedPools& pools) {
    const bool is_fifo = pools.cleaning == PoolCleaning::fifo;
    const double k = is_fifo ? 1.0 : 1 + 0.5 / static_cast<double>(block(pools));
    const double wanted = over_provision(pools);
    // The total rises with the multiplier: bracket it by powers of two, then bisect its logarithm.
    double low = 1;
    double high = 1;
    while (sum(spares(pools.classes, k, low)) > wanted && low > 1e-300)
        low /= 16;
    while (sum(spares(pools.classes, k, high)) < wanted && high < 1e300)
        high *= 16;
    for (int step = 0; step < 110 && high / low > 1 + 4e-16; ++step) {
        const double middle = std::sqrt(low) * std::sqrt(high);
        (sum(spares(pools.classes, k, middle)) < wanted ? low : high) = middle;
    }
    std::vector<double> shares = spares(pools.classes, k, high);
    const double total = sum(shares);
    for (double& share : shares)
        share /= total;
    return shares;
}

/// r_i A_i of pool i when it has that share of the spare.
double contribution(const SeparatedPools& pools, std::size_t i, double share) {
    const AddressClass& c = pools.classes[i];
    if (c.write_share == 0) return 0;
    return c.write_share * pool_amplification(pools, share * over_provision(pools) / c.page_share);
}

double amplification(const SeparatedPools& pools, const std::vector<double>& shares) {
    double total = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
        total += contribution(pools, i, shares[i]);
    return total;
}

/// Moves spare between two pools to the best of many splits, then of many round it.
void rebalance(const SeparatedPools& pools, std::vector<double>& shares, std::size_t a,
               std::size_t b) {
    const double both = shares[a] + shares[b];
    const auto at = [&](double part) {
        shares[a] = both * part;
        shares[b] = both - shares[a];
        return contribution(pools, a, shares[a]) + contribution(pools, b, shares[b]);
    };
    double best = shares[a] / both;
    double best_amplification = at(best);
    constexpr int grid = 64;
    for (double width : {0.3, 0.01, 0.0004}) {
        const double centre = best;
        for (int i = -grid; i <= grid; ++i) {
            const double part = centre + width * i / grid;
            if (!(part > 0 && part < 1)) continue;
            const double value = at(part);
            if (value < best_amplification) {
                best_amplification = value;
                best = part;
            }
        }
    }
    at(best);
}

void check(const SeparatedPools& pools) {
    if (pools.classes.empty()) throw DomainError("separated pools need a class or more");
    if (pools.cleaning != PoolCleaning::fifo) block(pools);
}

}  // namespace

PoolSplit amplification_of_split(const SeparatedPools& pools, std::vector<double> spare_shares) {
    check(pools);
    if (spare_shares.size() != pools.classes.size()) {
        throw DomainError(fmt::format("{} shares of spare for {} pools", spare_shares.size(),
                                      pools.classes.size()));
    }
    PoolSplit split;
    split.write_amplification = std::max(amplification(pools, spare_shares), 1.0);
    for (std::size_t i = 0; i < spare_shares.size(); ++i) {
        const AddressClass& c = pools.classes[i];
        if (c.write_share == 0) continue;
        split.write_amplifications.push_back(
            pool_amplification(pools, spare_shares[i] * over_provision(pools) / c.page_share));
    }
    split.spare_shares = std::move(spare_shares);
    return split;
}

PoolSplit best_split(const SeparatedPools& pools) {
    check(pools);
    std::vector<double> shares = smooth_split(pools);
    if (pools.cleaning == PoolCleaning::greedy) {
        constexpr int rounds = 2;
        const int passes = shares.size() > 2 ? rounds : 1;
        for (int pass = 0; pass < passes; ++pass) {
            for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
                if (shares[i] + shares[i + 1] > 0) rebalance(pools, shares, i, i + 1);
            }
        }
    }
    return amplification_of_split(pools, std::move(shares));
}

std::vector<double> square_root_split(std::span<const workload::AddressClass> classes) {
    std::vector<double> shares;
    for (const AddressClass& c : classes)
        shares.push_back(std::sqrt(c.write_share * c.page_share));
    const double total = sum(shares);
    for (double& share : shares)
        share /= total;
    return shares;
}

}  // namespace drivewear::analytic
