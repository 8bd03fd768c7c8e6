// Victim policy: any closed block.
#pragma once

namespace drivewear::ftl {

/// A closed block drawn uniformly: d-choices with d = 1. For uniform traffic its write
/// amplification is the reciprocal of the spare factor (Van Houdt, SIGMETRICS 2013).
struct RandomVictim {
    bool operator==(const RandomVictim&) const = default;
};

}  // namespace drivewear::ftl
