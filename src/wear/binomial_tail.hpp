// The pieces of a binomial upper tail that depend on the code alone, and the scalar sum.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace drivewear::wear {

/// log x! - (x log x - x + log(2 pi x)/2) for x > 0: what Stirling's formula misses.
inline double stirling_error(double x) {
    if (x < 16) {
        return std::lgamma(x + 1) - ((x + 0.5) * std::log(x) - x) -
               0.5 * std::log(2 * std::numbers::pi);
    }
    const double y = 1 / (x * x);
    return (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y * (1.0 / 1188))))) /
           x;
}

/// n trials and the least count m of the tail, 1 <= m < n.
struct BinomialTail {
    double trials;  ///< n
    double least;   ///< m
    /// Part of log C(n,m) p^m q^(n-m) that does not depend on p.
    double log_constant;

    BinomialTail(std::uint64_t n, std::uint64_t m)
        : trials(static_cast<double>(n)),
          least(static_cast<double>(m)),
          log_constant(stirling_error(trials) - stirling_error(least) -
                       stirling_error(trials - least) +
                       0.5 * std::log(trials / (2 * std::numbers::pi * least * (trials - least)))) {
    }

    /// log P(X = m), Loader's form: the large terms cancel before a logarithm is taken.
    double log_point(double p) const {
        const double mean = trials * p;
        const double deviance = least * std::log(least / mean) +
                                (trials - least) * std::log1p(-(least - mean) / (trials * (1 - p)));
        return log_constant - deviance;
    }

    /// P(X >= m) / P(X = m), summed upward.
    double upper_sum(double p) const {
        const double odds = p / (1 - p);
        double term = 1;
        double sum = 1;
        for (double k = least; k < trials; ++k) {
            term *= (trials - k) / (k + 1) * odds;
            sum += term;
            if (term < sum * 1e-17) break;
        }
        return sum;
    }

    /// P(X <= m) / P(X = m), summed downward.
    double lower_sum(double p) const {
        const double odds = (1 - p) / p;
        double term = 1;
        double sum = 1;
        for (double k = least; k > 0; --k) {
            term *= k / (trials - k + 1) * odds;
            sum += term;
            if (term < sum * 1e-17) break;
        }
        return sum;
    }
};

}  // namespace drivewear::wear
