#include "plan/draw_model.hpp"

#include <doctest/doctest.h>
#include <hwy/targets.h>

#include <cmath>
#include <memory>

#include "drivewear/core/random.hpp"
#include "drivewear/plan/growth.hpp"

using namespace drivewear;
using namespace drivewear::plan;
using Shape = Spread::Shape;

namespace {

DrawModel usual_model() {
    DrawModel model{.first_year_bytes = 4.38e15,
                    .growth_percent = 10,
                    .service_years = 4.5,
                    .rated_bytes = 7.008e16,
                    .media_rating_bytes = 1.431e17,
                    .first_factor = 0.5,
                    .factor_step = 0.01,
                    .plan_wa = {},
                    .rating_wa = {}};
    for (int i = 0; i <= 100; ++i) {
        model.plan_wa.values.push_back(1 + 1 / (0.5 + 0.01 * i));
        model.rating_wa.values.push_back(1 + 0.5 / (0.5 + 0.01 * i));
    }
    return model;
}

template <class Check>
void on_every_target(Check check) {
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        INFO(hwy::TargetName(target));
        check();
    }
    hwy::SetSupportedTargetsForTest(0);
}

double difference(double a, double b) {
    return std::abs(a - b) / std::max({std::abs(a), std::abs(b), 1e-9});
}

}  // namespace

TEST_CASE("a draw is the growing rate's own arithmetic") {
    const DrawModel model = usual_model();
    for (const double points : {-60.0, -25.0, -10.0, -3.0, 0.0, 12.0, 90.0}) {
        const Draw draw{.growth_points = points, .host_multiplier = 1.3};
        const GrowingRate rate{.first_year = units::HostRate::from_value(
                                   1.3 * model.first_year_bytes / units::seconds_per_year),
                               .growth_per_year = (10 + points) / 100};
        const Outcome outcome = outcome_of(model, draw);
        INFO(points << " points");
        const double written = rate.written_after(units::years(4.5)).value();
        CHECK(outcome.tbw_used_percent ==
              doctest::Approx(100 * written / model.rated_bytes).epsilon(1e-12));
        // WA 2 and rating WA 1.5 at the factor 1.
        CHECK(outcome.media_used_percent ==
              doctest::Approx(100 * written * 2 / 1.5 / model.media_rating_bytes).epsilon(1e-12));
        const double limit = std::min(model.rated_bytes, model.media_rating_bytes * 1.5 / 2);
        const auto life = rate.time_to_write(units::host_traffic(limit));
        CHECK(outcome.life_years ==
              doctest::Approx(life ? units::in_years(*life) : longest_life_years).epsilon(1e-11));
    }
}

TEST_CASE("error, cycles and spare move the media only") {
    const DrawModel model = usual_model();
    const Outcome base = outcome_of(model, {});
    const Outcome worse = outcome_of(model, {.wa_excess = 1.2});
    CHECK(worse.tbw_used_percent == base.tbw_used_percent);
    CHECK(worse.media_used_percent ==
          doctest::Approx(base.media_used_percent * (2.2 / 1.6) / (2 / 1.5)));
    CHECK(outcome_of(model, {.pe_cycles = 2}).media_used_percent ==
          doctest::Approx(base.media_used_percent / 2));
    CHECK(outcome_of(model, {.spare_factor = 0.8}).media_used_percent ==
          doctest::Approx(base.media_used_percent * (2.25 / 1.625) / (2 / 1.5)));
    // Beyond the curve its end counts.
    CHECK(outcome_of(model, {.spare_factor = 0.1}).media_used_percent ==
          outcome_of(model, {.spare_factor = 0.5}).media_used_percent);
}

TEST_CASE("no writes last for ever") {
    DrawModel model = usual_model();
    model.first_year_bytes = 0;
    CHECK(outcome_of(model, {}).life_years == longest_life_years);
    CHECK(outcome_of(model, {}).tbw_used_percent == 0);
}

TEST_CASE("every instruction set shapes draws as the scalar quantile does") {
    const Spread spreads[]{{Shape::fixed, 1, 1, 1},         {Shape::normal, -5, 5, 0},
                           {Shape::lognormal, 0.4, 1.6, 1}, {Shape::uniform, 0.5, 2, 1},
                           {Shape::triangular, 0.5, 2, 1},  {Shape::triangular, 1, 2, 1}};
    const auto column = std::make_unique<BlockColumn>();
    on_every_target([&] {
        for (const Spread& spread : spreads) {
            const auto at = [](std::size_t i) {
                const double u = (static_cast<double>(i) + 0.5) / draws_in_block;
                return i < 20 ? std::pow(10.0, -static_cast<double>(i)) * 0.3 : u;
            };
            for (std::size_t i = 0; i < draws_in_block; ++i)
                (*column)[i] = at(i);
            shape_draws(spread, *column);
            double worst = 0;
            for (std::size_t i = 0; i < draws_in_block; ++i)
                worst = std::max(worst, difference((*column)[i], quantile(spread, at(i))));
            CHECK(worst < 1e-12);
        }
    });
}

TEST_CASE("every instruction set follows draws as the scalar function does") {
    const auto block = std::make_unique<DrawBlock>();
    for (const double service_years : {0.3, 1.0, 5.0, 7.25}) {
        for (const double planned_growth : {-8.0, 0.0, 10.0}) {
            DrawModel model = usual_model();
            model.service_years = service_years;
            model.growth_percent = planned_growth;
            on_every_target([&] {
                RandomStream stream({.seed = 3});
                for (std::size_t i = 0; i < draws_in_block; ++i) {
                    // No change at all in every eighth draw, and shrinking to nothing in some.
                    block->growth_points[i] =
                        i % 8 == 0 ? -planned_growth : -40 + 80 * stream.uniform();
                    if (i % 97 == 1) block->growth_points[i] = -500;
                    block->host_multiplier[i] = 0.2 + 3 * stream.uniform();
                    if (i % 101 == 2) block->host_multiplier[i] = 0;
                    block->wa_excess[i] = 0.5 + stream.uniform();
                    block->pe_cycles[i] = 0.5 + stream.uniform();
                    block->spare_factor[i] = 0.4 + 1.2 * stream.uniform();
                }
                follow_draws(model, *block);
                double worst = 0;
                for (std::size_t i = 0; i < draws_in_block; ++i) {
                    const Outcome expected = outcome_of(
                        model, {block->growth_points[i], block->host_multiplier[i],
                                block->wa_excess[i], block->pe_cycles[i], block->spare_factor[i]});
                    worst = std::max(
                        {worst, difference(block->tbw_used_percent[i], expected.tbw_used_percent),
                         difference(block->media_used_percent[i], expected.media_used_percent),
                         difference(block->life_years[i], expected.life_years)});
                }
                CHECK(worst < 1e-10);
            });
        }
    }
}
