// Elementary functions that give the same bits on every machine and vector width: only additions,
// multiplications, divisions and table lookups in a fixed order, never the system's libm. After
// FreeBSD's msun (e_log.c, s_log1p.c, e_exp.c); errors stay below one unit in the last place.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace drivewear::ftl::kernels {

/// Coefficients and bit patterns that the scalar and the vector form share.
struct LogConstants {
    static constexpr double ln2_high = 6.93147180369123816490e-01;
    static constexpr double ln2_low = 1.90821492927058770002e-10;
    static constexpr double lg1 = 6.666666666666735130e-01;
    static constexpr double lg2 = 3.999999999940941908e-01;
    static constexpr double lg3 = 2.857142874366239149e-01;
    static constexpr double lg4 = 2.222219843214978396e-01;
    static constexpr double lg5 = 1.818357216161805012e-01;
    static constexpr double lg6 = 1.531383769920937332e-01;
    static constexpr double lg7 = 1.479819860511658591e-01;
    /// Added to the bits of x, it moves the exponent up where the mantissa is above sqrt(2).
    static constexpr std::uint64_t to_exponent = 0x3ff0000000000000ULL - 0x3fe6a09e00000000ULL;
    /// Added to the mantissa bits, it gives a number in [sqrt(1/2), sqrt(2)).
    static constexpr std::uint64_t to_mantissa = 0x3fe6a09e00000000ULL;
    static constexpr std::uint64_t mantissa_mask = 0x000fffffffffffffULL;
    /// 2^52 + 2^51: integers added to its bits can be read off by subtracting it.
    static constexpr std::uint64_t integer_bits = 0x4338000000000000ULL;
    static constexpr double integer_offset = 0x1.8p52;
};

/// log(1 + f) for f in [-0.25, 0.4]: no digits are lost for small f.
inline double log1p_small(double f) {
    using C = LogConstants;
    const double half_square = 0.5 * f * f;
    const double s = f / (2.0 + f);
    const double z = s * s;
    const double w = z * z;
    const double even = w * (C::lg2 + w * (C::lg4 + w * C::lg6));
    const double odd = z * (C::lg1 + w * (C::lg3 + w * (C::lg5 + w * C::lg7)));
    return (s * (half_square + (odd + even)) - half_square) + f;
}

/// Natural logarithm of a positive normal number.
inline double log(double x) {
    using C = LogConstants;
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) + C::to_exponent;
    const double exponent =
        std::bit_cast<double>((bits >> 52) + (C::integer_bits - 1023)) - C::integer_offset;
    const double f = std::bit_cast<double>((bits & C::mantissa_mask) + C::to_mantissa) - 1.0;
    const double half_square = 0.5 * f * f;
    const double s = f / (2.0 + f);
    const double z = s * s;
    const double w = z * z;
    const double even = w * (C::lg2 + w * (C::lg4 + w * C::lg6));
    const double odd = z * (C::lg1 + w * (C::lg3 + w * (C::lg5 + w * C::lg7)));
    const double low = s * (half_square + (odd + even)) + exponent * C::ln2_low;
    return ((low - half_square) + f) + exponent * C::ln2_high;
}

/// log(1 + f) for f > -1.
inline double log1p(double f) {
    return f >= -0.25 && f <= 0.4 ? log1p_small(f) : log(1.0 + f);
}

/// e^x for x in [-700, 700].
inline double exp(double x) {
    constexpr double inverse_ln2 = 1.44269504088896338700;
    const double k = std::floor(x * inverse_ln2 + 0.5);
    const double high = x - k * LogConstants::ln2_high;
    const double low = k * LogConstants::ln2_low;
    const double r = high - low;
    const double t = r * r;
    const double c =
        r - t * (1.66666666666666019037e-01 +
                 t * (-2.77777777770155933842e-03 +
                      t * (6.61375632143793436117e-05 +
                           t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
    const double y = 1.0 - ((low - (r * c) / (2.0 - c)) - high);
    const auto scale = static_cast<std::uint64_t>(static_cast<std::int64_t>(k) + 1023) << 52;
    return y * std::bit_cast<double>(scale);
}

/// log(k!) - [(k + 1/2) log(k + 1) - (k + 1) + log(2 pi)/2], for whole k >= 0: Stirling's tail as
/// the transformed rejection of Hoermann (1993) uses it.
inline double stirling_tail(double k) {
    constexpr std::array<double, 10> exact{
        0.08106146679532726, 0.04134069595540929, 0.02767792568499834, 0.02079067210376509,
        0.01664469118982119, 0.01387612882307075, 0.01189670994589177, 0.01041126526197209,
        0.009255462182712733, 0.008330563433362871};
    if (k < 10) return exact[static_cast<std::size_t>(k)];
    const double next = k + 1.0;
    const double square = next * next;
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / next;
}

}  // namespace drivewear::ftl::kernels
