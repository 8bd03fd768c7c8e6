#include "drivewear/analytic/separated_pools.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "analytic/reference.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::analytic;
using device::SpareFactor;
using test::check_row;
using test::hot_cold_of;
using test::ReferenceRow;
using test::rows_of;
using test::spare_of;

namespace {

void check_optimum(const char* model, PoolCleaning cleaning) {
    for (const ReferenceRow& reference : rows_of(model)) {
        const auto classes = hot_cold_of(reference);
        SeparatedPools pools{spare_of(reference), classes, cleaning};
        if (cleaning != PoolCleaning::fifo)
            pools.pages_per_block = test::pages_per_block_of(reference);
        const PoolSplit split = best_split(pools);
        const bool wants_split = reference.quantity.starts_with("p_opt");
        check_row(reference, wants_split ? split.spare_shares[0] : split.write_amplification);
    }
}

}  // namespace

TEST_CASE("separated pools: the reference rows of the optimum") {
    check_optimum("LRU_hotcold_separated_optimal", PoolCleaning::fifo);
    check_optimum("Desnoyers_greedy_hotcold_separated_optimal", PoolCleaning::desnoyers_greedy);
    for (const ReferenceRow& reference : rows_of("sqrt_split_rule"))
        check_row(reference, square_root_split(hot_cold_of(reference))[0]);
}

TEST_CASE("separated pools of exact greedy: the reference rows are the best of a grid") {
    for (const ReferenceRow& reference : rows_of("separated_pools_greedy_exact_opt")) {
        const auto classes = hot_cold_of(reference);
        const SeparatedPools pools{spare_of(reference), classes, PoolCleaning::greedy,
                                   test::pages_per_block_of(reference)};
        const PoolSplit best = best_split(pools);
        if (reference.quantity == "p_opt") {
            check_row(reference, best.spare_shares[0]);
            continue;
        }
        double best_on_grid = HUGE_VAL;
        for (int k = 1; k < 4000; ++k) {
            const double hot = k / 4000.0;
            best_on_grid = std::min(
                best_on_grid, amplification_of_split(pools, {hot, 1 - hot}).write_amplification);
        }
        check_row(reference, best_on_grid);
        // The search may look between the grid's points, but not far below them.
        CHECK(best.write_amplification <= best_on_grid);
        CHECK(best.write_amplification == doctest::Approx(best_on_grid).epsilon(2e-5));
    }
}

TEST_CASE("separated pools: two simulated pools") {
    for (const ReferenceRow& reference : rows_of("SIM_separated_pools_greedy")) {
        const auto classes = hot_cold_of(reference);
        const SpareFactor spare = spare_of(reference);
        const SeparatedPools pools{spare, classes, PoolCleaning::greedy,
                                   test::pages_per_block_of(reference)};
        const double hot =
            (reference.number("alpha_h") - 1) * classes[0].page_share / spare.over_provision();
        check_row(reference, amplification_of_split(pools, {hot, 1 - hot}).write_amplification);
    }
}

TEST_CASE("no split is better than the best one") {
    const std::vector<AddressClass> classes{{0.05, 0.5}, {0.15, 0.3}, {0.8, 0.2}};
    for (const double spare : {1e-6, 0.01, 0.1, 0.28, 0.6, 0.95}) {
        CAPTURE(spare);
        const SeparatedPools pools{SpareFactor::from_value(spare), classes};
        const PoolSplit best = best_split(pools);
        CHECK(best.spare_shares[0] + best.spare_shares[1] + best.spare_shares[2] ==
              doctest::Approx(1).epsilon(1e-14));
        for (std::size_t from = 0; from < 3; ++from) {
            for (std::size_t to = 0; to < 3; ++to) {
                if (from == to) continue;
                std::vector<double> moved = best.spare_shares;
                const double amount = 0.01 * moved[from];
                moved[from] -= amount;
                moved[to] += amount;
                CHECK(amplification_of_split(pools, moved).write_amplification >=
                      best.write_amplification * (1 - 1e-13));
            }
        }
        // Separation never loses to one open block under FIFO.
        CHECK(best.write_amplification <= fifo(pools.spare_factor, classes) * (1 + 1e-13));
    }
}

TEST_CASE("classes alike share the spare by their size, static ones get none") {
    const std::vector<AddressClass> alike{{0.3, 0.3}, {0.7, 0.7}};
    const SeparatedPools pools{SpareFactor::from_value(0.1), alike};
    const PoolSplit split = best_split(pools);
    CHECK(split.spare_shares[0] == doctest::Approx(0.3).epsilon(1e-9));
    CHECK(split.write_amplification == doctest::Approx(fifo(pools.spare_factor)).epsilon(1e-13));

    const std::vector<AddressClass> with_static{{0.3, 1}, {0.7, 0}};
    const PoolSplit moved = best_split({SpareFactor::from_value(0.1), with_static});
    CHECK(moved.spare_shares[1] == 0);
    // All spare over 0.3 of the data.
    CHECK(moved.write_amplification ==
          doctest::Approx(fifo(SpareFactor::from_over_provision(0.1 / 0.9 / 0.3))).epsilon(1e-12));

    CHECK_THROWS_AS(best_split({SpareFactor::from_value(0.1), alike, PoolCleaning::greedy}),
                    DomainError);
    CHECK_THROWS_AS(amplification_of_split(pools, {1.0}), DomainError);
}
