// What was written to the drive before the workload starts. Two sequential fills, as reviews do,
// leave a drive far from the steady state of random writes; hence it is always stated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drivewear::ftl {

/// One step of preconditioning.
struct PreconditionStep {
    enum class Kind {
        sequential,  ///< every page once, in ascending order
        random,      ///< every page once, in a random order
        scattered,   ///< valid pages uniformly over the pool, as random victims leave them: laid
                     ///< out at once, every other page counts as programmed and invalid
        workload,    ///< the workload itself
    };
    Kind kind = Kind::sequential;
    double drive_writes = 1;  ///< host pages / usable pages; 1 for `scattered`, first step only

    bool operator==(const PreconditionStep&) const = default;
};

/// In order; empty leaves the drive fresh.
using Precondition = std::vector<PreconditionStep>;

/// Reads "none", "sequential", "random", "scattered" or steps such as "sequential:2+random:0.5".
/// Throws ParseError.
Precondition parse_precondition(std::string_view text);

/// The spelling that parses to the same steps.
std::string to_text(const Precondition& precondition);

}  // namespace drivewear::ftl
