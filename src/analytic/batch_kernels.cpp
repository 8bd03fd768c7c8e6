#include "analytic/batch_kernels.hpp"

#include "analytic/fifo_polynomials.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analytic/batch_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target, so that it is compiled for each target.
#include <hwy/highway.h>

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace drivewear::analytic::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using Words = hn::RebindToUnsigned<D>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

HWY_INLINE V constant(double value) {
    return hn::Set(D(), value);
}

/// Two vectors side by side: one chain of operations waits for itself most of the time, and a
/// processor looks too few instructions ahead to find the next vector's.
struct Two {
    V first;
    V second;
};

using hn::Add;
using hn::Div;
using hn::Max;
using hn::Min;
using hn::Mul;
using hn::Neg;
using hn::Sub;

HWY_INLINE Two Add(const Two& a, const Two& b) {
    return {hn::Add(a.first, b.first), hn::Add(a.second, b.second)};
}
HWY_INLINE Two Sub(const Two& a, const Two& b) {
    return {hn::Sub(a.first, b.first), hn::Sub(a.second, b.second)};
}
HWY_INLINE Two Mul(const Two& a, const Two& b) {
    return {hn::Mul(a.first, b.first), hn::Mul(a.second, b.second)};
}
HWY_INLINE Two Div(const Two& a, const Two& b) {
    return {hn::Div(a.first, b.first), hn::Div(a.second, b.second)};
}
HWY_INLINE Two Min(const Two& a, const Two& b) {
    return {hn::Min(a.first, b.first), hn::Min(a.second, b.second)};
}
HWY_INLINE Two Max(const Two& a, const Two& b) {
    return {hn::Max(a.first, b.first), hn::Max(a.second, b.second)};
}
HWY_INLINE Two Neg(const Two& a) {
    return {hn::Neg(a.first), hn::Neg(a.second)};
}

/// The same value everywhere, in as many vectors as `like` has.
HWY_INLINE V broadcast(double value, const V& /*like*/) {
    return constant(value);
}
HWY_INLINE Two broadcast(double value, const Two& /*like*/) {
    const V all = constant(value);
    return {all, all};
}

/// value 2^k, k in the low bits of `shifted`.
HWY_INLINE V scaled(V value, V shifted) {
    const D d;
    const Words words;
    const auto exponent = hn::ShiftLeft<52>(hn::BitCast(words, shifted));
    return hn::BitCast(d, hn::Add(hn::BitCast(words, value), exponent));
}
HWY_INLINE Two scaled(const Two& value, const Two& shifted) {
    return {scaled(value.first, shifted.first), scaled(value.second, shifted.second)};
}

HWY_INLINE M is_low(V spare) {
    return hn::Le(spare, constant(fifo_polynomials::split));
}
HWY_INLINE bool all_low(V spare) {
    return hn::AllTrue(D(), is_low(spare));
}
HWY_INLINE bool all_low(const Two& spare) {
    return hn::AllTrue(D(), hn::And(is_low(spare.first), is_low(spare.second)));
}
HWY_INLINE V chosen(V spare, V low, V high) {
    return hn::IfThenElse(is_low(spare), low, high);
}
HWY_INLINE Two chosen(const Two& spare, const Two& low, const Two& high) {
    return {chosen(spare.first, low.first, high.first),
            chosen(spare.second, low.second, high.second)};
}

// No fused multiply-add anywhere: the plain twin has none on every machine.
template <class Coefficients, class T>
HWY_INLINE T horner(const Coefficients& coefficients, T x) {
    T sum = broadcast(coefficients.back(), x);
    for (std::size_t k = coefficients.size() - 1; k-- > 0;)
        sum = Add(Mul(sum, x), broadcast(coefficients[k], x));
    return sum;
}

template <class T>
HWY_INLINE T exp_of_negative(T x) {
    using namespace fifo_polynomials;
    const T shift = broadcast(integer_shift, x);
    const T shifted = Sub(shift, Mul(x, broadcast(inverse_ln2, x)));
    const T whole = Sub(shifted, shift);
    const T rest =
        Sub(Sub(Neg(x), Mul(whole, broadcast(ln2_high, x))), Mul(whole, broadcast(ln2_low, x)));
    const T square = Mul(rest, rest);
    const T value = Add(broadcast(1, x), Add(rest, Mul(square, horner(exponential_rest, rest))));
    return scaled(value, shifted);
}

template <class T>
HWY_INLINE T fifo_above_split(T spare) {
    using namespace fifo_polynomials;
    const T one = broadcast(1, spare);
    const T rho = Sub(one, spare);
    const T alpha = Div(one, rho);
    const T guess = Sub(alpha, Mul(alpha, horner(survivors_guess, rho)));
    const T q = Mul(alpha, exp_of_negative(Min(guess, broadcast(largest_exponent, spare))));
    const T residual = Add(Sub(guess, alpha), q);
    const T inverse_slope = Div(one, Sub(one, q));
    const T step = Mul(Neg(residual), inverse_slope);
    const T curvature = Mul(q, inverse_slope);
    const T second = Mul(Mul(curvature, step), step);
    const T slow = Add(Mul(curvature, broadcast(0.5, spare)), broadcast(1.0 / 6, spare));
    const T rest = Sub(broadcast(0.5, spare), Mul(step, slow));
    const T x = Add(guess, Sub(step, Mul(second, rest)));
    return Max(Div(alpha, x), one);
}

HWY_INLINE M is_in_domain(V spare) {
    return hn::And(hn::Gt(spare, hn::Zero(D())), hn::Lt(spare, constant(1)));
}

// For spare factors inside the domain; anything elsewhere.
template <class T>
HWY_INLINE T fifo_inside(T spare) {
    const T low = Div(horner(fifo_polynomials::low_spare, spare), spare);
    if (all_low(spare)) return low;
    return chosen(spare, low, fifo_above_split(spare));
}

HWY_INLINE V unless_outside(M is_inside, V value) {
    return hn::IfThenElse(is_inside, value, constant(std::numeric_limits<double>::quiet_NaN()));
}

struct VectorResult {
    V value;
    M is_answered;
};

/// Whole vectors; returns how many scenarios have no answer and says where the rest begins.
template <class Model>
HWY_INLINE std::size_t answer_vectors(std::span<double> out, std::size_t& rest,
                                      const Model& model) {
    const D d;
    const std::size_t width = hn::Lanes(d);
    std::size_t answered = 0;
    std::size_t i = 0;
    for (; i + width <= out.size(); i += width) {
        const VectorResult result = model(i);
        hn::StoreU(unless_outside(result.is_answered, result.value), d, out.data() + i);
        answered += hn::CountTrue(d, result.is_answered);
    }
    rest = i;
    return i - answered;
}

/// Answers where `spare` has a meaning, NaN elsewhere; returns how many are answered.
HWY_INLINE std::size_t store(V spare, V value, double* out) {
    const D d;
    const M is_answered = is_in_domain(spare);
    hn::StoreU(unless_outside(is_answered, value), d, out);
    return hn::CountTrue(d, is_answered);
}

std::size_t fifo(std::span<const double> spare_factors, std::span<double> out) {
    const D d;
    const std::size_t width = hn::Lanes(d);
    const double* from = spare_factors.data();
    double* to = out.data();
    std::size_t answered = 0;
    std::size_t i = 0;
    for (; i + 2 * width <= out.size(); i += 2 * width) {
        const Two spare{hn::LoadU(d, from + i), hn::LoadU(d, from + i + width)};
        const Two found = fifo_inside(spare);
        answered += store(spare.first, found.first, to + i);
        answered += store(spare.second, found.second, to + i + width);
    }
    return (i - answered) + scalar::fifo(spare_factors.subspan(i), out.subspan(i));
}

std::size_t desnoyers_greedy(const DesnoyersChunk& chunk, std::span<double> out) {
    const D d;
    std::size_t rest = 0;
    const std::size_t unanswered = answer_vectors(out, rest, [&](std::size_t i) HWY_ATTR {
        const V spare = hn::LoadU(d, chunk.spare_factors.data() + i);
        const V b = hn::LoadU(d, chunk.pages_per_block.data() + i);
        const V one = constant(1);
        const V k = hn::Add(one, hn::Div(constant(0.5), b));
        const V corrected = hn::Min(hn::Div(hn::Add(spare, hn::Sub(k, one)), k),
                                    constant(fifo_polynomials::most_spare));
        return VectorResult{hn::Max(hn::Div(fifo_inside(corrected), k), one), is_in_domain(spare)};
    });
    return unanswered + scalar::desnoyers_greedy({chunk.spare_factors.subspan(rest),
                                                  chunk.pages_per_block.subspan(rest)},
                                                 out.subspan(rest));
}

/// The imbalance N(j) of solve_greedy(), looked up.
class Imbalance {
public:
    HWY_INLINE Imbalance(const GreedyChunk& chunk, std::size_t i)
        : chunk_(chunk),
          first_(hn::LoadU(D(), chunk.first_sums.data() + i)),
          spare_pages_(hn::Mul(hn::LoadU(D(), chunk.pages_per_block.data() + i),
                               hn::LoadU(D(), chunk.spare_factors.data() + i))) {}

    HWY_INLINE V operator()(V j) const {
        const D d;
        const hn::RebindToSigned<D> indices;
        // The integer is in the low bits of the sum.
        const V shifted = hn::Add(hn::Add(first_, j), constant(0x1p52));
        const auto at =
            hn::And(hn::BitCast(indices, shifted), hn::Set(indices, (std::int64_t{1} << 52) - 1));
        const V harmonic = hn::GatherIndex(d, chunk_.harmonic, at);
        const V surplus = hn::GatherIndex(d, chunk_.surplus, at);
        return hn::Sub(surplus, hn::Mul(spare_pages_, harmonic));
    }

    HWY_INLINE V spare_pages() const { return spare_pages_; }

private:
    const GreedyChunk& chunk_;
    V first_;
    V spare_pages_;
};

HWY_INLINE VectorResult greedy_vector(const GreedyChunk& chunk, std::size_t i) {
    const D d;
    const V one = constant(1);
    const V zero = hn::Zero(d);
    const V spare = hn::LoadU(d, chunk.spare_factors.data() + i);
    const V b = hn::LoadU(d, chunk.pages_per_block.data() + i);
    const Imbalance imbalance(chunk, i);
    const M is_inside = is_in_domain(spare);
    const M is_open = hn::And(is_inside, hn::Gt(imbalance(zero), zero));
    const V survivors = hn::Sub(one, hn::Div(one, fifo_inside(spare)));
    const V guess = hn::Floor(hn::Mul(hn::Add(b, constant(0.5)), survivors));
    V j = hn::Min(hn::Max(guess, one), hn::Max(hn::Sub(b, one), one));
    j = hn::IfThenElse(is_open, j, one);
    V at_j = imbalance(j);
    for (;;) {
        const M is_low = hn::And(is_open, hn::Gt(at_j, zero));
        if (hn::AllFalse(d, is_low)) break;
        j = hn::Add(j, hn::IfThenElseZero(is_low, one));
        at_j = imbalance(j);
    }
    for (;;) {
        const V below = imbalance(hn::Sub(j, one));
        const M is_high = hn::And(is_open, hn::Le(below, zero));
        if (hn::AllFalse(d, is_high)) break;
        j = hn::Sub(j, hn::IfThenElseZero(is_high, one));
        at_j = hn::IfThenElse(is_high, below, at_j);
    }
    const V phi = hn::Div(hn::Mul(at_j, j), hn::Add(hn::Sub(j, b), imbalance.spare_pages()));
    const V found = hn::Max(hn::Div(b, hn::Add(hn::Sub(b, j), phi)), one);
    return {hn::IfThenElse(is_open, found, one), is_inside};
}

std::size_t greedy(const GreedyChunk& chunk, std::span<double> out) {
    std::size_t rest = 0;
    const std::size_t unanswered =
        answer_vectors(out, rest, [&](std::size_t i) HWY_ATTR { return greedy_vector(chunk, i); });
    return unanswered +
           scalar::greedy({chunk.spare_factors.subspan(rest), chunk.pages_per_block.subspan(rest),
                           chunk.first_sums.subspan(rest), chunk.harmonic, chunk.surplus},
                          out.subspan(rest));
}

}  // namespace drivewear::analytic::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drivewear::analytic::kernels {

HWY_EXPORT(fifo);
HWY_EXPORT(desnoyers_greedy);
HWY_EXPORT(greedy);

std::size_t fifo(std::span<const double> spare_factors, std::span<double> out) {
    return HWY_DYNAMIC_DISPATCH(fifo)(spare_factors, out);
}
std::size_t desnoyers_greedy(const DesnoyersChunk& chunk, std::span<double> out) {
    return HWY_DYNAMIC_DISPATCH(desnoyers_greedy)(chunk, out);
}
std::size_t greedy(const GreedyChunk& chunk, std::span<double> out) {
    return HWY_DYNAMIC_DISPATCH(greedy)(chunk, out);
}

}  // namespace drivewear::analytic::kernels
#endif
