#include <cmath>

#include "analytic/batch_kernels.hpp"
#include "analytic/greedy_sums.hpp"

namespace drivewear::analytic::kernels::scalar {
namespace {

template <class Model>
std::size_t answer_each(std::span<double> out, const Model& model) {
    std::size_t unanswered = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = model(i);
        if (std::isnan(out[i])) ++unanswered;
    }
    return unanswered;
}

}  // namespace

std::size_t fifo(std::span<const double> spare_factors, std::span<double> out) {
    return answer_each(out, [&](std::size_t i) { return fifo_scalar(spare_factors[i]); });
}

std::size_t desnoyers_greedy(const DesnoyersChunk& chunk, std::span<double> out) {
    return answer_each(out, [&](std::size_t i) {
        return desnoyers_greedy_scalar(chunk.spare_factors[i], chunk.pages_per_block[i]);
    });
}

std::size_t greedy(const GreedyChunk& chunk, std::span<double> out) {
    return answer_each(out, [&](std::size_t i) {
        const auto sums_above = [&](double j) -> GreedySums {
            const auto at = static_cast<std::size_t>(chunk.first_sums[i] + j);
            return {chunk.harmonic[at], chunk.surplus[at]};
        };
        return solve_greedy({chunk.spare_factors[i], chunk.pages_per_block[i]}, sums_above);
    });
}

}  // namespace drivewear::analytic::kernels::scalar
