#include "drivewear/catalog/rated_tbw.hpp"

#include "drivewear/core/errors.hpp"
#include "units/exact.hpp"

namespace drivewear::catalog {
namespace {

// Nothing above 2^64 - 1 bytes.
std::optional<units::HostBytes> whole_bytes_of(const DriveWrites& rating) {
    using boost::multiprecision::cpp_int;
    const units::Rational total =
        units::exact(rating.per_day) * rating.capacity.value() * 365 * units::exact(rating.years);
    const cpp_int whole = numerator(total) / denominator(total);
    if (whole > UINT64_MAX) return std::nullopt;
    return units::host_bytes(static_cast<std::uint64_t>(whole));
}

}  // namespace

units::HostBytes tbw_of(const DriveWrites& rating) {
    if (const auto tbw = whole_bytes_of(rating)) return *tbw;
    throw DomainError(rating.per_day.to_string() + " DWPD over " + rating.years.to_string() +
                      " years come to more than 2^64 - 1 bytes (18.4 EB)");
}

std::optional<units::HostBytes> tbw_from_dwpd(const Drive& drive) {
    if (!drive.dwpd || !drive.warranty_years) return std::nullopt;
    return whole_bytes_of({*drive.dwpd, drive.capacity, *drive.warranty_years});
}

}  // namespace drivewear::catalog
