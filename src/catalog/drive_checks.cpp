#include "catalog/drive_checks.hpp"

#include <algorithm>
#include <bit>
#include <cctype>

#include "drivewear/units/format.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::catalog {
namespace {

bool is_id(const std::string& id) {
    return !id.empty() && id.front() != '.' && id.front() != '-' &&
           std::all_of(id.begin(), id.end(), [](unsigned char c) {
               return std::islower(c) || std::isdigit(c) || c == '.' || c == '-';
           });
}

// "micron-9550-max-12.8tb" ends in 12.8 TB; nothing for an id that ends in something else.
std::optional<units::Capacity> capacity_in(const std::string& id) {
    std::string last = id.substr(id.rfind('-') + 1);  // npos + 1 is 0
    if (!last.ends_with("tb") && !last.ends_with("gb")) return std::nullopt;
    std::transform(last.end() - 2, last.end(), last.end() - 2,
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    try {
        return units::parse_capacity(last);
    } catch (const ParseError&) {
        return std::nullopt;
    }
}

void check_capacities(const Drive& drive, const std::string& pointer, ProblemList& problems) {
    if (drive.capacity.value() == 0) return;
    const std::string capacity = units::format_capacity(drive.capacity);
    const auto named = capacity_in(drive.id);
    if (named && *named != drive.capacity) {
        problems.add(pointer + "/id", "\"" + drive.id + "\"",
                     "an id that ends in the capacity, " + capacity);
    }
    if (drive.raw_capacity && *drive.raw_capacity < drive.capacity) {
        problems.add(pointer + "/fields/raw_capacity", units::format_capacity(*drive.raw_capacity),
                     "at least the capacity, " + capacity);
    }
}

}  // namespace

void check_drive(const Drive& drive, const std::string& pointer, ProblemList& problems) {
    if (!drive.id.empty() && !is_id(drive.id)) {
        problems.add(pointer + "/id", "\"" + drive.id + "\"",
                     "lower-case letters, digits, '.' and '-' only");
    }
    check_capacities(drive, pointer, problems);
    const auto& coldest = drive.operating_temperature_min;
    const auto& hottest = drive.operating_temperature_max;
    if (coldest && hottest && *coldest > *hottest) {
        problems.add(pointer + "/fields/operating_temp_min", "more than operating_temp_max",
                     "the lower of the two");
    }
}

void infer_raw_capacity(Drive& drive) {
    if (drive.raw_capacity || drive.capacity.value() == 0) return;
    constexpr std::uint64_t gib = std::uint64_t{1} << 30;
    const std::uint64_t whole_gib = (drive.capacity.value() + gib - 1) / gib;
    drive.raw_capacity = units::bytes(std::bit_ceil(whole_gib) * gib);
    drive.provenance["raw_capacity"] = {
        .status = Status::inferred,
        .readings = {{.value = units::format_capacity(*drive.raw_capacity),
                      .source = "catalog-rules",
                      .locator = "raw capacity",
                      .printed = "",
                      .note = "next power of two at or above the capacity; no source states it"}},
        .reason = ""};
}

}  // namespace drivewear::catalog
