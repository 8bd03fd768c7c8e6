// What all engines owe: books that add up, a state that goes on to the same bits, and a refusal
// that says why and who else could.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "drivewear/core/errors.hpp"
#include "drivewear/ftl/simulate.hpp"
#include "ftl/engine.hpp"
#include "support/engine_driving.hpp"

using namespace drivewear;
using namespace drivewear::ftl;

namespace {

SimulationOptions drive(const std::string& workload, const std::string& placement = "single") {
    SimulationOptions options;
    options.geometry =
        geometry_from_spare_factor({.spare_factor = device::SpareFactor::from_value(0.2),
                                    .pool_blocks = 60,
                                    .pages_per_block = 64});
    options.workload = workload::parse(workload);
    options.placement = parse_placement(placement);
    return options;
}

std::string refusal_of(SimulationOptions options, EngineKind engine) {
    options.engine = engine;
    try {
        choose_engine(options);
    } catch (const DomainError& error) {
        return error.what();
    }
    return {};
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const std::vector<std::string> policies{
    "greedy",           "d-choices:3",           "fifo",
    "random",           "second-chance:.9",      "windowed-greedy:20",
    "cost-benefit:lfs", "cost-benefit:kawaguchi"};

}  // namespace

TEST_CASE("counting engines keep their books under every policy, placement and filling") {
    for (const EngineEntry& entry : engines()) {
        int taken = 0;
        for (const std::string& policy : policies) {
            for (const std::string workload :
                 {"uniform", "uniform:trim=0.2", "hotcold:f=0.2,r=0.8,streams=2",
                  "classes:shares=0.5:1/0.5:0", "zipf:s=1,classes=5,trim=0.1"}) {
                for (const std::string placement :
                     {"single", "host-gc", "class", "streams", "streams:shared"}) {
                    for (const std::string precondition :
                         {"none", "sequential", "random:0.5+workload"}) {
                        SimulationOptions options = drive(workload, placement);
                        options.policy = parse_policy(policy);
                        options.wear_levelling = StaticWearLevelling{5};
                        options.precondition = parse_precondition(precondition);
                        if (!problems_of(options).empty() || entry.why_not(options)) continue;
                        INFO(to_text(entry.kind) << " " << policy << " " << workload << " "
                                                 << placement << " " << precondition);
                        const auto engine = entry.make(options, 0);
                        test::finish_preconditioning(*engine);
                        CHECK(engine->broken_invariants() == std::vector<std::string>{});
                        const std::uint64_t before = engine->counts().host_pages;
                        test::write(*engine, 12'345);
                        CHECK(engine->counts().host_pages == before + 12'345);
                        CHECK(engine->broken_invariants() == std::vector<std::string>{});
                        ++taken;
                    }
                }
            }
        }
        CHECK(taken >= 100);
    }
}

TEST_CASE("every engine's state taken up again goes on to the same bits") {
    for (const EngineEntry& entry : engines()) {
        for (const std::string& policy : policies) {
            for (const std::string workload :
                 {"uniform", "uniform:trim=0.1", "hotcold:f=0.2,r=0.8"}) {
                SimulationOptions options = drive(workload, "class");
                options.policy = parse_policy(policy);
                options.wear_levelling = StaticWearLevelling{10};
                options.life = Life{.cycle_limit = parse_cycle_limit("weibull:200,0.2")};
                if (entry.why_not(options)) continue;
                INFO(to_text(entry.kind) << " " << policy << " " << workload);
                const auto straight = entry.make(options, 3);
                test::finish_preconditioning(*straight);
                test::write(*straight, 12'345);
                test::MemoryState saved;
                straight->save(saved);
                const auto resumed = entry.make(options, 3);
                resumed->load(saved);
                CHECK(saved.remaining() == 0);
                test::write(*straight, 20'000);
                test::write(*resumed, 20'000);
                CHECK(test::state_of(*resumed) == test::state_of(*straight));
                CHECK(resumed->broken_invariants() == std::vector<std::string>{});
            }
        }
    }
}

TEST_CASE("every engine retires blocks until the capacity cannot be held") {
    for (const EngineEntry& entry : engines()) {
        SimulationOptions options = drive("hotcold:f=0.2,r=0.8", "class");
        options.life = Life{.cycle_limit = parse_cycle_limit("normal:50,0.2")};
        CAPTURE(std::string(to_text(entry.kind)));
        const auto engine = entry.make(options, 0);
        test::finish_preconditioning(*engine);
        test::write(*engine, 10'000'000);
        CHECK(engine->worn_out());
        CHECK(engine->blocks().retired > 3);
        CHECK(engine->first_retirement().value() < engine->counts().host_pages);
        CHECK(engine->broken_invariants() == std::vector<std::string>{});
    }
}

TEST_CASE("the cheapest exact engine is chosen, and says what the others would cost") {
    const EngineChoice small = choose_engine(drive("uniform"));
    CHECK(small.engine == EngineKind::occupancy);
    CHECK(contains(small.reason, "the cheapest that is exact for this request (occupancy some "));
    CHECK(contains(small.reason, "page some "));

    SimulationOptions large = drive("hotcold:f=0.2,r=0.8");
    large.geometry = geometry_from_capacities({.usable_bytes = 12'800'000'000'000,
                                               .raw_bytes = std::uint64_t{16} << 40,
                                               .block_bytes = std::uint64_t{8} << 30});
    CHECK(choose_engine(large).engine == EngineKind::epoch);
    large.policy = CostBenefit{};
    const EngineChoice weighed = choose_engine(large);
    CHECK(weighed.engine == EngineKind::occupancy);
    CHECK(contains(weighed.reason, "not epoch: it draws counts when they matter"));
    CHECK(contains(weighed.reason, "not page: it maps fewer than 2^32 - 1 pages"));

    CHECK(choose_engine(drive("sequential")).engine == EngineKind::page);
    large.workload = workload::parse("jesd219");
    CHECK_THROWS_WITH_AS(choose_engine(large), doctest::Contains("no engine can run this"),
                         DomainError);
}

TEST_CASE("an engine that cannot run a request exactly says why and which would") {
    const auto check = [](const SimulationOptions& options, EngineKind engine, const char* why) {
        const std::string refusal = refusal_of(options, engine);
        CAPTURE(refusal);
        CHECK(contains(refusal, why));
        CHECK(contains(refusal, "; expected "));
        CHECK(contains(refusal, "page"));
    };
    for (const EngineKind engine : {EngineKind::occupancy, EngineKind::epoch}) {
        check(drive("sequential"), engine, "the workload writes some in sequence");
        check(drive("zones:count=8,open=2"), engine, "zones are written in sequence");
        check(drive("jesd219"), engine, "some requests do not lie within one page");
        check(drive("hotcold:f=0.2,r=0.8", "host-gc"), engine,
              "with frontiers 'host-gc' copies of several classes share an open block");
        SimulationOptions options = drive("uniform");
        options.precondition = parse_precondition("sequential:2");
        check(options, engine, "precondition 'sequential:2' overwrites them");
        options = drive("uniform");
        options.trace = workload::trace_in_memory({workload::PageRequest::write(0, 1)});
        check(options, engine, "a trace names them one by one");
    }
    check(drive("uniform:trim=0.1"), EngineKind::epoch, "TRIM comes between them");
    CHECK(refusal_of(drive("uniform", "host-gc"), EngineKind::occupancy).empty());
    CHECK(refusal_of(drive("hotcold:f=0.2,r=0.8", "class"), EngineKind::epoch).empty());
}

TEST_CASE("where memory does not suffice the engine that would fit is named") {
    SimulationOptions options = drive("uniform");
    options.geometry = geometry_from_spare_factor({.pool_blocks = 4096});
    options.engine = EngineKind::page;
    options.memory_bytes = 2'000'000;
    CHECK_THROWS_WITH_AS(simulate(options),
                         doctest::Contains("; the occupancy engine would fit with"), DomainError);
    for (const EngineEntry& entry : engines()) {
        const auto engine = entry.make(options, 0);
        test::finish_preconditioning(*engine);
        INFO(to_text(entry.kind));
        CHECK(engine->memory_bytes() <= entry.memory_needed(options));
    }
}

TEST_CASE("results say what their engine took for granted") {
    SimulationOptions options = drive("hotcold:f=0.2,r=0.8");
    options.drive_writes = 1;
    const auto last_assumption = [&options](EngineKind engine) {
        options.engine = engine;
        return simulate(options).assumptions.back();
    };
    CHECK(contains(last_assumption(EngineKind::occupancy), "exchangeable"));
    CHECK(contains(last_assumption(EngineKind::epoch), "block closed first is collected"));
    CHECK_FALSE(contains(last_assumption(EngineKind::page), "exchangeable"));
    options.geometry.erase_failure_probability = 0.0001;
    CHECK(contains(last_assumption(EngineKind::epoch), "divided at random"));
}
