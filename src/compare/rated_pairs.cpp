// Two models of one family on the same hardware differ only in usable capacity: their rated IOPS
// tell the pool.
#include <fmt/format.h>

#include "compare/rows.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/device/geometry_from_drive.hpp"

namespace drivewear::compare {
namespace {

struct RatedDrive {
    const catalog::Drive* drive;
    double iops;
};

/// From the catalog, else from a rated result.
std::optional<double> rated_iops(const Inputs& inputs, const catalog::Drive& drive) {
    if (drive.rand_write_iops) return drive.rand_write_iops;
    for (const measured::Result& result : inputs.measurements.results()) {
        if (result.kind == measured::Kind::rated && result.conditions.drive == drive.id &&
            result.quantity == measured::Quantity::iops) {
            return result.value.value();
        }
    }
    return std::nullopt;
}

/// "7450" of "7450 MAX".
std::string series_of(const catalog::Drive& drive) {
    return drive.family.substr(0, drive.family.find(' '));
}

bool share_hardware(const catalog::Drive& a, const catalog::Drive& b) {
    return a.vendor == b.vendor && series_of(a) == series_of(b) && a.capacity < b.capacity &&
           device::raw_capacity(a).bytes == device::raw_capacity(b).bytes;
}

/// Mean write amplification of the drive's measured sequential fills.
std::optional<double> base_of_fills(const Inputs& inputs, const std::string& drive_id) {
    double sum = 0;
    int number = 0;
    for (const measured::Result& result : inputs.measurements.results()) {
        const bool is_fill = result.conditions.drive == drive_id &&
                             result.conditions.workload == "sequential" &&
                             result.kind == measured::Kind::measured &&
                             result.quantity == measured::Quantity::write_amplification;
        if (!is_fill) continue;
        sum += result.value.value();
        ++number;
    }
    if (number == 0) return std::nullopt;
    return sum / number;
}

}  // namespace

std::vector<DriveCalibration> calibrations_of_rated_pairs(const Inputs& inputs) {
    std::vector<RatedDrive> rated;
    for (const catalog::Drive& drive : inputs.catalog.drives()) {
        if (const auto iops = rated_iops(inputs, drive)) rated.push_back({&drive, *iops});
    }
    std::vector<DriveCalibration> all;
    for (const RatedDrive& small : rated) {
        for (const RatedDrive& large : rated) {
            if (!share_hardware(*small.drive, *large.drive)) continue;
            const std::vector<CalibrationPoint> points{
                {.usable_bytes = static_cast<double>(small.drive->capacity.value()),
                 .iops = small.iops,
                 .place = small.drive->id},
                {.usable_bytes = static_cast<double>(large.drive->capacity.value()),
                 .iops = large.iops,
                 .place = large.drive->id}};
            const auto base = base_of_fills(inputs, small.drive->id);
            try {
                all.push_back({{small.drive->id, large.drive->id},
                               fmt::format("their rated IOPS{}",
                                           base ? ", base from measured sequential fills" : ""),
                               calibrate(points, {.base = base})});
            } catch (const DomainError&) {
                // Ratings that some other limit made say nothing of the pool.
            }
        }
    }
    return all;
}

}  // namespace drivewear::compare
