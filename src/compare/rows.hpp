// What the makers of rows share: a drive's device form, verdicts, sources.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "drivewear/compare/compare.hpp"

namespace drivewear::compare {

constexpr double block_bytes = 4096;
constexpr double agreement_percent = 10;

/// The drives with their device forms: nominal unless calibrated.
class Forms {
public:
    void set(const std::string& drive_id, const device::DeviceForm& form) {
        fitted_[drive_id] = form;
    }
    /// Nothing when the raw flash does not exceed the capacity.
    std::optional<device::DeviceForm> of(const catalog::Drive& drive) const;
    bool is_fitted(const std::string& drive_id) const { return fitted_.contains(drive_id); }

private:
    std::map<std::string, device::DeviceForm> fitted_;
};

struct Inputs {
    const catalog::Catalog& catalog;
    const measured::Measurements& measurements;
    const Forms& forms;
};

/// Places of the chosen readings of a drive's field.
std::vector<measured::SourcePlace> sources_of(const catalog::Drive& drive, const char* field);
/// Places of the reading that a result's value follows.
std::vector<measured::SourcePlace> sources_of(const measured::Result& result);
void append(std::vector<measured::SourcePlace>& sources,
            const std::vector<measured::SourcePlace>& more);

const catalog::Drive* find_drive(const catalog::Catalog& catalog, const std::string& id);

/// Fills error_percent.
Row finished(Row row);
bool is_near(const Row& row);

void add_rating_rows(const Inputs& inputs, std::vector<Row>& rows);
void add_measured_rows(const Inputs& inputs, std::vector<Row>& rows);
void add_skew_rows(const Inputs& inputs, std::vector<Row>& rows);

/// Forms of drives whose counters were read at several usable capacities.
std::vector<DriveCalibration> calibrations_of_counters(const Inputs& inputs);
/// Forms from the rated IOPS of two drives that share hardware, base from sequential fills.
std::vector<DriveCalibration> calibrations_of_rated_pairs(const Inputs& inputs);
std::vector<BufferTrial> try_buffers(const Inputs& inputs);

}  // namespace drivewear::compare
