// The arrays give the bits of the functions on one scenario: on every instruction set, at every
// length, with any number of threads.
#include "drivewear/analytic/batch.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "analytic/batch_kernels.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/analytic/d_choices.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/core/random.hpp"
#include "support/vector_targets.hpp"

using namespace drivewear;
using namespace drivewear::analytic;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Edges of the domain and of the two formulas, values without meaning, and random ones.
std::vector<double> spare_factors(std::size_t count) {
    std::vector<double> result{1e-300, 1e-16,        0.5, 0.5 + 0x1p-53, 1 - 0x1p-53, 0.999,
                               0,      not_a_number, 1,   -0.1,          2,           HUGE_VAL};
    RandomStream random({3, 0, Purpose::uncertainty});
    while (result.size() < count)
        result.push_back(random.uniform() + 0x1p-54);
    result.resize(count);
    return result;
}

std::vector<std::uint64_t> block_sizes(std::size_t count) {
    static constexpr std::uint64_t sizes[] = {1, 2, 3, 16, 64, 129, 256, 1024};
    std::vector<std::uint64_t> result;
    for (std::size_t i = 0; i < count; ++i)
        result.push_back(sizes[(i * 7 + i / 5) % std::size(sizes)]);
    return result;
}

bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

bool has_meaning(double spare) {
    return spare > 0 && spare < 1;
}

/// What a batch function should give, scenario by scenario.
using OneByOne = std::function<double(std::size_t)>;
using Batch = std::function<std::size_t(std::span<double>, batch::Threads)>;

void check_same(std::size_t count, const Batch& batch, const OneByOne& one) {
    std::vector<double> expected;
    std::size_t missing = 0;
    for (std::size_t i = 0; i < count; ++i) {
        expected.push_back(one(i));
        missing += std::isnan(expected.back()) ? 1 : 0;
    }
    for (const unsigned threads : {1u, 3u, 0u}) {
        std::vector<double> found(count, -1);
        CHECK(batch(found, {threads}) == missing);
        for (std::size_t i = 0; i < count; ++i)
            REQUIRE_MESSAGE(same_bits(found[i], expected[i]), "item ", i, ": ", found[i],
                            " instead of ", expected[i]);
    }
}

double one_if(bool meaning, const std::function<double()>& model) {
    return meaning ? model() : not_a_number;
}

}  // namespace

TEST_CASE("every instruction set gives the bits of the functions on one scenario") {
    const int targets = test::on_every_vector_target([](const std::string& target) {
        CAPTURE(target);
        for (const std::size_t count : {0, 1, 2, 3, 7, 8, 13, 31, 600, 5000}) {
            CAPTURE(count);
            const std::vector<double> spares = spare_factors(count);
            const std::vector<std::uint64_t> pages = block_sizes(count);
            check_same(
                count, [&](auto out, auto threads) { return batch::fifo(spares, out, threads); },
                [&](std::size_t i) {
                    return one_if(has_meaning(spares[i]),
                                  [&] { return fifo(SpareFactor::from_value(spares[i])); });
                });
            check_same(
                count,
                [&](auto out, auto threads) {
                    return batch::greedy({spares, pages}, out, threads);
                },
                [&](std::size_t i) {
                    return one_if(has_meaning(spares[i]), [&] {
                        return greedy(SpareFactor::from_value(spares[i]), pages[i]);
                    });
                });
            check_same(
                count,
                [&](auto out, auto threads) {
                    return batch::desnoyers_greedy({spares, pages}, out, threads);
                },
                [&](std::size_t i) {
                    return one_if(has_meaning(spares[i]), [&] {
                        return desnoyers_greedy(SpareFactor::from_value(spares[i]), pages[i]);
                    });
                });
        }
    });
    // Whatever the machine, the plainest instruction set and the best were tried.
    CHECK(targets >= 1);
}

TEST_CASE("kernels equal their plain twins on arrays that begin anywhere") {
    const std::vector<double> all = spare_factors(300);
    test::on_every_vector_target([&](const std::string& target) {
        CAPTURE(target);
        for (std::size_t begin = 0; begin < 9; ++begin) {
            const auto spares = std::span(all).subspan(begin);
            std::vector<double> expected(spares.size());
            std::vector<double> found(spares.size());
            CHECK(kernels::fifo(spares, found) == kernels::scalar::fifo(spares, expected));
            for (std::size_t i = 0; i < spares.size(); ++i)
                CHECK(same_bits(found[i], expected[i]));
        }
    });
}

TEST_CASE("one item of an array stands for every scenario") {
    constexpr std::size_t count = 3000;
    const std::vector<double> spares = spare_factors(count);
    const std::vector<double> tenth{0.1};
    const std::vector<std::uint64_t> pages = block_sizes(count);
    const std::vector<std::uint64_t> b64{64};
    const std::vector<double> ten{10};
    check_same(
        count, [&](auto out, auto threads) { return batch::fifo(tenth, out, threads); },
        [](std::size_t) { return fifo(SpareFactor::from_value(0.1)); });
    check_same(
        count,
        [&](auto out, auto threads) {
            return batch::greedy({spares, b64}, out, threads);
        },
        [&](std::size_t i) {
            return one_if(has_meaning(spares[i]),
                          [&] { return greedy(SpareFactor::from_value(spares[i]), 64); });
        });
    check_same(
        count,
        [&](auto out, auto threads) {
            return batch::greedy({tenth, pages}, out, threads);
        },
        [&](std::size_t i) { return greedy(SpareFactor::from_value(0.1), pages[i]); });
    check_same(
        300,
        [&](auto out, auto threads) {
            return batch::d_choices({tenth, b64, ten}, out, threads);
        },
        [](std::size_t) {
            return d_choices({SpareFactor::from_value(0.1), 64, 10});
        });
    std::vector<double> out(5);
    CHECK_THROWS_AS(batch::fifo(spares, out), InputError);
    CHECK_THROWS_AS(batch::greedy({tenth, pages}, out), InputError);
    CHECK_THROWS_AS(batch::d_choices({tenth, b64, spares}, out), InputError);
}

TEST_CASE("block sizes too rare or too large for tables, and none at all") {
    const std::vector<double> spares{0.1, 0.2, 0.3, 0.4, 0.5};
    const std::vector<std::uint64_t> pages{0, 1, 100000, std::uint64_t{1} << 40, 0};
    check_same(
        5,
        [&](auto out, auto threads) {
            return batch::greedy({spares, pages}, out, threads);
        },
        [&](std::size_t i) {
            return one_if(pages[i] > 0,
                          [&] { return greedy(SpareFactor::from_value(spares[i]), pages[i]); });
        });
    check_same(
        5,
        [&](auto out, auto threads) {
            return batch::desnoyers_greedy({spares, pages}, out, threads);
        },
        [&](std::size_t i) {
            return one_if(pages[i] > 0, [&] {
                return desnoyers_greedy(SpareFactor::from_value(spares[i]), pages[i]);
            });
        });
}

TEST_CASE("random victims, d choices and classes, scenario by scenario") {
    constexpr std::size_t count = 200;
    const std::vector<double> spares = spare_factors(count);
    const std::vector<std::uint64_t> pages = block_sizes(count);
    std::vector<double> choices;
    for (std::size_t i = 0; i < count; ++i)
        choices.push_back(i % 20 == 19   ? not_a_number
                          : i % 20 == 18 ? 0.5
                                         : 1 + 0.5 * static_cast<double>(i % 9));
    check_same(
        count, [&](auto out, auto threads) { return batch::random_victims(spares, out, threads); },
        [&](std::size_t i) {
            return one_if(has_meaning(spares[i]), [&] { return 1 / spares[i]; });
        });
    check_same(
        count,
        [&](auto out, auto threads) {
            return batch::d_choices({spares, pages, choices}, out, threads);
        },
        [&](std::size_t i) {
            return one_if(has_meaning(spares[i]) && choices[i] >= 1, [&] {
                return d_choices({SpareFactor::from_value(spares[i]), pages[i], choices[i]});
            });
        });
    const std::vector<AddressClass> zones{{0.05, 0.5}, {0.15, 0.3}, {0.8, 0.2}};
    check_same(
        count,
        [&](auto out, auto threads) {
            return batch::fifo_of_classes({spares, zones}, out, threads);
        },
        [&](std::size_t i) {
            return one_if(has_meaning(spares[i]),
                          [&] { return fifo(SpareFactor::from_value(spares[i]), zones); });
        });
    std::vector<double> out(count);
    CHECK_THROWS_AS(batch::fifo_of_classes({spares, {}}, out), InputError);
    const std::vector<std::uint64_t> too_large{most_d_choices_pages + 1};
    CHECK(batch::d_choices({spares, too_large, choices}, out) == count);
}

TEST_CASE("hot and cold over arrays, with shares of nothing and of everything") {
    const std::vector<double> spares{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, not_a_number, 0.1, 0.1};
    const std::vector<double> f{0.2, 0.2, 0, 1, 0, 1, 0.2, 0.2, 0.2, 0.2};
    const std::vector<double> r{0.8, 0.2, 0, 1, 0.1, 0.9, 1.1, 0.8, 0, 1};
    std::vector<double> found(spares.size());
    CHECK(batch::fifo_of_hot_cold({spares, f, r}, found) == 4);
    const SpareFactor tenth = SpareFactor::from_value(0.1);
    const double uniform = fifo(tenth);
    // Published for 80 % of the writes on 20 % of the pages.
    CHECK(found[0] == doctest::Approx(5.5378).epsilon(1e-3));
    CHECK(found[0] == fifo(tenth, std::vector<AddressClass>{{0.2, 0.8}, {1 - 0.2, 1 - 0.8}}));
    for (const std::size_t same : {1, 2, 3})
        CHECK(found[same] == uniform);
    for (const std::size_t meaningless : {4, 5, 6, 7})
        CHECK(std::isnan(found[meaningless]));
    // Pages never written keep their blocks full: less room for the rest.
    for (const std::size_t one_sided : {8, 9})
        CHECK(found[one_sided] > 1);
}
