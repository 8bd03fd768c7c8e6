#include "drivewear/plan/growth.hpp"

#include <cmath>

namespace drivewear::plan {
namespace {

constexpr int horizon_years = 1000;

}  // namespace

units::HostTraffic GrowingRate::written_after(units::Duration time) const {
    double remaining = units::in_years(time);
    units::HostTraffic year_total = first_year * units::years(1);
    units::HostTraffic total = units::host_traffic(0);
    for (; remaining > 1; remaining -= 1) {
        total += year_total;
        year_total *= 1 + growth_per_year;
    }
    return total + year_total * remaining;
}

std::optional<units::Duration> GrowingRate::time_to_write(units::HostTraffic limit) const {
    units::HostTraffic year_total = first_year * units::years(1);
    for (int year = 0; year < horizon_years; ++year) {
        if (limit <= year_total) return units::years(year + limit.value() / year_total.value());
        limit -= year_total;
        year_total *= 1 + growth_per_year;
    }
    return std::nullopt;
}

}  // namespace drivewear::plan
