#include "ftl/cycle_limits.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace drivewear::ftl {
namespace {

// Box & Muller 1958; one of the pair is left unused so that every block draws alike.
double standard_normal(RandomStream& random) {
    const double radius = std::sqrt(-2 * std::log1p(-random.uniform()));
    return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

std::uint32_t to_cycles(double cycles) {
    constexpr double most = std::numeric_limits<std::uint32_t>::max();
    if (!(cycles > 1)) return 1;
    return cycles < most ? static_cast<std::uint32_t>(std::llround(cycles))
                         : std::numeric_limits<std::uint32_t>::max();
}

}  // namespace

double weibull_shape(double coefficient_of_variation) {
    // cv^2 + 1 = Gamma(1 + 2/k) / Gamma(1 + 1/k)^2 falls as k grows.
    const double wanted = std::log1p(coefficient_of_variation * coefficient_of_variation);
    double low = 0.3;
    double high = 1e6;
    for (int step = 0; step < 200 && high / low > 1 + 1e-12; ++step) {
        const double shape = std::sqrt(low * high);
        const double found = std::lgamma(1 + 2 / shape) - 2 * std::lgamma(1 + 1 / shape);
        (found > wanted ? low : high) = shape;
    }
    return std::sqrt(low * high);
}

std::vector<std::uint32_t> draw_cycle_limits(const CycleLimit& limit, RandomStream& random,
                                             std::size_t blocks) {
    using Shape = CycleLimit::Shape;
    const double mean = limit.mean_cycles;
    const double cv = limit.coefficient_of_variation;
    const bool is_fixed = limit.shape == Shape::fixed || cv == 0;
    const double log_variance = std::log1p(cv * cv);
    const double shape = limit.shape == Shape::weibull && !is_fixed ? weibull_shape(cv) : 1;
    const double scale = mean / std::tgamma(1 + 1 / shape);
    std::vector<std::uint32_t> limits(blocks);
    for (std::uint32_t& cycles : limits) {
        if (is_fixed) {
            cycles = to_cycles(mean);
        } else if (limit.shape == Shape::normal) {
            cycles = to_cycles(mean * (1 + cv * standard_normal(random)));
        } else if (limit.shape == Shape::lognormal) {
            cycles = to_cycles(mean * std::exp(std::sqrt(log_variance) * standard_normal(random) -
                                               log_variance / 2));
        } else {
            cycles = to_cycles(scale * std::pow(-std::log1p(-random.uniform()), 1 / shape));
        }
    }
    return limits;
}

}  // namespace drivewear::ftl
