// Sets every prediction beside what vendors publish and laboratories measure, row by row, each with
// a verdict, the reason in words and its sources. Nothing is fitted unless asked: raw flash is the
// catalog's, else the next power of two, the base is 1, and garbage collection is the large-block
// closed form.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/compare/calibrate.hpp"
#include "drivewear/measured/measurements.hpp"

namespace drivewear::compare {

enum class Quantity {
    tbw_ratio,      ///< sequential / random rated TBW against write amplification
    random_tbw,     ///< rated random TBW against sequential TBW / write amplification
    pe_cycles,      ///< cycles implied by the sequential rating against those by the random one
    rating_wa,      ///< a source's NAND endurance / rated TBW against write amplification
    request_size,   ///< rated DWPD of two request sizes against the indirection unit's cost
    rated_iops,     ///< rated 4 KiB random writes against sequential bandwidth / WA
    measured_iops,  ///< measured random writes against measured sequential bandwidth / WA
    measured_over_rated,  ///< measured against rated random writes
    measured_wa,          ///< counters against write amplification
    skew_iops             ///< skewed against uniform random writes of the same drive
};

enum class Verdict {
    agrees,             ///< within 10 %
    limited_elsewhere,  ///< by dies or controller, not by write amplification
    not_steady_state,   ///< faster than steady state allows
    other_margins,      ///< the rating keeps margins that write amplification does not explain
    model_wrong
};

enum class ObservedKind { rated, measured, derived };

std::string_view name_of(Quantity quantity);
std::string_view name_of(Verdict verdict);
std::string_view name_of(ObservedKind kind);
/// Throws UnknownName listing all.
Quantity quantity_named(std::string_view name);

/// One prediction beside one observation.
struct Row {
    std::string drive_id;
    Quantity quantity = Quantity::tbw_ratio;
    std::string conditions{};  ///< block, spare, workload: what tells rows of one quantity apart
    std::string unit{};        ///< of both figures: "IOPS", "TB", "x", "cycles"
    double observed = 0;
    ObservedKind observed_kind = ObservedKind::rated;
    double predicted = 0;
    double error_percent = 0;  ///< 100 (predicted - observed) / observed
    Verdict verdict = Verdict::agrees;
    std::string reason{};                          ///< of the verdict, with the arithmetic
    std::vector<measured::SourcePlace> sources{};  ///< of every figure that went in
    std::optional<double> usable_bytes{};          ///< where the observation varies it
};

/// How many rows are near.
struct Tally {
    std::size_t rows = 0;
    std::size_t within_2_percent = 0;
    std::size_t within_5_percent = 0;
    std::size_t within_10_percent = 0;
    std::optional<std::size_t> worst{};  ///< place in the rows
};

struct QuantityTally {
    Quantity quantity = Quantity::tbw_ratio;
    Tally tally;
};

struct VerdictCount {
    Verdict verdict = Verdict::agrees;
    std::size_t rows = 0;
};

struct Summary {
    Tally all;  ///< without random_tbw and pe_cycles, which restate tbw_ratio
    std::vector<QuantityTally> by_quantity{};
    std::vector<VerdictCount> by_verdict{};
};

/// The device form of one drive or of drives that share hardware.
struct DriveCalibration {
    std::vector<std::string> drive_ids;
    std::string from;  ///< what it was fitted to
    Calibration calibration;
};

/// Whether a coalescing write buffer earns its place: fitted to all skewed rows but one, held
/// against that one, for each.
struct BufferTrial {
    std::string drive_id;
    double buffer_bytes = 0;                    ///< best for all rows
    double without_rms_percent = 0;             ///< errors without a buffer; nothing is fitted
    double with_leave_one_out_rms_percent = 0;  ///< left-out errors with one
    bool kept = false;                          ///< the latter is smaller
};

struct Comparison {
    std::vector<Row> rows;
    Summary summary;
    std::vector<DriveCalibration> calibrations{};      ///< only when calibrated
    std::vector<BufferTrial> buffers{};                ///< only when calibrated
    std::map<std::string, catalog::Source> sources{};  ///< those that the rows name, by id
};

struct CompareOptions {
    std::optional<std::string> drive_id{};  ///< only this drive
    std::optional<Quantity> quantity{};     ///< only this quantity
    bool calibrated = false;  ///< drives with enough measured points get their own device form
};

Comparison compare(const catalog::Catalog& catalog, const measured::Measurements& measurements,
                   const CompareOptions& options = {});

}  // namespace drivewear::compare
