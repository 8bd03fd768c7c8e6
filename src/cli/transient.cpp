#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/plan_options.hpp"
#include "cli/progress.hpp"
#include "cli/verbs.hpp"
#include "drivewear/compare/calibration_file.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/device/geometry_from_drive.hpp"
#include "drivewear/measured/figure.hpp"
#include "drivewear/report/transient_report.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::cli {
namespace {

struct TransientOptions {
    std::string drive;
    std::optional<std::string> iops;
    std::optional<std::string> seq_write;
    std::optional<std::string> calibration;
    double drive_writes = 4;
    std::uint64_t seed = 1;
};

double sequential_bandwidth(const TransientOptions& options, const catalog::Drive& drive) {
    if (options.seq_write) return units::parse_data_rate(*options.seq_write).value();
    if (drive.seq_write) return drive.seq_write->value();
    throw InputError(drive.id +
                     ": no sequential write bandwidth is published; expected --seq-write");
}

compare::TransientRequest request_of(const Context& context, const TransientOptions& options) {
    const catalog::Drive drive = find_drive(context, options.drive);
    compare::TransientRequest request{
        .form = {static_cast<double>(device::raw_capacity(drive).bytes), 1},
        .usable_bytes = static_cast<double>(drive.capacity.value()),
        .seq_write_bytes_per_second = sequential_bandwidth(options, drive),
        .drive_writes = options.drive_writes,
        .seed = options.seed};
    if (options.calibration) {
        request.form =
            compare::parse_calibration(read_file(*options.calibration), *options.calibration);
    }
    if (options.iops) {
        const std::string text = *options.iops + " IOPS";
        request.iops = measured::parse_figure(text, measured::Quantity::iops).value();
    }
    return request;
}

int print_transient(const Context& context, const TransientOptions& options) {
    compare::TransientRequest request = request_of(context, options);
    const compare::Transient result = [&] {
        Progress progress(context, "simulating");
        request.keep_going = progress.hook();
        return compare::transient(request);
    }();
    const report::Json record = report::to_json(request, result);
    context.emit({.table = [&] { return report::to_text(request, result); },
                  .json = [&] { return report::to_text(record); },
                  .csv = [&] { return report::to_csv(record.at("points")); }});
    return done;
}

}  // namespace

void add_transient_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand(
        "transient",
        "Random writes from a sequential fill to steady state, and where a short test lies on the "
        "way.");
    lead_with_examples(*verb,
                       "  drivewear transient --drive \"9550 max 12.8\" --iops 1.56M\n"
                       "  drivewear transient --drive \"9550 max 12.8\" --iops 1.56M \\\n"
                       "      --seq-write 11490MB/s\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto options = std::make_shared<TransientOptions>();
    verb->add_option("--drive", options->drive, "id, part number or loose name")->required();
    verb->add_option("--iops", options->iops, "measured 4 KiB random writes a second: 1.56M");
    verb->add_option("--seq-write", options->seq_write,
                     "sequential write bandwidth; default: the rated one");
    verb->add_option("--calibration", options->calibration,
                     "what drivewear calibrate --format json wrote, for its effective pool");
    verb->add_option("--drive-writes", options->drive_writes, "how far")->capture_default_str();
    verb->add_option("--seed", options->seed, "of the simulation")->capture_default_str();
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_transient(context, *options); };
    });
}

}  // namespace drivewear::cli
