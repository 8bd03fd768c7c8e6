#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/emit_result.hpp"
#include "cli/progress.hpp"
#include "cli/verbs.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/ingest/trace_summary.hpp"
#include "drivewear/report/trace_report.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::cli {
namespace {

struct TraceInfoOptions {
    std::string file;
    ingest::TraceOptions reading;
    std::optional<std::string> drive;
    std::optional<std::string> capacity;
    std::string page = "4KiB";
    std::string memory = "256MiB";
    std::size_t most_classes = 6;
};

units::Capacity page_of(const std::string& text) {
    constexpr std::uint64_t least = 512;
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    const units::Capacity page = units::parse_capacity(text);
    if (page.value() < least || page.value() > most) {
        throw InputError("--page: found " + text + ", expected 512B to 1GiB");
    }
    return page;
}

int print_trace_info(const Context& context, const TraceInfoOptions& options) {
    report::TraceAnswer answer;
    answer.file = options.file;
    if (options.capacity) answer.capacity = units::parse_capacity(*options.capacity);
    if (options.drive) {
        const catalog::Catalog catalog = load_catalog(context);
        const catalog::Drive& drive = catalog.find(*options.drive);
        answer.drive = drive.id;
        answer.capacity = drive.capacity;
    }
    const units::Capacity page = page_of(options.page);
    const units::Capacity memory = units::parse_capacity(options.memory);
    {
        Progress progress(context, "reading the trace");
        ingest::TraceReader reader(std::filesystem::path(options.file), options.reading);
        answer.summary =
            ingest::summarise(reader, {.page_bytes = static_cast<std::uint32_t>(page.value()),
                                       .memory_bytes = memory.value(),
                                       .most_classes = options.most_classes,
                                       .capacity = answer.capacity,
                                       .keep_going = progress.hook()});
    }
    context.emit(Answer{
        .table = [&] { return report::to_table(answer, context.colour()); },
        .json = [&] { return report::to_text(report::to_json(answer)); },
        .csv = [&] { return report::to_csv(report::Json::array({report::to_row(answer)})); }});
    return done;
}

void add_trace_info_verb(CLI::App& parent, Context& context) {
    CLI::App* verb = parent.add_subcommand(
        "info", "Writes, footprint, sizes, skew and implied DWPD of a block trace.");
    lead_with_examples(
        *verb,
        "  drivewear trace info volume.csv.gz --capacity 3.84TB\n"
        "  drivewear trace info sda.blkparse --kind blkparse:Q --drive \"9550 max 3.2\"\n"
        "  drivewear trace info rows.csv \\\n"
        "      --kind csv:offset=lba,offset-unit=sector,length=bytes,op=rw,time=us,"
        "time-unit=us\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto options = std::make_shared<TraceInfoOptions>();
    verb->add_option("FILE", options->file, "plain, .gz or .zst")->required();
    verb->add_option("--kind", options->reading.kind,
                     "msr, alibaba, tencent, k5cloud, fiu, spc, mqsim, vscsi, blkparse[:ACTION], "
                     "iolog, csv:offset=COLUMN,length=COLUMN[,...], or auto: what fits the first "
                     "lines")
        ->capture_default_str();
    verb->add_option("--device", options->reading.device, "requests to this device only");
    CLI::Option* drive = verb->add_option("--drive", options->drive,
                                          "a drive of the catalog to hold the writes against")
                             ->type_name("NAME");
    verb->add_option("--capacity", options->capacity, "of the drive, instead")
        ->type_name("SIZE")
        ->excludes(drive);
    verb->add_option("--page", options->page, "unit of footprint and skew")
        ->type_name("SIZE")
        ->capture_default_str();
    verb->add_option("--classes", options->most_classes, "most address classes to fit")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    verb->add_option("--memory", options->memory,
                     "for the counts of pages; beyond it they come from a sample of the pages")
        ->type_name("SIZE")
        ->capture_default_str();
    verb->add_flag("--strict", options->reading.strict, "refuse a trace with an unreadable line");
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_trace_info(context, *options); };
    });
}

}  // namespace

void add_trace_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("trace", "What block traces say about endurance.");
    lead_with_examples(*verb, "  drivewear trace info volume.csv.gz --capacity 3.84TB\n");
    verb->require_subcommand(1);
    add_trace_info_verb(*verb, context);
}

}  // namespace drivewear::cli
