#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/verbs.hpp"
#include "drivewear/compare/calibration_file.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/measured/measurements.hpp"
#include "drivewear/report/compare_report.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::cli {
namespace {

struct CalibrateRequest {
    std::filesystem::path points;
    std::optional<double> base;
    std::optional<std::string> seq_write;
    std::optional<std::string> usable;
};

// Points of a CSV, or of measured results, which may tell the sequential bandwidth too.
std::vector<compare::CalibrationPoint> read_points(const CalibrateRequest& request,
                                                   compare::CalibrationOptions& options) {
    const std::string text = read_file(request.points);
    if (request.points.extension() != ".json") {
        return compare::parse_points(text, request.points.string());
    }
    const auto results = measured::parse_results(text, request.points.string());
    if (!options.seq_write_bytes_per_second) {
        options.seq_write_bytes_per_second = compare::sequential_write_of(results);
    }
    std::optional<double> usable;
    if (request.usable) {
        usable = static_cast<double>(units::parse_capacity(*request.usable).value());
    }
    return compare::points_of(results, usable);
}

int print_calibration(const Context& context, const CalibrateRequest& request) {
    compare::CalibrationOptions options{.base = request.base};
    if (request.seq_write) {
        options.seq_write_bytes_per_second = units::parse_data_rate(*request.seq_write).value();
    }
    const auto points = read_points(request, options);
    const compare::Calibration calibration = compare::calibrate(points, options);
    context.emit({.table = [&] { return report::to_text(calibration, context.colour()); },
                  .json = [&] { return report::to_text(report::to_json(calibration)); },
                  .csv = [&] { return report::to_csv(report::to_rows(calibration)); }});
    return done;
}

}  // namespace

void add_calibrate_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand(
        "calibrate",
        "A drive's base and effective pool from measured or rated random writes at several usable "
        "capacities.");
    lead_with_examples(
        *verb,
        "  drivewear calibrate points.csv             # usable_bytes, waf | iops\n"
        "  drivewear calibrate pair.csv --base 1.03   # rated IOPS of two drives, same hardware\n"
        "  drivewear calibrate fio.csv --seq-write 1390MiB/s\n"
        "  drivewear calibrate measured.json --usable 800GB   # as drivewear fio writes it\n"
        "  drivewear calibrate points.csv --format json -o drive.json\n"
        "  drivewear budget plan.json --calibration drive.json\n");
    add_output_options(*verb, context);
    auto request = std::make_shared<CalibrateRequest>();
    verb->add_option("points", request->points,
                     "CSV: usable_bytes (745.2 GiB) and waf, iops, or host_bytes with nand_bytes; "
                     "or measured results as JSON")
        ->required();
    verb->add_option("--usable", request->usable,
                     "bytes in use, for measured results that do not say");
    verb->add_option("--base", request->base,
                     "write amplification of a sequential fill, where known");
    verb->add_option("--seq-write", request->seq_write,
                     "sequential write bandwidth of the drive, 1390MiB/s: makes IOPS tell the "
                     "write amplification");
    verb->callback([&context, request] {
        context.action = [&context, request] { return print_calibration(context, *request); };
    });
}

}  // namespace drivewear::cli
