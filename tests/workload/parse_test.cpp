#include "drivewear/workload/workload.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numeric>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using workload::AddressClass;
using workload::parse;
using workload::to_text;
using workload::Workload;

namespace {

struct Refusal {
    std::size_t column = 0;
    std::string reason;
};

Refusal refusal(const char* text) {
    try {
        parse(text);
    } catch (const ParseError& error) {
        CHECK(error.text() == text);
        return {error.column(), error.reason()};
    }
    FAIL("accepted: " << text);
    return {};
}

void check_refused(const char* text, std::size_t column, const char* part) {
    CAPTURE(text);
    const Refusal found = refusal(text);
    CHECK(found.column == column);
    CHECK_MESSAGE(found.reason.find(part) != std::string::npos, found.reason);
}

double sum_of_writes(const Workload& workload) {
    return std::accumulate(workload.classes.begin(), workload.classes.end(), 0.0,
                           [](double sum, const AddressClass& c) { return sum + c.write_share; });
}

}  // namespace

TEST_CASE("every pattern is read as what it says") {
    CHECK(parse("uniform") == Workload{});
    CHECK(parse("sequential").sequential_share == 1);
    const Workload hotcold = parse("hotcold:f=0.2,r=0.8");
    REQUIRE(hotcold.classes.size() == 2);
    CHECK(hotcold.classes[0] == AddressClass{0.2, 0.8});
    CHECK(hotcold.classes[1].page_share == doctest::Approx(0.8));
    CHECK(hotcold.classes[1].write_share == doctest::Approx(0.2));
    CHECK(parse("hotcold:r=0.8,f=0.2") == hotcold);

    const Workload zones = parse("zones:count=64,open=8");
    REQUIRE(zones.zones);
    CHECK(zones.zones->count == 64);
    CHECK(zones.zones->open == 8);

    const Workload listed = parse("classes:shares=0.05:0.5/0.15:0.3/0.8:0.2");
    CHECK(listed.classes == parse("jesd219").classes);
}

TEST_CASE("JESD219 has the published sizes and zones") {
    const Workload jesd219 = parse("jesd219");
    double mean = 0;
    for (const workload::WriteSize& size : jesd219.sizes)
        mean += size.share * static_cast<double>(size.length.value());
    CHECK(mean / 1024 == doctest::Approx(7.635).epsilon(1e-14));
    CHECK(jesd219.alignment == units::bytes(4096));
    CHECK(jesd219.classes[0] == AddressClass{0.05, 0.5});
    CHECK(jesd219.classes[2] == AddressClass{0.8, 0.2});
}

TEST_CASE("Zipf ranks fall as i^-s, and many items gather into few classes") {
    const Workload zipf = parse("zipf:s=1,classes=4");
    const double harmonic = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0;
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(zipf.classes[i].page_share == doctest::Approx(0.25).epsilon(1e-15));
        CHECK(zipf.classes[i].write_share ==
              doctest::Approx(1 / (static_cast<double>(i + 1) * harmonic)).epsilon(1e-14));
    }
    // The share of ranks 1 to n, by the sum over all of them.
    for (const double s : {0.0, 0.8, 1.0, 1.2}) {
        CAPTURE(s);
        const Workload grouped = parse("zipf:s=" + std::to_string(s) + ",classes=50,items=1000000");
        double total = 0;
        for (int i = 1; i <= 1000000; ++i)
            total += std::pow(i, -s);
        double pages = 0;
        double writes = 0;
        double direct = 0;
        int rank = 0;
        for (const AddressClass& c : grouped.classes) {
            pages += c.page_share;
            writes += c.write_share;
            while (rank < std::lround(pages * 1000000))
                direct += std::pow(++rank, -s) / total;
            REQUIRE(writes == doctest::Approx(direct).epsilon(1e-11));
        }
        CHECK(pages == doctest::Approx(1).epsilon(1e-12));
        CHECK(writes == doctest::Approx(1).epsilon(1e-12));
    }
    CHECK(std::isfinite(sum_of_writes(parse("zipf:s=100,classes=1000,items=1e15"))));
}

TEST_CASE("a mix of random parts cuts the address space where any of them does") {
    const Workload mix = parse("mix:0.5*hotcold:f=0.2,r=0.8+0.25*uniform+0.25*sequential");
    CHECK(mix.sequential_share == doctest::Approx(0.25).epsilon(1e-15));
    REQUIRE(mix.classes.size() == 2);
    CHECK(mix.classes[0].page_share == doctest::Approx(0.2));
    // Two thirds of the random writes are hot/cold, one third uniform.
    CHECK(mix.classes[0].write_share == doctest::Approx(2 / 3.0 * 0.8 + 1 / 3.0 * 0.2));
    CHECK(sum_of_writes(mix) == doctest::Approx(1).epsilon(1e-15));

    const Workload two = parse("mix:0.5*hotcold:f=0.2,r=0.8+0.5*hotcold:f=0.5,r=0.9");
    REQUIRE(two.classes.size() == 3);
    CHECK(two.classes[1].page_share == doctest::Approx(0.3));
    CHECK(two.classes[1].write_share == doctest::Approx(0.5 * 0.2 / 0.8 * 0.3 + 0.5 * 0.9 * 0.6));
    CHECK(parse("mix:1*sequential").sequential_share == 1);
    CHECK(parse("mix:1e+0*uniform+0*sequential").sequential_share == 0);
}

TEST_CASE("options follow any pattern") {
    const Workload workload = parse(
        "hotcold:f=0.2,r=0.8,trim=0.1,size=4KiB:0.7/64KiB:0.3,"
        "align=4KiB,streams=2");
    CHECK(workload.trim_share == 0.1);
    REQUIRE(workload.sizes.size() == 2);
    CHECK(workload.sizes[1].length == units::bytes(65536));
    CHECK(workload.sizes[1].share == 0.3);
    CHECK(workload.alignment == units::bytes(4096));
    CHECK(workload.streams == 2);
    CHECK(parse("uniform:size=16KiB").sizes.front().length == units::bytes(16384));
    CHECK(parse("jesd219:size=4KiB").sizes.size() == 1);
    CHECK(parse("mix:0.5*uniform+0.5*sequential,trim=0.2").trim_share == 0.2);
}

TEST_CASE("shares at 0 and 1 keep their meaning or are refused") {
    CHECK(parse("hotcold:f=1,r=1").classes == std::vector<AddressClass>{{1, 1}});
    CHECK(parse("hotcold:f=0,r=0").classes == std::vector<AddressClass>{{1, 1}});
    CHECK(parse("hotcold:f=0.3,r=1").classes[1] == AddressClass{0.7, 0});
    check_refused("hotcold:f=0,r=0.5", 8, "without pages");
    check_refused("hotcold:f=1,r=0.5", 8, "without pages");
    check_refused("uniform:trim=0.5", 14, "less than 0.5");
}

TEST_CASE("errors point at the character and say what would be right") {
    check_refused("", 1, "a pattern is missing");
    check_refused("unifrm", 1, "expected one of uniform, sequential");
    check_refused("hotcold", 8, "needs both f");
    check_refused("hotcold:f=0.2", 8, "needs both f");
    check_refused("hotcold:f=0.2,q=3", 15, "unknown key 'q'");
    check_refused("hotcold:f=0.2,f=0.3", 15, "'f' again");
    check_refused("hotcold:f=1.2,r=0.8", 11, "not a share");
    check_refused("hotcold:f=-0.2,r=0.8", 11, "negative");
    check_refused("hotcold:f=nan,r=0.8", 11, "number");
    check_refused("hotcold:f0.2", 9, "unknown key 'f0'");
    check_refused("hotcold:f,r=0.8", 10, "expected '='");
    check_refused("zipf:s=1,classes=0", 18, "whole number from 1");
    check_refused("zipf:s=1,classes=2.5", 18, "whole number");
    check_refused("zipf:s=1,classes=10,items=5", 5, "fewer items");
    check_refused("zipf:s=101", 8, "0 to 100");
    check_refused("classes:shares=0.5:0.5/0.4:0.5", 16, "page shares sum to 0.9");
    check_refused("classes:shares=0.5:0.5/0.5", 27, "expected ':'");
    check_refused("classes:hot.csv", 9, "no files are read here");
    check_refused("classes", 8, "expected ':'");
    check_refused("mix:0.5*uniform", 5, "sum to 0.5");
    check_refused("mix:0.5*uniform,trim=0.1+0.5*sequential", 25, "whole mix");
    check_refused("mix:0.5*mix:1*uniform+0.5*uniform", 9, "mix inside a mix");
    check_refused("zones:count=4,open=4", 6, "fewer zones");
    check_refused("uniform:size=4K", 15, "leaves open");
    check_refused("uniform:size=4KiB:0.5", 14, "sum to 0.5");
    check_refused("uniform:size=4KiB/8KiB", 18, "expected ':'");
    check_refused("uniform:align=0B", 15, "nothing");
    check_refused("uniform trim", 9, "expected ',key=value'");
    check_refused("uniform:trim=0.1,", 18, "unknown key ''");
}

TEST_CASE("a class file is read through the caller and all its faults are listed") {
    const workload::ReadText good = [](const std::string& name) {
        CHECK(name == "zones.csv");
        return "# measured\npage_share,write_share\n0.25, 0.75\r\n\n0.75,0.25";
    };
    const Workload read = parse("classes:zones.csv,trim=0.1", good);
    CHECK(read.classes == std::vector<AddressClass>{{0.25, 0.75}, {0.75, 0.25}});
    CHECK(read.trim_share == 0.1);
    CHECK(parse(to_text(read)) == read);

    const workload::ReadText bad = [](const std::string&) {
        return "0.25;0.75\n0.25,x\n0.5,0.5\n0,0.1\n";
    };
    try {
        parse("classes:zones.csv", bad);
        FAIL("accepted");
    } catch (const ValidationError& error) {
        REQUIRE(error.problems().size() == 3);
        CHECK(error.problems()[0].file == "zones.csv");
        CHECK(error.problems()[0].place == "line 1");
        CHECK(error.problems()[1].place == "line 2");
        CHECK(error.problems()[2].place == "line 4");
    }
}

TEST_CASE("the canonical text parses to the same workload") {
    for (const char* text :
         {"uniform", "sequential", "jesd219", "jesd219:size=4KiB", "jesd219:align=512B",
          "zipf:s=0.99,classes=200,items=1e9", "hotcold:f=0.1,r=0.9,trim=0.25,streams=8",
          "classes:shares=0.333333:0.2/0.333333:0.3/0.333333:0.5", "zones:count=12,open=3,trim=0.1",
          "mix:0.125*zipf:s=1.5,classes=7+0.5*jesd219+0.375*sequential,size=4KiB:0.5/8KiB:0.5"}) {
        CAPTURE(text);
        const Workload once = parse(text);
        CHECK(parse(to_text(once)) == once);
        CHECK(to_text(parse(to_text(once))) == to_text(once));
    }
    CHECK(to_text(parse("jesd219")) == "jesd219");
    CHECK(to_text(parse("uniform:size=4096B")) == "uniform:size=4KiB");
}

TEST_CASE("any hot and cold shares survive printing and reading") {
    CHECK(rc::check([] {
        const double page_share = *rc::gen::inRange(1, 1000000) / 1e6;
        const double write_share = *rc::gen::inRange(0, 1000001) / 1e6;
        const double trim_share = *rc::gen::inRange(0, 499999) / 1e6;
        const std::string text = "hotcold:f=" + std::to_string(page_share) +
                                 ",r=" + std::to_string(write_share) +
                                 ",trim=" + std::to_string(trim_share);
        const Workload once = parse(text);
        RC_ASSERT(parse(to_text(once)) == once);
        RC_ASSERT(std::abs(sum_of_writes(once) - 1) < 1e-15);
    }));
}

TEST_CASE("no text crashes the parser") {
    CHECK(rc::check([] {
        static const std::string letters = "uniformhtcldzpjesxg:=,/*+.0123456789eKMiB ";
        std::string text;
        const auto picks = *rc::gen::container<std::vector<std::size_t>>(
            rc::gen::inRange<std::size_t>(0, letters.size()));
        for (const std::size_t pick : picks)
            text += letters[pick];
        const std::string lead =
            *rc::gen::element<std::string>("", "hotcold:f=", "mix:0.5*", "zipf:", "uniform:size=");
        try {
            parse(lead + text);
        } catch (const ParseError& error) {
            RC_ASSERT(error.column() >= 1u);
            RC_ASSERT(error.column() <= lead.size() + text.size() + 1);
        }
    }));
}
