// Every closed form against the same equation solved with 50 digits, over its whole domain. The
// oracle shares no code with the library: it iterates the published equations as they are printed.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <vector>

#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/analytic/d_choices.hpp"
#include "drivewear/analytic/separated_pools.hpp"
#include "drivewear/analytic/stages.hpp"
#include "drivewear/core/random.hpp"
#include "support/sanitizers.hpp"

using namespace drivewear;
using namespace drivewear::analytic;

namespace {

namespace mp = boost::multiprecision;
using Exact = mp::number<mp::cpp_bin_float<50>, mp::et_off>;

using ExactQuadrature = boost::math::quadrature::tanh_sinh<Exact>;

/// Distance in units of the last place of the exact value's double.
double ulps(double found, const Exact& exact) {
    const auto nearest = exact.convert_to<double>();
    const double ulp = std::nextafter(nearest, HUGE_VAL) - nearest;
    return abs((Exact(found) - exact) / Exact(ulp)).convert_to<double>();
}

/// The most seen; says where.
struct Worst {
    double ulps = 0;
    double spare_factor = 0;

    void see(double distance, double spare) {
        // NaN counts as the worst.
        if (!(distance <= ulps)) *this = {distance, spare};
    }
};

std::vector<double> edges() {
    return {1e-300,        1e-100,   1e-30,    1e-17,     1e-15,     1e-12,      1e-8, 1e-6,
            1e-4,          1e-3,     0.01,     0.07,      0.1,       0.125,      0.2,  0.25,
            1.0 / 3,       0.5,      0.6,      0.75,      0.9,       0.95,       0.99, 0.999,
            0.5 + 0x1p-53, 1 - 1e-6, 1 - 1e-9, 1 - 1e-12, 1 - 1e-15, 1 - 0x1p-53};
}

/// The edges, and random ones between: evenly spread, near 0 and near 1.
std::vector<double> spare_factors(int count) {
    std::vector<double> result = edges();
    if (test::is_sanitized) count /= 20;
    RandomStream random({7, 0, Purpose::uncertainty});
    for (int i = 0; i < count; ++i) {
        const double u = random.uniform() + 0x1p-54;
        result.push_back(u);
        result.push_back(std::pow(10.0, -15 * u));
        result.push_back(std::min(1 - std::pow(10.0, -15 * u), 1 - 0x1p-53));
    }
    return result;
}

/// y/(1 - exp(-y)) - 1.
Exact excess(const Exact& y) {
    // Where the direct form would lose more than 10 digits: four terms leave 1e-70.
    if (y < 1e-10) return y / 2 + y * y / 12 - y * y * y * y / 720;
    return y / (1 - exp(-y)) - 1;
}

struct ExactClass {
    Exact page_share;
    Exact write_share;
};

std::vector<ExactClass> exact(const std::vector<AddressClass>& classes) {
    std::vector<ExactClass> result;
    for (const AddressClass& c : classes)
        result.push_back({Exact(c.page_share), Exact(c.write_share)});
    return result;
}

/// x = alpha/A of eq. 6 written as sum f_i excess(r_i x/f_i) = alpha - 1. The left side is convex
/// and rises at least by half, so that Newton's method falls from the right onto the root.
Exact solve(const Exact& extra, const std::vector<ExactClass>& classes) {
    Exact densest = 0;
    for (const ExactClass& c : classes)
        densest += c.page_share;
    Exact x = 2 * extra / densest;
    for (const ExactClass& c : classes) {
        if (c.write_share > 0) x = std::max(x, Exact(2 * extra / c.write_share));
    }
    for (int step = 0; step < 300; ++step) {
        Exact sum = 0;
        Exact slope = 0;
        for (const ExactClass& c : classes) {
            const Exact y = c.write_share * x / c.page_share;
            sum += c.page_share * excess(y);
            const Exact dead = 1 - exp(-y);
            slope += y < 1e-10 ? Exact(c.write_share * (Exact(1) / 2 + y / 6))
                               : Exact(c.write_share * (dead - y * exp(-y)) / (dead * dead));
        }
        const Exact change = (sum - extra) / slope;
        x -= change;
        if (abs(change) < x * Exact("1e-40")) break;
    }
    return x;
}

Exact over_provision(const Exact& spare) {
    return spare / (1 - spare);
}

Exact exact_fifo(const Exact& extra) {
    return (1 + extra) / solve(extra, {{1, 1}});
}

/// Eq. 2, j* sought from b - 1 downwards, for every spare factor in one table of harmonic sums.
class ExactGreedy {
public:
    explicit ExactGreedy(std::uint64_t pages) : pages_(pages), sums_(pages + 1) {
        for (std::uint64_t j = pages; j > 0; --j)
            sums_[j - 1] = sums_[j] + Exact(1) / j;
    }

    Exact operator()(const Exact& spare) const {
        const Exact b = pages_;
        const Exact used = b * (1 - spare);
        for (std::uint64_t j = pages_; j > 0; --j) {
            const Exact denominator = 1 - used / j;
            const Exact balance = used * sums_[j] - (b - j);
            // One page a block, or next to the top: the quotient has no meaning yet.
            if (denominator == 0) continue;
            const Exact phi = balance / denominator;
            if (denominator < 0 && phi >= 0 && phi < 1) return b / (b - j + phi);
        }
        return 1;
    }

private:
    std::uint64_t pages_;
    std::vector<Exact> sums_;
};

std::vector<AddressClass> hot_cold(double f, double r) {
    return {{f, r}, {1 - f, 1 - r}};
}

}  // namespace

TEST_CASE("FIFO within 4 ulp of 50 digits, from the smallest to the largest spare factor") {
    Worst worst;
    for (const double spare : spare_factors(2000)) {
        const Exact extra = over_provision(spare);
        const Exact expected = exact_fifo(extra);
        worst.see(ulps(fifo(SpareFactor::from_value(spare)), expected), spare);
        // The solution satisfies the equation as printed.
        if (spare > 1e-8 && spare < 0.99) {
            const Exact alpha = 1 + extra;
            CHECK(abs(expected * (1 - exp(-alpha / expected)) - 1) < Exact("1e-30"));
        }
    }
    INFO("at spare factor ", worst.spare_factor);
    CHECK(worst.ulps <= 4);
}

TEST_CASE("classes in one open block within 4 ulp of 50 digits") {
    // Shares that are exact in binary, so that both equations mean the same mix.
    const std::vector<std::vector<AddressClass>> mixes{
        hot_cold(0.25, 0.75),
        hot_cold(0.0625, 0.9375),
        hot_cold(0.5, 0.5),
        hot_cold(0.75, 0.75),
        hot_cold(0x1p-20, 0.5),
        hot_cold(0.5, 1),
        hot_cold(0.25, 0),
        hot_cold(0x1p-40, 1 - 0x1p-40),
        {{0.125, 0.5}, {0.125, 0.25}, {0.25, 0.125}, {0.5, 0.125}},
        {{1, 1}}};
    for (const auto& mix : mixes) {
        Worst worst;
        for (const double spare : spare_factors(20)) {
            const Exact extra = over_provision(spare);
            const Exact x = solve(extra, exact(mix));
            const Exact expected = std::max(Exact(1), Exact((1 + extra) / x));
            worst.see(ulps(fifo(SpareFactor::from_value(spare), mix), expected), spare);
            if (spare > 1e-6 && spare < 0.9) {
                Exact printed = 1;
                for (const ExactClass& c : exact(mix)) {
                    const Exact ratio = c.write_share / c.page_share;
                    printed += c.write_share == 0 ? Exact(c.page_share / x)
                                                  : Exact(c.write_share / (exp(ratio * x) - 1));
                }
                CHECK(abs(printed * x / (1 + extra) - 1) < Exact("1e-25"));
            }
        }
        INFO("first class ", mix[0].page_share, " of pages, ", mix[0].write_share,
             " of writes, at spare factor ", worst.spare_factor);
        CHECK(worst.ulps <= 4);
    }
}

TEST_CASE("exact greedy within 4 ulp of 50 digits for blocks of 1 page to 65536") {
    for (const std::uint64_t pages :
         {1, 2, 3, 4, 7, 16, 64, 47, 48, 49, 129, 145, 256, 1000, 4096, 65536}) {
        const ExactGreedy expected(pages);
        Worst worst;
        for (const double spare : spare_factors(pages > 4096 ? 3 : 100)) {
            const double found = greedy(SpareFactor::from_value(spare), pages);
            worst.see(ulps(found, expected(spare)), spare);
        }
        INFO(pages, " pages a block, at spare factor ", worst.spare_factor);
        CHECK(worst.ulps <= 4);
    }
}

TEST_CASE("Desnoyers' finite blocks within 4 ulp of 50 digits") {
    const std::vector<AddressClass> mix = hot_cold(0.25, 0.75);
    for (const std::uint64_t pages :
         std::initializer_list<std::uint64_t>{1, 2, 16, 64, 256, 4096, std::uint64_t{1} << 40}) {
        const Exact k = 1 + 1 / (2 * Exact(pages));
        Worst uniform;
        Worst classes;
        for (const double spare : spare_factors(100)) {
            const Exact extra = k / (1 - Exact(spare)) - 1;
            const SpareFactor factor = SpareFactor::from_value(spare);
            const Exact one = 1;
            uniform.see(
                ulps(desnoyers_greedy(factor, pages), std::max(one, Exact(exact_fifo(extra) / k))),
                spare);
            classes.see(ulps(desnoyers_greedy(factor, pages, mix),
                             std::max(one, Exact((1 + extra) / solve(extra, exact(mix)) / k))),
                        spare);
        }
        INFO(pages, " pages a block, at ", uniform.spare_factor, " and ", classes.spare_factor);
        CHECK(uniform.ulps <= 4);
        CHECK(classes.ulps <= 4);
    }
}

TEST_CASE("random victims and Agarwal's form are correctly rounded") {
    for (const double spare : spare_factors(100)) {
        const SpareFactor factor = SpareFactor::from_value(spare);
        CHECK(ulps(random_victims(factor), 1 / Exact(spare)) <= 0.5);
        const Exact extra = over_provision(spare);
        CHECK(ulps(agarwal_marrow(factor), (1 + extra) / (2 * extra)) <= 0.5);
    }
}

namespace {

/// sum M_j - b rho of eq. 5 at the c that a write amplification stands for: falls as c grows.
Exact surplus(const DChoices& drive, const Exact& amplification) {
    const Exact rho = 1 - Exact(drive.spare_factor.value());
    const Exact c = 1 / (amplification * rho);
    const Exact d = drive.choices;
    const auto power = [&](const Exact& base) {
        return d == 1 ? base : base <= 0 ? Exact(0) : Exact(pow(base, d));
    };
    Exact above = 0;
    // sum (1 - M_j), which keeps its digits when little is spare.
    Exact deficit = 0;
    for (std::uint64_t j = drive.pages_per_block; j > 0; --j) {
        const Exact right = above + 1 / (c * j);
        // M + M^d/(c j) = right: convex in M, Newton from the right.
        Exact m = std::min(Exact(1), right);
        for (int step = 0; step < 200; ++step) {
            const Exact to_d = power(m);
            const Exact change = (m + to_d / (c * j) - right) / (1 + d * to_d / (m * c * j));
            m -= change;
            if (abs(change) < Exact("1e-42") * m) break;
        }
        deficit += 1 - m;
        above = m;
    }
    return drive.pages_per_block * Exact(drive.spare_factor.value()) - deficit;
}

}  // namespace

TEST_CASE("the d-choices fixed point is bracketed to 2e-14 by 50 digits") {
    const std::array<double, 7> choices{1, 2, 2.5, 10, 64, 1000, 1e6};
    for (const std::uint64_t pages : {1, 2, 5, 16, 64}) {
        for (const double d : choices) {
            for (const double spare : {1e-12, 1e-6, 0.001, 0.07, 0.2, 0.5, 0.8, 0.99, 1 - 1e-9}) {
                const DChoices drive{SpareFactor::from_value(spare), pages, d};
                const double found = d_choices(drive);
                INFO(pages, " pages, ", d, " choices, spare factor ", spare, ": ", found);
                const Exact margin = 2e-14;
                // A greater A is a smaller c, hence a greater sum of M_j.
                CHECK(surplus(drive, Exact(found) * (1 + margin)) >= 0);
                if (found > 1) CHECK(surplus(drive, Exact(found) * (1 - margin)) <= 0);
            }
        }
    }
}

TEST_CASE("d choices with large blocks: the integral of 50 digits brackets the answer to 1e-12") {
    ExactQuadrature integrator;
    for (const double spare : {0.001, 0.07, 0.2, 0.5, 0.9}) {
        for (const int d : {2, 4}) {
            // exp(-x Phi(m)), Phi in elementary functions: artanh m, or half of artanh m + arctan
            // m.
            const auto used = [&](const Exact& x) {
                return integrator.integrate(
                    [&](const Exact& m, const Exact& complement) {
                        const Exact rest = complement > 0 ? complement : Exact(1 - m);
                        if (rest <= 0) return Exact(0);
                        const Exact artanh = log((1 + m) / rest) / 2;
                        return Exact(exp(-x * (d == 2 ? artanh : Exact((artanh + atan(m)) / 2))));
                    },
                    Exact(0), Exact(1));
            };
            const double found = d_choices_large_blocks(SpareFactor::from_value(spare), d);
            const Exact rho = 1 - Exact(spare);
            const Exact margin = 1e-12;
            INFO(d, " choices, spare factor ", spare, ": ", found);
            // A greater A is a smaller x = alpha/A, hence more pages in use.
            CHECK(used(1 / (rho * found * (1 + margin))) >= rho);
            CHECK(used(1 / (rho * found * (1 - margin))) <= rho);
        }
    }
}

TEST_CASE("separated pools: no split of 50 digits is better") {
    for (const double spare : {1e-6, 0.01, 0.1, 0.4, 0.8}) {
        for (const auto& [f, r] : {std::pair{0.25, 0.75}, {0.0625, 0.5}, {0.5, 0.9375}}) {
            const std::vector<AddressClass> mix = hot_cold(f, r);
            const Exact extra = over_provision(spare);
            const auto cost = [&](const Exact& p) {
                const ExactClass hot{Exact(f), Exact(r)};
                return hot.write_share * exact_fifo(p * extra / hot.page_share) +
                       (1 - hot.write_share) * exact_fifo((1 - p) * extra / (1 - hot.page_share));
            };
            // Golden section: the cost is convex in p.
            const Exact golden = (sqrt(Exact(5)) - 1) / 2;
            Exact low = Exact(1) / 1000000;
            Exact high = 1 - low;
            Exact left = high - golden * (high - low);
            Exact right = low + golden * (high - low);
            Exact at_left = cost(left);
            Exact at_right = cost(right);
            for (int step = 0; step < 60; ++step) {
                if (at_left < at_right) {
                    high = right;
                    right = left;
                    at_right = at_left;
                    left = high - golden * (high - low);
                    at_left = cost(left);
                } else {
                    low = left;
                    left = right;
                    at_left = at_right;
                    right = low + golden * (high - low);
                    at_right = cost(right);
                }
            }
            const PoolSplit split = best_split({SpareFactor::from_value(spare), mix});
            INFO("spare factor ", spare, ", ", f, " of pages get ", r);
            CHECK(ulps(split.write_amplification, at_left) <= 8);
            CHECK(split.spare_shares[0] ==
                  doctest::Approx(left.convert_to<double>()).epsilon(1e-7));
        }
    }
}

TEST_CASE("TRIM: the pages in use balance to 50 digits") {
    for (const double trims : {1e-12, 1e-3, 0.1, 0.5, 0.9, 0.999}) {
        for (const auto& mix : {hot_cold(0.25, 0.75), hot_cold(0.0625, 0.9375), hot_cold(0.5, 1)}) {
            const double found =
                under_trim({SpareFactor::from_value(0.1), mix, trims}).in_use_share;
            Exact sum = 0;
            Exact slope = 0;
            for (const ExactClass& c : exact(mix)) {
                const Exact density = c.write_share / c.page_share;
                const Exact rate = density * Exact(found) + Exact(trims);
                sum += c.write_share / rate;
                slope += c.write_share * density / (rate * rate);
            }
            INFO(trims, " TRIMs a write");
            // One Newton step of the exact balance: how far the share is off.
            const Exact error = (sum - 1) / slope;
            CHECK(abs(error / Exact(found)) < Exact(1e-14));
        }
        const double uniform =
            under_trim({SpareFactor::from_value(0.1), std::array{AddressClass{1, 1}}, trims})
                .in_use_share;
        CHECK(ulps(uniform, 1 - Exact(trims)) <= 0.5);
    }
}

TEST_CASE("parity stripes take their share of the spare to a few units in the last place") {
    for (const Stripe& stripe : {Stripe{15, 1}, Stripe{7, 1}, Stripe{127, 1}, Stripe{6, 2}}) {
        const Exact total = stripe.data + stripe.parity;
        CHECK(ulps(stripe_amplification(stripe), total / stripe.data) <= 0.5);
        for (const double spare : {0.4, 0.5, 0.9, 1 - 1e-9}) {
            const Exact left = 1 - (1 - Exact(spare)) * total / stripe.data;
            CHECK(ulps(spare_under_stripe(SpareFactor::from_value(spare), stripe).value(), left) <=
                  4);
        }
    }
}
