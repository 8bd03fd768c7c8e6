// Exact counters for fixed seeds. A change of these numbers is a change of results: it belongs into
// the release notes, with a reason.
#include <doctest/doctest.h>

#include <string>

#include "drivewear/ftl/simulate.hpp"

using namespace drivewear;
using namespace drivewear::ftl;

namespace {

struct Golden {
    const char* policy;
    const char* workload;
    const char* frontiers;
    const char* precondition;
    std::uint64_t gc_pages;
    std::uint64_t trimmed_pages;
    std::uint64_t erases;
};

}  // namespace

TEST_CASE("the page engine gives the same counters for ever") {
    const Golden all[] = {
        {"greedy", "uniform", "single", "sequential", 309558, 0, 6877},
        {"greedy", "hotcold:f=0.1,r=0.9", "host-gc", "random", 355071, 0, 7588},
        {"d-choices:5", "hotcold:f=0.2,r=0.8", "class", "sequential:2", 254132, 0, 6011},
        {"fifo", "jesd219", "single", "sequential", 411973, 0, 8477},
        {"random", "uniform:trim=0.2", "single", "scattered", 238621, 32414, 5768},
        {"windowed-greedy:50", "mix:0.5*sequential+0.5*uniform", "single", "none", 298035, 0, 6697},
        {"cost-benefit:lfs", "zipf:s=1,classes=16", "host-gc", "sequential", 316663, 0, 6988},
        {"cost-benefit:kawaguchi", "zones:count=32,open=4", "class", "sequential", 0, 131070, 2040},
        {"second-chance", "hotcold:f=0.1,r=0.9,streams=2", "streams", "random", 244564, 0, 5861},
    };
    for (const Golden& golden : all) {
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
        options.engine = EngineKind::page;
        options.seed = 20261201;
        options.replicates = 2;
        const SimulationResult result = simulate(options);
        CAPTURE(std::string(golden.policy));
        CAPTURE(std::string(golden.workload));
        CHECK(result.counts.host_pages == 2 * 4 * 16'320);
        CHECK(result.counts.gc_pages == golden.gc_pages);
        CHECK(result.counts.trimmed_pages == golden.trimmed_pages);
        CHECK(result.counts.erases == golden.erases);
    }
}
