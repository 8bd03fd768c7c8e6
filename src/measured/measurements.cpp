#include "drivewear/measured/measurements.hpp"

#include <algorithm>
#include <iterator>

#include "catalog/family_file.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"

namespace drivewear::measured {
namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
    std::error_code failure;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
        const bool is_results =
            entry.path().extension() == ".json" && entry.path().filename() != "sources.json";
        if (is_results) paths.push_back(entry.path());
    }
    if (failure) {
        throw IoError(folder.string() + ": cannot read the measured data: " + failure.message());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

void refuse_unknown_names(const Result& result, const catalog::Catalog& catalog,
                          std::vector<Problem>& problems) {
    const std::string& drive = result.conditions.drive;
    if (drive.empty()) return;
    const auto& drives = catalog.drives();
    const bool known = std::any_of(drives.begin(), drives.end(),
                                   [&](const catalog::Drive& d) { return d.id == drive; });
    if (known) return;
    problems.push_back({result.file, result.place + "/drive", "the unknown drive '" + drive + "'",
                        "an id of the catalog; \"group\" names anything else"});
}

void refuse_unknown_sources(const Result& result,
                            const std::map<std::string, catalog::Source>& sources,
                            std::vector<Problem>& problems) {
    for (const Reading& reading : result.readings) {
        for (const SourcePlace& place : reading.sources) {
            if (sources.contains(place.source)) continue;
            problems.push_back(
                catalog::unknown_source(result.file, {result.place + "/readings", place.source}));
        }
    }
}

}  // namespace

Measurements Measurements::load(const std::filesystem::path& folder,
                                const catalog::Catalog& catalog) {
    Measurements measurements;
    measurements.sources_ = catalog.sources();
    std::vector<Problem> problems;
    const auto gather = [&](const auto& read) {
        try {
            read();
        } catch (const ValidationError& error) {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        }
    };
    const auto list = folder / "sources.json";
    if (std::filesystem::exists(list)) {
        gather([&] {
            auto contents = catalog::read_catalog_file({list.string(), read_file(list)});
            measurements.sources_.merge(contents.sources);
        });
    }
    for (const auto& path : files_of(folder)) {
        gather([&] {
            auto results = parse_results(read_file(path), path.string());
            std::move(results.begin(), results.end(), std::back_inserter(measurements.results_));
        });
    }
    for (const Result& result : measurements.results_) {
        refuse_unknown_names(result, catalog, problems);
        refuse_unknown_sources(result, measurements.sources_, problems);
    }
    if (!problems.empty()) throw ValidationError(std::move(problems));
    return measurements;
}

void Measurements::add(std::vector<Result> results, const catalog::Catalog& catalog) {
    std::vector<Problem> problems;
    for (const Result& result : results)
        refuse_unknown_names(result, catalog, problems);
    if (!problems.empty()) throw ValidationError(std::move(problems));
    std::move(results.begin(), results.end(), std::back_inserter(results_));
}

}  // namespace drivewear::measured
