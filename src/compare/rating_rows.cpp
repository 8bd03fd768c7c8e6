// What vendors rate, against each other and against sequential bandwidth.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compare/rows.hpp"
#include "drivewear/device/geometry_from_drive.hpp"

namespace drivewear::compare {
namespace {

double bytes_of(units::HostBytes amount) {
    return static_cast<double>(amount.value());
}

double usable_of(const catalog::Drive& drive) {
    return static_cast<double>(drive.capacity.value());
}

struct Rated {
    const catalog::Drive& drive;
    device::DeviceForm form;
    double write_amplification;  ///< of writes of whole mapping units
    double unit_factor;          ///< what a 4 KiB write costs more where units are larger
};

bool is_random_dwpd(const measured::Result& result) {
    return result.kind == measured::Kind::rated && !result.conditions.drive.empty() &&
           result.quantity == measured::Quantity::drive_writes_per_day &&
           result.conditions.block_bytes && result.conditions.access == measured::Access::random;
}

/// From the catalog, else from the family's ratings by request size: a vendor states them down to
/// the unit in which a drive maps.
double unit_factor_of(const Inputs& inputs, const catalog::Drive& drive) {
    if (drive.indirection_unit) {
        return static_cast<double>(drive.indirection_unit->value()) / block_bytes;
    }
    double unit = block_bytes;
    for (const measured::Result& result : inputs.measurements.results()) {
        if (!is_random_dwpd(result)) continue;
        const catalog::Drive* rated = find_drive(inputs.catalog, result.conditions.drive);
        if (rated == nullptr || rated->vendor != drive.vendor || rated->family != drive.family) {
            continue;
        }
        unit = std::max(unit, *result.conditions.block_bytes);
    }
    return unit / block_bytes;
}

std::string spare_text(const Rated& rated) {
    return fmt::format("spare factor {:.4f}",
                       1 - usable_of(rated.drive) / rated.form.effective_pool_bytes);
}

void judge_ratio(const Rated& rated, double ratio, Row& row) {
    if (is_near(row)) {
        row.verdict = Verdict::agrees;
        row.reason = fmt::format("sequential / random TBW {:.3f}, WA {:.3f} at {}", ratio,
                                 rated.write_amplification, spare_text(rated));
        return;
    }
    row.verdict = Verdict::other_margins;
    row.reason = fmt::format(
        "sequential / random TBW {:.3f} against WA {:.3f} at {}: {}", ratio,
        rated.write_amplification, spare_text(rated),
        ratio < rated.write_amplification
            ? "the random rating promises more, or the sequential one less, than erase cycles allow"
            : "the random rating keeps more in reserve than the sequential one");
}

void add_tbw_rows(const Rated& rated, std::vector<Row>& rows) {
    const catalog::Drive& drive = rated.drive;
    if (!drive.tbw_sequential || !drive.tbw_random) return;
    const double sequential = bytes_of(*drive.tbw_sequential);
    const double random = bytes_of(*drive.tbw_random);
    const double raw = static_cast<double>(device::raw_capacity(drive).bytes);
    auto sources = sources_of(drive, "tbw_sequential");
    append(sources, sources_of(drive, "tbw_random"));
    const auto add = [&](Quantity quantity, const char* unit, double observed, double predicted) {
        Row row{.drive_id = drive.id, .quantity = quantity, .unit = unit, .observed = observed};
        row.predicted = predicted;
        row.sources = sources;
        row = finished(std::move(row));
        judge_ratio(rated, sequential / random, row);
        rows.push_back(std::move(row));
    };
    add(Quantity::tbw_ratio, "x", sequential / random, rated.write_amplification);
    add(Quantity::random_tbw, "TB", random / 1e12, sequential / rated.write_amplification / 1e12);
    add(Quantity::pe_cycles, "cycles", sequential / raw, random * rated.write_amplification / raw);
}

/// How much flash beyond the assumed would give the rated rate.
std::string implied_pool(const Rated& rated, double wanted_wa) {
    if (wanted_wa <= 1) return "no spare at all would give it: it exceeds the sequential bandwidth";
    const CalibrationPoint point{.usable_bytes = usable_of(rated.drive),
                                 .write_amplification = wanted_wa};
    const double pool = calibrate({&point, 1}, {.base = 1.0}).form.effective_pool_bytes;
    return fmt::format("{:.1f} % more flash than the {:.4g} TiB assumed would give it",
                       100 * (pool / rated.form.effective_pool_bytes - 1),
                       rated.form.effective_pool_bytes / 0x1p40);
}

void judge_iops(const Rated& rated, double seq_write, Row& row) {
    const double implied = seq_write / (row.observed * rated.unit_factor * block_bytes);
    const std::string sum =
        fmt::format("{:.0f} MB/s / ({:.3f} x {:g} KiB)", seq_write / 1e6, rated.write_amplification,
                    rated.unit_factor * block_bytes / 1024);
    if (is_near(row)) {
        row.verdict = Verdict::agrees;
        row.reason = sum;
    } else if (row.observed < row.predicted) {
        row.verdict = Verdict::limited_elsewhere;
        row.reason = fmt::format("{}; rated as if WA were {:.2f}: too few dies, or the controller",
                                 sum, implied);
    } else {
        row.verdict = Verdict::model_wrong;
        row.reason = fmt::format("{}; rated as if WA were {:.2f}: {}", sum, implied,
                                 implied_pool(rated, implied));
    }
}

void add_iops_row(const Rated& rated, std::vector<Row>& rows) {
    const catalog::Drive& drive = rated.drive;
    if (!drive.seq_write || !drive.rand_write_iops) return;
    const double seq_write = drive.seq_write->value();
    Row row{.drive_id = drive.id,
            .quantity = Quantity::rated_iops,
            .conditions = "4 KiB",
            .unit = "IOPS",
            .observed = *drive.rand_write_iops,
            .predicted = seq_write / (rated.write_amplification * rated.unit_factor * block_bytes)};
    row.sources = sources_of(drive, "rand_write_4k");
    append(row.sources, sources_of(drive, "seq_write"));
    row = finished(std::move(row));
    judge_iops(rated, seq_write, row);
    rows.push_back(std::move(row));
}

/// Sources that state a NAND endurance beside the rated TBW.
void add_rating_wa_row(const Inputs& inputs, const measured::Result& result,
                       std::vector<Row>& rows) {
    const bool fits = result.kind == measured::Kind::derived &&
                      result.quantity == measured::Quantity::write_amplification &&
                      result.conditions.what.find("NAND endurance") != std::string::npos;
    const catalog::Drive* drive =
        fits ? find_drive(inputs.catalog, result.conditions.drive) : nullptr;
    const auto form = drive != nullptr ? inputs.forms.of(*drive) : std::nullopt;
    if (!form) return;
    Row row{.drive_id = drive->id,
            .quantity = Quantity::rating_wa,
            .conditions = "NAND endurance / rated TBW",
            .unit = "x",
            .observed = result.value.value(),
            .observed_kind = ObservedKind::derived,
            .predicted = write_amplification(*form, usable_of(*drive)),
            .sources = sources_of(result)};
    row = finished(std::move(row));
    row.verdict = is_near(row) ? Verdict::agrees : Verdict::other_margins;
    row.reason = is_near(row)
                     ? "the estimate of NAND endurance over the rated TBW is the predicted WA"
                     : "the NAND endurance is an estimate, and the rating need not use it up: it "
                       "keeps a margin, or its workload is not full-span 4 KiB random writes";
    rows.push_back(std::move(row));
}

/// Ratings of one drive for two request sizes, the smaller below the indirection unit.
void add_request_size_row(const Inputs& inputs, const measured::Result& small,
                          std::vector<Row>& rows) {
    if (!is_random_dwpd(small) || *small.conditions.block_bytes != block_bytes) return;
    for (const measured::Result& large : inputs.measurements.results()) {
        const bool is_pair = is_random_dwpd(large) &&
                             large.conditions.drive == small.conditions.drive &&
                             *large.conditions.block_bytes > block_bytes;
        if (!is_pair) continue;
        const double unit = *large.conditions.block_bytes;
        Row row{.drive_id = small.conditions.drive,
                .quantity = Quantity::request_size,
                .conditions = fmt::format("{:g} KiB / 4 KiB random DWPD", unit / 1024),
                .unit = "x",
                .observed = large.value.value() / small.value.value(),
                .predicted = unit / block_bytes,
                .sources = sources_of(small)};
        append(row.sources, sources_of(large));
        row = finished(std::move(row));
        row.verdict = is_near(row) ? Verdict::agrees : Verdict::model_wrong;
        row.reason = fmt::format(
            "every 4 KiB write programs a whole unit of {:g} KiB: (IU + size - alignment) / size",
            unit / 1024);
        rows.push_back(std::move(row));
    }
}

}  // namespace

void add_rating_rows(const Inputs& inputs, std::vector<Row>& rows) {
    for (const catalog::Drive& drive : inputs.catalog.drives()) {
        const auto form = inputs.forms.of(drive);
        if (!form) continue;
        const Rated rated{drive, *form, write_amplification(*form, usable_of(drive)),
                          unit_factor_of(inputs, drive)};
        add_tbw_rows(rated, rows);
        add_iops_row(rated, rows);
    }
    for (const measured::Result& result : inputs.measurements.results()) {
        add_rating_wa_row(inputs, result, rows);
        add_request_size_row(inputs, result, rows);
    }
}

}  // namespace drivewear::compare
