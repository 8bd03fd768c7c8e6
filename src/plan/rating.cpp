#include "plan/rating.hpp"

#include <fmt/format.h>

#include "drivewear/catalog/rated_tbw.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/device/geometry_from_drive.hpp"
#include "drivewear/units/format.hpp"
#include "drivewear/wear/media.hpp"
#include "plan/wa_choice.hpp"

namespace drivewear::plan {
namespace {

constexpr int assumed_warranty_years = 5;

units::Decimal warranty_of(const catalog::Drive& drive, ChosenRating& chosen) {
    if (drive.warranty_years) return *drive.warranty_years;
    chosen.assumptions.push_back(fmt::format(
        "no warranty period is published; {} years are assumed", assumed_warranty_years));
    return units::Decimal(assumed_warranty_years, 0);
}

double dwpd_of(units::HostBytes tbw, const catalog::Drive& drive, double warranty_years) {
    return static_cast<double>(tbw.value()) /
           (static_cast<double>(drive.capacity.value()) * 365 * warranty_years);
}

std::string random_workload(const catalog::Drive& drive) {
    return drive.rating_workload.empty() ? "random writes (workload not stated)"
                                         : drive.rating_workload;
}

void take(ChosenRating& chosen, const catalog::Drive& drive, units::HostBytes tbw) {
    chosen.rating.tbw = tbw;
    chosen.rating.dwpd = dwpd_of(tbw, drive, chosen.rating.warranty_years);
}

}  // namespace

ChosenRating choose_rating(const catalog::Drive& drive, const workload::Workload& workload) {
    ChosenRating chosen;
    const units::Decimal warranty = warranty_of(drive, chosen);
    chosen.rating.warranty_years = warranty.to_double();
    const bool sequential = workload.sequential_share == 1 || workload.zones.has_value();
    if (sequential && drive.tbw_sequential) {
        take(chosen, drive, *drive.tbw_sequential);
        chosen.rating.workload = "sequential writes (tbw_sequential)";
        return chosen;
    }
    if (sequential) {
        chosen.assumptions.push_back(
            "no sequential TBW is published; the random one is used, which is the more careful");
    }
    if (drive.tbw_random) {
        take(chosen, drive, *drive.tbw_random);
        chosen.rating.workload = random_workload(drive) + " (tbw_random)";
    } else if (drive.dwpd) {
        take(chosen, drive, catalog::tbw_of({*drive.dwpd, drive.capacity, warranty}));
        chosen.rating.workload = random_workload(drive) + " (derived from dwpd)";
        chosen.assumptions.push_back("rated TBW = DWPD x capacity x 365 x warranty years");
    } else if (drive.tbw_sequential) {
        take(chosen, drive, *drive.tbw_sequential);
        chosen.rating.workload = "sequential writes (tbw_sequential)";
        chosen.warnings.push_back(
            "only a sequential TBW is published; random writes wear the drive faster than it says");
    } else {
        throw DomainError(drive.id +
                          ": neither TBW nor DWPD is published, so there is no rating to "
                          "hold the plan against");
    }
    return chosen;
}

units::Capacity pool_of(const Plan& plan, units::Capacity raw) {
    if (!plan.calibration) return raw;
    return units::bytes(static_cast<std::uint64_t>(plan.calibration->effective_pool_bytes));
}

MediaRating media_rating(const catalog::Drive& drive, const Rating& rating, const Plan& plan) {
    const std::uint64_t raw = device::raw_capacity(drive).bytes;
    const auto tbw = static_cast<double>(drive.tbw_sequential.value_or(rating.tbw).value());
    MediaRating media{.tbw = units::host_traffic(tbw),
                      .is_sequential = drive.tbw_sequential.has_value(),
                      .spare_factor = device::SpareFactor::from_capacities(
                          drive.capacity.value(), pool_of(plan, units::bytes(raw)).value())};
    if (plan.calibration) media.base = plan.calibration->base;
    if (plan.pe_cycles) {
        media.base = 1;
        const auto bytes = wear::media_budget(*plan.pe_cycles, units::bytes(raw));
        media.tbw = wear::host_writes(bytes, device::WriteAmplification(1));
        media.is_sequential = true;
    }
    return media;
}

device::WriteAmplification rating_wa(const MediaRating& rating, const catalog::Drive& drive,
                                     const device::SpareFactor& spare_factor) {
    if (rating.is_sequential) return device::WriteAmplification(rating.base);
    const workload::Workload uniform;
    return wa_of({.workload = uniform,
                  .spare_factor = spare_factor,
                  .drive = drive,
                  .base = rating.base})
        .total;
}

MediaBudget media_budget(const catalog::Drive& drive, const Rating& rating, const Plan& plan) {
    const MediaRating media = media_rating(drive, rating, plan);
    const auto wa = rating_wa(media, drive, media.spare_factor);
    if (plan.pe_cycles) {
        return {wear::nand_writes(media.tbw, wa), "the P/E cycles are the plan's own"};
    }
    if (media.is_sequential) {
        return {wear::nand_writes(media.tbw, wa),
                "the sequential TBW programmes each host byte once, so it implies the P/E cycles"};
    }
    return {wear::nand_writes(media.tbw, wa),
            fmt::format("the rated TBW is taken to be of uniform 4 KiB writes (WA {:.4g}), which "
                        "implies the P/E cycles",
                        wa.value())};
}

}  // namespace drivewear::plan
