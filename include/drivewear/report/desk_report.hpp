// The planner's decisions as records and tables: rankings, shrinking, bids, explanations.
#pragma once

#include <string>
#include <vector>

#include "drivewear/plan/bids.hpp"
#include "drivewear/plan/explain.hpp"
#include "drivewear/plan/rank.hpp"
#include "drivewear/plan/shrink.hpp"
#include "drivewear/report/json.hpp"

namespace drivewear::report {

/// "drivewear.rank/1": {schema, plan_name, drives: [...], left_out: [...]}.
Json to_json(const plan::Ranking& ranking, const plan::Plan& plan);
std::string to_table(const plan::Ranking& ranking, bool coloured);

/// "drivewear.shrink/1": {schema, drive_id, steps: [...], largest_usable_..., ...}.
Json to_json(const plan::Shrinking& shrinking);
std::string to_table(const plan::Shrinking& shrinking, bool coloured);

/// "drivewear.bids/1": {schema, plan_name, bids: [...]}.
Json to_json(const std::vector<plan::JudgedBid>& bids, const plan::Plan& plan);
std::string to_table(const std::vector<plan::JudgedBid>& bids, bool coloured);

/// "drivewear.explain/1": {schema, plan_name, drive_id, steps: [...]}.
Json to_json(const std::vector<plan::ExplainedStep>& steps, const plan::Budget& budget);
std::string to_table(const std::vector<plan::ExplainedStep>& steps, const plan::Budget& budget);
std::string to_markdown(const std::vector<plan::ExplainedStep>& steps, const plan::Budget& budget);

}  // namespace drivewear::report
