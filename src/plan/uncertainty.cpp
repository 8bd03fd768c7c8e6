#include "drivewear/plan/uncertainty.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <thread>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/random.hpp"
#include "plan/draw_model.hpp"
#include "plan/failure_mixture.hpp"
#include "plan/rating.hpp"
#include "plan/spread.hpp"
#include "plan/wa_choice.hpp"

namespace drivewear::plan {
namespace {

constexpr std::uint64_t fewest_draws = 100;
constexpr std::uint64_t most_draws = 10000000;
constexpr std::size_t curve_points = 129;
// The curves of write amplification span all but one in a million spare factors at either end.
constexpr double curve_tail = 1e-6;
constexpr double least_spare = 1e-4;
constexpr double most_spare = 0.9999;
constexpr double low_share = 0.05;
constexpr double high_share = 0.95;

// One uncertain input: its name in a plan file, its spread, its place in a draw.
struct Input {
    const char* name;
    Spread UncertainInputs::*spread;
    double Draw::*value;
};
constexpr std::array<Input, 5> inputs_of_a_draw{
    {{"growth_points", &UncertainInputs::growth_points, &Draw::growth_points},
     {"host_multiplier", &UncertainInputs::host_multiplier, &Draw::host_multiplier},
     {"wa_excess", &UncertainInputs::wa_excess, &Draw::wa_excess},
     {"pe_cycles", &UncertainInputs::pe_cycles, &Draw::pe_cycles},
     {"spare_factor", &UncertainInputs::spare_factor, &Draw::spare_factor}}};

constexpr std::array<BlockColumn DrawBlock::*, 5> columns_of_a_draw{
    &DrawBlock::growth_points, &DrawBlock::host_multiplier, &DrawBlock::wa_excess,
    &DrawBlock::pe_cycles, &DrawBlock::spare_factor};

// Presets are ranges; where all multipliers are presets, their product's range is the planner's.
Spread multiplier_of(const Plan& plan) {
    const UncertainInputs& stated = plan.uncertainty;
    double low = 1;
    double high = 1;
    for (const HostMultiplier& stage : plan.host_multipliers) {
        if (!stage.preset) return stated.host_multiplier;
        low *= stage.preset->low / stage.factor;
        high *= stage.preset->high / stage.factor;
    }
    if (!stated.host_multiplier_is_default || !(low < high)) return stated.host_multiplier;
    return {Spread::Shape::triangular, low, high, std::clamp(1.0, low, high)};
}

// Factors on the spare factor at which write amplification is computed, equally far apart.
struct CurveRange {
    double first;
    double step;
};

CurveRange curve_range(const Spread& spare) {
    const double first = quantile(spare, curve_tail);
    const double last = quantile(spare, 1 - curve_tail);
    // A fixed factor needs a curve of some width too.
    const double width = std::max(last - first, 1e-6);
    return {first, width / static_cast<double>(curve_points - 1)};
}

template <class WaAt>
WaCurve curve_of(const CurveRange& range, double spare_factor, WaAt wa_at) {
    WaCurve curve;
    for (std::size_t i = 0; i < curve_points; ++i) {
        const double factor = range.first + range.step * static_cast<double>(i);
        const double spare = std::clamp(spare_factor * factor, least_spare, most_spare);
        curve.values.push_back(wa_at(device::SpareFactor::from_value(spare)));
    }
    return curve;
}

DrawModel model_of(const Budget& budget, const catalog::Drive& drive,
                   const UncertainInputs& inputs) {
    const MediaRating media = media_rating(drive, budget.rating, budget.plan);
    const CurveRange range = curve_range(inputs.spare_factor);
    DrawModel model{
        .first_year_bytes = budget.host_rate_per_drive.value() * units::seconds_per_year,
        .growth_percent = budget.plan.growth_percent_per_year,
        .service_years = units::in_years(budget.plan.service_life),
        .rated_bytes = static_cast<double>(budget.rating.tbw.value()),
        .media_rating_bytes = media.tbw.value(),
        .first_factor = range.first,
        .factor_step = range.step,
        .plan_wa = {},
        .rating_wa = {}};
    model.plan_wa =
        curve_of(range, budget.spare_factor.value(), [&](const device::SpareFactor& spare) {
            const double base = budget.plan.calibration ? budget.plan.calibration->base : 1;
            return wa_of({budget.plan.workload, spare, drive, base}).total.value();
        });
    model.rating_wa = curve_of(
        range, media.spare_factor.value(),
        [&](const device::SpareFactor& spare) { return rating_wa(media, drive, spare).value(); });
    return model;
}

// The columns of all draws that the answers are read from.
struct AllDraws {
    std::vector<double> tbw_used_percent;
    std::vector<double> media_used_percent;
    std::vector<double> life_years;
    std::vector<double> mttf_factor;

    explicit AllDraws(std::size_t count)
        : tbw_used_percent(count),
          media_used_percent(count),
          life_years(count),
          mttf_factor(count) {}
};

void fill_uniform(RandomStream& stream, BlockColumn& column) {
    // The middle of each of 2^53 intervals: neither 0 nor 1 can come.
    for (double& value : column)
        value = stream.uniform() + 0x1.0p-54;
}

// One thread's share: every `stride`-th block from `first` on.
struct BlockShare {
    std::size_t first;
    std::size_t stride;
};

void draw_blocks(const DrawModel& model, const UncertainInputs& inputs,
                 std::pair<std::uint64_t, BlockShare> work, AllDraws& all) {
    const auto& [seed, share] = work;
    const auto block = std::make_unique<DrawBlock>();
    const auto mttf = std::make_unique<BlockColumn>();
    const std::size_t count = all.life_years.size();
    for (std::size_t number = share.first; number * draws_in_block < count;
         number += share.stride) {
        RandomStream stream({.seed = seed, .run = number, .purpose = Purpose::uncertainty});
        for (std::size_t i = 0; i < inputs_of_a_draw.size(); ++i) {
            BlockColumn& column = (*block).*columns_of_a_draw[i];
            fill_uniform(stream, column);
            shape_draws(inputs.*inputs_of_a_draw[i].spread, column);
        }
        fill_uniform(stream, *mttf);
        shape_draws(inputs.mttf, *mttf);
        follow_draws(model, *block);
        const std::size_t begin = number * draws_in_block;
        const std::size_t used = std::min(draws_in_block, count - begin);
        const auto copy = [&](const BlockColumn& from, std::vector<double>& to) {
            std::copy_n(from.begin(), used, to.begin() + static_cast<std::ptrdiff_t>(begin));
        };
        copy(block->tbw_used_percent, all.tbw_used_percent);
        copy(block->media_used_percent, all.media_used_percent);
        copy(block->life_years, all.life_years);
        copy(*mttf, all.mttf_factor);
    }
}

AllDraws draw_all(const DrawModel& model, const UncertainInputs& inputs,
                  const UncertaintyOptions& options) {
    AllDraws all(options.draws);
    const std::size_t blocks = (options.draws + draws_in_block - 1) / draws_in_block;
    const unsigned wanted =
        options.threads == 0 ? std::max(1u, std::thread::hardware_concurrency()) : options.threads;
    const std::size_t stride = std::min<std::size_t>(wanted, blocks);
    std::vector<std::thread> others;
    for (std::size_t first = 1; first < stride; ++first) {
        others.emplace_back([&, first] {
            draw_blocks(model, inputs, {options.seed, {first, stride}}, all);
        });
    }
    draw_blocks(model, inputs, {options.seed, {0, stride}}, all);
    for (std::thread& other : others)
        other.join();
    return all;
}

double margin_of(const DrawModel& model, const Draw& draw, double reserve_percent) {
    const Outcome outcome = outcome_of(model, draw);
    return 100 - reserve_percent - std::max(outcome.tbw_used_percent, outcome.media_used_percent);
}

std::vector<TornadoBar> tornado_of(const DrawModel& model, const UncertainInputs& inputs,
                                   double reserve_percent) {
    Draw middle;
    for (const Input& input : inputs_of_a_draw)
        middle.*input.value = quantile(inputs.*input.spread, 0.5);
    std::vector<TornadoBar> tornado;
    for (const Input& input : inputs_of_a_draw) {
        const Spread& spread = inputs.*input.spread;
        TornadoBar bar{.input = input.name,
                       .spread = in_words(spread),
                       .low = quantile(spread, low_share),
                       .high = quantile(spread, high_share)};
        const auto margin_at = [&](double value) {
            Draw draw = middle;
            draw.*input.value = value;
            return margin_of(model, draw, reserve_percent);
        };
        bar.margin_percent_at_low = margin_at(bar.low);
        bar.margin_percent_at_high = margin_at(bar.high);
        bar.swing_points = std::abs(bar.margin_percent_at_high - bar.margin_percent_at_low);
        bar.flips_verdict = (bar.margin_percent_at_low >= 0) != (bar.margin_percent_at_high >= 0);
        tornado.push_back(std::move(bar));
    }
    std::stable_sort(tornado.begin(), tornado.end(), [](const TornadoBar& a, const TornadoBar& b) {
        return a.swing_points > b.swing_points;
    });
    return tornado;
}

void count_fits(const AllDraws& all, double reserve_percent, Uncertainty& uncertainty) {
    std::size_t fits = 0;
    for (std::size_t i = 0; i < all.life_years.size(); ++i) {
        const double used = std::max(all.tbw_used_percent[i], all.media_used_percent[i]);
        fits += used + reserve_percent <= 100 ? 1 : 0;
    }
    const auto draws = static_cast<double>(all.life_years.size());
    const double share = static_cast<double>(fits) / draws;
    uncertainty.probability_fits = share;
    uncertainty.standard_error = std::sqrt(share * (1 - share) / draws);
}

void state_spreads(const UncertainInputs& inputs, Uncertainty& uncertainty) {
    std::string spreads;
    for (const Input& input : inputs_of_a_draw) {
        spreads += fmt::format("{} {}; ", input.name, in_words(inputs.*input.spread));
    }
    uncertainty.assumptions = {
        fmt::format("spreads: {}mttf {} (normal and lognormal by their 5 and 95 % points; "
                    "'uncertainty' in the plan file changes them)",
                    spreads, in_words(inputs.mttf)),
        "uncertain inputs are independent of one another; the error of the write amplification "
        "model falls alike on the plan's workload and on the rating behind the P/E cycles"};
}

}  // namespace

Uncertainty assess_uncertainty(const Budget& budget, const catalog::Drive& drive,
                               const UncertaintyOptions& options) {
    if (options.draws < fewest_draws || options.draws > most_draws) {
        throw DomainError(fmt::format("{} draws: expected from {} to {}", options.draws,
                                      fewest_draws, most_draws));
    }
    UncertainInputs inputs = budget.plan.uncertainty;
    inputs.host_multiplier = multiplier_of(budget.plan);
    const DrawModel model = model_of(budget, drive, inputs);
    AllDraws all = draw_all(model, inputs, options);

    Uncertainty uncertainty;
    uncertainty.options = options;
    uncertainty.life_years = percentiles_of(all.life_years);
    uncertainty.tbw_used_percent = percentiles_of(all.tbw_used_percent);
    uncertainty.media_used_percent = percentiles_of(all.media_used_percent);
    const double reserve = budget.plan.reserve_percent;
    count_fits(all, reserve, uncertainty);
    if (budget.expected_failures) {
        for (double& factor : all.mttf_factor)
            factor = *budget.expected_failures / factor;
        uncertainty.failures = failure_percentiles(all.mttf_factor);
    }
    uncertainty.tornado = tornado_of(model, inputs, reserve);
    state_spreads(inputs, uncertainty);
    return uncertainty;
}

}  // namespace drivewear::plan
