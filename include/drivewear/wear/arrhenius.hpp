// Time that runs faster in the heat: Arrhenius' law, AF = exp(Ea/k (1/T_cool - 1/T_hot)), as in
// JEDEC JEP122 with k = 8.617333262e-5 eV/K.
//
// It assumes one mechanism with one activation energy. Recent work on 3D NAND finds that a single
// energy does not describe its retention loss; far from the temperatures at which an energy was
// found the factor is a guess.
#pragma once

#include <optional>
#include <string>

#include "drivewear/units/quantities.hpp"

namespace drivewear::wear {

/// Activation energy in electronvolts; may be negative when fitted to data that say so.
struct ActivationEnergy {
    double electronvolts = 1.1;  ///< 1.1 eV: detrapping, the energy behind JESD218's bake times
};

/// From where to where time is translated.
struct TemperatureStep {
    units::Temperature from;  ///< where the time was spent
    units::Temperature to;    ///< where it is to be expressed
};

/// How many hours at `from` one hour at `to` does the work of: above 1 when `to` is hotter. Throws
/// DomainError unless both temperatures are finite and above absolute zero.
double acceleration_factor(ActivationEnergy energy, const TemperatureStep& step);

/// The time at `step.to` that has the effect of `time` at `step.from`.
units::Duration equivalent_time(units::Duration time, ActivationEnergy energy,
                                const TemperatureStep& step);

/// An MTTF with the temperature it is rated at.
struct RatedMttf {
    units::Duration mttf;            ///< mean time to failure
    units::Temperature temperature;  ///< of the drive
};

/// An activation energy fitted to two ratings.
struct EffectiveEnergy {
    ActivationEnergy energy;            ///< k ln(M1/M2) / (1/T1 - 1/T2)
    std::optional<std::string> remark;  ///< why it is not that of a physical mechanism, if so
};

/// Throws DomainError when the temperatures are equal or an MTTF is not above 0. Energies outside
/// 0.3 to 1.2 eV, the range of the mechanisms known in flash and its electronics, are remarked.
EffectiveEnergy effective_activation_energy(const RatedMttf& first, const RatedMttf& second);

/// MTTF between two ratings by the energy fitted to them. Outside their temperatures it throws
/// DomainError: two ratings say nothing there.
units::Duration interpolated_mttf(const RatedMttf& first, const RatedMttf& second,
                                  units::Temperature temperature);

/// The same without that refusal, for a caller who says that it is an extrapolation.
units::Duration extrapolated_mttf(const RatedMttf& first, const RatedMttf& second,
                                  units::Temperature temperature);

}  // namespace drivewear::wear
