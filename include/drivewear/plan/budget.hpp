// The write chain from application bytes to NAND bytes, and what it means for a fleet:
//
//   application -> host multipliers -> HOST bytes -> indirection unit -> garbage collection ->
//   parity -> NAND bytes
//
// Host bytes are held against the rated TBW, NAND bytes against P/E cycles x raw flash. The types
// keep the two apart: write amplification is applied once, between them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "drivewear/catalog/drive.hpp"
#include "drivewear/device/write_amplification.hpp"
#include "drivewear/plan/plan.hpp"
#include "drivewear/units/quantities.hpp"

namespace drivewear::plan {

enum class Verdict { fits, does_not_fit };

/// Which limit is reached first.
enum class Limit { rated_tbw, media };

/// The rating that a plan's host bytes are held against.
struct Rating {
    units::HostBytes tbw;  ///< total host bytes over the warranty
    std::string workload;  ///< what the rating was measured with, and which field it came from
    double dwpd = 0;       ///< the same as drive writes per day over the warranty
    double warranty_years = 0;
};

/// Everything a budget answers. Times run from the start of service.
struct Budget {
    Plan plan;
    std::string drive_id;
    std::string drive_model;
    units::Capacity capacity;         ///< as sold, the base of DWPD
    units::Capacity usable_capacity;  ///< what the plan uses of it
    units::Capacity raw_capacity;     ///< all flash

    units::HostRate host_rate_per_drive;      ///< in year 1
    units::HostTraffic host_total_per_drive;  ///< over the service life
    double required_dwpd = 0;                 ///< mean over the service life
    Rating rating;
    double tbw_used_percent = 0;    ///< of the full rating
    double margin_percent = 0;      ///< of the tighter limit left beyond use and reserve
    double media_used_percent = 0;  ///< of the media budget

    device::SpareFactor spare_factor = device::SpareFactor::from_value(0.5);
    device::WriteAmplificationEstimate wa;
    units::NandTraffic nand_total_per_drive;
    std::optional<double> pe_cycles_implied;  ///< by the ratings; absent when the plan gives them
    units::NandTraffic media_budget;          ///< P/E cycles x raw flash
    units::HostTraffic predicted_tbw;         ///< media budget / WA of this workload
    std::optional<units::Duration> life_by_tbw;    ///< absent: beyond 1,000 years
    std::optional<units::Duration> life_by_media;  ///< absent: beyond 1,000 years
    Limit binding_limit = Limit::rated_tbw;
    Verdict verdict = Verdict::fits;

    std::optional<double> afr_percent;        ///< annualised failure rate at the plan's temperature
    std::optional<double> expected_failures;  ///< over the service life, failed drives replaced
    std::optional<std::uint64_t> spares_p95;  ///< enough with 95 % probability (Poisson)
    std::optional<units::Energy> energy;      ///< of all drives over the service life

    std::vector<std::string> assumptions;
    std::vector<std::string> warnings;
};

/// Budgets `plan` on `drive`. Throws DomainError when the plan has no meaning on this drive (usable
/// above its capacity, no rating at all, ...).
Budget compute_budget(const Plan& plan, const catalog::Drive& drive);

}  // namespace drivewear::plan
