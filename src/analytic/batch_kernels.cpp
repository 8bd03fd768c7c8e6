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

// No fused multiply-add anywhere: the plain twin has none on every machine.
template <class Coefficients>
HWY_INLINE V horner(const Coefficients& coefficients, V x) {
    V sum = constant(coefficients.back());
    for (std::size_t k = coefficients.size() - 1; k-- > 0;)
        sum = hn::Add(hn::Mul(sum, x), constant(coefficients[k]));
    return sum;
}

HWY_INLINE V exp_of_negative(V x) {
    using namespace fifo_polynomials;
    const D d;
    const Words words;
    const V shifted = hn::Sub(constant(integer_shift), hn::Mul(x, constant(inverse_ln2)));
    const V whole = hn::Sub(shifted, constant(integer_shift));
    const V rest = hn::Sub(hn::Sub(hn::Neg(x), hn::Mul(whole, constant(ln2_high))),
                           hn::Mul(whole, constant(ln2_low)));
    const V square = hn::Mul(rest, rest);
    const V value =
        hn::Add(constant(1), hn::Add(rest, hn::Mul(square, horner(exponential_rest, rest))));
    const auto exponent = hn::ShiftLeft<52>(hn::BitCast(words, shifted));
    return hn::BitCast(d, hn::Add(hn::BitCast(words, value), exponent));
}

HWY_INLINE V fifo_above_split(V spare) {
    using namespace fifo_polynomials;
    const V one = constant(1);
    const V rho = hn::Sub(one, spare);
    const V alpha = hn::Div(one, rho);
    const V guess = hn::Sub(alpha, hn::Mul(alpha, horner(survivors_guess, rho)));
    const V q = hn::Mul(alpha, exp_of_negative(hn::Min(guess, constant(largest_exponent))));
    const V residual = hn::Add(hn::Sub(guess, alpha), q);
    const V inverse_slope = hn::Div(one, hn::Sub(one, q));
    const V step = hn::Mul(hn::Neg(residual), inverse_slope);
    const V curvature = hn::Mul(q, inverse_slope);
    const V second = hn::Mul(hn::Mul(curvature, step), step);
    const V slow = hn::Add(hn::Mul(curvature, constant(0.5)), constant(1.0 / 6));
    const V rest = hn::Sub(constant(0.5), hn::Mul(step, slow));
    const V x = hn::Add(guess, hn::Sub(step, hn::Mul(second, rest)));
    return hn::Max(hn::Div(alpha, x), one);
}

HWY_INLINE M is_in_domain(V spare) {
    return hn::And(hn::Gt(spare, hn::Zero(D())), hn::Lt(spare, constant(1)));
}

// For spare factors inside the domain; anything elsewhere.
HWY_INLINE V fifo_inside(V spare) {
    const D d;
    const M is_low = hn::Le(spare, constant(fifo_polynomials::split));
    const V low = hn::Div(horner(fifo_polynomials::low_spare, spare), spare);
    if (hn::AllTrue(d, is_low)) return low;
    return hn::IfThenElse(is_low, low, fifo_above_split(spare));
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

std::size_t fifo(std::span<const double> spare_factors, std::span<double> out) {
    const D d;
    std::size_t rest = 0;
    const std::size_t unanswered = answer_vectors(out, rest, [&](std::size_t i) HWY_ATTR {
        const V spare = hn::LoadU(d, spare_factors.data() + i);
        return VectorResult{fifo_inside(spare), is_in_domain(spare)};
    });
    return unanswered + scalar::fifo(spare_factors.subspan(rest), out.subspan(rest));
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
