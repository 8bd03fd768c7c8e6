#include "drivewear/catalog/fields.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "catalog/field_values.hpp"

namespace drivewear::catalog {
namespace {

using Texts = std::vector<std::string> Drive::*;

// Where a field goes in a Drive; nowhere means: kept among its texts.
using Member =
    std::variant<std::monostate, units::Capacity Drive::*, std::optional<units::Capacity> Drive::*,
                 std::optional<units::HostBytes> Drive::*, std::optional<units::DataRate> Drive::*,
                 std::optional<double> Drive::*, std::optional<units::Duration> Drive::*,
                 std::optional<units::Decimal> Drive::*, std::optional<units::Power> Drive::*,
                 std::optional<units::Temperature> Drive::*, std::optional<int> Drive::*,
                 std::string Drive::*, Texts>;

struct Row {
    Field field;
    Member member{};
};

using enum FieldKind;

constexpr auto rows = std::to_array<Row>({
    {{"use_case", text}},
    {{"positioning", text}},
    {{"announced", text}},
    {{"heritage", text}},
    {{"predecessor", text}},
    {{"sibling", text}},
    {{"part_numbers", texts}, &Drive::part_numbers},
    {{"part_numbers_sie", texts}, &Drive::part_numbers},
    {{"part_numbers_sed", texts}, &Drive::part_numbers},
    {{"capacity", bytes}, &Drive::capacity},
    {{"raw_capacity", bytes}, &Drive::raw_capacity},
    {{"spare_area", percent}},
    {{"family_capacity_min", bytes}},
    {{"family_capacity_max", bytes}},
    {{"family_capacities", texts}},
    {{"form_factors", texts}, &Drive::form_factors},
    {{"form_factor_reviewed", text}},
    {{"interface", text}, &Drive::interface},
    {{"interface_speed", text}},
    {{"protocol", text}},
    {{"ports", text}},
    {{"ocp_version", text}},
    {{"drivers", text}},
    {{"flexible_data_placement", text}},
    {{"controller", text}},
    {{"dram", text}},
    {{"nand_type", text}, &Drive::nand_type},
    {{"nand_layers", layers}, &Drive::nand_layers},
    {{"nand_generation", text}},
    {{"nand_process", text}},
    {{"nand_maker", text}},
    {{"nand_packages", text}},
    {{"nand_die_capacity", text}},
    {{"indirection_unit", bytes}, &Drive::indirection_unit},
    {{"seq_read", data_rate}, &Drive::seq_read},
    {{"seq_write", data_rate}, &Drive::seq_write},
    {{"rand_read_4k", iops}, &Drive::rand_read_iops},
    {{"rand_write_4k", iops}, &Drive::rand_write_iops},
    {{"rand_write_16k", iops}},
    {{"mixed_70_30", iops}, &Drive::mixed_70_30_iops},
    {{"family_max_seq_read", data_rate}},
    {{"family_max_seq_write", data_rate}},
    {{"family_max_rand_read_4k", iops}},
    {{"family_max_rand_write_4k", iops}},
    {{"seq_write_range", text}},
    {{"rand_write_4k_range", text}},
    {{"mixed_70_30_range", text}},
    {{"announced_performance", text}},
    {{"read_latency", latency}, &Drive::read_latency},
    {{"write_latency", latency}, &Drive::write_latency},
    {{"read_latency_99999", latency}},
    {{"dwpd", drive_writes}, &Drive::dwpd},
    {{"dwpd_3_years", drive_writes}},
    {{"dwpd_sequential_128k", drive_writes}},
    {{"dwpd_random_16k", drive_writes}},
    {{"dwpd_random_8k", drive_writes}},
    {{"dwpd_random_4k", drive_writes}},
    {{"dwpd_jesd219a", drive_writes}},
    {{"dwpd_mix_90_10", drive_writes}},
    {{"dwpd_mix_80_20", drive_writes}},
    {{"dwpd_mix_70_30", drive_writes}},
    {{"dwpd_mix_50_50", drive_writes}},
    {{"dwpd_mix_90_10_16k_4k", drive_writes}},
    {{"dwpd_mix_70_30_16k_4k", drive_writes}},
    {{"dwpd_mix_50_50_16k_4k", drive_writes}},
    {{"warranty", years}, &Drive::warranty_years},
    {{"tbw_random", host_bytes}, &Drive::tbw_random},
    {{"tbw_sequential", host_bytes}, &Drive::tbw_sequential},
    {{"rating_workload", text}, &Drive::rating_workload},
    {{"nand_endurance_estimate", bytes}},
    {{"mttf_0_50c", hours}, &Drive::mttf_to_50c},
    {{"mttf_0_55c", hours}, &Drive::mttf_to_55c},
    {{"mttf", hours}, &Drive::mttf},
    {{"afr_published", percent}},
    {{"uber", error_rate}, &Drive::uber},
    {{"power_active", power}, &Drive::active_power},
    {{"power_active_min", power}},
    {{"power_max", power}},
    {{"power_idle", power}, &Drive::idle_power},
    {{"power_seq_read", power}},
    {{"power_seq_write", power}},
    {{"power_rand_read", power}},
    {{"power_rand_write", power}},
    {{"supply_voltage", text}},
    {{"operating_temp_min", temperature}, &Drive::operating_temperature_min},
    {{"operating_temp_max", temperature}, &Drive::operating_temperature_max},
    {{"non_operating_temp_min", temperature}},
    {{"non_operating_temp_max", temperature}},
    {{"smart_temp_max", temperature}},
    {{"humidity", text}},
    {{"vibration", text}},
    {{"shock", text}},
    {{"dimensions", text}},
    {{"dimensions_u2", text}},
    {{"dimensions_hhhl", text}},
    {{"thickness", length}},
    {{"width", length}},
    {{"length", length}},
    {{"weight", mass}},
    {{"security", texts}},
    {{"protection", texts}},
});

constexpr auto fields = [] {
    std::array<Field, rows.size()> result{};
    std::transform(rows.begin(), rows.end(), result.begin(),
                   [](const Row& row) { return row.field; });
    return result;
}();

struct KindRow {
    FieldKind kind;
    std::string_view name;
    std::span<const std::string_view> units;
};

using Unit = std::string_view;
constexpr Unit byte_units[] = {"B",   "kB",  "MB",  "GB",  "TB", "PB",
                               "KiB", "MiB", "GiB", "TiB", "PiB"};
constexpr Unit rate_units[] = {"MB/s", "GB/s", "MiB/s", "GiB/s"};
constexpr Unit iops_units[] = {"IOPS"};
constexpr Unit latency_units[] = {"us", "ms"};
constexpr Unit hour_units[] = {"h"};
constexpr Unit year_units[] = {"years"};
constexpr Unit drive_write_units[] = {"DWPD"};
constexpr Unit power_units[] = {"W", "mW"};
constexpr Unit temperature_units[] = {"C"};
constexpr Unit layer_units[] = {"layers"};
constexpr Unit error_rate_units[] = {"sectors/bit"};
constexpr Unit percent_units[] = {"%"};
constexpr Unit length_units[] = {"mm"};
constexpr Unit mass_units[] = {"g"};

// In the order of the enumeration.
constexpr auto kinds = std::to_array<KindRow>({
    {bytes, "bytes", byte_units},
    {host_bytes, "host_bytes", byte_units},
    {data_rate, "data_rate", rate_units},
    {iops, "iops", iops_units},
    {latency, "latency", latency_units},
    {hours, "hours", hour_units},
    {years, "years", year_units},
    {drive_writes, "drive_writes", drive_write_units},
    {power, "power", power_units},
    {temperature, "temperature", temperature_units},
    {layers, "layers", layer_units},
    {error_rate, "error_rate", error_rate_units},
    {percent, "percent", percent_units},
    {length, "length", length_units},
    {mass, "mass", mass_units},
    {text, "text", {}},
    {texts, "texts", {}},
});

const KindRow& row_of(FieldKind kind) {
    return kinds[static_cast<std::size_t>(kind)];
}

const Row* find_row(std::string_view name) {
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const Row& row) { return row.field.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

template <class Target>
struct Inner {
    using type = Target;
};
template <class Value>
struct Inner<std::optional<Value>> {
    using type = Value;
};

}  // namespace

std::span<const Field> vocabulary() {
    return fields;
}

std::string_view name_of(FieldKind kind) {
    return row_of(kind).name;
}

std::span<const std::string_view> units_of(FieldKind kind) {
    return row_of(kind).units;
}

bool is_own_field(std::string_view name) {
    return name.starts_with("x_");
}

std::optional<Field> field_named(std::string_view name) {
    if (const Row* row = find_row(name)) return row->field;
    if (is_own_field(name)) return Field{name, text};
    return std::nullopt;
}

bool assign(Drive& drive, std::string_view name, const FieldValue& value) {
    const Row* row = find_row(name);
    if (row == nullptr) return false;
    return std::visit(
        [&](auto member) {
            if constexpr (std::is_same_v<decltype(member), std::monostate>) {
                return false;
            } else {
                auto& target = drive.*member;
                using Target = std::remove_reference_t<decltype(target)>;
                const auto& given = std::get<typename Inner<Target>::type>(value);
                if constexpr (std::is_same_v<decltype(member), Texts>) {
                    // Part numbers come from several fields; every other list has one.
                    if (member != &Drive::part_numbers) target.clear();
                    target.insert(target.end(), given.begin(), given.end());
                } else {
                    target = given;
                }
                return true;
            }
        },
        row->member);
}

}  // namespace drivewear::catalog
