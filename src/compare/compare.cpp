#include "drivewear/compare/compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "compare/rows.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/device/geometry_from_drive.hpp"

namespace drivewear::compare {
namespace {

constexpr auto quantities = std::to_array<std::pair<Quantity, std::string_view>>({
    {Quantity::tbw_ratio, "tbw_ratio"},
    {Quantity::random_tbw, "random_tbw"},
    {Quantity::pe_cycles, "pe_cycles"},
    {Quantity::rating_wa, "rating_wa"},
    {Quantity::request_size, "request_size"},
    {Quantity::rated_iops, "rated_iops"},
    {Quantity::measured_iops, "measured_iops"},
    {Quantity::measured_over_rated, "measured_over_rated"},
    {Quantity::measured_wa, "measured_wa"},
    {Quantity::skew_iops, "skew_iops"},
});

constexpr auto verdicts = std::to_array<std::pair<Verdict, std::string_view>>({
    {Verdict::agrees, "agrees"},
    {Verdict::limited_elsewhere, "limited by dies/controller, not WA"},
    {Verdict::not_steady_state, "not steady state"},
    {Verdict::other_margins, "rating keeps other margins"},
    {Verdict::model_wrong, "model wrong"},
});

template <class Table, class Value>
std::string_view name_in(const Table& table, Value value) {
    for (const auto& [known, name] : table) {
        if (known == value) return name;
    }
    return "";
}

bool restates_another(Quantity quantity) {
    return quantity == Quantity::random_tbw || quantity == Quantity::pe_cycles;
}

void count(const std::vector<Row>& rows, std::size_t place, Tally& tally) {
    const double error = std::abs(rows[place].error_percent);
    ++tally.rows;
    tally.within_2_percent += error <= 2 ? 1 : 0;
    tally.within_5_percent += error <= 5 ? 1 : 0;
    tally.within_10_percent += error <= 10 ? 1 : 0;
    if (!tally.worst || error > std::abs(rows[*tally.worst].error_percent)) tally.worst = place;
}

Summary summary_of(const std::vector<Row>& rows) {
    Summary summary;
    for (const auto& [quantity, name] : quantities) {
        QuantityTally one{quantity, {}};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].quantity != quantity) continue;
            count(rows, i, one.tally);
            if (!restates_another(quantity)) count(rows, i, summary.all);
        }
        if (one.tally.rows > 0) summary.by_quantity.push_back(one);
    }
    for (const auto& [verdict, name] : verdicts) {
        const auto number = std::count_if(rows.begin(), rows.end(), [&](const Row& row) {
            return row.verdict == verdict && !restates_another(row.quantity);
        });
        summary.by_verdict.push_back({verdict, static_cast<std::size_t>(number)});
    }
    return summary;
}

std::map<std::string, catalog::Source> cited(const std::vector<Row>& rows,
                                             const measured::Measurements& measurements) {
    std::map<std::string, catalog::Source> sources;
    for (const Row& row : rows) {
        for (const measured::SourcePlace& place : row.sources) {
            const auto known = measurements.sources().find(place.source);
            if (known != measurements.sources().end()) sources.insert(*known);
        }
    }
    return sources;
}

bool is_wanted(const Row& row, const CompareOptions& options) {
    return (!options.drive_id || row.drive_id == *options.drive_id) &&
           (!options.quantity || row.quantity == *options.quantity);
}

}  // namespace

std::string_view name_of(Quantity quantity) {
    return name_in(quantities, quantity);
}

std::string_view name_of(Verdict verdict) {
    return name_in(verdicts, verdict);
}

std::string_view name_of(ObservedKind kind) {
    switch (kind) {
        case ObservedKind::rated:
            return "rated";
        case ObservedKind::measured:
            return "measured";
        case ObservedKind::derived:
            return "derived";
    }
    return "";
}

Quantity quantity_named(std::string_view name) {
    std::string all;
    for (const auto& [quantity, known] : quantities) {
        if (known == name) return quantity;
        all += (all.empty() ? "" : ", ") + std::string(known);
    }
    throw UnknownName("unknown quantity '" + std::string(name) + "': expected one of " + all);
}

std::optional<device::DeviceForm> Forms::of(const catalog::Drive& drive) const {
    const auto fitted = fitted_.find(drive.id);
    if (fitted != fitted_.end()) return fitted->second;
    const auto raw = device::raw_capacity(drive).bytes;
    if (raw <= drive.capacity.value()) return std::nullopt;
    return device::DeviceForm{static_cast<double>(raw), 1};
}

std::vector<measured::SourcePlace> sources_of(const catalog::Drive& drive, const char* field) {
    std::vector<measured::SourcePlace> places;
    const auto found = drive.provenance.find(field);
    if (found == drive.provenance.end()) return places;
    for (const catalog::Reading& reading : found->second.readings) {
        if (reading.chosen) places.push_back({reading.source, reading.locator});
    }
    return places;
}

std::vector<measured::SourcePlace> sources_of(const measured::Result& result) {
    return result.readings.empty() ? std::vector<measured::SourcePlace>{}
                                   : result.readings.front().sources;
}

void append(std::vector<measured::SourcePlace>& sources,
            const std::vector<measured::SourcePlace>& more) {
    for (const measured::SourcePlace& place : more) {
        if (std::find(sources.begin(), sources.end(), place) == sources.end()) {
            sources.push_back(place);
        }
    }
}

const catalog::Drive* find_drive(const catalog::Catalog& catalog, const std::string& id) {
    const auto& drives = catalog.drives();
    const auto found = std::find_if(drives.begin(), drives.end(),
                                    [&](const catalog::Drive& drive) { return drive.id == id; });
    return found == drives.end() ? nullptr : &*found;
}

Row finished(Row row) {
    row.error_percent = 100 * (row.predicted - row.observed) / row.observed;
    return row;
}

bool is_near(const Row& row) {
    return std::abs(row.error_percent) <= agreement_percent;
}

Comparison compare(const catalog::Catalog& catalog, const measured::Measurements& measurements,
                   const CompareOptions& options) {
    Forms forms;
    const Inputs inputs{catalog, measurements, forms};
    Comparison comparison;
    if (options.calibrated) {
        comparison.calibrations = calibrations_of_counters(inputs);
        for (const DriveCalibration& one : comparison.calibrations) {
            for (const std::string& id : one.drive_ids)
                forms.set(id, one.calibration.form);
        }
        const auto pairs = calibrations_of_rated_pairs(inputs);
        comparison.calibrations.insert(comparison.calibrations.end(), pairs.begin(), pairs.end());
        comparison.buffers = try_buffers(inputs);
    }
    std::vector<Row> rows;
    add_rating_rows(inputs, rows);
    add_measured_rows(inputs, rows);
    add_skew_rows(inputs, rows);
    for (Row& row : rows) {
        if (is_wanted(row, options)) comparison.rows.push_back(std::move(row));
    }
    std::stable_sort(comparison.rows.begin(), comparison.rows.end(),
                     [](const Row& a, const Row& b) { return a.quantity < b.quantity; });
    comparison.summary = summary_of(comparison.rows);
    comparison.sources = cited(comparison.rows, measurements);
    return comparison;
}

}  // namespace drivewear::compare
