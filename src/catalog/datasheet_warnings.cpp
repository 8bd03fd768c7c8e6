#include "catalog/datasheet_warnings.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drivewear/catalog/rated_tbw.hpp"

namespace drivewear::catalog {
namespace {

constexpr double block_bytes = 4096;
// What exceeds the noise of one product is in the datasheet.
constexpr double double_noise = 1e-9;

// Says how far off even where printing rounded: the reader judges.
void check_tbw(const Drive& drive, std::vector<std::string>& warnings) {
    const auto derived = tbw_from_dwpd(drive);
    if (!derived || !drive.tbw_random || *derived == *drive.tbw_random) return;
    const double expected = units::in_tb(*derived);
    const double stated = units::in_tb(*drive.tbw_random);
    const double off = stated / expected - 1;
    warnings.push_back(fmt::format(
        "rated TBW {:.8g} TB is {:.2g} % {} DWPD x capacity x 365 x {} years = {:.8g} TB", stated,
        100 * std::abs(off), off > 0 ? "above" : "below", drive.warranty_years->to_string(),
        expected));
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
