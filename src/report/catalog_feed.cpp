#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "drivewear/catalog/rated_tbw.hpp"
#include "drivewear/device/write_amplification.hpp"
#include "drivewear/report/catalog_report.hpp"
#include "drivewear/wear/failure.hpp"
#include "report/xlsx.hpp"

namespace drivewear::report {
namespace {

using catalog::Drive;

// AFR is stated at the top of the range that most drives are rated for.
constexpr double afr_temperature_c = 50;

Json words(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json words(const std::vector<std::string>& list) {
    return list.empty() ? Json(nullptr) : Json(list);
}

Json bytes(const std::optional<units::Capacity>& amount) {
    return amount ? exact_integer(amount->value()) : Json(nullptr);
}

Json terabytes(const std::optional<units::HostBytes>& amount) {
    return amount ? number(units::in_tb(*amount)) : Json(nullptr);
}

Json decimal(const std::optional<units::Decimal>& value) {
    return value ? number(value->to_double()) : Json(nullptr);
}

// A quantity in a unit that is `scale` of its canonical one.
template <class Quantity>
Json scaled(const std::optional<Quantity>& quantity, double scale) {
    return quantity ? number(quantity->value() / scale) : Json(nullptr);
}

Json celsius(const std::optional<units::Temperature>& temperature) {
    return temperature ? number(units::in_celsius(*temperature)) : Json(nullptr);
}

std::optional<device::SpareFactor> spare_of(const Drive& drive) {
    if (!drive.raw_capacity || *drive.raw_capacity <= drive.capacity) return std::nullopt;
    return device::SpareFactor::from_capacities(drive.capacity.value(),
                                                drive.raw_capacity->value());
}

Json over_provision_percent(const Drive& drive) {
    const auto spare = spare_of(drive);
    return spare ? number(100 * spare->over_provision()) : Json(nullptr);
}

Json spare_factor(const Drive& drive) {
    const auto spare = spare_of(drive);
    return spare ? number(spare->value()) : Json(nullptr);
}

Json raw_status(const Drive& drive) {
    const auto found = drive.provenance.find("raw_capacity");
    return found == drive.provenance.end() ? Json(nullptr)
                                           : Json(catalog::name_of(found->second.status));
}

Json afr_percent(const Drive& drive) {
    const auto chosen = wear::mttf_at(drive, units::celsius(afr_temperature_c));
    return chosen.mttf ? number(100 * wear::annualised_failure_rate(*chosen.mttf)) : Json(nullptr);
}

Json sources_of(const Drive& drive) {
    std::set<std::string> ids;
    for (const auto& [field, provenance] : drive.provenance) {
        for (const catalog::Reading& reading : provenance.readings)
            ids.insert(reading.source);
    }
    return ids;
}

struct FeedColumn {
    CatalogColumn column;
    Json (*value)(const Drive&);
};

constexpr double microsecond = 1e-6;

constexpr auto feed_columns = std::to_array<FeedColumn>({
    {{"id", "", "vendor-model-[form-]capacity"}, [](const Drive& d) { return words(d.id); }},
    {{"vendor", "", "maker"}, [](const Drive& d) { return words(d.vendor); }},
    {{"family", "", "product family"}, [](const Drive& d) { return words(d.family); }},
    {{"model", "", "full name"}, [](const Drive& d) { return words(d.model); }},
    {{"part_numbers", "", "model numbers to order by"},
     [](const Drive& d) { return words(d.part_numbers); }},
    {{"tier", "", "read intensive, mixed use or write intensive"},
     [](const Drive& d) { return words(d.tier); }},
    {{"capacity_bytes", "B", "user-addressable, exact"},
     [](const Drive& d) { return exact_integer(d.capacity.value()); }},
    {{"capacity_tb", "TB", "user-addressable, 10^12 bytes"},
     [](const Drive& d) { return number(units::in_tb(d.capacity)); }},
    {{"raw_capacity_bytes", "B", "all flash in the drive"},
     [](const Drive& d) { return bytes(d.raw_capacity); }},
    {{"raw_capacity_status", "", "published, derived, inferred or conflict"}, raw_status},
    {{"over_provision_percent", "%", "(raw - user) / user"}, over_provision_percent},
    {{"spare_factor", "1", "(raw - user) / raw"}, spare_factor},
    {{"nand_type", "", "kind of flash"}, [](const Drive& d) { return words(d.nand_type); }},
    {{"nand_layers", "layers", "word-line layers of the flash"},
     [](const Drive& d) { return d.nand_layers ? Json(*d.nand_layers) : Json(nullptr); }},
    {{"interface", "", "host interface"}, [](const Drive& d) { return words(d.interface); }},
    {{"form_factors", "", "form factors sold"},
     [](const Drive& d) { return words(d.form_factors); }},
    {{"seq_read_mb_s", "MB/s", "sequential read, 10^6 bytes a second"},
     [](const Drive& d) { return scaled(d.seq_read, 1e6); }},
    {{"seq_write_mb_s", "MB/s", "sequential write, 10^6 bytes a second"},
     [](const Drive& d) { return scaled(d.seq_write, 1e6); }},
    {{"rand_read_iops", "IOPS", "4 KiB random reads"},
     [](const Drive& d) { return number(d.rand_read_iops); }},
    {{"rand_write_iops", "IOPS", "4 KiB random writes, steady state"},
     [](const Drive& d) { return number(d.rand_write_iops); }},
    {{"mixed_70_30_iops", "IOPS", "4 KiB, 70 % random reads and 30 % random writes"},
     [](const Drive& d) { return number(d.mixed_70_30_iops); }},
    {{"read_latency_us", "us", "typical 4 KiB random read at depth 1"},
     [](const Drive& d) { return scaled(d.read_latency, microsecond); }},
    {{"write_latency_us", "us", "typical 4 KiB write at depth 1"},
     [](const Drive& d) { return scaled(d.write_latency, microsecond); }},
    {{"dwpd", "1/day", "drive writes per day over the warranty"},
     [](const Drive& d) { return decimal(d.dwpd); }},
    {{"warranty_years", "years", "of 365 days"},
     [](const Drive& d) { return decimal(d.warranty_years); }},
    {{"tbw_random_tb", "TB", "rated host bytes, random writes"},
     [](const Drive& d) { return terabytes(d.tbw_random); }},
    {{"tbw_sequential_tb", "TB", "rated host bytes, sequential writes"},
     [](const Drive& d) { return terabytes(d.tbw_sequential); }},
    {{"tbw_derived_tb", "TB", "DWPD x capacity x 365 x warranty years"},
     [](const Drive& d) { return terabytes(catalog::tbw_from_dwpd(d)); }},
    {{"mttf_hours_0_50c", "h", "mean time to failure, 0 to 50 C"},
     [](const Drive& d) { return scaled(d.mttf_to_50c, units::seconds_per_hour); }},
    {{"mttf_hours_0_55c", "h", "mean time to failure, 0 to 55 C"},
     [](const Drive& d) { return scaled(d.mttf_to_55c, units::seconds_per_hour); }},
    {{"afr_percent", "%", "annualised failure rate at 50 C, 1 - exp(-8760 h / MTTF)"}, afr_percent},
    {{"uber", "1/bit", "unrecoverable sectors per bit read, upper limit"},
     [](const Drive& d) { return number(d.uber); }},
    {{"active_power_w", "W", "largest sustained average"},
     [](const Drive& d) { return scaled(d.active_power, 1); }},
    {{"idle_power_w", "W", "idle, ready"}, [](const Drive& d) { return scaled(d.idle_power, 1); }},
    {{"operating_temp_min_c", "C", "lowest operating temperature"},
     [](const Drive& d) { return celsius(d.operating_temperature_min); }},
    {{"operating_temp_max_c", "C", "highest operating temperature"},
     [](const Drive& d) { return celsius(d.operating_temperature_max); }},
    {{"indirection_unit_bytes", "B", "bytes mapped by one table entry"},
     [](const Drive& d) { return bytes(d.indirection_unit); }},
    {{"sources", "", "ids of the documents behind the values"}, sources_of},
    {{"warnings", "", "where the datasheet contradicts itself or says too little"},
     [](const Drive& d) { return Json(d.warnings); }},
});

constexpr auto columns = [] {
    std::array<CatalogColumn, feed_columns.size()> result{};
    std::transform(feed_columns.begin(), feed_columns.end(), result.begin(),
                   [](const FeedColumn& entry) { return entry.column; });
    return result;
}();

std::vector<std::string> column_names() {
    std::vector<std::string> names;
    for (const CatalogColumn& column : columns)
        names.emplace_back(column.name);
    return names;
}

Sheet units_sheet() {
    Json rows = Json::array();
    for (const CatalogColumn& column : columns) {
        rows.push_back(
            {{"column", column.name}, {"unit", column.unit}, {"meaning", column.meaning}});
    }
    return {"units", {"column", "unit", "meaning"}, std::move(rows)};
}

Sheet sources_sheet(const catalog::Catalog& catalog) {
    return {"sources",
            {"id", "title", "publisher", "language", "kind", "trust", "why", "url", "note"},
            to_json(catalog.sources()).at("sources")};
}

}  // namespace

std::span<const CatalogColumn> catalog_columns() {
    return columns;
}

Json to_record(const Drive& drive) {
    Json record;
    for (const FeedColumn& entry : feed_columns)
        record[std::string(entry.column.name)] = entry.value(drive);
    return record;
}

Json to_records(const Drives& drives) {
    Json records = Json::array();
    for (const Drive* drive : drives)
        records.push_back(to_record(*drive));
    return records;
}

Drives all_drives(const catalog::Catalog& catalog) {
    Drives drives;
    for (const Drive& drive : catalog.drives())
        drives.push_back(&drive);
    return drives;
}

std::string generated_from(const catalog::Catalog& catalog) {
    return fmt::format("drivewear {}, {} catalog files, fingerprint {:016x}", DRIVEWEAR_VERSION,
                       catalog.file_count(), catalog.fingerprint());
}

Json to_feed(const catalog::Catalog& catalog) {
    return {{"schema", "drivewear.catalog/1"},
            {"generated_from", generated_from(catalog)},
            {"drives", to_records(all_drives(catalog))}};
}

std::string to_feed_csv(const Drives& drives) {
    return to_csv(to_records(drives), column_names());
}

std::string to_feed_xlsx(const catalog::Catalog& catalog) {
    return to_xlsx({.title = "drivewear catalog",
                    .comments = generated_from(catalog),
                    .sheets = {{"drives", column_names(), to_records(all_drives(catalog))},
                               units_sheet(),
                               sources_sheet(catalog)}});
}

}  // namespace drivewear::report
