#include "drivewear/ftl/policy/policy.hpp"

#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"
#include "drivewear/ftl/life.hpp"
#include "drivewear/ftl/placement.hpp"
#include "drivewear/ftl/precondition.hpp"
#include "drivewear/ftl/wear_levelling.hpp"

using namespace drivewear;
using namespace drivewear::ftl;

TEST_CASE("every policy is read from the text it writes") {
    for (const char* text :
         {"greedy", "d-choices:10", "fifo", "random", "windowed-greedy:1000", "cost-benefit:lfs",
          "cost-benefit:kawaguchi", "second-chance", "second-chance:0.9"}) {
        CHECK(to_text(parse_policy(text)) == text);
    }
    CHECK(std::get<DChoices>(parse_policy("d-choices:7")).choices == 7);
    CHECK(parse_policy("cost-benefit") == Policy(CostBenefit{CostBenefit::Form::lfs}));
}

TEST_CASE("a policy that is none is refused where it goes wrong") {
    CHECK_THROWS_WITH_AS(parse_policy("d-choices:0"),
                         "'d-choices:0', column 11: found '0', expected a number of blocks from 1 "
                         "to 1000000",
                         ParseError);
    CHECK_THROWS_WITH_AS(parse_policy("d-choices"),
                         "'d-choices', column 10: expected a number of blocks from 1 to 1000000",
                         ParseError);
    CHECK_THROWS_AS(parse_policy(""), ParseError);
    CHECK_THROWS_AS(parse_policy("greedy:1"), ParseError);
    CHECK_THROWS_AS(parse_policy("d-choices:1e3"), ParseError);
    CHECK_THROWS_AS(parse_policy("second-chance:nan"), ParseError);
    CHECK_THROWS_AS(parse_policy("second-chance:0"), ParseError);
    CHECK_THROWS_AS(parse_policy("cost-benefit:best"), ParseError);
}

TEST_CASE("placements, wear levelling, preconditioning and cycle limits read what they write") {
    for (const char* text : {"single", "host-gc", "class", "streams", "streams:shared"})
        CHECK(to_text(parse_placement(text)) == text);
    for (const char* text : {"none", "dynamic", "static:100"})
        CHECK(to_text(parse_wear_levelling(text)) == text);
    for (const char* text : {"none", "sequential", "random:2.5", "scattered",
                             "sequential:2+random:0.5+workload", "scattered+workload:3"}) {
        CHECK(to_text(parse_precondition(text)) == text);
    }
    for (const char* text :
         {"fixed:3000", "normal:3000,0.1", "lognormal:10000,0.25", "weibull:1500,0.15"}) {
        CHECK(to_text(parse_cycle_limit(text)) == text);
    }
    CHECK_THROWS_AS(parse_placement("stream"), ParseError);
    CHECK_THROWS_AS(parse_placement("streams:mixed"), ParseError);
    CHECK_THROWS_AS(parse_wear_levelling("static"), ParseError);
    CHECK_THROWS_AS(parse_wear_levelling("static:0"), ParseError);
    CHECK_THROWS_AS(parse_precondition("sequential+none"), ParseError);
    CHECK_THROWS_WITH_AS(parse_precondition("sequential+scattered"),
                         "'sequential+scattered', column 12: found 'scattered', expected "
                         "'scattered' as the first step only",
                         ParseError);
    CHECK_THROWS_AS(parse_cycle_limit("normal:0"), ParseError);
    CHECK_THROWS_AS(parse_cycle_limit("fixed:3000,0.1"), ParseError);
}

TEST_CASE("frontiers follow the placement") {
    const workload::Workload hot_cold = workload::parse("hotcold:f=0.1,r=0.9,streams=2");
    CHECK(FrontierMap(OneFrontier{}, hot_cold).count() == 1);
    const FrontierMap split(HostGcFrontiers{}, hot_cold);
    CHECK(split.count() == 2);
    CHECK(split.for_host(1) == 0);
    CHECK(split.for_copies(0) == 1);
    CHECK(split.for_copies(1) == 1);
    const FrontierMap oracle(ClassFrontiers{}, hot_cold);
    CHECK(oracle.count() == 2);
    CHECK(oracle.for_host(1) == 1);
    CHECK(oracle.for_copies(1) == 1);
    const FrontierMap shared(StreamFrontiers{.isolated = false}, hot_cold);
    CHECK(shared.count() == 3);
    CHECK(shared.for_copies(0) == 2);
    CHECK(FrontierMap(ClassFrontiers{}, workload::parse("zones:count=64,open=8")).count() == 8);
    CHECK(
        FrontierMap(ClassFrontiers{}, workload::parse("mix:0.5*uniform+0.5*sequential")).count() ==
        2);
}
