// Chooses the rating a plan is held against and the P/E cycles the ratings imply.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "drivewear/catalog/drive.hpp"
#include "drivewear/plan/budget.hpp"

namespace drivewear::plan {

/// A choice with the words that go into the report.
struct ChosenRating {
    Rating rating;
    std::vector<std::string> assumptions;
    std::vector<std::string> warnings;
};

/// Sequential workloads are held against the sequential TBW where one is published, everything
/// else against the random one. Throws DomainError when the drive has no rating at all.
ChosenRating choose_rating(const catalog::Drive& drive, const workload::Workload& workload);

/// The flash that garbage collection works with: the calibrated pool, else all of it.
units::Capacity pool_of(const Plan& plan, units::Capacity raw);

/// The rating with the least write amplification, which therefore implies the media budget best:
/// sequential TBW, else the random one. P/E cycles that the plan gives are a sequential rating too.
struct MediaRating {
    units::HostTraffic tbw;            ///< host bytes rated
    bool is_sequential = false;        ///< programmes each host byte once
    device::SpareFactor spare_factor;  ///< of the whole drive, as it is rated
    double base = 1;                   ///< NAND bytes for each host byte written in sequence
};
MediaRating media_rating(const catalog::Drive& drive, const Rating& rating, const Plan& plan);

/// Write amplification of the workload behind `rating` if the drive had that spare factor: the base
/// for sequential writes, that of uniform 4 KiB writes otherwise.
device::WriteAmplification rating_wa(const MediaRating& rating, const catalog::Drive& drive,
                                     const device::SpareFactor& spare_factor);

/// The media budget of P/E cycles given or implied by the ratings.
struct MediaBudget {
    units::NandTraffic bytes;
    std::string assumption;
};
MediaBudget media_budget(const catalog::Drive& drive, const Rating& rating, const Plan& plan);

}  // namespace drivewear::plan
