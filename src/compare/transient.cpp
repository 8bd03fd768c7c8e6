#include "drivewear/compare/transient.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivewear/compare/calibrate.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/ftl/simulate.hpp"

namespace drivewear::compare {
namespace {

constexpr double block_bytes = 4096;
constexpr std::uint64_t pool_blocks = 2048;
constexpr std::uint32_t pages_per_block = 256;
constexpr double window_drive_writes = 0.02;
// Blocks of the pool that are open rather than free, and rounding, cost this much before onset.
constexpr double nothing_collected = 1.001;

void refuse_nonsense(const TransientRequest& request) {
    if (!(request.usable_bytes > 0 && request.usable_bytes < request.form.effective_pool_bytes)) {
        throw DomainError("a transient needs a usable capacity above 0 and below the flash");
    }
    if (!(request.seq_write_bytes_per_second > 0)) {
        throw DomainError("a transient needs a sequential write bandwidth above 0");
    }
    if (!(request.drive_writes > 0 && request.drive_writes <= 100)) {
        throw DomainError(fmt::format("{:g} drive writes: expected more than 0, at most 100",
                                      request.drive_writes));
    }
    if (request.iops && !(*request.iops > 0)) {
        throw DomainError(fmt::format("{:g} IOPS: expected more than 0", *request.iops));
    }
}

std::vector<ftl::SeriesPoint> simulated(const TransientRequest& request) {
    const auto spare_factor = device::SpareFactor::from_value(
        1 - request.usable_bytes / request.form.effective_pool_bytes);
    ftl::SimulationOptions options;
    options.geometry = ftl::geometry_from_spare_factor({.spare_factor = spare_factor,
                                                        .pool_blocks = pool_blocks,
                                                        .pages_per_block = pages_per_block});
    options.warm_up_drive_writes = 0;
    options.drive_writes = request.drive_writes;
    options.window_drive_writes = window_drive_writes;
    options.engine = ftl::EngineKind::page;
    options.seed = request.seed;
    options.keep_going = request.keep_going;
    return ftl::simulate(options).series;
}

/// Where the curve first reaches a write amplification, between two windows.
std::optional<double> place_of(double wanted, const std::vector<TransientPoint>& curve) {
    if (wanted < 1) return std::nullopt;
    TransientPoint before{.drive_writes = 0, .write_amplification = 1, .iops = 0};
    for (const TransientPoint& point : curve) {
        if (point.write_amplification >= wanted) {
            const double rise = point.write_amplification - before.write_amplification;
            const double share = rise > 0 ? (wanted - before.write_amplification) / rise : 0;
            return before.drive_writes +
                   std::max(0.0, share) * (point.drive_writes - before.drive_writes);
        }
        before = point;
    }
    return std::nullopt;
}

}  // namespace

Transient transient(const TransientRequest& request) {
    refuse_nonsense(request);
    const double flash_iops = request.seq_write_bytes_per_second / block_bytes;
    Transient result;
    for (const ftl::SeriesPoint& point : simulated(request)) {
        result.curve.push_back({.drive_writes = point.drive_writes,
                                .write_amplification = point.write_amplification,
                                .iops = flash_iops / point.write_amplification});
        if (point.write_amplification <= nothing_collected) {
            result.onset_drive_writes = point.drive_writes;
        }
    }
    result.steady_write_amplification =
        write_amplification(request.form, request.usable_bytes) / request.form.base;
    result.steady_iops = flash_iops / result.steady_write_amplification;
    if (!request.iops) return result;
    result.implied_write_amplification = flash_iops / *request.iops;
    result.placed_at_drive_writes = place_of(*result.implied_write_amplification, result.curve);
    return result;
}

}  // namespace drivewear::compare
