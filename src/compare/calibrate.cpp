#include "drivewear/compare/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <set>

#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::compare {
namespace {

constexpr double block_bytes = 4096;
// The pool is sought between 1.001 and 101 times the largest usable capacity, on a scale of its
// logarithmic excess; beyond either end write amplification no longer tells anything.
const double least_excess = std::log(1e-3);
const double most_excess = std::log(1e2);
constexpr int grid_steps = 160;
constexpr int precision_bits = 40;
// Where hardly anything is copied, no pool can be told from a larger one.
constexpr double least_telling_amplification = 1.0005;
// Ratings carry two or three digits.
constexpr double assumed_reading_error = 0.01;
constexpr double confidence = 0.95;

/// A point as the fit sees it: log observed = log intercept + sign x log greedy(usable / pool).
struct Observation {
    double usable_bytes;
    double log_value;
    double sign;  ///< +1 for write amplification, -1 for IOPS
    bool is_rate() const { return sign < 0; }
};

struct Intercepts {
    std::optional<double> log_base;  ///< fixed or fitted; absent: no amplifications
    std::optional<double> log_rate;  ///< log (flash operations a second / base)
};

struct Fit {
    double pool_bytes = 0;
    Intercepts intercepts;
    double squares = 0;  ///< sum of squared log residuals
    bool at_edge = false;
};

double spare(double usable_bytes, double pool_bytes) {
    return 1 - usable_bytes / pool_bytes;
}

double greedy(double usable_bytes, double pool_bytes) {
    return analytic::fifo(device::SpareFactor::from_value(spare(usable_bytes, pool_bytes)));
}

class Fitter {
public:
    Fitter(std::vector<Observation> observations, std::optional<double> base)
        : observations_(std::move(observations)) {
        if (base) log_base_ = std::log(*base);
        for (const Observation& o : observations_)
            largest_ = std::max(largest_, o.usable_bytes);
    }

    std::size_t count() const { return observations_.size(); }
    bool has(bool rates) const {
        return std::any_of(observations_.begin(), observations_.end(),
                           [&](const Observation& o) { return o.is_rate() == rates; });
    }
    std::size_t unknowns() const {
        return 1 + (has(false) && !log_base_ ? 1 : 0) + (has(true) ? 1 : 0);
    }
    /// Points beyond what the intercepts use up, counting equal capacities once.
    bool is_determined() const {
        const auto distinct = [&](bool rates) {
            std::set<double> capacities;
            for (const Observation& o : observations_) {
                if (o.is_rate() == rates) capacities.insert(o.usable_bytes);
            }
            return static_cast<int>(capacities.size());
        };
        const int spare_amplifications = distinct(false) - (log_base_ || !has(false) ? 0 : 1);
        const int spare_rates = distinct(true) - (has(true) ? 1 : 0);
        return spare_amplifications + spare_rates >= 1;
    }

    Fitter without(std::size_t index) const {
        Fitter other = *this;
        other.observations_.erase(other.observations_.begin() + static_cast<std::ptrdiff_t>(index));
        return other;
    }
    Fitter with_errors(std::span<const double> log_errors) const {
        Fitter other = *this;
        for (std::size_t i = 0; i < log_errors.size(); ++i)
            other.observations_[i].log_value += log_errors[i];
        return other;
    }

    double pool_at(double excess) const { return largest_ * (1 + std::exp(excess)); }
    double excess_of(double pool_bytes) const { return std::log(pool_bytes / largest_ - 1); }

    Fit best() const {
        const auto squares = [this](double excess) { return fit_at(pool_at(excess)).squares; };
        const double step = (most_excess - least_excess) / grid_steps;
        int lowest = 0;
        double least = squares(least_excess);
        for (int i = 1; i <= grid_steps; ++i) {
            const double here = squares(least_excess + i * step);
            if (here >= least) continue;
            least = here;
            lowest = i;
        }
        const double middle = least_excess + lowest * step;
        const auto [excess, at_best] = boost::math::tools::brent_find_minima(
            squares, std::max(least_excess, middle - step), std::min(most_excess, middle + step),
            precision_bits);
        Fit fit = fit_at(pool_at(excess));
        fit.at_edge = lowest == 0 || lowest == grid_steps ||
                      greedy(largest_, fit.pool_bytes) < least_telling_amplification;
        return fit;
    }

    /// For one pool the best intercepts are means.
    Fit fit_at(double pool_bytes) const {
        Fit fit{pool_bytes, {}, 0, false};
        fit.intercepts.log_base = has(false) ? mean_intercept(pool_bytes, false) : log_base_;
        if (log_base_) fit.intercepts.log_base = log_base_;
        if (has(true)) fit.intercepts.log_rate = mean_intercept(pool_bytes, true);
        for (const Observation& o : observations_) {
            const double residual = o.log_value - *predicted_log(fit, o);
            fit.squares += residual * residual;
        }
        return fit;
    }

    static std::optional<double> predicted_log(const Fit& fit, const Observation& o) {
        const auto& intercept = o.is_rate() ? fit.intercepts.log_rate : fit.intercepts.log_base;
        if (!intercept || o.usable_bytes >= fit.pool_bytes) return std::nullopt;
        return *intercept + o.sign * std::log(greedy(o.usable_bytes, fit.pool_bytes));
    }

    /// Pool on one side of the best at which the squares reach `limit`; the range's end if nowhere.
    double pool_where(double limit, const Fit& best, bool above) const {
        const double end = above ? most_excess : least_excess;
        const auto excess_squares = [&](double excess) {
            return fit_at(pool_at(excess)).squares - limit;
        };
        const double start = excess_of(best.pool_bytes);
        if (excess_squares(end) <= 0 || excess_squares(start) >= 0)
            return above ? pool_at(end) : best.pool_bytes;
        std::uintmax_t steps = 200;
        const auto [low, high] = boost::math::tools::toms748_solve(
            excess_squares, std::min(start, end), std::max(start, end),
            boost::math::tools::eps_tolerance<double>(precision_bits), steps);
        return pool_at(low + (high - low) / 2);
    }

    const std::vector<Observation>& observations() const { return observations_; }

private:
    double mean_intercept(double pool_bytes, bool rates) const {
        double sum = 0;
        int number = 0;
        for (const Observation& o : observations_) {
            if (o.is_rate() != rates) continue;
            sum += o.log_value - o.sign * std::log(greedy(o.usable_bytes, pool_bytes));
            ++number;
        }
        // A base below 1 would mean that flash is programmed for nothing; 1 is the least there is.
        const double mean = sum / number;
        return rates ? mean : std::max(0.0, mean);
    }

    std::vector<Observation> observations_;
    std::optional<double> log_base_{};
    double largest_ = 0;
};

/// IOPS beside the sequential bandwidth tell write amplification.
Observation observation_of(const CalibrationPoint& point, const CalibrationOptions& options) {
    if (point.write_amplification) {
        return {point.usable_bytes, std::log(*point.write_amplification), 1};
    }
    if (options.seq_write_bytes_per_second) {
        const double flash_iops = *options.seq_write_bytes_per_second / block_bytes;
        return {point.usable_bytes, std::log(flash_iops / *point.iops), 1};
    }
    return {point.usable_bytes, std::log(*point.iops), -1};
}

void refuse_nonsense(std::span<const CalibrationPoint> points, const CalibrationOptions& options) {
    const auto refuse = [](const CalibrationPoint& point, const std::string& what) {
        throw DomainError((point.place.empty() ? "" : point.place + ": ") + what);
    };
    for (const CalibrationPoint& point : points) {
        if (!(point.usable_bytes > 0)) refuse(point, "expected usable bytes above 0");
        if (!point.write_amplification && !point.iops) {
            refuse(point, "neither write amplification nor IOPS; expected one of them");
        }
        if (point.write_amplification && !(*point.write_amplification >= 1)) {
            refuse(point, fmt::format("write amplification {:g}; expected at least 1",
                                      *point.write_amplification));
        }
        if (!point.write_amplification && !(*point.iops > 0)) {
            refuse(point, fmt::format("{:g} IOPS; expected more than 0", *point.iops));
        }
    }
    if (options.base && !(*options.base >= 1)) {
        throw DomainError(fmt::format("base {:g}: expected at least 1", *options.base));
    }
}

void refuse_undetermined(const Fitter& fitter) {
    if (fitter.count() > 0 && fitter.is_determined()) return;
    throw DomainError(fmt::format(
        "{} point{} cannot determine {} unknowns (effective pool{}{}): expected points at more "
        "usable capacities, or the base or the sequential bandwidth given",
        fitter.count(), fitter.count() == 1 ? "" : "s", fitter.unknowns(),
        fitter.has(false) && fitter.unknowns() > (fitter.has(true) ? 2U : 1U) ? ", base" : "",
        fitter.has(true) ? ", flash rate" : ""));
}

double percent(double log_ratio) {
    return 100 * std::expm1(log_ratio);
}

void compare_points(const Fitter& fitter, const Fit& fit, Calibration& calibration) {
    double squares = 0;
    for (std::size_t i = 0; i < calibration.points.size(); ++i) {
        FittedPoint& fitted = calibration.points[i];
        const Observation& o = fitter.observations()[i];
        const bool is_amplification = fitted.point.write_amplification.has_value();
        // The sign turns an amplification that came from IOPS back into IOPS.
        const double direction = is_amplification || o.is_rate() ? 1 : -1;
        const auto error_of = [&](const Fit& by) -> std::optional<double> {
            const auto predicted = Fitter::predicted_log(by, o);
            if (!predicted) return std::nullopt;
            return percent(direction * (*predicted - o.log_value));
        };
        fitted.observed = is_amplification ? *fitted.point.write_amplification : *fitted.point.iops;
        fitted.error_percent = error_of(fit).value();
        fitted.predicted = fitted.observed * (1 + fitted.error_percent / 100);
        squares += fitted.error_percent * fitted.error_percent;
        const Fitter others = fitter.without(i);
        if (others.count() == 0 || !others.is_determined()) continue;
        fitted.left_out_error_percent = error_of(others.best());
        if (!fitted.left_out_error_percent) continue;
        calibration.leave_one_out_max_percent =
            std::max(calibration.leave_one_out_max_percent.value_or(0),
                     std::abs(*fitted.left_out_error_percent));
    }
    calibration.rms_percent = std::sqrt(squares / static_cast<double>(calibration.points.size()));
}

/// Every combination of readings one per cent up and down.
void band_by_readings(const Fitter& fitter, Calibration& calibration) {
    const std::size_t count = fitter.count();
    for (std::size_t corner = 0; corner < (std::size_t{1} << count); ++corner) {
        std::vector<double> errors(count);
        for (std::size_t i = 0; i < count; ++i)
            errors[i] = (corner >> i & 1U) != 0 ? assumed_reading_error : -assumed_reading_error;
        const double pool = fitter.with_errors(errors).best().pool_bytes;
        calibration.pool_low_bytes = std::min(calibration.pool_low_bytes, pool);
        calibration.pool_high_bytes = std::max(calibration.pool_high_bytes, pool);
    }
    calibration.band = "as many points as unknowns: each reading 1 % up or down";
}

void band_by_residuals(const Fitter& fitter, const Fit& fit, Calibration& calibration) {
    const auto freedom = static_cast<double>(fitter.count() - fitter.unknowns());
    const double t = boost::math::quantile(boost::math::students_t(freedom), (1 + confidence) / 2);
    const double limit = fit.squares * (1 + t * t / freedom);
    calibration.pool_low_bytes = fitter.pool_where(limit, fit, false);
    calibration.pool_high_bytes = fitter.pool_where(limit, fit, true);
    calibration.band = fmt::format(
        "95 % by the residuals (profile of the sum of squares, {:g} degrees of freedom)", freedom);
}

void state_assumptions(const Fitter& fitter, const CalibrationOptions& options,
                       Calibration& calibration) {
    auto& assumptions = calibration.assumptions;
    assumptions.push_back(
        "4 KiB random writes over the whole usable capacity, uniform, in steady state; the rest of "
        "the drive never written or trimmed");
    if (fitter.has(true)) {
        assumptions.push_back(
            "all points are of the same flash and controller, and flash bandwidth limits them");
    }
    if (options.seq_write_bytes_per_second) {
        assumptions.push_back(
            "the flash programs as many bytes a second under random writes as under sequential "
            "ones");
    }
    if (!fitter.has(false) && !options.base) {
        assumptions.push_back("IOPS alone do not tell the base: 1 is assumed");
    }
}

}  // namespace

double write_amplification(const device::DeviceForm& form, double usable_bytes,
                           std::span<const workload::AddressClass> classes) {
    if (!(usable_bytes > 0 && usable_bytes < form.effective_pool_bytes)) {
        throw DomainError(fmt::format("{:.6g} usable bytes: expected less than the pool of {:.6g}",
                                      usable_bytes, form.effective_pool_bytes));
    }
    const auto spare_factor =
        device::SpareFactor::from_value(spare(usable_bytes, form.effective_pool_bytes));
    return form.base * analytic::fifo(spare_factor, classes);
}

double write_amplification(const device::DeviceForm& form, double usable_bytes) {
    const workload::AddressClass uniform;
    return write_amplification(form, usable_bytes, {&uniform, 1});
}

Calibration calibrate(std::span<const CalibrationPoint> points, const CalibrationOptions& options) {
    refuse_nonsense(points, options);
    std::vector<Observation> observations;
    Calibration calibration;
    for (const CalibrationPoint& point : points) {
        observations.push_back(observation_of(point, options));
        calibration.points.push_back({.point = point});
    }
    const bool amplifications = std::any_of(observations.begin(), observations.end(),
                                            [](const Observation& o) { return !o.is_rate(); });
    const std::size_t capacities = [&] {
        std::set<double> distinct;
        for (const Observation& o : observations)
            distinct.insert(o.usable_bytes);
        return distinct.size();
    }();
    // One steady-state point beside the sequential bandwidth: nothing is left to fit a base with.
    std::optional<double> base = options.base;
    const bool one_point = options.seq_write_bytes_per_second && capacities == 1;
    if (!base && amplifications && one_point) {
        base = 1;
        calibration.assumptions.push_back(
            "one usable capacity does not tell the base: 1 is "
            "assumed");
    }
    const Fitter fitter(std::move(observations), base);
    refuse_undetermined(fitter);
    const Fit fit = fitter.best();
    if (fit.at_edge) {
        throw DomainError(
            "no effective pool explains the points: write amplification would have to rise with "
            "the usable capacity otherwise than garbage collection makes it, or lies at the base");
    }
    calibration.form.effective_pool_bytes = fit.pool_bytes;
    calibration.base_is_fitted = fitter.has(false) && !base;
    calibration.form.base = std::exp(fit.intercepts.log_base.value_or(0));
    if (fit.intercepts.log_rate) {
        calibration.flash_iops = std::exp(*fit.intercepts.log_rate) * calibration.form.base;
    } else if (options.seq_write_bytes_per_second) {
        calibration.flash_iops =
            *options.seq_write_bytes_per_second / block_bytes * calibration.form.base;
    }
    compare_points(fitter, fit, calibration);
    calibration.pool_low_bytes = calibration.pool_high_bytes = fit.pool_bytes;
    if (fitter.count() > fitter.unknowns())
        band_by_residuals(fitter, fit, calibration);
    else
        band_by_readings(fitter, calibration);
    state_assumptions(fitter, options, calibration);
    return calibration;
}

}  // namespace drivewear::compare
