// Whether draws follow a law: Pearson's chi-square test, with rare values joined.
#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <cstddef>
#include <cstdint>
#include <map>

namespace drivewear::test {

/// Probability of a deviation at least as large when `counts` were drawn from `probability`, a
/// function of the value. Values are joined until 16 draws are expected.
template <typename Probability>
double chi_square_p_value(const std::map<std::int64_t, std::uint64_t>& counts,
                          std::int64_t least, std::int64_t most, const Probability& probability) {
    double draws = 0;
    for (const auto& [value, count] : counts) {
        if (value < least || value > most) return 0;
        draws += static_cast<double>(count);
    }
    double statistic = 0;
    double bins = 0;
    double expected = 0;
    double found = 0;
    double expected_left = draws;
    double found_left = draws;
    const auto end_bin = [&](double of_law, double of_draws) {
        statistic += (of_draws - of_law) * (of_draws - of_law) / of_law;
        bins += 1;
    };
    for (std::int64_t value = least; value <= most; ++value) {
        expected += draws * probability(value);
        const auto at = counts.find(value);
        if (at != counts.end()) found += static_cast<double>(at->second);
        if (expected < 16 || expected_left - expected < 16) continue;
        end_bin(expected, found);
        expected_left -= expected;
        found_left -= found;
        expected = 0;
        found = 0;
    }
    end_bin(expected_left, found_left);
    if (bins < 2) return 1;
    const boost::math::chi_squared law(bins - 1);
    return boost::math::cdf(boost::math::complement(law, statistic));
}

}  // namespace drivewear::test
