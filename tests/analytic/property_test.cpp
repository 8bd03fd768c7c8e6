// Laws that hold for every drive and workload, tried on random ones.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/analytic/d_choices.hpp"
#include "drivewear/analytic/estimate.hpp"
#include "drivewear/analytic/frontiers.hpp"
#include "drivewear/analytic/separated_pools.hpp"

using namespace drivewear;
using namespace drivewear::analytic;

namespace {

template <class Law>
void holds(const char* what, const Law& law) {
    CHECK_MESSAGE(rc::check(what, law), what);
}

/// Evenly spread, or near either end.
rc::Gen<double> spare_factors() {
    return rc::gen::map(rc::gen::pair(rc::gen::inRange(1, 1 << 30), rc::gen::inRange(0, 4)),
                        [](const std::pair<int, int>& drawn) {
                            const double u = drawn.first / double{1 << 30};
                            if (drawn.second == 0) return std::pow(10.0, -12 * u) / 2;
                            if (drawn.second == 1) return 1 - std::pow(10.0, -12 * u) / 2;
                            return u;
                        });
}

rc::Gen<std::uint64_t> block_sizes() {
    return rc::gen::map(rc::gen::inRange(0, 11), [](int exponent) {
        return static_cast<std::uint64_t>(std::max(1.0, std::pow(2.0, exponent) - exponent % 3));
    });
}

/// One to six classes of weights up to `heaviest` to 1.
rc::Gen<std::vector<AddressClass>> class_lists(int heaviest = 1000) {
    const auto weight = rc::gen::inRange(1, heaviest);
    return rc::gen::map(
        rc::gen::resize(6, rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<int, int>>>(
                               rc::gen::pair(weight, weight)))),
        [](const std::vector<std::pair<int, int>>& weights) {
            double pages = 0;
            double writes = 0;
            for (const auto& [page_weight, write_weight] : weights) {
                pages += page_weight;
                writes += write_weight;
            }
            std::vector<AddressClass> classes;
            for (const auto& [page_weight, write_weight] : weights)
                classes.push_back({page_weight / pages, write_weight / writes});
            return classes;
        });
}

SpareFactor spare(double value) {
    return SpareFactor::from_value(value);
}

bool near(double a, double b, double relative) {
    return std::abs(a - b) <= relative * std::abs(b);
}

void rc_assert_near(double a, double b, double relative) {
    if (!near(a, b, relative)) {
        RC_FAIL(std::to_string(a) + " is not near " + std::to_string(b));
    }
}

}  // namespace

TEST_CASE("more spare never costs more, and nothing costs less than 1") {
    holds("FIFO", [] {
        const auto [less, more] = std::minmax({*spare_factors(), *spare_factors()});
        const double few = fifo(spare(less));
        const double many = fifo(spare(more));
        RC_ASSERT(many >= 1);
        RC_ASSERT(many <= few * (1 + 1e-15));
    });
    holds("greedy", [] {
        const auto [less, more] = std::minmax({*spare_factors(), *spare_factors()});
        const std::uint64_t b = *block_sizes();
        RC_ASSERT(greedy(spare(more), b) >= 1);
        RC_ASSERT(greedy(spare(more), b) <= greedy(spare(less), b) * (1 + 1e-14));
        RC_ASSERT(desnoyers_greedy(spare(more), b) >= 1);
        RC_ASSERT(desnoyers_greedy(spare(more), b) <=
                  desnoyers_greedy(spare(less), b) * (1 + 1e-14));
    });
    holds("d choices", [] {
        const auto [less, more] = std::minmax({*spare_factors(), *spare_factors()});
        const auto b = *rc::gen::inRange<std::uint64_t>(1, 40);
        const auto d = static_cast<double>(*rc::gen::inRange(1, 200));
        const double many = d_choices({spare(more), b, d});
        RC_ASSERT(many >= 1);
        RC_ASSERT(many <= d_choices({spare(less), b, d}) * (1 + 1e-13));
    });
    holds("classes in one open block", [] {
        const auto [less, more] = std::minmax({*spare_factors(), *spare_factors()});
        const std::vector<AddressClass> classes = *class_lists();
        RC_ASSERT(fifo(spare(more), classes) >= 1);
        RC_ASSERT(fifo(spare(more), classes) <= fifo(spare(less), classes) * (1 + 1e-14));
    });
    holds("separated pools", [] {
        const double value = *rc::gen::inRange(10, 900) / 1000.0;
        const std::vector<AddressClass> classes = *class_lists();
        const double at = best_split({spare(value), classes}).write_amplification;
        RC_ASSERT(at >= 1);
        const double better = best_split({spare(value + 0.05), classes}).write_amplification;
        RC_ASSERT(better <= at * (1 + 1e-12));
    });
}

TEST_CASE("policies have their order: greedy, d choices, random; FIFO above greedy") {
    holds("order", [] {
        const SpareFactor s = spare(*spare_factors());
        const auto b = *rc::gen::inRange<std::uint64_t>(1, 40);
        const auto d = static_cast<double>(*rc::gen::inRange(2, 50));
        const double best = greedy(s, b);
        const double sampled = d_choices({s, b, d});
        RC_ASSERT(best <= sampled * (1 + 1e-13));
        RC_ASSERT(sampled <= d_choices({s, b, d - 1}) * (1 + 1e-13));
        RC_ASSERT(sampled <= random_victims(s) * (1 + 1e-13));
        RC_ASSERT(best <= fifo(s) * (1 + 1e-13));
    });
}

TEST_CASE("the order and the grouping of classes do not matter") {
    holds("permuted", [] {
        const SpareFactor s = spare(*spare_factors());
        const std::vector<AddressClass> classes = *class_lists();
        std::vector<AddressClass> turned = classes;
        std::reverse(turned.begin(), turned.end());
        rc_assert_near(fifo(s, turned), fifo(s, classes), 1e-14);
        rc_assert_near(desnoyers_greedy(s, 64, turned), desnoyers_greedy(s, 64, classes), 1e-14);
        rc_assert_near(best_split({s, turned}).write_amplification,
                       best_split({s, classes}).write_amplification, 1e-10);
    });
    holds("split in two of the same density", [] {
        const SpareFactor s = spare(*spare_factors());
        std::vector<AddressClass> classes = *class_lists();
        const double whole = fifo(s, classes);
        const double pools = best_split({s, classes}).write_amplification;
        const double part = *rc::gen::inRange(1, 1000) / 1000.0;
        const AddressClass first = classes[0];
        classes[0] = {first.page_share * part, first.write_share * part};
        classes.push_back({first.page_share * (1 - part), first.write_share * (1 - part)});
        rc_assert_near(fifo(s, classes), whole, 1e-13);
        // Pools of one density share the spare evenly, as if they were one.
        rc_assert_near(best_split({s, classes}).write_amplification, pools, 1e-10);
    });
    holds("classes of one density are uniform", [] {
        const SpareFactor s = spare(*spare_factors());
        std::vector<AddressClass> classes = *class_lists();
        for (AddressClass& c : classes)
            c.write_share = c.page_share;
        rc_assert_near(fifo(s, classes), fifo(s), 1e-13);
        rc_assert_near(best_split({s, classes}).write_amplification, fifo(s), 1e-10);
    });
    holds("an open block for each class, permuted", [] {
        const SpareFactor s = spare(*rc::gen::inRange(50, 600) / 1000.0);
        // An iteration, which the steepest mixes leave with fewer digits.
        const std::vector<AddressClass> classes = *class_lists(30);
        std::vector<AddressClass> turned = classes;
        std::reverse(turned.begin(), turned.end());
        rc_assert_near(class_frontiers_mean_field({s, 8, 4, turned}),
                       class_frontiers_mean_field({s, 8, 4, classes}), 1e-8);
    });
}

TEST_CASE("limits") {
    holds("greedy becomes FIFO as blocks grow, from below", [] {
        const SpareFactor s = spare(*rc::gen::inRange(10, 990) / 1000.0);
        const double limit = fifo(s);
        double before = 0;
        for (const std::uint64_t b : {1024ull, 16384ull, 1ull << 20, 1ull << 32}) {
            const double at = greedy(s, b);
            RC_ASSERT(at <= limit * (1 + 1e-14));
            RC_ASSERT(at >= before * (1 - 1e-14));
            before = at;
        }
        rc_assert_near(before, limit, 1e-7);
        rc_assert_near(desnoyers_greedy(s, 1ull << 40), limit, 1e-9);
    });
    holds("many choices are greedy, one is random", [] {
        const SpareFactor s = spare(*rc::gen::inRange(1, 999) / 1000.0);
        const auto b = *rc::gen::inRange<std::uint64_t>(1, 70);
        rc_assert_near(d_choices({s, b, 1e9}), greedy(s, b), 2e-5);
        rc_assert_near(d_choices({s, b, 1}), 1 / s.value(), 1e-13);
    });
    holds("hot and cold become uniform as r nears f", [] {
        const SpareFactor s = spare(*rc::gen::inRange(1, 999) / 1000.0);
        const double f = *rc::gen::inRange(1, 999) / 1000.0;
        const double uniform = fifo(s);
        double before = HUGE_VAL;
        for (const double skew : {0.1, 1e-3, 1e-5}) {
            const double r = f + skew * (1 - f);
            const double at = fifo(s, std::vector<AddressClass>{{f, r}, {1 - f, 1 - r}});
            const double distance = std::abs(at - uniform);
            RC_ASSERT(distance <= before + 1e-13 * uniform);
            before = distance;
        }
        // The distance is of second order in the skew.
        RC_ASSERT(before <= 1e-5 * uniform);
    });
    holds("little spare: A = 1/(2 Sf); much: A = 1 + exp(-alpha)", [] {
        const double tiny = std::pow(10.0, -*rc::gen::inRange(6, 300));
        rc_assert_near(fifo(spare(tiny)), 0.5 / tiny, 1e-6);
        const double rest = std::pow(10.0, -*rc::gen::inRange(2, 15));
        rc_assert_near(fifo(spare(1 - rest)), 1 + std::exp(-1 / rest), 1e-15);
    });
}
