// From a sequential fill to steady state.
#include "drivewear/compare/transient.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
using namespace drivewear::compare;

namespace {

// The 9550 MAX 12.8 TB: 16 TiB of flash; sequential writes as the review measured them.
const TransientRequest reviewed{.form = {17592186044416.0, 1},
                                .usable_bytes = 12.8e12,
                                .seq_write_bytes_per_second = 10957.9 * 1048576,
                                .drive_writes = 8,
                                .iops = 1.56e6};

}  // namespace

TEST_CASE("the review's 1.56M IOPS lies between onset and steady state") {
    const Transient result = transient(reviewed);
    // All spare flash takes writes before anything is copied: (raw - usable) / usable.
    CHECK(result.onset_drive_writes == doctest::Approx(0.3744).epsilon(0.05));
    CHECK(result.steady_write_amplification == doctest::Approx(2.0400619).epsilon(1e-6));
    CHECK(result.implied_write_amplification.value() == doctest::Approx(1.798).epsilon(1e-3));
    REQUIRE(result.placed_at_drive_writes.has_value());
    CHECK(*result.placed_at_drive_writes > result.onset_drive_writes);
    CHECK(*result.placed_at_drive_writes < 2);
    CHECK(result.curve.front().write_amplification == doctest::Approx(1));
    double last = 0;
    std::size_t count = 0;
    for (const TransientPoint& point : result.curve) {
        if (point.drive_writes <= 6) continue;
        last += point.write_amplification;
        ++count;
    }
    CHECK(last / static_cast<double>(count) ==
          doctest::Approx(result.steady_write_amplification).epsilon(0.01));
}

TEST_CASE("faster than sequential writes or slower than steady state lies nowhere") {
    TransientRequest request = reviewed;
    request.drive_writes = 2;
    request.iops = 3e6;
    CHECK_FALSE(transient(request).placed_at_drive_writes.has_value());
    request.iops = 400e3;
    CHECK_FALSE(transient(request).placed_at_drive_writes.has_value());
}

TEST_CASE("what has no meaning is refused") {
    TransientRequest request = reviewed;
    request.usable_bytes = 20e12;
    CHECK_THROWS_AS(transient(request), DomainError);
    request = reviewed;
    request.seq_write_bytes_per_second = 0;
    CHECK_THROWS_AS(transient(request), DomainError);
    request = reviewed;
    request.drive_writes = 1000;
    CHECK_THROWS_AS(transient(request), DomainError);
}
