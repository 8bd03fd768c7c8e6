// Vendors' offers made comparable: whatever is quoted (DWPD or TBW, over 3 or 5 years, GB or GiB)
// is turned into decimal TB and drive writes per day over the plan's years, and the usual traps of
// such comparisons are named.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/plan/plan.hpp"
#include "drivewear/plan/rank.hpp"
#include "drivewear/units/quantities.hpp"

namespace drivewear::plan {

/// One offer as quoted.
struct Bid {
    std::size_t line = 0;                 ///< of the file
    std::string name;                     ///< vendor, model or offer number
    units::Capacity capacity;             ///< of one drive
    std::optional<double> dwpd;           ///< as quoted; one of dwpd and tbw is there
    std::optional<units::HostBytes> tbw;  ///< as quoted
    double years = 0;                     ///< the quotation's (warranty's) years
    std::string rating_workload;          ///< as quoted; may be empty
    std::optional<Price> price;           ///< of one drive
};

/// Reads a header with name, capacity, years, dwpd or tbw, and optionally workload, price,
/// currency. Throws ValidationError with every bad line.
std::vector<Bid> parse_bids(std::string_view csv, const std::string& file);

/// An offer held against a plan.
struct JudgedBid {
    Bid bid;
    units::HostTraffic tbw;        ///< over the quotation's years
    double dwpd_quoted_years = 0;  ///< TBW / (capacity x 365 x the quotation's years)
    double dwpd_plan_years = 0;    ///< the same TBW spread over the plan's service life
    double tbw_used_percent = 0;   ///< of that TBW, by the plan's host writes
    double margin_percent = 0;     ///< left beyond use and reserve
    bool fits = false;
    std::uint64_t drives_needed = 0;    ///< by writes and, with a capacity in the plan, by data
    std::optional<double> fleet_price;  ///< drives needed x price
    std::vector<std::string> traps;     ///< in words
};

/// The offers, those that fit first, then by fleet price, then by margin. `data_bytes` is what the
/// fleet must hold; 0 when the plan does not say.
std::vector<JudgedBid> judge_bids(const Plan& plan, const std::vector<Bid>& bids,
                                  double data_bytes);

}  // namespace drivewear::plan
