// Runs a test on every instruction set that this machine and build have.
#pragma once

#include <hwy/targets.h>

#include <cstdint>
#include <string>

namespace drivewear::test {

/// Calls `check(name)` once for each target; run-time dispatch takes that one meanwhile.
template <typename Check>
int on_every_vector_target(const Check& check) {
    int targets = 0;
    for (const auto target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        check(std::string(hwy::TargetName(target)));
        ++targets;
    }
    hwy::SetSupportedTargetsForTest(0);
    return targets;
}

}  // namespace drivewear::test
