#include "ftl/kernels/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ftl/kernels/kernels.cpp"
#include <hwy/foreach_target.h>
// Highway's own order: foreach_target first.
#include <hwy/highway.h>

#include "ftl/kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace drivewear::ftl::kernels::HWY_NAMESPACE {

// Vectors no longer than the padding, so that whole vectors cover padded arrays.
using Doubles = hn::CappedTag<double, padding>;
using Words = hn::RebindToUnsigned<Doubles>;
using V = hn::Vec<Doubles>;

void fill_random(RandomLanes& lanes, std::span<std::uint64_t> random) {
    const Words d;
    const std::size_t width = hn::Lanes(d);
    for (std::size_t lane = 0; lane < random_lanes; lane += width) {
        auto s0 = hn::LoadU(d, lanes.words[0].data() + lane);
        auto s1 = hn::LoadU(d, lanes.words[1].data() + lane);
        auto s2 = hn::LoadU(d, lanes.words[2].data() + lane);
        auto s3 = hn::LoadU(d, lanes.words[3].data() + lane);
        for (std::size_t i = lane; i < random.size(); i += random_lanes) {
            hn::StoreU(hn::Add(hn::RotateRight<64 - 23>(hn::Add(s0, s3)), s0), d,
                       random.data() + i);
            const auto shifted = hn::ShiftLeft<17>(s1);
            s2 = hn::Xor(s2, s0);
            s3 = hn::Xor(s3, s1);
            s1 = hn::Xor(s1, s2);
            s0 = hn::Xor(s0, s3);
            s2 = hn::Xor(s2, shifted);
            s3 = hn::RotateRight<64 - 45>(s3);
        }
        hn::StoreU(s0, d, lanes.words[0].data() + lane);
        hn::StoreU(s1, d, lanes.words[1].data() + lane);
        hn::StoreU(s2, d, lanes.words[2].data() + lane);
        hn::StoreU(s3, d, lanes.words[3].data() + lane);
    }
}

// See the scalar twin for the source of the constants.
struct Transformation {
    V spread;
    V b;
    V a;

    HWY_INLINE Transformation(Doubles d, V trials, double probability) {
        const V p = hn::Set(d, probability);
        const V q = hn::Set(d, 1.0 - probability);
        spread = hn::Sqrt(hn::Mul(hn::Mul(trials, p), q));
        b = hn::Add(hn::Set(d, 1.15), hn::Mul(hn::Set(d, 2.53), spread));
        a = hn::Add(hn::Add(hn::Set(d, -0.0873), hn::Mul(hn::Set(d, 0.0248), b)),
                    hn::Set(d, 0.01 * probability));
    }
};

void propose_binomials(const BinomialProposals& proposals) {
    const Doubles d;
    const Words du;
    const V half = hn::Set(d, 0.5);
    const std::size_t count = padded(proposals.count);
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const V trials = hn::LoadU(d, proposals.trials + i);
        const Transformation t(d, trials, proposals.probability);
        const V centre = hn::Add(hn::Mul(trials, hn::Set(d, proposals.probability)), half);
        const V squeeze = hn::Sub(hn::Set(d, 0.92), hn::Div(hn::Set(d, 4.2), t.b));
        const V u = hn::Sub(open_unit(d, hn::LoadU(du, proposals.random + i)), half);
        const V v = open_unit(d, hn::LoadU(du, proposals.random + count + i));
        const V us = hn::Sub(half, hn::Abs(u));
        const V slope = hn::Add(hn::Div(hn::Mul(hn::Set(d, 2.0), t.a), us), t.b);
        const V k = hn::Floor(hn::Add(hn::Mul(slope, u), centre));
        const auto is_inside = hn::And(hn::Ge(us, hn::Set(d, 0.07)), hn::Le(v, squeeze));
        const auto is_possible = hn::And(hn::Ge(k, hn::Zero(d)), hn::Le(k, trials));
        const V otherwise =
            hn::IfThenElse(is_possible, hn::Set(d, open), hn::Set(d, rejected));
        hn::StoreU(k, d, proposals.successes + i);
        hn::StoreU(us, d, proposals.distance + i);
        hn::StoreU(v, d, proposals.height + i);
        hn::StoreU(hn::IfThenElse(is_inside, hn::Set(d, accepted), otherwise), d,
                   proposals.verdict + i);
    }
}

void judge_binomials(const BinomialProposals& proposals) {
    const Doubles d;
    const V one = hn::Set(d, 1.0);
    const V half = hn::Set(d, 0.5);
    const V ten = hn::Set(d, 10.0);
    const V ratio = hn::Set(d, proposals.probability / (1.0 - proposals.probability));
    for (std::size_t i = 0; i < padded(proposals.count); i += hn::Lanes(d)) {
        const V trials = hn::LoadU(d, proposals.trials + i);
        const V k = hn::LoadU(d, proposals.successes + i);
        const V us = hn::LoadU(d, proposals.distance + i);
        const V v = hn::LoadU(d, proposals.height + i);
        const Transformation t(d, trials, proposals.probability);
        const V alpha = hn::Mul(
            hn::Add(hn::Set(d, 2.83), hn::Div(hn::Set(d, 5.1), t.b)), t.spread);
        const V mode =
            hn::Floor(hn::Mul(hn::Add(trials, one), hn::Set(d, proposals.probability)));
        const V scaled_rest = hn::Mul(ratio, hn::Add(hn::Sub(trials, mode), one));
        const V above = hn::Add(hn::Sub(trials, k), one);
        const V deviation = hn::Div(hn::Sub(k, mode), above);
        const V bound =
            hn::Div(hn::Mul(v, alpha), hn::Add(hn::Div(t.a, hn::Mul(us, us)), t.b));
        const V excess = hn::Div(hn::Sub(hn::Add(mode, one), scaled_rest), scaled_rest);
        const V first = hn::Mul(hn::Add(mode, half), log1p_small(d, excess));
        const V second = hn::Mul(hn::Add(trials, one), log1p_small(d, deviation));
        const V odds = hn::Div(hn::Mul(ratio, above), hn::Add(k, one));
        const V third = hn::Mul(hn::Add(k, half), log(d, odds));
        const V tails = hn::Sub(
            hn::Sub(hn::Add(stirling_tail(d, mode), stirling_tail(d, hn::Sub(trials, mode))),
                    stirling_tail(d, k)),
            stirling_tail(d, hn::Sub(trials, k)));
        const auto accepts =
            hn::Le(log(d, bound), hn::Add(hn::Add(hn::Add(first, second), third), tails));
        const auto is_in_bulk = hn::And(
            hn::And(hn::Ge(k, ten), hn::Ge(hn::Sub(trials, k), ten)),
            hn::And(hn::Ge(hn::Sub(trials, mode), ten),
                    hn::And(hn::Ge(deviation, hn::Set(d, -0.25)),
                            hn::Le(deviation, hn::Set(d, 0.4)))));
        const V verdict = hn::IfThenElse(accepts, hn::Set(d, accepted), hn::Set(d, rejected));
        hn::StoreU(hn::IfThenElse(is_in_bulk, verdict, hn::Set(d, open)), d,
                   proposals.verdict + i);
    }
}

void draw_gaps(std::span<const std::uint64_t> random, double log_of_rest, std::span<double> out) {
    const Doubles d;
    const Words du;
    const V divisor = hn::Set(d, log_of_rest);
    for (std::size_t i = 0; i < random.size(); i += hn::Lanes(d)) {
        const V unit = open_unit(d, hn::LoadU(du, random.data() + i));
        hn::StoreU(hn::Floor(hn::Div(log(d, unit), divisor)), d, out.data() + i);
    }
}

// Whole vectors of `values`, then one filled up with `otherwise`.
template <typename Reduce>
HWY_INLINE V reduce(std::span<const double> values, double otherwise, const Reduce& step) {
    const Doubles d;
    const std::size_t width = hn::Lanes(d);
    V result = hn::Set(d, otherwise);
    std::size_t i = 0;
    for (; i + width <= values.size(); i += width)
        result = step(result, hn::LoadU(d, values.data() + i));
    HWY_ALIGN double rest[padding];
    std::fill(rest, rest + padding, otherwise);
    std::copy(values.begin() + static_cast<std::ptrdiff_t>(i), values.end(), rest);
    return step(result, hn::Load(d, rest));
}

double sum(std::span<const double> values) {
    const Doubles d;
    return hn::GetLane(
        hn::SumOfLanes(d, reduce(values, 0, [](V a, V b) { return hn::Add(a, b); })));
}

double minimum(std::span<const double> values) {
    const Doubles d;
    return hn::GetLane(
        hn::MinOfLanes(d, reduce(values, std::numeric_limits<double>::infinity(),
                                 [](V a, V b) { return hn::Min(a, b); })));
}

void subtract(std::span<double> from, std::span<const double> lost) {
    const Doubles d;
    const std::size_t width = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + width <= from.size(); i += width) {
        hn::StoreU(hn::Sub(hn::LoadU(d, from.data() + i), hn::LoadU(d, lost.data() + i)), d,
                   from.data() + i);
    }
    for (; i < from.size(); ++i)
        from[i] -= lost[i];
}

}  // namespace drivewear::ftl::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drivewear::ftl::kernels {

HWY_EXPORT(fill_random);
HWY_EXPORT(propose_binomials);
HWY_EXPORT(judge_binomials);
HWY_EXPORT(draw_gaps);
HWY_EXPORT(sum);
HWY_EXPORT(minimum);
HWY_EXPORT(subtract);

void fill_random(RandomLanes& lanes, std::span<std::uint64_t> random) {
    HWY_DYNAMIC_DISPATCH(fill_random)(lanes, random);
}
void propose_binomials(const BinomialProposals& proposals) {
    HWY_DYNAMIC_DISPATCH(propose_binomials)(proposals);
}
void judge_binomials(const BinomialProposals& proposals) {
    HWY_DYNAMIC_DISPATCH(judge_binomials)(proposals);
}
void draw_gaps(std::span<const std::uint64_t> random, double log_of_rest, std::span<double> out) {
    HWY_DYNAMIC_DISPATCH(draw_gaps)(random, log_of_rest, out);
}
double sum(std::span<const double> values) {
    return HWY_DYNAMIC_DISPATCH(sum)(values);
}
double minimum(std::span<const double> values) {
    return HWY_DYNAMIC_DISPATCH(minimum)(values);
}
void subtract(std::span<double> from, std::span<const double> lost) {
    HWY_DYNAMIC_DISPATCH(subtract)(from, lost);
}

}  // namespace drivewear::ftl::kernels
#endif
