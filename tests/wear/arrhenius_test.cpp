#include "drivewear/wear/arrhenius.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "drivewear/core/errors.hpp"
#include "support/reference_rows.hpp"

using namespace drivewear;
using namespace drivewear::wear;

namespace {

RatedMttf rated(const nlohmann::json& parameters, const char* hours, const char* degrees) {
    return {units::hours(parameters.at(hours).get<double>()),
            units::celsius(parameters.at(degrees).get<double>())};
}

}  // namespace

TEST_CASE("every reference row of acceleration, energies and interpolated MTTF") {
    std::size_t rows = 0;
    for (const test::ReferenceRow& row : test::reference_rows()) {
        double found = 0;
        const auto& given = row.parameters;
        if (row.model == "Arrhenius_AF") {
            found = acceleration_factor({given.at("Ea_eV").get<double>()},
                                        {units::celsius(given.at("T_low_C").get<double>()),
                                         units::celsius(given.at("T_high_C").get<double>())});
        } else if (row.model == "Ea_from_two_MTTF") {
            found = effective_activation_energy(rated(given, "MTTF1_h", "T1_C"),
                                                rated(given, "MTTF2_h", "T2_C"))
                        .energy.electronvolts;
        } else if (row.model == "MTTF_interpolated") {
            found = units::in_hours(
                extrapolated_mttf(rated(given, "MTTF1_h", "T1_C"), rated(given, "MTTF2_h", "T2_C"),
                                  units::celsius(given.at("T_C").get<double>())));
        } else {
            continue;
        }
        ++rows;
        INFO(row.id << " " << given.dump());
        CHECK(std::abs(found - row.number()) <= row.allowed_difference());
    }
    CHECK(rows == 12);
}

TEST_CASE("500 h at 52 C and 96 h at 66 C are about a year at 30 C") {
    const auto bake = [](double degrees) {
        return units::in_hours(
            equivalent_time(units::years(1), {1.1}, {units::celsius(30), units::celsius(degrees)}));
    };
    CHECK(bake(52) == doctest::Approx(507).epsilon(1e-3));
    CHECK(bake(66) == doctest::Approx(100).epsilon(5e-3));
}

TEST_CASE("energies that no mechanism has are remarked") {
    const RatedMttf cool{units::hours(2.5e6), units::celsius(50)};
    CHECK_FALSE(effective_activation_energy(cool, {units::hours(2e6), units::celsius(55)}).remark);
    CHECK(effective_activation_energy(cool, {units::hours(2.4e6), units::celsius(55)}).remark);
    CHECK(effective_activation_energy(cool, {units::hours(2.6e6), units::celsius(55)}).remark);
    CHECK(effective_activation_energy(cool, {units::hours(1e6), units::celsius(55)}).remark);
}

TEST_CASE("time runs faster in the heat, and back again") {
    double last = 0;
    for (double degrees = -40; degrees < 125; degrees += 5) {
        const TemperatureStep step{units::celsius(40), units::celsius(degrees)};
        const double factor = acceleration_factor({}, step);
        CHECK(factor > last);
        last = factor;
        CHECK(factor * acceleration_factor({}, {step.to, step.from}) ==
              doctest::Approx(1).epsilon(1e-13));
    }
}

TEST_CASE("what two ratings do not say is refused") {
    const RatedMttf cool{units::hours(2.5e6), units::celsius(50)};
    const RatedMttf hot{units::hours(2e6), units::celsius(55)};
    CHECK(units::in_hours(interpolated_mttf(cool, hot, units::celsius(50))) ==
          doctest::Approx(2.5e6));
    CHECK(units::in_hours(interpolated_mttf(hot, cool, units::celsius(55))) ==
          doctest::Approx(2e6));
    CHECK_THROWS_AS(interpolated_mttf(cool, hot, units::celsius(56)), DomainError);
    CHECK_THROWS_AS(interpolated_mttf(cool, hot, units::celsius(45)), DomainError);
    CHECK_THROWS_AS(effective_activation_energy(cool, cool), DomainError);
    CHECK_THROWS_AS(effective_activation_energy(cool, {units::hours(0), units::celsius(55)}),
                    DomainError);
    CHECK_THROWS_AS(acceleration_factor({}, {units::celsius(-300), units::celsius(20)}),
                    DomainError);
}
