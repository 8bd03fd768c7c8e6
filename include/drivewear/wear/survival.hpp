// How long drives live: random failures, infant mortality or ageing by Weibull's law, and wear-out
// as a second cause; what that means for a fleet with or without replacement.
//
// Model: causes compete and are independent, S(t) = exp(-(t/a)^b - (t/c)^d); drives are
// independent and a replacement is new. Common causes (firmware, a bad lot) break every fleet
// figure here. Field studies (Schroeder 2016, Maneas 2020) do not see the clean bathtub.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "drivewear/units/quantities.hpp"

namespace drivewear::wear {

/// A second cause of failure that comes with use.
struct WearOut {
    units::Duration typical_life;  ///< c, by which 63 % have worn out; above 0
    double shape = 8;              ///< d, above 1: the larger, the more alike the drives
};

/// One drive's life.
struct LifeModel {
    units::Duration mttf;               ///< mean time to failure by the first cause alone
    double shape = 1;                   ///< b: 1 constant hazard, below 1 infant mortality
    std::optional<WearOut> wear_out{};  ///< absent: drives are retired before they wear out
};

/// Share of drives still alive at `age` >= 0. Throws DomainError for a model without a meaning.
double survival(const LifeModel& life, units::Duration age);
/// 1 - survival, exact for small probabilities.
double failure_probability(const LifeModel& life, units::Duration age);

/// A fleet of drives that all start new.
struct Fleet {
    std::uint64_t drives = 1;         ///< at the start
    units::Duration service_life;     ///< of the fleet
    bool failed_are_replaced = true;  ///< at once, by new drives
};

/// Expected failures in each year of service, the last one perhaps a part of a year. With
/// replacement by the renewal equation M(t) = F(t) + integral of M(t-x) dF(x), solved by the
/// midpoint sums of Xie, "On the solution of renewal-type integral equations", 1989; within 0.01 %
/// for shapes from 0.5 to 10.
std::vector<double> expected_failures_by_year(const LifeModel& life, const Fleet& fleet);

}  // namespace drivewear::wear
