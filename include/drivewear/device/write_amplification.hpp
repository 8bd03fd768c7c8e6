// The words in which simulation and formulas answer, and the ratios they are asked about. Below
// this room quantities carry units; here and in the models they are plain counts and doubles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace drivewear::device {

/// Spare factor Sf = (raw - usable) / raw, in (0, 1). Not the over-provision (raw - usable) /
/// usable: the two are mixed up so often that neither has an unnamed constructor.
class SpareFactor {
public:
    /// Throws DomainError unless 0 < value < 1.
    static SpareFactor from_value(double value);
    /// Over-provision OP > 0 gives Sf = OP / (1 + OP).
    static SpareFactor from_over_provision(double over_provision);
    /// Capacities in one common unit; throws DomainError unless 0 < usable < raw.
    static SpareFactor from_capacities(std::uint64_t usable_bytes, std::uint64_t raw_bytes);

    double value() const noexcept { return value_; }
    /// (raw - usable) / usable.
    double over_provision() const noexcept { return value_ / (1 - value_); }
    /// Share of the raw capacity that holds data, 1 - Sf.
    double utilisation() const noexcept { return 1 - value_; }

private:
    explicit SpareFactor(double value) : value_(value) {}
    double value_;
};

/// NAND pages programmed for each host page written; at least 1 for uncompressed data, except that
/// TRIM-less models always give >= 1 and measured counters may not.
class WriteAmplification {
public:
    /// Throws DomainError unless the value is finite and at least 1.
    explicit WriteAmplification(double value);

    double value() const noexcept { return value_; }

private:
    double value_;
};

/// A write amplification together with what makes it believable.
struct WriteAmplificationEstimate {
    WriteAmplification total{1.0};         ///< all stages multiplied
    double garbage_collection = 1.0;       ///< relocation of valid pages
    double indirection_unit = 1.0;         ///< read-modify-write of partly written units
    double parity = 1.0;                   ///< (k+1)/k of RAIN stripes
    std::optional<double> standard_error;  ///< of `total`; absent for formulas
    std::string model;                     ///< which model or engine answered
    std::string source;                    ///< paper and equation, or engine and seed
    std::vector<std::string> assumptions;  ///< in words, one each
};

/// How often blocks were erased.
struct EraseHistogram {
    std::uint64_t first_count = 0;      ///< erase count of the first bin
    std::vector<std::uint64_t> blocks;  ///< number of blocks for each count from there on

    bool operator==(const EraseHistogram&) const = default;
};

}  // namespace drivewear::device
