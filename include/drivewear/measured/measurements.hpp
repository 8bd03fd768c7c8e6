// Reads files of measured results ("drivewear.measured/1", data/schema/measured.schema.json; or CSV
// with the same names as columns) and keeps them with their sources.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/measured/result.hpp"

namespace drivewear::measured {

/// The results of one text; `file` names it in messages and decides the form: *.csv or JSON. Throws
/// ValidationError with every problem.
std::vector<Result> parse_results(std::string_view text, const std::string& file);

class Measurements {
public:
    /// Reads every *.json of the folder, usually data_directory() / "measured", in file name order.
    /// Every drive must be in the catalog, and every source in the catalog's list or the folder's
    /// sources.json. Throws ValidationError with every problem of every file.
    static Measurements load(const std::filesystem::path& folder, const catalog::Catalog& catalog);

    /// A user's own results beside them. Drives must be in the catalog here too; sources need not
    /// be listed. Throws ValidationError with every problem.
    void add(std::vector<Result> results, const catalog::Catalog& catalog);

    const std::vector<Result>& results() const noexcept { return results_; }
    /// The catalog's and the folder's.
    const std::map<std::string, catalog::Source>& sources() const noexcept { return sources_; }

private:
    std::vector<Result> results_;
    std::map<std::string, catalog::Source> sources_;
};

}  // namespace drivewear::measured
