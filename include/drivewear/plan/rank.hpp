// One plan on many drives: which fit, how many of each it takes, and what that costs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/catalog/drive.hpp"
#include "drivewear/plan/budget.hpp"
#include "drivewear/plan/plan.hpp"

namespace drivewear::plan {

/// What one drive costs. Amounts in different currencies are never compared.
struct Price {
    double amount = 0;     ///< of one drive, above 0
    std::string currency;  ///< "USD"

    bool operator==(const Price&) const = default;
};

/// Prices by drive id or part number.
using Prices = std::map<std::string, Price, std::less<>>;

/// Reads "name,price[,currency]" lines under a header; `file` names the text in messages. Throws
/// ValidationError with every bad line.
Prices parse_prices(std::string_view csv, const std::string& file);

/// What the fleet of one drive costs.
struct FleetCost {
    std::string currency;
    double total = 0;               ///< drives needed and spares
    double per_usable_tb = 0;       ///< total / decimal TB that the fleet can hold
    double per_needed_host_tb = 0;  ///< total / host TB that the plan writes (not what is offered)
    double per_service_year = 0;    ///< total / years of service
};

/// One drive under the plan.
struct RankedDrive {
    Budget budget;                        ///< with the plan's number of drives
    std::uint64_t drives_for_writes = 0;  ///< fewest that fit the plan's writes and reserve
    std::uint64_t drives_for_data = 0;    ///< fewest that hold the plan's data
    std::uint64_t drives_needed = 0;      ///< the larger of both
    bool fits = false;                    ///< the plan's drives hold its writes and its data
    std::optional<std::uint64_t> spares;  ///< for that many at 95 %
    std::optional<units::Energy> energy;  ///< of that many over the service life
    std::optional<FleetCost> cost;        ///< absent without a price
};

/// A drive that could not be budgeted, and why.
struct LeftOut {
    std::string drive_id;
    std::string reason;
};

struct Ranking {
    std::vector<RankedDrive> drives;  ///< those that fit first, then by cost, then by margin
    std::vector<LeftOut> left_out;
};

/// The plan on each candidate. The fleet's data is the plan's drives x the usable capacity of the
/// plan's own drive; a candidate with less capacity needs more drives to hold it.
struct RankRequest {
    const Plan& plan;
    const catalog::Drive& plan_drive;  ///< the drive the plan names
    const std::vector<catalog::Drive>& candidates;
    const Prices& prices;
};
Ranking rank(const RankRequest& request);

/// A condition on a drive as "key=value": vendor, family, tier, form_factor, interface, nand_type
/// (compared without case, blanks and "Gen"; a start suffices), min_capacity, min_dwpd. Throws
/// ParseError for another key or a bad value.
bool meets(const catalog::Drive& drive, std::string_view condition);

}  // namespace drivewear::plan
