// Figures as texts print them.
#include "drivewear/measured/figure.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::measured;

TEST_CASE("figures carry value, exactness and unit") {
    const Figure bandwidth = parse_figure("10957.9 MB/s", Quantity::bandwidth);
    CHECK(bandwidth.value() == doctest::Approx(10957.9e6));
    CHECK(bandwidth.half_digit == doctest::Approx(0.05e6));
    CHECK(bandwidth.unit == "MB/s");

    const Figure range = parse_figure("~820-845 us", Quantity::latency);
    CHECK(range.low == doctest::Approx(820e-6));
    CHECK(range.high == doctest::Approx(845e-6));
    CHECK(range.hedge == Hedge::about);
    CHECK(range.interval().low == doctest::Approx(820e-6 * 0.95));

    const Figure millions = parse_figure("1.56M IOPS", Quantity::iops);
    CHECK(millions.value() == doctest::Approx(1.56e6));
    CHECK(millions.half_digit == doctest::Approx(5e3));
    CHECK(parse_figure("16.7K IOPS", Quantity::iops).value() == doctest::Approx(16700));

    CHECK(std::isinf(parse_figure(">0.50 ms", Quantity::latency).interval().high));
    CHECK(parse_figure("<100 us", Quantity::latency).interval().low == 0);
    CHECK(parse_figure("1.112", Quantity::write_amplification).unit == "");
    CHECK(parse_figure("1213.5 MiB/s", Quantity::bandwidth).value() ==
          doctest::Approx(1213.5 * 1048576));
}

TEST_CASE("what cannot be a figure is refused with the place and what would be right") {
    const auto reason = [](const char* text, Quantity quantity) {
        try {
            parse_figure(text, quantity);
        } catch (const ParseError& error) {
            return error.reason();
        }
        return std::string("accepted");
    };
    CHECK(reason("458-582 TB", Quantity::duration).find("unit 'TB'") != std::string::npos);
    CHECK(reason("12", Quantity::latency).find("no unit") != std::string::npos);
    CHECK(reason("900-800 us", Quantity::latency).find("smaller") != std::string::npos);
    CHECK(reason("fast", Quantity::iops) != "accepted");
    CHECK(reason("1.1 x", Quantity::write_amplification) != "accepted");
    CHECK(parse_figure("458-582 TB", Quantity::duration, true).foreign_unit);
}

TEST_CASE("decimal units have a binary namesake") {
    CHECK(binary_unit("MB/s") == "MiB/s");
    CHECK(binary_factor("GB/s").value() == doctest::Approx(1.073741824));
    CHECK_FALSE(binary_factor("GiB/s").has_value());
    CHECK(parse_bytes("372.6 GiB") == doctest::Approx(372.6 * 0x1p30));
    CHECK_THROWS_AS(parse_bytes("~4 KiB"), ParseError);
    CHECK_THROWS_AS(unit_factor("furlongs"), ParseError);
}
