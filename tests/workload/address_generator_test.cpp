#include "drivewear/workload/address_generator.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using workload::AddressGenerator;
using workload::AddressSpace;
using workload::PageOperation;
using workload::parse;

namespace {

std::vector<PageOperation> draw(AddressGenerator& generator, std::size_t count) {
    std::vector<PageOperation> operations(count);
    generator.fill(operations);
    return operations;
}

AddressGenerator make(const char* text, AddressSpace space = {1000, 4096}) {
    return AddressGenerator(parse(text), space, {.seed = 7});
}

const std::vector<const char*> every_kind{
    "uniform",
    "hotcold:f=0.2,r=0.8",
    "jesd219",
    "sequential",
    "uniform:trim=0.2",
    "mix:0.5*hotcold:f=0.1,r=0.9+0.5*sequential,trim=0.1,size=4KiB:0.5/12KiB:0.5,align=4KiB",
    "zones:count=10,open=3"};

}  // namespace

TEST_CASE("how the stream is cut into batches does not change it") {
    for (const char* text : every_kind) {
        CAPTURE(text);
        AddressGenerator whole = make(text, {100000, 4096});
        AddressGenerator parts = make(text, {100000, 4096});
        const auto expected = draw(whole, 3000);
        std::vector<PageOperation> found;
        for (std::size_t length = 1; found.size() < expected.size(); length = length % 97 + 13) {
            const auto more = draw(parts, std::min(length, expected.size() - found.size()));
            found.insert(found.end(), more.begin(), more.end());
        }
        CHECK(found == expected);
        CHECK(whole.state() == parts.state());
    }
}

TEST_CASE("a saved state goes on to the same stream, another seed does not") {
    for (const char* text : every_kind) {
        CAPTURE(text);
        AddressGenerator first = make(text, {100000, 4096});
        draw(first, 1234);
        const AddressGenerator::State saved = first.state();
        const auto expected = draw(first, 500);
        AddressGenerator second = make(text, {100000, 4096});
        second.restore(saved);
        CHECK(draw(second, 500) == expected);
    }
    AddressGenerator one(parse("uniform"), {1000, 4096}, {.seed = 1});
    AddressGenerator two(parse("uniform"), {1000, 4096}, {.seed = 1, .run = 1});
    CHECK(draw(one, 50) != draw(two, 50));
    AddressGenerator trimming = make("uniform:trim=0.1");
    CHECK_THROWS_AS(trimming.restore(one.state()), DomainError);
}

TEST_CASE("uniform pages pass a chi-squared test") {
    AddressGenerator generator = make("uniform", {100, 4096});
    std::vector<int> counts(100);
    for (const PageOperation& operation : draw(generator, 100000))
        ++counts[operation.page()];
    double chi_squared = 0;
    for (const int count : counts)
        chi_squared += (count - 1000.0) * (count - 1000.0) / 1000.0;
    // 99 degrees of freedom: mean 99, standard deviation 14.1; five deviations either side.
    CHECK(chi_squared > 29);
    CHECK(chi_squared < 170);
}

TEST_CASE("classes get their share of writes inside their own pages") {
    AddressGenerator generator = make("classes:shares=0.05:0.5/0.15:0.3/0.8:0.2");
    REQUIRE(generator.class_ranges().size() == 3);
    CHECK(generator.class_ranges()[1] == workload::PageRange{50, 200});
    std::vector<double> counts(3);
    constexpr int draws = 200000;
    for (const PageOperation& operation : draw(generator, draws)) {
        const auto range = generator.class_ranges()[operation.address_class()];
        REQUIRE(operation.page() >= range.begin);
        REQUIRE(operation.page() < range.end);
        counts[operation.address_class()] += 1;
    }
    const std::vector<double> shares{0.5, 0.3, 0.2};
    for (std::size_t c = 0; c < 3; ++c) {
        const double deviation = std::sqrt(shares[c] * (1 - shares[c]) / draws);
        CHECK(std::abs(counts[c] / draws - shares[c]) < 5 * deviation);
    }
}

TEST_CASE("the in-use share under TRIM settles at (1-2q)/(1-q)") {
    // Frankie, Hughes and Kreutz-Delgado, arXiv 1208.1794.
    AddressGenerator generator = make("uniform:trim=0.2", {20000, 4096});
    draw(generator, 400000);
    double in_use = 0;
    constexpr int samples = 200;
    for (int sample = 0; sample < samples; ++sample) {
        draw(generator, 2000);
        in_use += static_cast<double>(generator.state().pages_in_use) / 20000 / samples;
    }
    CHECK(in_use == doctest::Approx(0.75).epsilon(0.004));
}

TEST_CASE("only pages in use are trimmed") {
    AddressGenerator generator = make("hotcold:f=0.1,r=0.9,trim=0.4", {200, 4096});
    generator.start_empty();
    std::set<std::uint64_t> used;
    int trims = 0;
    for (const PageOperation& operation : draw(generator, 20000)) {
        if (operation.is_trim()) {
            REQUIRE(used.erase(operation.page()) == 1);
            const auto range = generator.class_ranges()[operation.address_class()];
            CHECK((operation.page() >= range.begin && operation.page() < range.end));
            ++trims;
        } else {
            used.insert(operation.page());
        }
    }
    CHECK(trims > 1000);
    CHECK(used.size() == generator.state().pages_in_use);
}

TEST_CASE("the sequential stream wraps round") {
    AddressGenerator generator = make("sequential", {10, 4096});
    const auto operations = draw(generator, 25);
    for (std::size_t i = 0; i < operations.size(); ++i)
        CHECK(operations[i] == PageOperation::write(i % 10, 1));
}

TEST_CASE("requests cover the pages they touch") {
    // 6 KiB at offsets that are multiples of 2 KiB touch 2 pages of 4 KiB, whatever the offset.
    AddressGenerator generator = make("uniform:size=6KiB,align=2KiB");
    const auto operations = draw(generator, 1000);
    for (std::size_t i = 0; i + 1 < operations.size(); i += 2)
        CHECK(operations[i + 1].page() == operations[i].page() + 1);

    // 512 B never straddles; 64 KiB is 16 pages.
    AddressGenerator small = make("uniform:size=512B");
    CHECK(draw(small, 1).front().page() < 1000);
    AddressGenerator large = make("uniform:size=64KiB");
    const auto run = draw(large, 16);
    CHECK(run[0].page() % 16 == 0);
    CHECK(run[15].page() == run[0].page() + 15);
}

TEST_CASE("zones are written from start to end and trimmed before they are written again") {
    AddressGenerator generator = make("zones:count=5,open=2", {50, 4096});
    generator.start_empty();
    std::vector<int> filled(5);
    std::vector<bool> open(5);
    for (const PageOperation& operation : draw(generator, 5000)) {
        const auto zone = static_cast<std::size_t>(operation.page() / 10);
        const int offset = static_cast<int>(operation.page() % 10);
        if (operation.is_trim()) {
            CHECK((filled[zone] == 10 || offset > 0));
            if (offset == 9) filled[zone] = 0;
        } else {
            REQUIRE(offset == filled[zone]);
            ++filled[zone];
        }
        CHECK(operation.address_class() < 2);
    }
    CHECK(std::count(filled.begin(), filled.end(), 0) < 4);
}

TEST_CASE("spaces too small for the workload are refused") {
    CHECK_THROWS_AS(make("uniform", {0, 4096}), DomainError);
    CHECK_THROWS_AS(make("hotcold:f=0.0001,r=0.5", {100, 4096}), DomainError);
    CHECK_THROWS_AS(make("uniform:size=1MiB", {100, 4096}), DomainError);
    CHECK_THROWS_AS(make("sequential:size=1MiB", {100, 4096}), DomainError);
    CHECK_THROWS_AS(make("zones:count=200,open=2", {100, 4096}), DomainError);
    CHECK_THROWS_AS(make("uniform", {std::uint64_t{1} << 40, 4096}), DomainError);
}
