#include "drivewear/core/wide.hpp"

#include <doctest/doctest.h>

using namespace drivewear;

TEST_CASE("128-bit counters survive text in both directions") {
    const std::string largest = "340282366920938463463374607431768211455";
    CHECK(to_string(*parse_uint128(largest)) == largest);
    CHECK(to_string(*parse_uint128("0")) == "0");
    CHECK(to_string(*parse_uint128("9007199254740993")) == "9007199254740993");
}

TEST_CASE("what is not a 128-bit number is nothing") {
    CHECK_FALSE(parse_uint128("340282366920938463463374607431768211456"));
    CHECK_FALSE(parse_uint128(""));
    CHECK_FALSE(parse_uint128("-1"));
    CHECK_FALSE(parse_uint128("1,000"));
}
