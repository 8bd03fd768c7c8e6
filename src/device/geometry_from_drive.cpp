#include "drivewear/device/geometry_from_drive.hpp"

#include <fmt/format.h>

#include <bit>

#include "drivewear/catalog/rated_tbw.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/units/format.hpp"

namespace drivewear::device {
namespace {

constexpr double days_per_year = 365;
constexpr units::Decimal assumed_warranty_years{5, 0};
constexpr std::uint64_t assumed_blocks = 2048;
constexpr std::uint32_t assumed_page_bytes = 4096;

// A drive made in code carries no provenance; its figures are taken at their word.
catalog::Status status_of(const catalog::Drive& drive, const char* field) {
    const auto found = drive.provenance.find(field);
    return found == drive.provenance.end() ? catalog::Status::published : found->second.status;
}

std::string text_of(std::uint64_t byte_count) {
    return units::format_capacity(units::bytes(byte_count));
}

void take_page(const catalog::Drive& drive, DriveGeometry& geometry) {
    if (drive.indirection_unit) {
        geometry.page_bytes = static_cast<std::uint32_t>(drive.indirection_unit->value());
        return;
    }
    geometry.page_bytes = assumed_page_bytes;
    geometry.assumptions.push_back("the indirection unit is not published; 4 KiB are assumed");
}

void take_block(DriveGeometry& geometry) {
    const std::uint64_t pages = geometry.raw_bytes / geometry.page_bytes / assumed_blocks;
    geometry.block_bytes = std::max<std::uint64_t>(pages, 2) * geometry.page_bytes;
    geometry.assumptions.push_back(fmt::format(
        "superblocks are not published; {} of {} each are assumed, beside those held free",
        geometry.raw_bytes / geometry.block_bytes, text_of(geometry.block_bytes)));
}

void take_rating(const catalog::Drive& drive, DriveGeometry& geometry) {
    const auto capacity = static_cast<double>(drive.capacity.value());
    const units::Decimal warranty = drive.warranty_years.value_or(assumed_warranty_years);
    const double years = warranty.to_double();
    if (drive.tbw_random) {
        geometry.rated_host_bytes = drive.tbw_random->value();
    } else if (drive.dwpd) {
        geometry.rated_host_bytes =
            catalog::tbw_of({*drive.dwpd, drive.capacity, warranty}).value();
        geometry.assumptions.push_back("rated TBW = DWPD x capacity x 365 x warranty years");
    } else if (drive.tbw_sequential) {
        geometry.rated_host_bytes = drive.tbw_sequential->value();
        geometry.assumptions.push_back("only a sequential TBW is published; it is the rating");
    }
    if (drive.dwpd) {
        geometry.drive_writes_per_day = drive.dwpd->to_double();
    } else if (geometry.rated_host_bytes) {
        geometry.drive_writes_per_day =
            static_cast<double>(*geometry.rated_host_bytes) / (capacity * days_per_year * years);
    }
    if (!drive.warranty_years && geometry.rated_host_bytes) {
        geometry.assumptions.push_back(
            fmt::format("no warranty period is published; {} years are assumed",
                        assumed_warranty_years.to_string()));
    }
    if (drive.tbw_sequential) {
        geometry.cycles_implied = static_cast<double>(drive.tbw_sequential->value()) /
                                  static_cast<double>(geometry.raw_bytes);
    }
}

}  // namespace

RawCapacity raw_capacity(const catalog::Drive& drive) {
    if (drive.raw_capacity) {
        const std::uint64_t raw = drive.raw_capacity->value();
        const catalog::Status status = status_of(drive, "raw_capacity");
        if (status == catalog::Status::published) return {raw, ""};
        if (status == catalog::Status::conflict) {
            return {raw, "sources differ on the raw flash; " + text_of(raw) + " are taken"};
        }
        return {raw, "raw flash is taken to be the next power-of-two TiB, " + text_of(raw)};
    }
    constexpr std::uint64_t gib = std::uint64_t{1} << 30;
    const std::uint64_t raw = std::bit_ceil((drive.capacity.value() + gib - 1) / gib) * gib;
    return {raw, "raw flash is not published; the next power of two is assumed, " + text_of(raw)};
}

DriveGeometry geometry_from_drive(const catalog::Drive& drive) {
    DriveGeometry geometry;
    geometry.usable_bytes = drive.capacity.value();
    const RawCapacity raw = raw_capacity(drive);
    geometry.raw_bytes = raw.bytes;
    if (!raw.assumption.empty()) geometry.assumptions.push_back(raw.assumption);
    if (geometry.raw_bytes <= geometry.usable_bytes) {
        throw DomainError(fmt::format("{}: {} raw: expected more than the capacity of {}", drive.id,
                                      text_of(geometry.raw_bytes), text_of(geometry.usable_bytes)));
    }
    take_page(drive, geometry);
    take_block(geometry);
    take_rating(drive, geometry);
    return geometry;
}

}  // namespace drivewear::device
