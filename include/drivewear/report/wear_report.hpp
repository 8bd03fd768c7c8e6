// Answers of the wear room as records and tables: unrecoverable reads, spares, retention.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/report/json.hpp"
#include "drivewear/wear/ecc.hpp"
#include "drivewear/wear/jesd218.hpp"

namespace drivewear::report {

/// From raw errors to UBER, and to what a volume of reads meets.
struct UberAnswer {
    std::optional<wear::Codeword> code;    ///< absent: the UBER was given or is a drive's rating
    std::optional<double> rber;            ///< raw bit error rate, mean where codewords differ
    std::optional<double> beta_shape;      ///< of codewords that differ
    std::optional<double> log10_uber;      ///< of the code at that rate
    std::string exact_uber;                ///< 30 digits; empty: not asked for
    std::optional<double> uber;            ///< of the code, given, or a drive's rating
    std::optional<double> target_uber;     ///< limit asked about
    std::optional<double> rber_at_target;  ///< largest raw error rate that keeps it
    std::optional<double> pe_cycles_at_target;  ///< wear at which the growth law reaches that rate
    std::optional<double> bytes_read;           ///< volume of reads asked about
    std::optional<wear::UnrecoverableReads> reads;  ///< what that volume meets
    std::vector<std::string> assumptions;
};

/// "drivewear.uber/1".
Json to_json(const UberAnswer& answer);
std::string to_table(const UberAnswer& answer, bool coloured);

/// Spares for one confidence.
struct SparesRow {
    double confidence = 0;          ///< asked for
    std::uint64_t spares = 0;       ///< fewest that reach it
    double probability_enough = 0;  ///< that so many suffice
};

/// How many drives a fleet loses and how many to keep.
struct SparesAnswer {
    std::uint64_t drives = 1;
    double service_years = 1;
    std::string method;                             ///< "poisson", "binomial", "refilled"
    std::optional<double> mttf_hours;               ///< absent where a probability was given
    std::optional<double> afr_percent;              ///< annualised failure rate
    std::optional<double> failure_probability;      ///< of one drive in the service life
    double expected_failures = 0;                   ///< of the fleet in the service life
    std::vector<double> expected_failures_by_year;  ///< empty where a probability was given
    std::optional<double> lead_time_days;           ///< of refilled shelves
    std::vector<SparesRow> rows;
    std::vector<std::string> assumptions;
};

/// "drivewear.spares/1".
Json to_json(const SparesAnswer& answer);
std::string to_table(const SparesAnswer& answer, bool coloured);

/// How long data keep without power.
struct RetentionAnswer {
    wear::DriveClass drive_class = wear::DriveClass::enterprise;
    units::Temperature temperature;         ///< asked about
    wear::ActivationEnergy energy;          ///< of retention loss
    units::Duration retention{};            ///< at that temperature
    double acceleration_factor = 1;         ///< against the class's own temperature
    std::optional<double> storage_days;     ///< time asked about
    std::optional<double> equivalent_days;  ///< that time, at the class's own temperature
    std::optional<bool> keeps_data;         ///< whether the class demands data to last so long
    std::vector<std::string> assumptions;
};

/// "drivewear.retention/1".
Json to_json(const RetentionAnswer& answer);
std::string to_table(const RetentionAnswer& answer, bool coloured);

}  // namespace drivewear::report
