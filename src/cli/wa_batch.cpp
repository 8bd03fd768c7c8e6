#include "cli/wa_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "drivewear/core/csv.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/report/wa_report.hpp"

namespace drivewear::cli {
namespace {

constexpr std::array<const char*, 7> answer_columns{
    "wa", "wa_gc", "wa_iu", "wa_parity", "spare_factor", "over_provision", "model"};

std::vector<std::string> header_of(const WaBatchSource& source, CsvReader& reader) {
    std::optional<CsvRecord> header = reader.next();
    if (!header) {
        throw ValidationError({{source.name, "line 1", "nothing", "a line of column names"}});
    }
    std::vector<Problem> problems;
    for (std::size_t c = 0; c < header->fields.size(); ++c) {
        std::string& name = header->fields[c];
        std::replace(name.begin(), name.end(), '-', '_');
        const auto& known = wa_request_names();
        const bool twice =
            std::count(header->fields.begin(),
                       header->fields.begin() + static_cast<std::ptrdiff_t>(c), name) > 0;
        if (twice) {
            problems.push_back({source.name, "line 1", fmt::format("column '{}' twice", name),
                                "each column once"});
        } else if (std::find(known.begin(), known.end(), name) == known.end()) {
            std::string names;
            for (const std::string& each : known)
                names += (names.empty() ? "" : ", ") + each;
            problems.push_back(
                {source.name, "line 1", fmt::format("column '{}'", name), "one of " + names});
        }
    }
    if (!problems.empty()) throw ValidationError(std::move(problems));
    return std::move(header->fields);
}

class BatchAnswerer {
public:
    BatchAnswerer(const WaBatchSource& source, const FetchCatalog& fetch_catalog,
                  std::vector<std::string> header)
        : source_(source), fetch_catalog_(fetch_catalog), header_(std::move(header)) {
        batch_.rows = report::Json::array();
        batch_.columns = header_;
        for (const char* name : answer_columns) {
            // What was asked already stands among the input's columns.
            if (std::find(header_.begin(), header_.end(), name) == header_.end()) {
                added_.emplace_back(name);
                batch_.columns.emplace_back(name);
            }
        }
        batch_.columns.emplace_back("error");
    }

    void add(const CsvRecord& record) {
        report::Json row = report::Json::object();
        for (std::size_t c = 0; c < header_.size(); ++c)
            row[header_[c]] = c < record.fields.size() ? record.fields[c] : std::string();
        report::Json found = report::Json::object();
        std::string error;
        try {
            found = answered(record);
        } catch (const InputError& problem) {
            error = problem.what();
            batch_.problems.push_back(
                fmt::format("{}: line {}: {}", source_.name, record.line, error));
        }
        for (const std::string& name : added_)
            row[name] = error.empty() ? found[name] : report::Json(nullptr);
        row["error"] = error.empty() ? report::Json(nullptr) : report::Json(error);
        batch_.rows.push_back(std::move(row));
    }

    WaBatch take() { return std::move(batch_); }

private:
    report::Json answered(const CsvRecord& record) const {
        if (record.fields.size() != header_.size()) {
            throw InputError(
                fmt::format("{} fields, expected {}", record.fields.size(), header_.size()));
        }
        WaRequest request = source_.defaults;
        for (std::size_t c = 0; c < header_.size(); ++c) {
            if (!record.fields[c].empty()) set(request, header_[c], record.fields[c]);
        }
        const AnsweredWa found = answer(request, fetch_catalog_);
        return report::to_row(found.query, found.estimate);
    }

    const WaBatchSource& source_;
    const FetchCatalog& fetch_catalog_;
    std::vector<std::string> header_;
    std::vector<std::string> added_;
    WaBatch batch_;
};

}  // namespace

WaBatch answer_batch(const WaBatchSource& source, const FetchCatalog& fetch_catalog) {
    CsvReader reader(source.csv, source.name);
    BatchAnswerer answerer(source, fetch_catalog, header_of(source, reader));
    constexpr std::size_t rows_between_reports = 1000;
    const std::size_t lines =
        static_cast<std::size_t>(std::count(source.csv.begin(), source.csv.end(), '\n'));
    while (const std::optional<CsvRecord> record = reader.next()) {
        answerer.add(*record);
        if (record->line % rows_between_reports == 0) {
            checkpoint_progress(source.keep_going,
                                static_cast<double>(record->line) / static_cast<double>(lines + 1));
        }
    }
    return answerer.take();
}

}  // namespace drivewear::cli
