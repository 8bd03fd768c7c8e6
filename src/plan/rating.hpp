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

/// The media budget that the ratings imply, from the one with the least write amplification:
/// sequential TBW (WA 1), else the random TBW times the WA of uniform 4 KiB writes.
struct ImpliedMedia {
    units::NandTraffic budget;
    std::string assumption;
};
ImpliedMedia implied_media(const catalog::Drive& drive, const Rating& rating);

}  // namespace drivewear::plan
