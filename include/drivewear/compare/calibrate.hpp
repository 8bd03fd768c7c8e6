// Finds a drive's base and effective pool from few measured or rated points of random writes:
// two rated IOPS figures of drives that share hardware, write amplification or IOPS against usable
// capacity, one steady-state point beside the sequential bandwidth, or counters of host and NAND
// bytes.
//
// Model: WA(usable) = base x greedy(usable / pool) in the limit of large blocks (Desnoyers,
// SYSTOR'12, eq. 4), and IOPS = flash operations a second / WA. Least squares of the logarithms:
// for a given pool the best base and the best flash rate are means, so that one minimum over the
// pool remains, found by Boost.Math's Brent minimiser. Breaks where something else than flash
// bandwidth limits IOPS (few dies, the link), and for points that are not steady state.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "drivewear/device/device_form.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::compare {

/// One measured or rated point of full-span 4 KiB random writes in steady state.
struct CalibrationPoint {
    double usable_bytes = 0;                      ///< bytes that hold data
    std::optional<double> write_amplification{};  ///< NAND / host bytes
    std::optional<double> iops{};  ///< operations a second; used if the above is absent
    std::string place{};           ///< where it stands: "line 2"; may be empty
};

/// What is known beforehand.
struct CalibrationOptions {
    std::optional<double> base{};  ///< absent: fitted to write amplifications, or 1 for IOPS alone
    std::optional<double> seq_write_bytes_per_second{};  ///< host bytes a second of sequential
                                                         ///< writes; makes IOPS tell WA
};

/// One point against the fit.
struct FittedPoint {
    CalibrationPoint point;
    double observed = 0;       ///< write amplification or IOPS, as the point states
    double predicted = 0;      ///< the same by the fit
    double error_percent = 0;  ///< of predicted against observed
    std::optional<double> left_out_error_percent{};  ///< by a fit to all other points; absent where
                                                     ///< they do not determine one
};

/// The fit and how far to trust it.
struct Calibration {
    device::DeviceForm form;
    bool base_is_fitted = false;         ///< else given or assumed
    std::optional<double> flash_iops{};  ///< 4 KiB programs a second that the flash sustains
    double rms_percent = 0;              ///< root mean square of the points' errors
    std::optional<double> leave_one_out_max_percent{};  ///< largest left-out error, absolute
    double pool_low_bytes = 0;                          ///< lower end of the pool's band
    double pool_high_bytes = 0;                         ///< upper end of the pool's band
    std::string band{};                                 ///< what the band is, in words
    std::vector<FittedPoint> points{};                  ///< in the order given
    std::vector<std::string> assumptions{};             ///< in words, one each
};

/// Throws DomainError when the points do not determine the unknowns, saying how many there are and
/// what would help, or when no pool explains them.
Calibration calibrate(std::span<const CalibrationPoint> points,
                      const CalibrationOptions& options = {});

/// Writes of several address classes on a drive of that form: base x FIFO closed form (Desnoyers
/// eq. 14 for n classes). Throws DomainError unless usable_bytes is below the pool.
double write_amplification(const device::DeviceForm& form, double usable_bytes,
                           std::span<const workload::AddressClass> classes);
/// Uniform writes.
double write_amplification(const device::DeviceForm& form, double usable_bytes);

}  // namespace drivewear::compare
