// Exact counters for fixed seeds. A change of these numbers is a change of results: it belongs into
// the release notes, with a reason.
#include <doctest/doctest.h>

#include <string>

#include "drivewear/ftl/simulate.hpp"

using namespace drivewear;
using namespace drivewear::ftl;

namespace {

struct Golden {
    EngineKind engine;
    const char* policy;
    const char* workload;
    const char* frontiers;
    const char* precondition;
    std::uint64_t gc_pages;
    std::uint64_t trimmed_pages;
    std::uint64_t erases;
};

void check(const Golden& golden) {
    SimulationOptions options;
    options.geometry =
        geometry_from_spare_factor({.spare_factor = device::SpareFactor::from_value(0.15),
                                    .pool_blocks = 300,
                                    .pages_per_block = 64});
    options.policy = parse_policy(golden.policy);
    options.workload = workload::parse(golden.workload);
    options.placement = parse_placement(golden.frontiers);
    options.precondition = parse_precondition(golden.precondition);
    options.warm_up_drive_writes = 2;
    options.drive_writes = 4;
    options.engine = golden.engine;
    options.seed = 20261201;
    options.replicates = 2;
    const SimulationResult result = simulate(options);
    INFO(to_text(golden.engine) << ": " << std::string(golden.policy) << " "
                                << std::string(golden.workload));
    CHECK(result.counts.host_pages == 2 * 4 * 16'320);
    CHECK(result.counts.gc_pages == golden.gc_pages);
    CHECK(result.counts.trimmed_pages == golden.trimmed_pages);
    CHECK(result.counts.erases == golden.erases);
}

}  // namespace

TEST_CASE("the page engine gives the same counters for ever") {
    constexpr EngineKind engine = EngineKind::page;
    const Golden all[] = {
        {engine, "greedy", "uniform", "single", "sequential", 309558, 0, 6877},
        {engine, "greedy", "hotcold:f=0.1,r=0.9", "host-gc", "random", 355071, 0, 7588},
        {engine, "d-choices:5", "hotcold:f=0.2,r=0.8", "class", "sequential:2", 254132, 0, 6011},
        {engine, "fifo", "jesd219", "single", "sequential", 411973, 0, 8477},
        {engine, "random", "uniform:trim=0.2", "single", "scattered", 238621, 32414, 5768},
        {engine, "windowed-greedy:50", "mix:0.5*sequential+0.5*uniform", "single", "none", 298035,
         0, 6697},
        {engine, "cost-benefit:lfs", "zipf:s=1,classes=16", "host-gc", "sequential", 316663, 0,
         6988},
        {engine, "cost-benefit:kawaguchi", "zones:count=32,open=4", "class", "sequential", 0,
         131070, 2040},
        {engine, "second-chance", "hotcold:f=0.1,r=0.9,streams=2", "streams", "random", 244564, 0,
         5861},
    };
    for (const Golden& golden : all)
        check(golden);
}

TEST_CASE("the engines that count give the same counters for ever") {
    constexpr EngineKind occupancy = EngineKind::occupancy;
    constexpr EngineKind epoch = EngineKind::epoch;
    const Golden all[] = {
        {occupancy, "greedy", "uniform", "single", "sequential", 308658, 0, 6863},
        {occupancy, "fifo", "hotcold:f=0.2,r=0.8", "class", "random", 381552, 0, 8003},
        {occupancy, "d-choices:5", "uniform:trim=0.2", "host-gc", "none", 79353, 32900, 3280},
        {occupancy, "cost-benefit:lfs", "zipf:s=1,classes=16", "class", "sequential", 309200, 0,
         6868},
        {occupancy, "second-chance", "hotcold:f=0.1,r=0.9", "single", "scattered", 441674, 0, 8941},
        {epoch, "greedy", "uniform", "single", "sequential", 308291, 0, 6857},
        {epoch, "fifo", "hotcold:f=0.2,r=0.8", "class", "random", 380232, 0, 7980},
        {epoch, "d-choices:5", "uniform", "host-gc", "none", 287377, 0, 6530},
        {epoch, "windowed-greedy:50", "zipf:s=1,classes=16", "class", "sequential", 364911, 0,
         7737},
        {epoch, "second-chance", "hotcold:f=0.1,r=0.9", "single", "scattered", 441476, 0, 8938},
    };
    for (const Golden& golden : all)
        check(golden);
}
