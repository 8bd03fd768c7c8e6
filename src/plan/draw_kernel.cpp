// Shapes uniform numbers and follows each draw to its outcome, as wide as the processor allows.
#include "plan/draw_model.hpp"
#include "plan/normal_quantile.hpp"
#include "plan/spread.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "plan/draw_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target, so that they are compiled for each target.
#include <hwy/highway.h>

#include "core/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace drivewear::plan::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;

HWY_INLINE V constant(double value) {
    return hn::Set(D(), value);
}

HWY_INLINE V polynomial(const as241::Coefficients& coefficients, V x) {
    V sum = constant(coefficients[7]);
    for (std::size_t k = 7; k-- > 0;)
        sum = hn::MulThenAdd(sum, x, constant(coefficients[k]));
    return sum;
}

HWY_INLINE V normal_quantile(V probability) {
    const D d;
    const V p = hn::Clamp(probability, constant(as241::least_probability),
                          constant(1 - as241::least_probability));
    const V q = hn::Sub(p, constant(0.5));
    const V central = hn::Sub(constant(as241::central_offset), hn::Mul(q, q));
    const V smaller = hn::Min(p, hn::Sub(constant(1), p));
    const V tail = hn::Sub(hn::Sqrt(hn::Neg(hn::Log(d, smaller))), constant(as241::tail_offset));
    const auto is_central = hn::Le(hn::Abs(q), constant(as241::central_half_width));
    const V numerator =
        hn::IfThenElse(is_central, hn::Mul(q, polynomial(as241::central_numerator, central)),
                       hn::CopySign(polynomial(as241::tail_numerator, tail), q));
    const V denominator =
        hn::IfThenElse(is_central, polynomial(as241::central_denominator, central),
                       polynomial(as241::tail_denominator, tail));
    return hn::Div(numerator, denominator);
}

template <class Change>
HWY_INLINE void change_each(BlockColumn& column, Change change) {
    const D d;
    double* values = column.data();
    for (std::size_t i = 0; i < draws_in_block; i += hn::Lanes(d))
        hn::StoreU(change(hn::LoadU(d, values + i)), d, values + i);
}

HWY_INLINE V vector_at(const BlockColumn& column, std::size_t first) {
    return hn::LoadU(D(), column.data() + first);
}

HWY_INLINE void put(V values, BlockColumn& column, std::size_t first) {
    hn::StoreU(values, D(), column.data() + first);
}

HWY_INLINE V triangle(const Spread& spread, V u) {
    const double peak = std::clamp(spread.unmoved, spread.low, spread.high);
    const double width = spread.high - spread.low;
    const V rising = hn::Sqrt(hn::Mul(u, constant(width * (peak - spread.low))));
    const V falling =
        hn::Sqrt(hn::Mul(hn::Sub(constant(1), u), constant(width * (spread.high - peak))));
    return hn::IfThenElse(hn::Lt(u, constant((peak - spread.low) / width)),
                          hn::Add(constant(spread.low), rising),
                          hn::Sub(constant(spread.high), falling));
}

void shape_vectors(const Spread& spread, BlockColumn& column) {
    const D d;
    const NormalLaw law = normal_law(spread);
    const auto normal = [&](V u) {
        return hn::MulThenAdd(normal_quantile(u), constant(law.standard_deviation),
                              constant(law.mean));
    };
    switch (spread.shape) {
        case Spread::Shape::fixed:
            change_each(column, [&](V) { return constant(spread.unmoved); });
            break;
        case Spread::Shape::uniform:
            change_each(column, [&](V u) {
                return hn::MulThenAdd(u, constant(spread.high - spread.low), constant(spread.low));
            });
            break;
        case Spread::Shape::triangular:
            change_each(column, [&](V u) { return triangle(spread, u); });
            break;
        case Spread::Shape::normal:
            change_each(column, normal);
            break;
        case Spread::Shape::lognormal:
            change_each(column, [&](V u) { return hn::Exp(d, normal(u)); });
            break;
    }
}

HWY_INLINE V curve_value(const WaCurve& curve, V position) {
    const D d;
    const hn::RebindToSigned<D> di;
    const double last = static_cast<double>(curve.values.size() - 1);
    const V at = hn::Clamp(position, constant(0), constant(last));
    const V below = hn::Min(hn::Floor(at), constant(last - 1));
    const auto i = hn::ConvertTo(di, below);
    const V left = hn::GatherIndex(d, curve.values.data(), i);
    const V right = hn::GatherIndex(d, curve.values.data() + 1, i);
    return hn::MulThenAdd(hn::Sub(at, below), hn::Sub(right, left), left);
}

// `log_growth` is log1p(growth). The quotient of two zeros is replaced by the count of years.
HWY_INLINE V years_sum(V whole, V growth, V log_growth) {
    const D d;
    const V sum = hn::Div(hn::Expm1(d, hn::Mul(whole, log_growth)), growth);
    return hn::IfThenElse(hn::Lt(hn::Abs(growth), constant(no_growth)), whole, sum);
}

HWY_INLINE V life_years(V limit, V growth, V log_growth) {
    const D d;
    const V longest = constant(longest_life_years);
    const V reach = hn::Max(hn::Mul(limit, growth), constant(-1 + 0x1p-53));
    const V exponent = hn::Min(hn::Div(hn::Log1p(d, reach), log_growth), longest);
    const V years = hn::Floor(exponent);
    const V before = years_sum(years, growth, log_growth);
    const V rest = hn::Div(hn::Sub(limit, before), hn::MulThenAdd(growth, before, constant(1)));
    // Shrinking writes that never reach the limit.
    const auto never = hn::Le(hn::Mul(limit, growth), constant(-1));
    const V found = hn::IfThenElse(never, longest, hn::Min(hn::Add(years, rest), longest));
    return hn::IfThenElse(hn::Lt(hn::Abs(growth), constant(no_growth)), hn::Min(limit, longest),
                          found);
}

void follow(const DrawModel& model, DrawBlock& block) {
    const D d;
    const double whole_years = std::ceil(model.service_years) - 1;
    const V whole = constant(whole_years);
    const V part = constant(model.service_years - whole_years);
    const V one = constant(1);
    for (std::size_t i = 0; i < draws_in_block; i += hn::Lanes(d)) {
        const V percent =
            hn::Add(constant(model.growth_percent), vector_at(block.growth_points, i));
        const V growth =
            hn::Max(hn::Div(percent, constant(100)), constant(least_growth_factor - 1));
        const V log_growth = hn::Log1p(d, growth);
        const V sum = years_sum(whole, growth, log_growth);
        const V written = hn::MulThenAdd(part, hn::MulThenAdd(growth, sum, one), sum);
        const V host =
            hn::Mul(hn::Mul(constant(model.first_year_bytes), vector_at(block.host_multiplier, i)),
                    written);
        const V position =
            hn::Mul(hn::Sub(vector_at(block.spare_factor, i), constant(model.first_factor)),
                    constant(1 / model.factor_step));
        const V excess = vector_at(block.wa_excess, i);
        const V wa =
            hn::MulThenAdd(hn::Sub(curve_value(model.plan_wa, position), one), excess, one);
        const V rating_wa =
            hn::MulThenAdd(hn::Sub(curve_value(model.rating_wa, position), one), excess, one);
        const V tbw_used = hn::Mul(host, constant(100 / model.rated_bytes));
        const V media = hn::Mul(hn::Mul(rating_wa, vector_at(block.pe_cycles, i)),
                                constant(model.media_rating_bytes / 100));
        const V media_used = hn::Div(hn::Mul(host, wa), media);
        const V used = hn::Max(tbw_used, media_used);
        const V limit =
            hn::Min(hn::Div(hn::Mul(constant(100), written), used), constant(farthest_limit));
        put(tbw_used, block.tbw_used_percent, i);
        put(media_used, block.media_used_percent, i);
        put(life_years(limit, growth, log_growth), block.life_years, i);
    }
}

}  // namespace drivewear::plan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drivewear::plan {
namespace {

HWY_EXPORT(shape_vectors);
HWY_EXPORT(follow);

}  // namespace

void shape_draws(const Spread& spread, BlockColumn& uniforms) {
    HWY_DYNAMIC_DISPATCH(shape_vectors)(spread, uniforms);
}

void follow_draws(const DrawModel& model, DrawBlock& block) {
    HWY_DYNAMIC_DISPATCH(follow)(model, block);
}

}  // namespace drivewear::plan
#endif
