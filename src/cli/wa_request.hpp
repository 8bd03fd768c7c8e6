// A question for the formulas as it is asked in words: by flags, by a row of a table, by Python.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/analytic/estimate.hpp"
#include "drivewear/catalog/catalog.hpp"

namespace drivewear::cli {

/// What the user typed; texts are read when all of them are known. `drivewear wa --help` says what
/// each takes.
struct WaRequest {
    std::optional<double> spare_factor;
    std::optional<double> over_provision;
    std::optional<std::string> usable;
    std::optional<std::string> raw;
    std::optional<std::string> drive;
    std::string policy = "greedy";
    std::string pages_per_block = "inf";
    std::string workload = "uniform";
    std::string frontiers = "single";
    std::optional<std::string> trim;
    std::optional<std::string> indirection_unit;
    std::optional<std::string> write_size;
    std::optional<std::string> parity;
};

/// The names that set() knows: the flags without dashes in front, '_' for '-' inside.
const std::vector<std::string>& wa_request_names();

/// Sets what a flag of that name would; '-' and '_' are one. Throws InputError for another name or
/// a number that is none.
void set(WaRequest& request, std::string_view name, const std::string& text);

/// A request as the formulas take it, and what was assumed of a catalog drive.
struct PreparedWa {
    analytic::Query query;
    std::vector<std::string> drive_assumptions;
};

/// Fetches the catalog, when a drive is named.
using FetchCatalog = std::function<const catalog::Catalog&()>;

/// Throws InputError when the request has no meaning.
PreparedWa prepare(const WaRequest& request, const FetchCatalog& fetch_catalog);

/// prepare(), then the formulas; the drive's assumptions come first among the answer's.
struct AnsweredWa {
    analytic::Query query;
    analytic::Estimate estimate;
};
AnsweredWa answer(const WaRequest& request, const FetchCatalog& fetch_catalog);

}  // namespace drivewear::cli
