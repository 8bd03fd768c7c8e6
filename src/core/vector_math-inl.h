// Highway's elementary functions, with the same bits on every target: where a target has no fused
// multiply-add, Highway rounds twice, so here all targets do. To be included after highway.h; for
// each target anew, as files of Highway are.
#if defined(DRIVEWEAR_VECTOR_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DRIVEWEAR_VECTOR_MATH_INL_H
#undef DRIVEWEAR_VECTOR_MATH_INL_H
#else
#define DRIVEWEAR_VECTOR_MATH_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hwy::HWY_NAMESPACE {

/// a * b + c, rounded after each step.
template <class V>
HWY_INLINE V MulThenAdd(V a, V b, V c) {
    return Add(Mul(a, b), c);
}
/// a * b - c, rounded after each step.
template <class V>
HWY_INLINE V MulThenSub(V a, V b, V c) {
    return Sub(Mul(a, b), c);
}
/// c - a * b, rounded after each step.
template <class V>
HWY_INLINE V NegMulThenAdd(V a, V b, V c) {
    return Sub(c, Mul(a, b));
}

}  // namespace hwy::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#define MulAdd MulThenAdd
#define MulSub MulThenSub
#define NegMulAdd NegMulThenAdd
#include <hwy/contrib/math/math-inl.h>
#undef NegMulAdd
#undef MulSub
#undef MulAdd

#endif
