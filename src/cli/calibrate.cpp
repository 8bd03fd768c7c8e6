#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/verbs.hpp"
#include "drivewear/compare/calibration_file.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/report/compare_report.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::cli {
namespace {

struct CalibrateRequest {
    std::filesystem::path points;
    std::optional<double> base;
    std::optional<std::string> seq_write;
};

int print_calibration(const Context& context, const CalibrateRequest& request) {
    compare::CalibrationOptions options{.base = request.base};
    if (request.seq_write) {
        options.seq_write_bytes_per_second = units::parse_data_rate(*request.seq_write).value();
    }
    const auto points = compare::parse_points(read_file(request.points), request.points.string());
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
        "  drivewear calibrate points.csv --format json -o drive.json\n"
        "  drivewear budget plan.json --calibration drive.json\n");
    add_output_options(*verb, context);
    auto request = std::make_shared<CalibrateRequest>();
    verb->add_option("points", request->points,
                     "CSV: usable_bytes (745.2 GiB) and waf, iops, or host_bytes with nand_bytes")
        ->required();
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
