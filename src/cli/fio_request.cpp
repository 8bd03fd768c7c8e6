#include "cli/fio_request.hpp"

#include <fmt/format.h>

#include <iterator>

#include "drivewear/core/errors.hpp"

namespace drivewear::cli {
namespace {

// One bad file among many is named; a list of none but bad ones is refused.
void read_files(const FioRequest& request, report::FioAnswer& answer) {
    for (const std::string& file : request.files) {
        try {
            std::vector<ingest::FioRun> runs = ingest::read_fio_file(file);
            std::move(runs.begin(), runs.end(), std::back_inserter(answer.runs));
        } catch (const Error& error) {
            if (request.strict || request.files.size() == 1) throw;
            answer.unreadable.emplace_back(error.what());
        }
    }
    if (!answer.runs.empty()) return;
    if (answer.unreadable.empty()) throw InputError("no files: expected results of fio");
    throw InputError(fmt::format("none of {} files is a result of fio; the first: {}",
                                 request.files.size(), answer.unreadable.front()));
}

}  // namespace

report::FioAnswer read_fio(const FioRequest& request,
                           const std::function<catalog::Catalog()>& load_catalog) {
    report::FioAnswer answer;
    answer.platform = request.platform;
    if (request.drive) answer.drive = load_catalog().find(*request.drive).id;
    read_files(request, answer);
    return answer;
}

}  // namespace drivewear::cli
