#include "drivewear/ingest/health_record.hpp"

#include <algorithm>
#include <utility>

namespace drivewear::ingest {
namespace {

template <class Counter>
std::optional<Counter> product(Uint128 count, std::uint64_t unit_bytes) {
    if (unit_bytes != 0 && count > ~Uint128{0} / unit_bytes) return std::nullopt;
    return Counter::from_value(count * unit_bytes);
}

}  // namespace

const char* name_of(Protocol protocol) {
    constexpr const char* names[] = {"", "nvme", "ata", "scsi"};
    return names[static_cast<int>(protocol)];
}

void HealthRecord::flag(std::string code, std::string detail) {
    if (!has_flag(code)) flags.push_back({std::move(code), std::move(detail)});
}

bool HealthRecord::has_flag(std::string_view code) const {
    return std::any_of(flags.begin(), flags.end(),
                       [&](const Flag& flag) { return flag.code == code; });
}

void complete_record(HealthRecord& record, HealthRecord later) {
    const auto fill = [](auto& into, auto& from) {
        if (!into) into = std::move(from);
    };
    const auto fill_text = [](std::string& into, std::string& from) {
        if (into.empty()) into = std::move(from);
    };
    record.format += (record.format.empty() ? "" : " + ") + later.format;
    fill_text(record.model, later.model);
    fill_text(record.family, later.family);
    fill_text(record.serial, later.serial);
    fill_text(record.firmware, later.firmware);
    fill_text(record.device, later.device);
    if (!record.capacity) record.capacity_source = later.capacity_source;
    fill(record.capacity, later.capacity);
    fill(record.taken_at, later.taken_at);
    fill(record.host_written, later.host_written);
    fill(record.host_read, later.host_read);
    fill(record.nand_written, later.nand_written);
    fill(record.nand_per_host, later.nand_per_host);
    fill(record.write_commands, later.write_commands);
    fill(record.wear, later.wear);
    fill(record.spare_percent, later.spare_percent);
    fill(record.spare_threshold_percent, later.spare_threshold_percent);
    fill(record.erases, later.erases);
    if (!record.power_on_hours) record.power_on_extra_minutes = later.power_on_extra_minutes;
    fill(record.power_on_hours, later.power_on_hours);
    fill(record.power_cycles, later.power_cycles);
    fill(record.unsafe_shutdowns, later.unsafe_shutdowns);
    fill(record.media_errors, later.media_errors);
    fill(record.critical_warning, later.critical_warning);
    fill(record.celsius, later.celsius);
    fill(record.solid_state, later.solid_state);
    if (record.protocol == Protocol::unknown) record.protocol = later.protocol;
    for (Flag& flag : later.flags)
        record.flag(std::move(flag.code), std::move(flag.detail));
}

std::optional<HostByteCounter> host_bytes_of_units(Uint128 count, std::uint64_t unit_bytes) {
    return product<HostByteCounter>(count, unit_bytes);
}

std::optional<NandByteCounter> nand_bytes_of_units(Uint128 count, std::uint64_t unit_bytes) {
    return product<NandByteCounter>(count, unit_bytes);
}

double in_tb(HostByteCounter amount) {
    return static_cast<double>(amount.value()) / units::bytes_per_tb;
}

double in_tb(NandByteCounter amount) {
    return static_cast<double>(amount.value()) / units::bytes_per_tb;
}

}  // namespace drivewear::ingest
