// A coalescing buffer against a simulated one, and its limits.
#include "drivewear/compare/write_buffer.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::compare;
using workload::AddressClass;

namespace {

/// Share of page writes that leave a first-in first-out buffer, by playing them.
double played(const std::vector<AddressClass>& classes, std::size_t pages, std::size_t room) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> unit(0, 1);
    std::vector<char> waiting(pages, 0);
    std::vector<std::size_t> queue(room, pages);
    std::size_t at = 0;
    std::size_t left = 0;
    const std::size_t writes = 2'000'000;
    for (std::size_t i = 0; i < writes; ++i) {
        double start = 0;
        double share = unit(random);
        std::size_t k = 0;
        while (k + 1 < classes.size() && share >= classes[k].write_share) {
            share -= classes[k].write_share;
            start += classes[k++].page_share;
        }
        const double place = start + unit(random) * classes[k].page_share;
        const auto page =
            std::min(pages - 1, static_cast<std::size_t>(place * static_cast<double>(pages)));
        if (waiting[page] != 0) continue;
        if (queue[at] < pages) {
            waiting[queue[at]] = 0;
            ++left;
        }
        waiting[page] = 1;
        queue[at] = page;
        at = (at + 1) % room;
    }
    return static_cast<double>(left + room) / static_cast<double>(writes);
}

}  // namespace

TEST_CASE("what leaves the buffer is what a played buffer lets through") {
    const std::vector<std::vector<AddressClass>> workloads{
        {{1, 1}}, {{0.1, 0.9}, {0.9, 0.1}}, {{0.01, 0.5}, {0.19, 0.3}, {0.8, 0.2}}};
    for (const auto& classes : workloads) {
        for (const std::size_t room : {200UL, 2000UL}) {
            const CoalescedTraffic out = coalesce({.classes = classes,
                                                   .usable_pages = 20000,
                                                   .buffer_pages = static_cast<double>(room)});
            CHECK(out.pages_out_per_page_in ==
                  doctest::Approx(played(classes, 20000, room)).epsilon(0.01));
            double shares = 0;
            for (const AddressClass& c : out.classes)
                shares += c.write_share;
            CHECK(shares == doctest::Approx(1));
            // Hot pages are joined more often, so that what is left is less skewed.
            CHECK(out.classes.front().write_share <= doctest::Approx(classes.front().write_share));
        }
    }
}

TEST_CASE("no buffer changes nothing, and one for everything is refused") {
    const std::vector<AddressClass> classes{{0.1, 0.9}, {0.9, 0.1}};
    const CoalescedTraffic same =
        coalesce({.classes = classes, .usable_pages = 1000, .buffer_pages = 0});
    CHECK(same.pages_out_per_page_in == 1);
    CHECK(same.classes == classes);
    CHECK_THROWS_AS(coalesce({.classes = classes, .usable_pages = 1000, .buffer_pages = 1000}),
                    DomainError);
}
