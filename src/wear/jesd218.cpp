#include "drivewear/wear/jesd218.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drivewear/core/errors.hpp"

namespace drivewear::wear {
namespace {

constexpr double bits_per_byte = 8;

}  // namespace

DriveClass parse_drive_class(const std::string& text) {
    if (text == "client") return DriveClass::client;
    if (text == "enterprise") return DriveClass::enterprise;
    throw UnknownName(fmt::format("class \"{}\": expected client or enterprise", text));
}

std::string to_text(DriveClass drive_class) {
    return drive_class == DriveClass::client ? "client" : "enterprise";
}

ClassRequirements requirements_of(DriveClass drive_class) {
    if (drive_class == DriveClass::client) {
        return {.active_temperature = units::celsius(40),
                .active_hours_per_day = 8,
                .retention_temperature = units::celsius(30),
                .retention = units::years(1),
                .functional_failure_share = 0.03,
                .uber = 1e-15};
    }
    return {.active_temperature = units::celsius(55),
            .active_hours_per_day = 24,
            .retention_temperature = units::celsius(40),
            .retention = units::years(0.25),
            .functional_failure_share = 0.03,
            .uber = 1e-16};
}

units::Duration power_off_retention(DriveClass drive_class, units::Temperature temperature,
                                    ActivationEnergy energy) {
    const ClassRequirements required = requirements_of(drive_class);
    return equivalent_time(required.retention, energy,
                           {required.retention_temperature, temperature});
}

UnrecoverableReads unrecoverable_reads(const ReadExposure& exposure) {
    if (!(exposure.bytes_read >= 0) || !std::isfinite(exposure.bytes_read)) {
        throw DomainError(fmt::format("{} bytes read: expected a finite number of at least 0",
                                      exposure.bytes_read));
    }
    if (!(exposure.uber >= 0 && exposure.uber <= 1)) {
        throw DomainError(
            fmt::format("UBER {}: expected errors for each bit, from 0 to 1", exposure.uber));
    }
    if (!(exposure.bytes_per_error > 0)) {
        throw DomainError(fmt::format("{} bytes lost with an error: expected more than 0",
                                      exposure.bytes_per_error));
    }
    const double expected = exposure.bytes_read * bits_per_byte * exposure.uber;
    return {.expected_errors = expected,
            .probability_of_any = -std::expm1(-expected),
            .bytes_between_errors = 1 / (exposure.uber * bits_per_byte),
            .expected_bytes_lost = expected * exposure.bytes_per_error};
}

}  // namespace drivewear::wear
