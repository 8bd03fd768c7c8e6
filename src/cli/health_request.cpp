#include "cli/health_request.hpp"

#include <thread>

#include "drivewear/core/data_directory.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"

namespace drivewear::cli {
namespace {

// Every file that could not be read, as one error.
[[noreturn]] void refuse_unreadable(const ingest::FleetReport& report) {
    std::string lines;
    for (const ingest::Unreadable& file : report.unreadable)
        lines += (lines.empty() ? "" : "\n") + file.file + ": " + file.reason;
    throw InputError(lines);
}

}  // namespace

ingest::FleetReport read_fleet(const HealthRequest& request, const catalog::Catalog& catalog) {
    ingest::RatingBook ratings(catalog);
    for (const std::string& file : request.ratings)
        ratings.add_csv(read_file(file), file);
    const auto attributes = ingest::AttributeTable::load(data_directory());
    ingest::Fleet fleet(request.one_drive);
    const unsigned threads =
        request.threads > 0 ? request.threads : std::max(1u, std::thread::hardware_concurrency());
    ingest::read_health_paths({request.paths.begin(), request.paths.end()}, attributes,
                              {.threads = threads}, fleet);
    ingest::FleetReport report = fleet.finish(ratings);
    // Nothing at all is an error in any case.
    if (!report.unreadable.empty() && (request.strict || report.drives.empty())) {
        refuse_unreadable(report);
    }
    if (report.drives.empty()) throw InputError("no files: expected health reports of drives");
    return report;
}

}  // namespace drivewear::cli
