// Random failures of a fleet: MTTF -> AFR -> expected failures -> spares.
//
// Model: exponential life (constant hazard), drives fail independently, and a failed drive is
// replaced at once. It leaves out infant mortality, wear-out and common causes (a firmware fault
// breaks every quantile here). Sources: AFR = 1 - exp(-8760 h / MTTF); with replacement the number
// of failures in a fleet is Poisson with mean n t / MTTF.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "drivewear/catalog/drive.hpp"
#include "drivewear/units/quantities.hpp"

namespace drivewear::wear {

/// Share of a population that fails within a year of 8760 hours: 1 - exp(-1 year / MTTF).
/// Throws DomainError unless 0 < mttf < infinity.
double annualised_failure_rate(units::Duration mttf);

/// The MTTF that belongs to an AFR in (0, 1); the inverse of annualised_failure_rate.
units::Duration mttf_from_afr(double afr);

/// A drive's MTTF at a temperature, with the reason for choosing that figure.
struct ChosenMttf {
    std::optional<units::Duration> mttf;  ///< absent: not rated, or rated only for cooler use
    std::string reason;                   ///< in words, for the report
};

/// The rated figure whose temperature range holds `temperature`: to 50 C, else to 55 C, else the
/// one without a range where the drive may operate. Above every range nothing is extrapolated.
ChosenMttf mttf_at(const catalog::Drive& drive, units::Temperature temperature);

/// A fleet exposed to random failures.
struct FleetExposure {
    std::uint64_t drives = 1;      ///< in service at any time
    units::Duration service_life;  ///< of the fleet
    units::Duration mttf;          ///< of one drive
};

/// Mean number of failures with immediate replacement, n t / MTTF.
double expected_failures(const FleetExposure& fleet);

/// The least k with P(X <= k) >= confidence for Poisson X of that mean. Throws DomainError unless
/// mean >= 0 is finite and 0 < confidence < 1.
std::uint64_t poisson_spares(double mean, double confidence);

/// The least k with P(X <= k) >= confidence for X of `drives` trials that fail with `probability`:
/// without replacement.
struct BinomialFailures {
    std::uint64_t drives = 1;  ///< trials
    double probability = 0;    ///< of each failing, in [0, 1]
};
std::uint64_t binomial_spares(const BinomialFailures& failures, double confidence);

}  // namespace drivewear::wear
