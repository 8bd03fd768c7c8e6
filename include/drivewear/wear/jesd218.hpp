// What JEDEC JESD218 asks of a drive that has written its rated TBW, by class; and what an
// UBER means for the reads of a plan.
//
// Standard: the figures of JESD218's table 1 (2010), known here from texts that quote it. Modelled:
// retention at other temperatures, by Arrhenius' law. Assumed: the activation energy.
#pragma once

#include <cstdint>
#include <string>

#include "drivewear/units/quantities.hpp"
#include "drivewear/wear/arrhenius.hpp"

namespace drivewear::wear {

enum class DriveClass { client, enterprise };

/// "client" or "enterprise"; throws UnknownName.
DriveClass parse_drive_class(const std::string& text);
std::string to_text(DriveClass drive_class);

/// The requirements of one class.
struct ClassRequirements {
    units::Temperature active_temperature;     ///< of the drive while it writes
    double active_hours_per_day = 24;          ///< hours of writing a day
    units::Temperature retention_temperature;  ///< of the drive without power afterwards
    units::Duration retention;                 ///< how long data must stay readable there
    double functional_failure_share = 0.03;    ///< FFR: drives that may fail over the TBW rating
    double uber = 1e-16;                       ///< data errors for each bit read, upper limit
};
ClassRequirements requirements_of(DriveClass drive_class);

/// How long a drive of the class, worn to its rating, keeps data without power at `temperature`:
/// the class's retention translated by Arrhenius' law.
units::Duration power_off_retention(DriveClass drive_class, units::Temperature temperature,
                                    ActivationEnergy energy = {});

/// Reads of a plan against an UBER limit.
struct ReadExposure {
    double bytes_read = 0;         ///< by the host
    double uber = 0;               ///< errors for each bit read, in [0, 1]
    double bytes_per_error = 512;  ///< data lost with one error: a sector
};

/// What an UBER limit allows. "< 1 sector per 1e17 bits" is a limit on a mean over many drives, not
/// a prediction: most drives read far better, and errors come in clusters on few of them.
struct UnrecoverableReads {
    double expected_errors = 0;       ///< bits read x UBER: at most so many, on average
    double probability_of_any = 0;    ///< 1 - exp(-expected), if errors were independent
    double bytes_between_errors = 0;  ///< mean bytes read for one error; infinity for UBER 0
    double expected_bytes_lost = 0;   ///< expected errors x bytes of each
};
UnrecoverableReads unrecoverable_reads(const ReadExposure& exposure);

}  // namespace drivewear::wear
