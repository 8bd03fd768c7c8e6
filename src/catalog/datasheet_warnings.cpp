#include "catalog/datasheet_warnings.hpp"

#include <fmt/format.h>

#include <cmath>

namespace drivewear::catalog {
namespace {

constexpr double block_bytes = 4096;
// Ratings are exact decimals, so what exceeds the noise of a few products is in the datasheet.
constexpr double double_noise = 1e-9;

// Says how far off even where printing rounded: the reader judges.
void check_tbw(const Drive& drive, std::vector<std::string>& warnings) {
    if (!drive.tbw_random || !drive.dwpd || !drive.warranty_years) return;
    const double years = drive.warranty_years->to_double();
    const double expected = drive.dwpd->to_double() * units::in_tb(drive.capacity) * 365 * years;
    const double stated = units::in_tb(*drive.tbw_random);
    const double off = stated / expected - 1;
    if (std::abs(off) <= double_noise) return;
    warnings.push_back(fmt::format(
        "rated TBW {:.8g} TB is {:.2g} % {} DWPD x capacity x 365 x {:.4g} years = {:.8g} TB",
        stated, 100 * std::abs(off), off > 0 ? "above" : "below", years, expected));
}

struct Direction {
    const char* name;
    std::optional<double> random_iops;
    std::optional<units::DataRate> sequential;
};

void check_bandwidth(const Direction& direction, std::vector<std::string>& warnings) {
    if (!direction.random_iops || !direction.sequential) return;
    const double random = *direction.random_iops * block_bytes;
    const double sequential = direction.sequential->value();
    if (random <= sequential * (1 + double_noise)) return;
    warnings.push_back(
        fmt::format("4 KiB random {0} of {1:.6g} IOPS is {2:.2f} GB/s, above the sequential {0} of "
                    "{3:.2f} GB/s",
                    direction.name, *direction.random_iops, random / 1e9, sequential / 1e9));
}

}  // namespace

std::vector<std::string> datasheet_warnings(const Drive& drive) {
    std::vector<std::string> warnings;
    check_tbw(drive, warnings);
    check_bandwidth({"read", drive.rand_read_iops, drive.seq_read}, warnings);
    check_bandwidth({"write", drive.rand_write_iops, drive.seq_write}, warnings);
    const bool rated = drive.tbw_random || drive.tbw_sequential || drive.dwpd;
    if (rated && drive.rating_workload.empty()) {
        warnings.push_back("the workload behind the endurance rating is not stated");
    }
    return warnings;
}

}  // namespace drivewear::catalog
