// portable_math.hpp for vectors: the same operations in the same order, hence the same bits.
// Included once for each target, from within files that Highway compiles several times.
#if defined(DRIVEWEAR_FTL_VECTOR_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DRIVEWEAR_FTL_VECTOR_MATH_INL_H_
#undef DRIVEWEAR_FTL_VECTOR_MATH_INL_H_
#else
#define DRIVEWEAR_FTL_VECTOR_MATH_INL_H_
#endif

#include <hwy/highway.h>

#include "ftl/kernels/portable_math.hpp"

HWY_BEFORE_NAMESPACE();
namespace drivewear::ftl::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// f^2 / 2 + R(s) of the logarithm's series, where s = f / (2 + f).
template <class D, class V>
HWY_INLINE V log_series(D d, V f, V half_square) {
    using C = LogConstants;
    const V s = hn::Div(f, hn::Add(hn::Set(d, 2.0), f));
    const V z = hn::Mul(s, s);
    const V w = hn::Mul(z, z);
    V even = hn::Add(hn::Set(d, C::lg4), hn::Mul(w, hn::Set(d, C::lg6)));
    even = hn::Mul(w, hn::Add(hn::Set(d, C::lg2), hn::Mul(w, even)));
    V odd = hn::Add(hn::Set(d, C::lg5), hn::Mul(w, hn::Set(d, C::lg7)));
    odd = hn::Add(hn::Set(d, C::lg3), hn::Mul(w, odd));
    odd = hn::Mul(z, hn::Add(hn::Set(d, C::lg1), hn::Mul(w, odd)));
    return hn::Mul(s, hn::Add(half_square, hn::Add(odd, even)));
}

template <class D, class V>
HWY_INLINE V log1p_small(D d, V f) {
    const V half_square = hn::Mul(hn::Mul(hn::Set(d, 0.5), f), f);
    return hn::Add(hn::Sub(log_series(d, f, half_square), half_square), f);
}

template <class D, class V>
HWY_INLINE V log(D d, V x) {
    using C = LogConstants;
    const hn::RebindToUnsigned<D> du;
    const auto bits = hn::Add(hn::BitCast(du, x), hn::Set(du, C::to_exponent));
    const auto exponent_bits =
        hn::Add(hn::ShiftRight<52>(bits), hn::Set(du, C::integer_bits - 1023));
    const V exponent = hn::Sub(hn::BitCast(d, exponent_bits), hn::Set(d, C::integer_offset));
    const auto mantissa =
        hn::Add(hn::And(bits, hn::Set(du, C::mantissa_mask)), hn::Set(du, C::to_mantissa));
    const V f = hn::Sub(hn::BitCast(d, mantissa), hn::Set(d, 1.0));
    const V half_square = hn::Mul(hn::Mul(hn::Set(d, 0.5), f), f);
    const V low = hn::Add(log_series(d, f, half_square),
                          hn::Mul(exponent, hn::Set(d, C::ln2_low)));
    return hn::Add(hn::Add(hn::Sub(low, half_square), f),
                   hn::Mul(exponent, hn::Set(d, C::ln2_high)));
}

/// For whole k >= 10.
template <class D, class V>
HWY_INLINE V stirling_tail(D d, V k) {
    const V next = hn::Add(k, hn::Set(d, 1.0));
    const V square = hn::Mul(next, next);
    V series = hn::Sub(hn::Set(d, 1.0 / 360), hn::Div(hn::Set(d, 1.0 / 1260), square));
    series = hn::Sub(hn::Set(d, 1.0 / 12), hn::Div(series, square));
    return hn::Div(series, next);
}

/// Uniform in (0, 1) with 52 bits, from the upper bits of words.
template <class D>
HWY_INLINE hn::Vec<D> open_unit(D d, hn::Vec<hn::RebindToUnsigned<D>> words) {
    const hn::RebindToUnsigned<D> du;
    const auto bits = hn::Or(hn::ShiftRight<12>(words), hn::Set(du, 0x3ff0000000000000ULL));
    return hn::Sub(hn::BitCast(d, bits), hn::Set(d, 1.0 - 0x1p-53));
}

}  // namespace drivewear::ftl::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
