#include "drivewear/ftl/simulate.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::ftl;
namespace fs = std::filesystem;

namespace {

SimulationOptions small_drive() {
    SimulationOptions options;
    options.geometry = geometry_from_spare_factor({.pool_blocks = 200, .pages_per_block = 64});
    options.engine = EngineKind::page;
    return options;
}

// What a result owes to the request alone.
void check_same(const SimulationResult& a, const SimulationResult& b) {
    CHECK(a.counts == b.counts);
    CHECK(a.write_amplification == b.write_amplification);
    CHECK(a.standard_error == b.standard_error);
    CHECK(a.erase_counts.histogram == b.erase_counts.histogram);
    CHECK(a.victims == b.victims);
    REQUIRE(a.series.size() == b.series.size());
    for (std::size_t i = 0; i < a.series.size(); ++i)
        CHECK(a.series[i].write_amplification == b.series[i].write_amplification);
}

}  // namespace

TEST_CASE("replicates on one or many threads give one result") {
    SimulationOptions options = small_drive();
    options.workload = workload::parse("hotcold:f=0.2,r=0.8,trim=0.1");
    options.policy = DChoices{3};
    options.replicates = 6;
    options.threads = 1;
    const SimulationResult alone = simulate(options);
    options.threads = 5;
    check_same(simulate(options), alone);
}

TEST_CASE("replicates are independent and tighten the error") {
    SimulationOptions options = small_drive();
    options.drive_writes = 5;
    const SimulationResult one = simulate(options);
    options.replicates = 16;
    const SimulationResult many = simulate(options);
    CHECK(many.standard_error < one.standard_error / 2);
    CHECK(std::abs(many.write_amplification - one.write_amplification) <
          5 * (one.standard_error + many.standard_error));
    options.seed = 2;
    const SimulationResult other = simulate(options);
    CHECK(other.counts.gc_pages != many.counts.gc_pages);
    CHECK(std::abs(many.write_amplification - other.write_amplification) <
          5 * (other.standard_error + many.standard_error));
}

TEST_CASE("standard errors are honest: seeds scatter as much as they say") {
    SimulationOptions options = small_drive();
    double squares = 0;
    double sum = 0;
    double said = 0;
    constexpr int seeds = 40;
    for (int seed = 1; seed <= seeds; ++seed) {
        options.seed = static_cast<std::uint64_t>(seed);
        const SimulationResult result = simulate(options);
        sum += result.write_amplification;
        squares += result.write_amplification * result.write_amplification;
        said += result.standard_error * result.standard_error;
    }
    const double variance = (squares - sum * sum / seeds) / (seeds - 1);
    // A ratio of variances with 39 degrees of freedom lies in here with 99.9 %.
    CHECK(variance / (said / seeds) > 0.4);
    CHECK(variance / (said / seeds) < 2.2);
}

TEST_CASE("a transient is not called a steady state") {
    SimulationOptions options = small_drive();
    options.precondition = {};
    options.warm_up_drive_writes = 0;
    options.drive_writes = 3;
    const SimulationResult fresh = simulate(options);
    CHECK_FALSE(fresh.steady_state);
    CHECK_FALSE(fresh.drive_writes_to_steady_state);
    CHECK(fresh.series.front().write_amplification == 1);
    options.warm_up_drive_writes.reset();
    const SimulationResult waited = simulate(options);
    CHECK(waited.steady_state);
    CHECK(waited.warm_up_drive_writes >= 5);
    CHECK(waited.write_amplification > fresh.write_amplification);
}

TEST_CASE("the histograms add up") {
    const SimulationResult result = simulate(small_drive());
    std::uint64_t victims = 0;
    std::uint64_t copied = 0;
    for (std::size_t bin = 0; bin < result.victims.victims.size(); ++bin) {
        victims += result.victims.victims[bin];
        copied += result.victims.victims[bin] * bin;
    }
    CHECK(victims == result.counts.erases);
    CHECK(copied == result.counts.gc_pages);
    std::uint64_t blocks = 0;
    for (const std::uint64_t count : result.erase_counts.histogram.blocks)
        blocks += count;
    CHECK(blocks == 202);
    CHECK(result.write_amplification ==
          doctest::Approx(1 + static_cast<double>(result.counts.gc_pages) /
                                  static_cast<double>(result.counts.host_pages)));
}

TEST_CASE("parity and the indirection unit multiply what is collected") {
    SimulationOptions options = small_drive();
    options.geometry.rain_data_pages = 15;
    options.geometry.raw_blocks += 14;  // what parity takes
    options.workload = workload::parse("uniform:size=2KiB");
    const SimulationResult result = simulate(options);
    CHECK(result.parity == doctest::Approx(16.0 / 15));
    CHECK(result.indirection_unit == 2);
    CHECK(result.write_amplification == doctest::Approx(result.garbage_collection * 2 * 16 / 15));
    const device::WriteAmplificationEstimate estimate = estimate_of(result);
    CHECK(estimate.total.value() == result.write_amplification);
    CHECK(estimate.model == "page simulation");
}

TEST_CASE("a life ends, and later ends follow from higher limits") {
    SimulationOptions options = small_drive();
    options.life = Life{.cycle_limit = parse_cycle_limit("normal:40,0.1")};
    options.replicates = 3;
    const SimulationResult brief = simulate(options);
    REQUIRE(brief.life);
    CHECK(*brief.life->host_pages_at_first_retirement < *brief.life->host_pages_at_end);
    CHECK(brief.life->standard_error_at_end.value() > 0);
    const std::vector<LifePoint>& curve = brief.life->curve;
    REQUIRE(curve.size() > 10);
    for (std::size_t i = 1; i < curve.size(); ++i) {
        CHECK(curve[i].host_pages > curve[i - 1].host_pages);
        CHECK(curve[i].retired_blocks >= curve[i - 1].retired_blocks);
    }
    CHECK(curve.back().write_amplification > 1.1 * curve[curve.size() / 2].write_amplification);
    options.life->cycle_limit->mean_cycles = 80;
    const SimulationResult longer = simulate(options);
    CHECK(*longer.life->host_pages_at_end / *brief.life->host_pages_at_end ==
          doctest::Approx(2).epsilon(0.1));
}

TEST_CASE("a life of given length stops there") {
    SimulationOptions options = small_drive();
    options.life = Life{.host_pages = 123'456};
    const SimulationResult result = simulate(options);
    CHECK(result.counts.host_pages == 123'456);
    CHECK_FALSE(result.life->host_pages_at_end);
    CHECK(result.life->curve.back().host_pages == 123'456);
}

TEST_CASE("bad blocks eat spare") {
    SimulationOptions options = small_drive();
    const double before = simulate(options).write_amplification;
    options.geometry.factory_bad_blocks = 5;
    CHECK(simulate(options).write_amplification > 1.1 * before);
    options.geometry.factory_bad_blocks = 25;
    CHECK_THROWS_AS(simulate(options), DomainError);
}

TEST_CASE("telling a run to stop leaves a checkpoint that goes on to the same result") {
    SimulationOptions options = small_drive();
    options.workload = workload::parse("hotcold:f=0.1,r=0.9");
    options.placement = ClassFrontiers{};
    options.drive_writes = 400;
    options.replicates = 3;
    options.threads = 2;
    const SimulationResult straight = simulate(options);

    const fs::path file =
        fs::temp_directory_path() / ("drivewear-simulate-" + std::to_string(::getpid()));
    options.checkpointing = Checkpointing{.file = file};
    int stops = 0;
    for (;;) {
        // Stop when there is a tenth more than the last time.
        options.keep_going = [&stops](double fraction) { return fraction < 0.1 * (stops + 1); };
        try {
            check_same(simulate(options), straight);
            break;
        } catch (const Cancelled&) {
            ++stops;
            CHECK(fs::exists(file));
        }
    }
    CHECK(stops >= 1);
    CHECK_FALSE(fs::exists(file));
}

TEST_CASE("progress never falls and ends the run only when told to") {
    SimulationOptions options = small_drive();
    options.drive_writes = 300;
    double last = 0;
    options.keep_going = [&last](double fraction) {
        CHECK(fraction >= last);
        CHECK(fraction <= 1);
        last = fraction;
        return true;
    };
    simulate(options);
    CHECK(last > 0);
}

TEST_CASE("too little memory is refused with the figure needed") {
    SimulationOptions options = small_drive();
    CHECK(memory_needed(options, EngineKind::page) > 8 * 11'200);
    options.memory_bytes = 50'000;
    CHECK_THROWS_WITH_AS(simulate(options),
                         doctest::Contains("not enough memory: the page engine needs"),
                         DomainError);
    options.memory_bytes = memory_needed(options, EngineKind::page);
    options.replicates = 4;
    CHECK_NOTHROW(simulate(options));  // one after the other
}

TEST_CASE("all problems of a request are told at once") {
    SimulationOptions options = small_drive();
    options.policy = DChoices{0};
    options.drive_writes = 0;
    options.warm_up_drive_writes = -1;
    options.replicates = 0;
    options.life = Life{};
    CHECK(problems_of(options).size() == 5);
    CHECK_THROWS_AS(simulate(options), DomainError);
}
