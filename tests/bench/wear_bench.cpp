// Unrecoverable reads and budget draws: what a sensitivity study calls by the million. Rates are
// evaluations a second on one core; each scalar twin stands beside its kernel.
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <vector>

#include "drivewear/core/random.hpp"
#include "drivewear/plan/spread.hpp"
#include "drivewear/wear/ecc.hpp"
#include "plan/draw_model.hpp"

namespace {

using namespace drivewear;

constexpr wear::Codeword code{
    .codeword_bits = 18176, .information_bits = 16384, .correctable = 128};

// From an idle code to one that fails in every second read.
std::vector<double> growing_rbers() {
    std::vector<double> rbers(4096);
    for (std::size_t i = 0; i < rbers.size(); ++i)
        rbers[i] = 1e-4 * std::pow(70.0, static_cast<double>(i) / 4096);
    return rbers;
}

void uber_scalar(benchmark::State& state) {
    const std::vector<double> rbers = growing_rbers();
    for (auto _ : state) {
        double sum = 0;
        for (const double rber : rbers)
            sum += wear::uber(code, rber);
        benchmark::DoNotOptimize(sum);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rbers.size()));
}
BENCHMARK(uber_scalar);

void uber_vector(benchmark::State& state) {
    const std::vector<double> rbers = growing_rbers();
    std::vector<double> results(rbers.size());
    for (auto _ : state) {
        wear::uber_of_each(code, rbers, results);
        benchmark::DoNotOptimize(results.data());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rbers.size()));
}
BENCHMARK(uber_vector);

plan::DrawModel usual_model() {
    plan::DrawModel model{.first_year_bytes = 4.38e15,
                          .growth_percent = 10,
                          .service_years = 5,
                          .rated_bytes = 7.008e16,
                          .media_rating_bytes = 1.431e17,
                          .first_factor = 0.7,
                          .factor_step = 0.005,
                          .plan_wa = {},
                          .rating_wa = {}};
    for (int i = 0; i < 129; ++i) {
        model.plan_wa.values.push_back(1 + 1 / (0.7 + 0.005 * i));
        model.rating_wa.values.push_back(1);
    }
    return model;
}

void fill(RandomStream& stream, plan::BlockColumn& column) {
    for (double& value : column)
        value = stream.uniform() + 0x1.0p-54;
}

// Random numbers, shapes of six inputs, outcome: all that one draw of a budget takes.
void budget_draws_vector(benchmark::State& state) {
    const plan::UncertainInputs inputs;
    const plan::DrawModel model = usual_model();
    const auto block = std::make_unique<plan::DrawBlock>();
    const auto mttf = std::make_unique<plan::BlockColumn>();
    std::uint64_t run = 0;
    for (auto _ : state) {
        RandomStream stream({.run = run++, .purpose = Purpose::uncertainty});
        const auto draw = [&](const plan::Spread& spread, plan::BlockColumn& column) {
            fill(stream, column);
            plan::shape_draws(spread, column);
        };
        draw(inputs.growth_points, block->growth_points);
        draw(inputs.host_multiplier, block->host_multiplier);
        draw(inputs.wa_excess, block->wa_excess);
        draw(inputs.pe_cycles, block->pe_cycles);
        draw(inputs.spare_factor, block->spare_factor);
        draw(inputs.mttf, *mttf);
        plan::follow_draws(model, *block);
        benchmark::DoNotOptimize(block->life_years.data());
        benchmark::DoNotOptimize(mttf->data());
    }
    state.SetItemsProcessed(state.iterations() * plan::draws_in_block);
}
BENCHMARK(budget_draws_vector);

void budget_draws_scalar(benchmark::State& state) {
    const plan::UncertainInputs inputs;
    const plan::DrawModel model = usual_model();
    RandomStream stream({.purpose = Purpose::uncertainty});
    double sum = 0;
    for (auto _ : state) {
        const auto draw = [&](const plan::Spread& spread) {
            return plan::quantile(spread, stream.uniform() + 0x1.0p-54);
        };
        const plan::Draw world{.growth_points = draw(inputs.growth_points),
                               .host_multiplier = draw(inputs.host_multiplier),
                               .wa_excess = draw(inputs.wa_excess),
                               .pe_cycles = draw(inputs.pe_cycles),
                               .spare_factor = draw(inputs.spare_factor)};
        sum += plan::outcome_of(model, world).life_years + draw(inputs.mttf);
        benchmark::DoNotOptimize(sum);
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(budget_draws_scalar);

}  // namespace
