#include "drivewear/analytic/closed_form.hpp"

#include <fmt/format.h>

#include <array>

#include "analytic/fifo_scalar.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::analytic {
namespace {

double checked_pages(std::uint64_t pages_per_block) {
    if (pages_per_block == 0) throw DomainError("0 pages a block: expected 1 or more");
    return static_cast<double>(pages_per_block);
}

double over_provision(double spare) {
    return spare / (1 - spare);
}

/// Derivative of excess(): rises from 1/2 to 1.
double excess_slope(double y) {
    if (y < 1e-3) return 0.5 + y / 6;
    const double survivors = std::exp(-y);
    const double dead = -std::expm1(-y);
    return (dead - y * survivors) / (dead * dead);
}

}  // namespace

double excess(double y) {
    // y/2 + sum B_2n y^2n/(2n)!, converging for y < 2 pi; beyond 1 the direct form is exact enough.
    if (y < 1) {
        static constexpr std::array<double, 9> bernoulli{1.0 / 12,
                                                         -1.0 / 720,
                                                         1.0 / 30240,
                                                         -1.0 / 1209600,
                                                         1.0 / 47900160,
                                                         -691.0 / 1307674368000,
                                                         1.0 / 74724249600,
                                                         -3617.0 / 10670622842880000.0,
                                                         43867.0 / 5109094217170944000.0};
        const double square = y * y;
        return y / 2 + square * horner(bernoulli, square);
    }
    const double dead = -std::expm1(-y);
    return (y - dead) / dead;
}

double solve_classes(double over_provision, std::span<const AddressClass> classes) {
    // The sum is convex and its slope lies between 1/2 and 1, so that Newton's method started to
    // the right of the root falls onto it at once. One class alone is right of every mixture.
    const double spare =
        std::min(over_provision / (1 + over_provision), fifo_polynomials::most_spare);
    double x = (1 + over_provision) / fifo_scalar(spare);
    constexpr int most_steps = 40;
    for (int step = 0; step < most_steps; ++step) {
        double sum = 0;
        double slope = 0;
        for (const AddressClass& c : classes) {
            const double density = c.write_share / c.page_share;
            sum += c.page_share * excess(density * x);
            slope += c.write_share * excess_slope(density * x);
        }
        const double next = x - (sum - over_provision) / slope;
        const bool settled = std::abs(next - x) <= 2e-16 * x;
        x = next;
        if (settled) break;
    }
    return x;
}

double fifo(SpareFactor spare_factor) {
    return fifo_scalar(spare_factor.value());
}

double fifo(SpareFactor spare_factor, std::span<const AddressClass> classes) {
    const double extra = over_provision(spare_factor.value());
    return std::max((1 + extra) / solve_classes(extra, classes), 1.0);
}

double desnoyers_greedy(SpareFactor spare_factor, std::uint64_t pages_per_block) {
    return desnoyers_greedy_scalar(spare_factor.value(), checked_pages(pages_per_block));
}

double desnoyers_greedy(SpareFactor spare_factor, std::uint64_t pages_per_block,
                        std::span<const AddressClass> classes) {
    const double k = block_correction(checked_pages(pages_per_block));
    const double extra = (spare_factor.value() + (k - 1)) / (1 - spare_factor.value());
    const double x = solve_classes(extra, classes);
    return std::max((1 + extra) / x / k, 1.0);
}

double random_victims(SpareFactor spare_factor) {
    return 1 / spare_factor.value();
}

double agarwal_marrow(SpareFactor spare_factor) {
    return 0.5 / spare_factor.value();
}

}  // namespace drivewear::analytic
