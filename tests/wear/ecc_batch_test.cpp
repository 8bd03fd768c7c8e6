#include <doctest/doctest.h>
#include <hwy/targets.h>

#include <cmath>
#include <vector>

#include "drivewear/wear/ecc.hpp"

using namespace drivewear::wear;

TEST_CASE("every instruction set gives the scalar UBER, and all the same bits") {
    const Codeword code{.codeword_bits = 9088, .information_bits = 8192, .correctable = 64};
    std::vector<double> rbers;
    for (int i = 0; i < 1000; ++i)
        rbers.push_back(1e-5 * std::pow(1.007, i));
    std::vector<double> found(rbers.size());
    std::vector<double> first;
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        uber_of_each(code, rbers, found);
        double worst = 0;
        for (std::size_t i = 0; i < rbers.size(); ++i) {
            const double scalar = uber(code, rbers[i]);
            worst = std::max(worst, scalar > 0 ? std::abs(found[i] / scalar - 1) : found[i]);
        }
        INFO(hwy::TargetName(target));
        CHECK(worst < 1e-12);
        if (first.empty()) first = found;
        CHECK(found == first);
    }
    hwy::SetSupportedTargetsForTest(0);
}
