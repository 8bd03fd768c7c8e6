#include "drivewear/device/geometry_from_drive.hpp"

#include <doctest/doctest.h>

#include "drivewear/core/errors.hpp"

using namespace drivewear;

namespace {

catalog::Drive drive_of(std::uint64_t capacity_bytes) {
    catalog::Drive drive;
    drive.id = "maker-model";
    drive.capacity = units::bytes(capacity_bytes);
    return drive;
}

}  // namespace

TEST_CASE("raw flash defaults to the next power of two and says so") {
    const device::DriveGeometry geometry =
        device::geometry_from_drive(drive_of(12'800'000'000'000));
    CHECK(geometry.raw_bytes == std::uint64_t{16} << 40);
    CHECK(geometry.block_bytes == std::uint64_t{8} << 30);
    CHECK(geometry.page_bytes == 4096);
    CHECK(geometry.assumptions.size() == 3);
    CHECK(device::raw_capacity(drive_of(960'000'000'000)).bytes == std::uint64_t{1} << 40);
    CHECK(device::raw_capacity(drive_of(480'000'000'000)).bytes == std::uint64_t{512} << 30);
}

TEST_CASE("published values are taken as they are") {
    catalog::Drive drive = drive_of(1'000'000'000'000);
    drive.raw_capacity = units::bytes(1'500'000'000'000);
    drive.indirection_unit = units::bytes(16384);
    drive.dwpd = units::Decimal::parse("3");
    drive.warranty_years = units::Decimal::parse("5");
    drive.tbw_random = units::host_bytes(5'475'000'000'000'000);
    drive.tbw_sequential = units::host_bytes(9'000'000'000'000'000);
    const device::DriveGeometry geometry = device::geometry_from_drive(drive);
    CHECK(geometry.raw_bytes == 1'500'000'000'000);
    CHECK(geometry.page_bytes == 16384);
    CHECK(geometry.rated_host_bytes == 5'475'000'000'000'000);
    CHECK(geometry.drive_writes_per_day == 3);
    CHECK(geometry.cycles_implied == 6000);
    CHECK(geometry.assumptions.size() == 1);  // the superblock
}

TEST_CASE("a rating follows from DWPD where no TBW is published") {
    catalog::Drive drive = drive_of(1'920'000'000'000);
    drive.dwpd = units::Decimal::parse("1");
    const device::DriveGeometry geometry = device::geometry_from_drive(drive);
    CHECK(geometry.rated_host_bytes == 3'504'000'000'000'000);  // 1.92 TB x 365 x 5
}

TEST_CASE("a drive without spare is refused") {
    catalog::Drive drive = drive_of(1'000'000'000'000);
    drive.raw_capacity = drive.capacity;
    CHECK_THROWS_AS(device::geometry_from_drive(drive), DomainError);
}
