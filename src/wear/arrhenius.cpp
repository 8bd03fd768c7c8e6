#include "drivewear/wear/arrhenius.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drivewear/core/errors.hpp"

namespace drivewear::wear {
namespace {

constexpr double boltzmann_ev_per_kelvin = 8.617333262e-5;
constexpr double least_plausible_ev = 0.3;
constexpr double most_plausible_ev = 1.2;

double inverse_kelvin(units::Temperature temperature) {
    const double kelvin = temperature.value();
    if (!(kelvin > 0) || !std::isfinite(kelvin)) {
        throw DomainError(
            fmt::format("temperature {} K: expected more than absolute zero", kelvin));
    }
    return 1 / kelvin;
}

void require_mttf(units::Duration mttf) {
    if (!(mttf.value() > 0) || !std::isfinite(mttf.value())) {
        throw DomainError(
            fmt::format("MTTF {} h: expected a finite time above 0", units::in_hours(mttf)));
    }
}

std::optional<std::string> remark_on(double electronvolts) {
    if (electronvolts <= 0) {
        return fmt::format(
            "{:.3g} eV: the MTTF rises with temperature, which no wear-out "
            "mechanism does",
            electronvolts);
    }
    if (electronvolts < least_plausible_ev) {
        return fmt::format(
            "{:.3g} eV is below the {} eV of the weakest known mechanism: the two "
            "ratings follow a policy rather than physics",
            electronvolts, least_plausible_ev);
    }
    if (electronvolts > most_plausible_ev) {
        return fmt::format("{:.3g} eV is above the {} eV of flash's strongest mechanism",
                           electronvolts, most_plausible_ev);
    }
    return std::nullopt;
}

}  // namespace

double acceleration_factor(ActivationEnergy energy, const TemperatureStep& step) {
    if (!std::isfinite(energy.electronvolts)) {
        throw DomainError(
            fmt::format("activation energy {} eV: expected a finite number", energy.electronvolts));
    }
    return std::exp(energy.electronvolts / boltzmann_ev_per_kelvin *
                    (inverse_kelvin(step.from) - inverse_kelvin(step.to)));
}

units::Duration equivalent_time(units::Duration time, ActivationEnergy energy,
                                const TemperatureStep& step) {
    return units::seconds(time.value() / acceleration_factor(energy, step));
}

EffectiveEnergy effective_activation_energy(const RatedMttf& first, const RatedMttf& second) {
    require_mttf(first.mttf);
    require_mttf(second.mttf);
    const double step = inverse_kelvin(first.temperature) - inverse_kelvin(second.temperature);
    if (step == 0) {
        throw DomainError(fmt::format("two MTTFs at {} C: expected two temperatures",
                                      units::in_celsius(first.temperature)));
    }
    const double electronvolts =
        boltzmann_ev_per_kelvin * std::log(first.mttf.value() / second.mttf.value()) / step;
    return {{electronvolts}, remark_on(electronvolts)};
}

units::Duration extrapolated_mttf(const RatedMttf& first, const RatedMttf& second,
                                  units::Temperature temperature) {
    const EffectiveEnergy fitted = effective_activation_energy(first, second);
    return equivalent_time(first.mttf, fitted.energy, {first.temperature, temperature});
}

units::Duration interpolated_mttf(const RatedMttf& first, const RatedMttf& second,
                                  units::Temperature temperature) {
    const auto [cool, hot] = std::minmax(first.temperature.value(), second.temperature.value());
    constexpr double rounding = 1e-9;
    if (temperature.value() < cool - rounding || temperature.value() > hot + rounding) {
        throw DomainError(
            fmt::format("{} C: expected a temperature from {} to {} C, between the "
                        "two ratings; nothing is extrapolated",
                        units::in_celsius(temperature), cool - units::kelvin_at_zero_celsius,
                        hot - units::kelvin_at_zero_celsius));
    }
    return extrapolated_mttf(first, second, temperature);
}

}  // namespace drivewear::wear
