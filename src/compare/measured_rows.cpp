// What benchmarks and counters gave.
#include <fmt/format.h>

#include <cmath>

#include "compare/rows.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::compare {
namespace {

using measured::Access;
using measured::Conditions;
using measured::Kind;
using measured::Operation;
using measured::Result;
using measured::Statistic;

/// A measured sequential write bandwidth of the same test and drive: full writes, WA near the base.
const Result* sequential_write(const Inputs& inputs, const Result& random) {
    const Result* best = nullptr;
    for (const Result& result : inputs.measurements.results()) {
        const Conditions& c = result.conditions;
        const bool fits =
            result.kind == Kind::measured && result.quantity == measured::Quantity::bandwidth &&
            c.drive == random.conditions.drive && c.test == random.conditions.test &&
            c.operation != Operation::read && c.what != "host writes" &&
            (c.access == Access::sequential || c.workload == "sequential") &&
            (c.statistic == Statistic::mean || c.statistic == Statistic::point) && c.where.empty();
        if (!fits) continue;
        if (best == nullptr || result.value.value() > best->value.value()) best = &result;
    }
    return best;
}

double usable_of(const Result& result, const catalog::Drive& drive) {
    return result.conditions.usable_bytes.value_or(static_cast<double>(drive.capacity.value()));
}

std::string usable_text(const Result& result) {
    const auto& usable = result.conditions.usable_bytes;
    return usable ? fmt::format("{:.1f} GiB usable", *usable / 0x1p30) : std::string();
}

double operations(const Result& result) {
    return result.quantity == measured::Quantity::bandwidth
               ? result.value.value() / *result.conditions.block_bytes
               : result.value.value();
}

/// A random-write rate that a prediction can be held against.
bool is_random_write_rate(const Result& result) {
    const Conditions& c = result.conditions;
    const bool is_rate = result.quantity == measured::Quantity::iops ||
                         result.quantity == measured::Quantity::bandwidth;
    // A review's sweep gives its best; a run of fio that a user holds gives its mean.
    const bool is_own_run = result.evidence == measured::Evidence::raw_log &&
                            c.statistic == Statistic::mean &&
                            result.quantity == measured::Quantity::iops;
    const bool is_sweep_best =
        c.test == "fio" && c.where.empty() && (c.statistic == Statistic::max || is_own_run);
    const bool is_steady = c.workload == "uniform" && c.what == "steady state" &&
                           result.quantity == measured::Quantity::iops;
    return result.kind == Kind::measured && is_rate && c.operation == Operation::write &&
           c.access == Access::random && c.block_bytes && (is_sweep_best || is_steady);
}

void judge_rate(const catalog::Drive& drive, double seq_write, double wa, Row& row) {
    const double block = seq_write / (row.predicted * wa);
    const double implied = seq_write / (row.observed * block);
    const std::string sum = fmt::format("measured {:.0f} MB/s sequential / ({:.3f} x {:g} KiB)",
                                        seq_write / 1e6, wa, block / 1024);
    if (is_near(row)) {
        row.verdict = Verdict::agrees;
        row.reason = sum;
    } else if (row.observed > row.predicted) {
        row.verdict = Verdict::not_steady_state;
        row.reason = fmt::format("{}; WA {:.2f} at this rate", sum, implied);
        if (drive.rand_write_iops && block == block_bytes) {
            row.reason +=
                fmt::format("; {:.1f} x the rated {:.0f}K", row.observed / *drive.rand_write_iops,
                            *drive.rand_write_iops / 1e3);
        }
        row.reason += ": too soon after a sequential fill";
    } else {
        row.verdict = Verdict::limited_elsewhere;
        row.reason = fmt::format("{}; WA {:.2f} would be needed", sum, implied);
    }
}

void add_rate_row(const Inputs& inputs, const Result& result, std::vector<Row>& rows) {
    const catalog::Drive* drive = find_drive(inputs.catalog, result.conditions.drive);
    const Result* sequential = drive != nullptr ? sequential_write(inputs, result) : nullptr;
    const auto form = drive != nullptr ? inputs.forms.of(*drive) : std::nullopt;
    if (sequential == nullptr || !form) return;
    const double usable = usable_of(result, *drive);
    if (usable >= form->effective_pool_bytes) return;
    // Sequential writes pay the base, too.
    const double wa = write_amplification(*form, usable) / form->base;
    const double seq_write = sequential->value.value();
    const double block = *result.conditions.block_bytes;
    Row row{
        .drive_id = drive->id,
        .quantity = Quantity::measured_iops,
        .conditions = fmt::format("{:g} KiB{}{}", block / 1024,
                                  result.conditions.usable_bytes ? ", " : "", usable_text(result)),
        .unit = "IOPS",
        .observed = operations(result),
        .observed_kind = ObservedKind::measured,
        .predicted = seq_write / (wa * block),
        .sources = sources_of(result),
        .usable_bytes = result.conditions.usable_bytes};
    append(row.sources, sources_of(*sequential));
    row = finished(std::move(row));
    judge_rate(*drive, seq_write, wa, row);
    rows.push_back(std::move(row));
}

/// The review's best against the vendor's steady state.
void add_over_rated_row(const Inputs& inputs, const Result& result, std::vector<Row>& rows) {
    const catalog::Drive* drive = find_drive(inputs.catalog, result.conditions.drive);
    const bool fits = drive != nullptr && drive->rand_write_iops &&
                      result.conditions.test == "fio" &&
                      *result.conditions.block_bytes == block_bytes;
    if (!fits) return;
    Row row{.drive_id = drive->id,
            .quantity = Quantity::measured_over_rated,
            .conditions = "4 KiB",
            .unit = "IOPS",
            .observed = operations(result),
            .observed_kind = ObservedKind::measured,
            .predicted = *drive->rand_write_iops,
            .sources = sources_of(result)};
    append(row.sources, sources_of(*drive, "rand_write_4k"));
    row = finished(std::move(row));
    const double times = row.observed / row.predicted;
    if (is_near(row)) {
        row.verdict = Verdict::agrees;
        row.reason = "measured as rated";
    } else if (times > 1) {
        row.verdict = Verdict::not_steady_state;
        row.reason = fmt::format(
            "{:.1f} x the rated steady state: the best of a sweep that is not in it", times);
    } else {
        row.verdict = Verdict::limited_elsewhere;
        row.reason =
            fmt::format("{:.2f} x the rated figure: the platform or the sweep's depth", times);
    }
    rows.push_back(std::move(row));
}

bool is_counter(const Result& result) {
    return result.kind == Kind::measured && result.conditions.test == "counters" &&
           result.quantity == measured::Quantity::write_amplification &&
           !result.conditions.workload.empty();
}

/// Zones that are trimmed whole leave nothing to copy, as sequential writes do.
double predicted_wa(const device::DeviceForm& form, double usable,
                    const workload::Workload& workload) {
    if (workload.zones || workload.sequential_share == 1) return form.base;
    return write_amplification(form, usable, workload.classes);
}

void judge_counter(const device::DeviceForm& form, double usable,
                   const workload::Workload& workload, Row& row) {
    row.verdict = is_near(row) ? Verdict::agrees : Verdict::model_wrong;
    if (workload.zones) {
        row.reason =
            is_near(row)
                ? "a zone is trimmed whole before it is written anew: nothing is left to copy"
                : "zones below the size of a superblock, or several written at once, share "
                  "superblocks; the formula takes each zone for its own";
    } else if (workload.sequential_share == 1) {
        row.reason = "a sequential fill pays parity and metadata only";
    } else {
        row.reason = fmt::format("{:.4g} x greedy at spare factor {:.4f}", form.base,
                                 1 - usable / form.effective_pool_bytes);
        if (!is_near(row)) {
            row.reason += row.error_percent > 0 ? ": the drive has more flash to work with"
                                                : ": the drive copies more than the formula";
        }
    }
}

void add_counter_row(const Inputs& inputs, const Result& result, std::vector<Row>& rows) {
    const catalog::Drive* drive = find_drive(inputs.catalog, result.conditions.drive);
    const auto form = drive != nullptr ? inputs.forms.of(*drive) : std::nullopt;
    if (!form) return;
    const double usable = usable_of(result, *drive);
    if (usable >= form->effective_pool_bytes) return;
    const workload::Workload workload = workload::parse(result.conditions.workload);
    std::string conditions = workload.zones                   ? result.conditions.workload
                             : workload.sequential_share == 1 ? "sequential fill"
                                                              : result.conditions.workload;
    if (!usable_text(result).empty()) conditions += ", " + usable_text(result);
    if (!result.conditions.where.empty()) conditions += ", " + result.conditions.where;
    Row row{.drive_id = drive->id,
            .quantity = Quantity::measured_wa,
            .conditions = conditions,
            .unit = "x",
            .observed = result.value.value(),
            .observed_kind = ObservedKind::measured,
            .predicted = predicted_wa(*form, usable, workload),
            .sources = sources_of(result),
            .usable_bytes = usable};
    row = finished(std::move(row));
    judge_counter(*form, usable, workload, row);
    rows.push_back(std::move(row));
}

bool is_uniform_counter(const Result& result) {
    return is_counter(result) && result.conditions.workload == "uniform" &&
           result.conditions.usable_bytes;
}

}  // namespace

void add_measured_rows(const Inputs& inputs, std::vector<Row>& rows) {
    for (const Result& result : inputs.measurements.results()) {
        if (result.conditions.drive.empty() || result.conditions.level == "host") continue;
        if (is_random_write_rate(result)) {
            add_rate_row(inputs, result, rows);
            add_over_rated_row(inputs, result, rows);
        }
        if (is_counter(result)) add_counter_row(inputs, result, rows);
    }
}

std::vector<DriveCalibration> calibrations_of_counters(const Inputs& inputs) {
    std::map<std::string, std::vector<CalibrationPoint>> by_drive;
    for (const Result& result : inputs.measurements.results()) {
        if (!is_uniform_counter(result)) continue;
        by_drive[result.conditions.drive].push_back(
            {.usable_bytes = *result.conditions.usable_bytes,
             .write_amplification = result.value.value(),
             .place = result.readings.front().sources.front().locator});
    }
    std::vector<DriveCalibration> all;
    for (const auto& [drive, points] : by_drive) {
        std::map<double, int> capacities;
        for (const CalibrationPoint& point : points)
            ++capacities[point.usable_bytes];
        if (capacities.size() < 2) continue;
        all.push_back(
            {{drive},
             fmt::format("{} counters at {} usable capacities", points.size(), capacities.size()),
             calibrate(points)});
    }
    return all;
}

}  // namespace drivewear::compare
