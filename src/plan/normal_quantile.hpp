// Coefficients of algorithm AS 241 (PPND16), lowest power first, for 1e-11 <= p <= 1 - 1e-11: the
// third branch, for the tails beyond, is left out. Shared by the scalar function and the kernel.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace drivewear::plan::as241 {

inline constexpr double least_probability = 1e-11;
inline constexpr double central_half_width = 0.425;
inline constexpr double central_offset = 0.180625;
inline constexpr double tail_offset = 1.6;

using Coefficients = std::array<double, 8>;
inline constexpr Coefficients central_numerator{
    3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
    45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727};
inline constexpr Coefficients central_denominator{1.0,
                                                  42.313330701600911252,
                                                  687.18700749205790830,
                                                  5394.1960214247511077,
                                                  21213.794301586595867,
                                                  39307.895800092710610,
                                                  28729.085735721942674,
                                                  5226.4952788528545610};
inline constexpr Coefficients tail_numerator{1.42343711074968357734,    4.63033784615654529590,
                                             5.76949722146069140550,    3.64784832476320460504,
                                             1.27045825245236838258,    2.41780725177450611770e-1,
                                             2.27238449892691845833e-2, 7.74545014278341407640e-4};
inline constexpr Coefficients tail_denominator{1.0,
                                               2.05319162663775882187,
                                               1.67638483018380384940,
                                               6.89767334985100004550e-1,
                                               1.48103976427480074590e-1,
                                               1.51986665636164571966e-2,
                                               5.47593808499534494600e-4,
                                               1.05075007164441684324e-9};

inline double polynomial(const Coefficients& coefficients, double x) {
    double sum = coefficients.back();
    for (std::size_t k = coefficients.size() - 1; k-- > 0;)
        sum = sum * x + coefficients[k];
    return sum;
}

inline double normal_quantile(double probability) {
    const double p = std::clamp(probability, least_probability, 1 - least_probability);
    const double q = p - 0.5;
    if (std::abs(q) <= central_half_width) {
        const double r = central_offset - q * q;
        return q * polynomial(central_numerator, r) / polynomial(central_denominator, r);
    }
    const double r = std::sqrt(-std::log(std::min(p, 1 - p))) - tail_offset;
    const double size = polynomial(tail_numerator, r) / polynomial(tail_denominator, r);
    return q < 0 ? -size : size;
}

}  // namespace drivewear::plan::as241
