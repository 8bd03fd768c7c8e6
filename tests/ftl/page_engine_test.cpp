#include "ftl/page_engine.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "support/engine_driving.hpp"

using namespace drivewear;
using namespace drivewear::ftl;
using test::finish_preconditioning;
using test::write;

namespace {

SimulationOptions small_drive(const char* policy, const char* workload) {
    SimulationOptions options;
    options.geometry =
        geometry_from_spare_factor({.spare_factor = device::SpareFactor::from_value(0.2),
                                    .pool_blocks = 120,
                                    .pages_per_block = 32});
    options.policy = parse_policy(policy);
    options.workload = workload::parse(workload);
    return options;
}

}  // namespace

TEST_CASE("tables agree with one another under every policy, placement, workload and filling") {
    for (const char* policy : {"greedy", "d-choices:3", "fifo", "random", "windowed-greedy:20",
                               "cost-benefit:lfs", "cost-benefit:kawaguchi", "second-chance"}) {
        for (const char* workload :
             {"uniform:trim=0.2", "sequential", "hotcold:f=0.2,r=0.8,streams=2",
              "mix:0.5*sequential+0.5*uniform", "zones:count=16,open=3", "jesd219"}) {
            for (const char* placement :
                 {"single", "host-gc", "class", "streams", "streams:shared"}) {
                SimulationOptions options = small_drive(policy, workload);
                options.placement = parse_placement(placement);
                options.wear_levelling = StaticWearLevelling{5};
                options.precondition = parse_precondition("sequential:0.7+random:1.2+workload");
                CAPTURE(std::string(policy));
                CAPTURE(std::string(workload));
                CAPTURE(std::string(placement));
                REQUIRE(problems_of(options).empty());
                const auto engine = make_page_engine(options, 0);
                finish_preconditioning(*engine);
                CHECK(engine->broken_invariants() == std::vector<std::string>{});
                const std::uint64_t before = engine->counts().host_pages;
                write(*engine, 20'000);
                CHECK(engine->counts().host_pages == before + 20'000);
                CHECK(engine->broken_invariants() == std::vector<std::string>{});
            }
        }
    }
}

TEST_CASE("preconditioning writes what it says") {
    SimulationOptions options = small_drive("greedy", "uniform");
    const std::uint64_t usable = options.geometry.usable_pages;
    const auto written = [&options](const char* precondition) {
        options.precondition = parse_precondition(precondition);
        const auto engine = make_page_engine(options, 0);
        finish_preconditioning(*engine);
        return std::pair(engine->counts().host_pages, engine->mapped_pages());
    };
    CHECK(written("none") == std::pair<std::uint64_t, std::uint64_t>(0, 0));
    CHECK(written("sequential") == std::pair(usable, usable));
    CHECK(written("random") == std::pair(usable, usable));
    CHECK(written("random:0.5") == std::pair(usable / 2, usable / 2));
    CHECK(written("sequential:2+workload") == std::pair(3 * usable, usable));
    CHECK(written("scattered") == std::pair(options.geometry.pool_pages(), usable));
}

TEST_CASE("a fresh drive copies nothing until its spare is used up") {
    SimulationOptions options = small_drive("greedy", "uniform");
    options.precondition = {};
    const auto engine = make_page_engine(options, 0);
    const std::uint64_t pool = options.geometry.pool_pages();
    write(*engine, pool);
    CHECK(engine->counts().erases == 0);
    write(*engine, 1);
    CHECK(engine->counts().erases == 1);
}

TEST_CASE("a state taken up again goes on to the same bits") {
    for (const char* policy : {"greedy", "d-choices:3", "fifo", "random", "windowed-greedy:20",
                               "cost-benefit:lfs", "cost-benefit:kawaguchi", "second-chance:0.9"}) {
        for (const char* workload : {"hotcold:f=0.2,r=0.8,trim=0.1,size=4KiB:0.5/16KiB:0.5",
                                     "zones:count=16,open=3", "mix:0.5*sequential+0.5*uniform"}) {
            CAPTURE(std::string(policy));
            CAPTURE(std::string(workload));
            SimulationOptions options = small_drive(policy, workload);
            options.placement = HostGcFrontiers{};
            options.wear_levelling = StaticWearLevelling{10};
            options.life = Life{.cycle_limit = parse_cycle_limit("weibull:200,0.2")};
            const auto straight = make_page_engine(options, 3);
            finish_preconditioning(*straight);
            write(*straight, 12'345);
            test::MemoryState saved;
            straight->save(saved);
            const auto resumed = make_page_engine(options, 3);
            resumed->load(saved);
            CHECK(saved.remaining() == 0);
            write(*straight, 20'000);
            write(*resumed, 20'000);
            CHECK(test::state_of(*resumed) == test::state_of(*straight));
            CHECK(resumed->broken_invariants() == std::vector<std::string>{});
        }
    }
}

TEST_CASE("a trace is replayed and starts over") {
    SimulationOptions options = small_drive("greedy", "uniform");
    using workload::PageRequest;
    options.trace = workload::trace_in_memory({PageRequest::write(7, 2), PageRequest::trim(7, 1)});
    options.precondition = {};
    const auto engine = make_page_engine(options, 0);
    write(*engine, 10'001);
    CHECK(engine->counts().host_pages == 10'001);
    CHECK(engine->counts().trimmed_pages == 5'000);
    CHECK(engine->mapped_pages() == 2);
    CHECK(engine->counts().gc_pages < 200);
    CHECK(engine->broken_invariants() == std::vector<std::string>{});
}

TEST_CASE("blocks retire at their limit and the drive ends when it cannot hold its data") {
    SimulationOptions options = small_drive("greedy", "uniform");
    options.geometry.raw_blocks += 6;
    options.geometry.blocks_held_free += 6;  // so that no burst of retirements uses up all
    options.life = Life{.cycle_limit = parse_cycle_limit("normal:50,0.2")};
    const auto engine = make_page_engine(options, 0);
    finish_preconditioning(*engine);
    write(*engine, 10'000'000);
    CHECK(engine->worn_out());
    const BlockCensus census = engine->blocks();
    CHECK(census.good + census.retired == 128);
    // 96 blocks of data, a frontier and eight held free are needed; the last step may retire a few.
    CHECK(census.good < 105);
    CHECK(census.good >= 100);
    CHECK(engine->first_retirement().value() < engine->counts().host_pages);
    CHECK(engine->broken_invariants() == std::vector<std::string>{});
}

TEST_CASE("wear levelling narrows the spread of erases") {
    SimulationOptions options = small_drive("greedy", "hotcold:f=0.05,r=0.95");
    const auto spread = [&options](const char* levelling) {
        options.wear_levelling = parse_wear_levelling(levelling);
        const auto engine = make_page_engine(options, 0);
        finish_preconditioning(*engine);
        write(*engine, 400'000);
        return engine->erase_histogram().blocks.size() - 1;
    };
    const std::size_t none = spread("none");
    const std::size_t fixed = spread("static:4");
    CHECK(fixed <= 8);
    CHECK(fixed < none);
}

TEST_CASE("streams keep their pages apart") {
    SimulationOptions options = small_drive("greedy", "hotcold:f=0.1,r=0.9,streams=2");
    options.placement = StreamFrontiers{};
    const auto engine = make_page_engine(options, 0);
    finish_preconditioning(*engine);
    write(*engine, 100'000);
    const std::vector<StreamCounts>& streams = engine->streams();
    REQUIRE(streams.size() == 2);
    CHECK(streams[0].host_pages + streams[1].host_pages == engine->counts().host_pages);
    CHECK(streams[0].gc_pages + streams[1].gc_pages == engine->counts().gc_pages);
    // Hot pages are 0.9 of the writes; five standard deviations.
    CHECK(std::abs(static_cast<double>(streams[0].host_pages) - 0.1 * 3072 - 90'000) < 500);
}

TEST_CASE("more than 2^32 pages of flash are refused by the page engine") {
    SimulationOptions options;
    options.geometry =
        geometry_from_spare_factor({.pool_blocks = 1 << 15, .pages_per_block = 1 << 17});
    CHECK(why_not_page_engine(options).value() ==
          "it maps fewer than 2^32 - 1 pages of flash, and the drive has 4295229440");
}
