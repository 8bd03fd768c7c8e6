#include "drivewear/analytic/d_choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <cmath>

#include "analytic/fifo_scalar.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::analytic {
namespace {

void check(const DChoices& drive) {
    if (drive.pages_per_block == 0) throw DomainError("0 pages a block: expected 1 or more");
    if (drive.pages_per_block > most_d_choices_pages) {
        throw DomainError(fmt::format(
            "{} pages a block: expected at most {} for d choices; larger blocks are at their limit",
            drive.pages_per_block, most_d_choices_pages));
    }
    if (!(drive.choices >= 1) || !std::isfinite(drive.choices)) {
        throw DomainError(fmt::format("{} choices: expected 1 or more", drive.choices));
    }
}

/// What d choices leave of n = 1 - M.
struct Victims {
    double freed;   ///< 1 - M^d
    double factor;  ///< M^(d-1); freed grows by d times it
};

/// 1 - M^d from n = 1 - M, without cancellation and the more accurate the smaller n is.
class VictimLaw {
public:
    explicit VictimLaw(double choices) : choices_(choices) {
        constexpr double most_squared = 4294967296.0;
        is_whole_ = choices == std::floor(choices) && choices <= most_squared;
        if (!is_whole_) return;
        others_ = static_cast<std::uint64_t>(choices) - 1;
        top_bit_ = others_ == 0 ? 0 : std::bit_floor(others_);
    }

    Victims operator()(double n) const {
        if (!is_whole_) {
            const double log_survivors = std::log1p(-n);
            return {-std::expm1(choices_ * log_survivors),
                    std::exp((choices_ - 1) * log_survivors)};
        }
        // g(m) = 1 - (1-n)^m by squaring: g(2m) = g (2 - g), g(m+1) = g + n (1 - g).
        double g = 0;
        for (std::uint64_t bit = top_bit_; bit != 0; bit >>= 1) {
            g *= 2 - g;
            if (others_ & bit) g += n * (1 - g);
        }
        return {g + n * (1 - g), 1 - g};
    }

    double choices() const { return choices_; }

private:
    double choices_;
    bool is_whole_ = false;
    std::uint64_t others_ = 0;
    std::uint64_t top_bit_ = 0;
};

/// Sums over j = 1 to b.
struct Totals {
    double deficit = 0;  ///< of n_j, which is b Sf at the fixed point
    double slope = 0;    ///< its derivative by c
    double freed = 0;    ///< of 1 - M_j^d: H, the pages a collection frees
};

/// The recursion for n_j = 1 - M_j at one c after another; each starts from the one before.
class Recursion {
public:
    explicit Recursion(const DChoices& drive)
        : law_(drive.choices), levels_(drive.pages_per_block + 1) {}

    Totals at(double c) {
        const double moved = has_guess_ ? c - last_c_ : 0;
        Totals total;
        for (std::size_t j = levels_.size() - 1; j >= 1; --j) {
            const Deficit& next = j + 1 < levels_.size() ? levels_[j + 1] : full_;
            const double e = 1 / (c * static_cast<double>(j));
            Deficit& deficit = levels_[j];
            const double from = has_guess_ ? deficit.value + moved * deficit.slope : 0;
            const Level found = solve_level({next.value, e, from});
            deficit.value = found.deficit;
            // Differentiating the equation for n_j: e' = -e/c.
            deficit.slope = (next.slope + e * found.freed / c) / found.steepness;
            total.deficit += deficit.value;
            total.slope += deficit.slope;
            total.freed += found.freed;
        }
        has_guess_ = true;
        last_c_ = c;
        return total;
    }

private:
    /// n_j and its derivative by c.
    struct Deficit {
        double value;
        double slope;
    };
    /// n + e (1 - (1-n)^d) = next, and where the root may be.
    struct LevelEquation {
        double next;
        double e;
        double guess;
    };
    /// One level of the recursion, solved.
    struct Level {
        double deficit;    ///< n_j
        double steepness;  ///< derivative of the left side by n_j
        double freed;      ///< 1 - M_j^d
    };

    /// The left side is increasing and concave: Newton's method falls from the right of the root to
    /// its left at once and from there climbs onto it. Stops at the last place.
    Level solve_level(const LevelEquation& equation) const {
        const auto [next, e, guess] = equation;
        const double d = law_.choices();
        const double least = std::max(next - e, next / (1 + e * d));
        double n = std::clamp(guess, least, next);
        Victims victims{};
        double steepness = 1;
        constexpr int most_steps = 60;
        for (int step = 0; step < most_steps; ++step) {
            victims = law_(std::min(n, 1.0));
            steepness = 1 + e * d * victims.factor;
            const double change = (next - n - e * victims.freed) / steepness;
            n = std::max(n + change, least);
            // The error left is below the square of the step times the curvature.
            if (change * change * d * d <= 1e-16 * n * (1 - n) || std::abs(change) <= 4e-16 * n) {
                victims.freed += change * d * victims.factor;
                break;
            }
        }
        return {n, steepness, victims.freed};
    }

    static constexpr Deficit full_{1, 0};

    VictimLaw law_;
    std::vector<Deficit> levels_;
    bool has_guess_ = false;
    double last_c_ = 0;
};

/// Phi(m) = integral of 1/(1 - t^d) from 0 to m, for m = 1 - rest.
double victim_time(double m, double rest, double choices) {
    const double log_m = m < 0.5 ? std::log(m) : std::log1p(-rest);
    const double z = std::exp(choices * log_m);
    if (z < 0.6) {
        double sum = 0;
        double power = 1;
        for (int k = 0; power > 1e-18; ++k, power *= z)
            sum += power / (k * choices + 1);
        return m * sum;
    }
    // B(z; a, 0) round z = 1, a = 1/d.
    const double a = 1 / choices;
    const double complement = -std::expm1(choices * log_m);
    constexpr double euler = 0.57721566490153286061;
    double sum = -std::log(complement) - boost::math::digamma(a) - euler;
    double coefficient = 1;
    double power = 1;
    for (int n = 1; n < 100; ++n) {
        coefficient *= (n - a) / n;
        power *= complement;
        const double term = coefficient * power / n;
        sum -= term;
        if (std::abs(term) < 1e-18) break;
    }
    return a * sum;
}

/// Shares m_j of blocks with j valid pages, j = 0 to b, and what they do next.
class MeanField {
public:
    explicit MeanField(const DChoices& drive)
        : drive_(drive), utilisation_(1 - drive.spare_factor.value()) {}

    /// Victims' law p_j = M_j^d - M_{j+1}^d; returns H, the pages a collection frees.
    double choose(const std::vector<double>& blocks, std::vector<double>& victims) const {
        double at_least = 0;
        double power_above = 0;
        double freed = pages();
        for (std::size_t j = blocks.size(); j-- > 0;) {
            at_least += blocks[j];
            const double power = std::pow(std::max(at_least, 0.0), drive_.choices);
            victims[j] = power - power_above;
            freed -= static_cast<double>(j) * victims[j];
            power_above = power;
        }
        return freed;
    }

    /// Derivative of the shares by drive writes; returns A, the derivative of programmed pages.
    double flow(const std::vector<double>& blocks, std::vector<double>& rates) const {
        const double freed = choose(blocks, rates);
        const double per_drive_write = pages() * utilisation_ / freed;
        for (std::size_t j = 0; j < blocks.size(); ++j) {
            const double above =
                j + 1 < blocks.size() ? static_cast<double>(j + 1) * blocks[j + 1] : 0.0;
            const double born = j + 1 == blocks.size() ? 1.0 : 0.0;
            rates[j] =
                above - static_cast<double>(j) * blocks[j] + per_drive_write * (born - rates[j]);
        }
        return pages() / freed;
    }

    std::vector<double> filled(InitialFill fill) const {
        std::vector<double> blocks(drive_.pages_per_block + 1, 0.0);
        if (fill == InitialFill::sequential) {
            blocks.front() = 1 - utilisation_;
            blocks.back() = utilisation_;
            return blocks;
        }
        const double odds = std::log(utilisation_) - std::log1p(-utilisation_);
        for (std::size_t j = 0; j < blocks.size(); ++j) {
            const auto count = static_cast<double>(j);
            const double ways = std::lgamma(pages() + 1) - std::lgamma(count + 1) -
                                std::lgamma(pages() - count + 1);
            blocks[j] = std::exp(ways + count * odds + pages() * std::log1p(-utilisation_));
        }
        return blocks;
    }

private:
    double pages() const { return static_cast<double>(drive_.pages_per_block); }

    const DChoices& drive_;
    double utilisation_;
};

/// One classical Runge-Kutta step; returns the pages programmed, in drive capacities.
class RungeKutta {
public:
    RungeKutta(const MeanField& field, std::size_t length) : field_(field), trial_(length) {
        rates_.fill(std::vector<double>(length));
    }

    double step(std::vector<double>& blocks, double width) {
        const double first = field_.flow(blocks, rates_[0]);
        const double second = flow_at(blocks, rates_[0], width / 2, rates_[1]);
        const double third = flow_at(blocks, rates_[1], width / 2, rates_[2]);
        const double fourth = flow_at(blocks, rates_[2], width, rates_[3]);
        for (std::size_t j = 0; j < blocks.size(); ++j) {
            blocks[j] +=
                width / 6 * (rates_[0][j] + 2 * rates_[1][j] + 2 * rates_[2][j] + rates_[3][j]);
        }
        return width / 6 * (first + 2 * second + 2 * third + fourth);
    }

private:
    double flow_at(const std::vector<double>& blocks, const std::vector<double>& along,
                   double width, std::vector<double>& rates) {
        for (std::size_t j = 0; j < blocks.size(); ++j)
            trial_[j] = blocks[j] + width * along[j];
        return field_.flow(trial_, rates);
    }

    const MeanField& field_;
    std::array<std::vector<double>, 4> rates_;
    std::vector<double> trial_;
};

}  // namespace

double d_choices(const DChoices& drive) {
    check(drive);
    const double spare = drive.spare_factor.value();
    const double rho = 1 - spare;
    const double pages = static_cast<double>(drive.pages_per_block);
    const double wanted = pages * spare;
    // c rises from random victims' (1 - rho)/rho towards greedy's; A = 1 is c = 1/rho.
    double low = spare / rho;
    double high = 1 / rho;
    const double many = 1 / (rho * fifo_scalar(spare));
    double c = low + (many - low) * (1 - 1 / drive.choices);
    Recursion recursion(drive);
    constexpr int most_steps = 100;
    for (int step = 0; step < most_steps; ++step) {
        const Totals total = recursion.at(c);
        (total.deficit < wanted ? low : high) = c;
        double next = c - (total.deficit - wanted) / total.slope;
        if (!(next >= low && next <= high)) next = low + (high - low) / 2;
        const double change = std::abs(next - c);
        c = next;
        // Quadratic convergence: the next change would be below the last place. The curve bends
        // within 1/d of itself.
        if (change * change * (10 + drive.choices) * 10 <= 1e-16 * c * c) break;
    }
    // c and H = b rho c say the same; with much spare, H hardly depends on the last digits of c.
    const double freed = spare < 0.5 ? pages * rho * c : recursion.at(c).freed;
    return std::max(pages / freed, 1.0);
}

double d_choices_large_blocks(device::SpareFactor spare_factor, double choices) {
    check({spare_factor, 1, choices});
    const double spare = spare_factor.value();
    const double rho = 1 - spare;
    if (choices == 1) return 1 / spare;
    boost::math::quadrature::tanh_sinh<double> integrator;
    // Increasing and concave in x: Newton from random victims' x, which lies to the left.
    double x = spare / rho;
    constexpr int most_steps = 60;
    for (int step = 0; step < most_steps; ++step) {
        const auto time = [&](double m, double complement) {
            // Boost hands the distance to the nearer end, negative at the left one.
            const double rest = complement > 0 ? complement : 1 - m;
            return victim_time(m, rest, choices);
        };
        const double value = integrator.integrate(
            [&](double m, double complement) { return -std::expm1(-x * time(m, complement)); }, 0.0,
            1.0);
        const double slope = integrator.integrate(
            [&](double m, double complement) {
                const double t = time(m, complement);
                return t * std::exp(-x * t);
            },
            0.0, 1.0);
        const double change = (spare - value) / slope;
        x += change;
        if (!(change > 1e-14 * x)) break;
    }
    return std::max(1 / (x * rho), 1.0);
}

std::vector<double> d_choices_transient(const DChoicesTransient& transient) {
    check(transient.drive);
    constexpr double widest_step = 1e-3;
    const MeanField field(transient.drive);
    std::vector<double> blocks = field.filled(transient.initial_fill);
    RungeKutta integrator(field, blocks.size());
    std::vector<double> windows;
    double begin = 0;
    for (const double end : transient.window_ends) {
        if (!(end > begin) || !std::isfinite(end)) {
            throw DomainError(
                fmt::format("window end {} drive writes: expected more than {}", end, begin));
        }
        const double steps = std::ceil((end - begin) / widest_step);
        double programmed = 0;
        for (double step = 0; step < steps; ++step)
            programmed += integrator.step(blocks, (end - begin) / steps);
        windows.push_back(programmed / (end - begin));
        begin = end;
    }
    return windows;
}

}  // namespace drivewear::analytic
