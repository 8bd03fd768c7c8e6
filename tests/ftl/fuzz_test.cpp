// Random requests through every engine that takes them: no crash, no hang, nothing that does not
// add up. DRIVEWEAR_FUZZ_SECONDS=1800 makes it run for half an hour, DRIVEWEAR_FUZZ_SEED starts it
// elsewhere; a failure prints the request and the seed that leads straight to it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/random.hpp"
#include "drivewear/ftl/simulate.hpp"
#include "ftl/checkpoint.hpp"
#include "ftl/engine.hpp"
#include "support/engine_driving.hpp"

using namespace drivewear;
using namespace drivewear::ftl;
using test::state_of;
using test::write;

namespace {

double setting(const char* name, double otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::atof(text);
}

// Draws requests; most can be simulated, some must be refused.
class Fuzzer {
public:
    explicit Fuzzer(std::uint64_t seed) : random_(StreamId{seed, 0, Purpose::uncertainty}) {}

    SimulationOptions request() {
        SimulationOptions options;
        options.geometry = geometry();
        options.workload = workload::parse(workload_text());
        options.policy = parse_policy(policy_text());
        options.placement = parse_placement(
            pick({"single", "single", "host-gc", "class", "streams", "streams:shared"}));
        options.wear_levelling =
            parse_wear_levelling(pick({"none", "dynamic", "static:1", "static:20"}));
        options.precondition = parse_precondition(
            pick({"none", "sequential", "random", "scattered", "sequential:2+random:0.3",
                  "random:0.4", "scattered+workload:0.5"}));
        if (one_in(3)) options.life = life();
        options.seed = random_();
        options.drive_writes = 1 + 4 * random_.uniform();
        options.window_drive_writes = 0.05 + random_.uniform();
        if (one_in(2)) options.warm_up_drive_writes = 2 * random_.uniform();
        options.replicates = one_in(4) ? 2 : 1;
        return options;
    }
    bool one_in(std::uint64_t n) { return random_.below(n) == 0; }
    std::uint64_t below(std::uint64_t n) { return random_.below(n); }

private:
    std::string pick(const std::vector<const char*>& texts) {
        return texts[random_.below(texts.size())];
    }
    Geometry geometry() {
        Geometry geometry;
        geometry.pages_per_block = static_cast<std::uint32_t>(
            one_in(3) ? std::uint64_t{1} << (1 + below(9)) : 2 + below(200));
        geometry.raw_blocks = 6 + below(one_in(4) ? 400 : 60);
        geometry.blocks_held_free = static_cast<std::uint32_t>(1 + below(4));
        if (one_in(4)) geometry.factory_bad_blocks = below(4);
        if (one_in(4)) geometry.rain_data_pages = static_cast<std::uint32_t>(1 + below(20));
        if (one_in(6)) geometry.erase_failure_probability = 0.01 * random_.uniform();
        const double used = one_in(3) ? 1 - 0.1 * random_.uniform() : random_.uniform();
        geometry.usable_pages =
            1 + static_cast<std::uint64_t>(used * static_cast<double>(geometry.pool_pages()));
        return geometry;
    }
    std::string policy_text() {
        switch (below(8)) {
            case 0:
                return fmt::format("d-choices:{}", 1 + below(20));
            case 1:
                return fmt::format("windowed-greedy:{}", 1 + below(50));
            case 2:
                return fmt::format("second-chance:{}", 0.01 + 0.99 * random_.uniform());
            default:
                return pick({"greedy", "fifo", "random", "cost-benefit:lfs",
                             "cost-benefit:kawaguchi", "second-chance"});
        }
    }
    std::string workload_text() {
        std::string text =
            pick({"uniform", "sequential", "hotcold:f=0.2,r=0.8", "hotcold:f=0.01,r=0.99",
                  "zipf:s=1,classes=8", "jesd219", "mix:0.5*uniform+0.5*sequential",
                  "zones:count=8,open=2", "classes:shares=0.5:1/0.5:0"});
        const auto add = [&text](const std::string& option) {
            text += (text.find(':') == std::string::npos ? ":" : ",") + option;
        };
        if (text.rfind("zones", 0) != 0 && text.rfind("mix", 0) != 0 && one_in(3)) {
            add(fmt::format("trim={}", 0.45 * random_.uniform()));
        }
        if (text != "jesd219" && text.rfind("mix", 0) != 0 && one_in(4)) {
            add(pick({"size=8KiB", "size=512B:0.5/4KiB:0.5", "size=12KiB,align=4KiB"}));
        }
        if (one_in(3)) add(fmt::format("streams={}", 1 + below(4)));
        return text;
    }
    Life life() {
        Life life;
        if (!one_in(4)) {
            life.cycle_limit = parse_cycle_limit(
                pick({"fixed:30", "normal:40,0.2", "weibull:50,0.5", "lognormal:20,1"}));
        }
        if (one_in(2) || !life.cycle_limit) life.host_pages = 1 + below(50'000);
        return life;
    }

    RandomStream random_;
};

void check_sound(const Engine& engine) {
    REQUIRE(engine.broken_invariants() == std::vector<std::string>{});
    REQUIRE(engine.counts().nand_pages() >= engine.counts().host_pages);
    std::uint64_t host_pages = 0;
    std::uint64_t gc_pages = 0;
    for (const StreamCounts& stream : engine.streams()) {
        host_pages += stream.host_pages;
        gc_pages += stream.gc_pages;
    }
    REQUIRE(host_pages == engine.counts().host_pages);
    REQUIRE(gc_pages == engine.counts().gc_pages);
}

// One engine through its life, resumed in the middle.
void exercise(const EngineEntry& entry, const SimulationOptions& options, Fuzzer& fuzzer) {
    const auto engine = entry.make(options, 0);
    test::finish_preconditioning(*engine);
    check_sound(*engine);
    write(*engine, fuzzer.below(3 * options.geometry.usable_pages) + 1);
    check_sound(*engine);
    test::MemoryState saved;
    engine->save(saved);
    const auto resumed = entry.make(options, 0);
    resumed->load(saved);
    REQUIRE(saved.remaining() == 0);
    for (int i = 0; i < 3; ++i) {
        const std::uint64_t pages = fuzzer.below(options.geometry.usable_pages) + 1;
        write(*engine, pages);
        write(*resumed, pages);
    }
    check_sound(*resumed);
    REQUIRE(state_of(*engine) == state_of(*resumed));
}

}  // namespace

TEST_CASE("random requests add up in every engine") {
    const auto begin = std::chrono::steady_clock::now();
    const double seconds = setting("DRIVEWEAR_FUZZ_SECONDS", 2);
    auto seed = static_cast<std::uint64_t>(setting("DRIVEWEAR_FUZZ_SEED", 1));
    int simulated = 0;
    int refused = 0;
    std::chrono::duration<double> elapsed{};
    for (; elapsed.count() < seconds; ++seed) {
        elapsed = std::chrono::steady_clock::now() - begin;
        Fuzzer fuzzer(seed);
        SimulationOptions options = fuzzer.request();
        INFO("DRIVEWEAR_FUZZ_SEED=" << seed << "\n" << request_text(options, EngineKind::page));
        if (!problems_of(options).empty()) {
            ++refused;
            CHECK_THROWS_AS(simulate(options), DomainError);
            continue;
        }
        try {
            for (const EngineEntry& entry : engines()) {
                if (entry.why_not(options)) continue;
                exercise(entry, options, fuzzer);
                options.engine = entry.kind;
                const SimulationResult result = simulate(options);
                REQUIRE(result.write_amplification >= 1);
                REQUIRE(result.erase_counts.min <= result.erase_counts.max);
            }
            ++simulated;
        } catch (const DomainError&) {
            // Some classes or requests do not fit into a drive of a few pages.
            ++refused;
        }
    }
    MESSAGE(simulated << " requests simulated, " << refused << " refused");
    CHECK(simulated > refused);
}
