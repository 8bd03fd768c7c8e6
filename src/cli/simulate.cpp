#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/progress.hpp"
#include "cli/verbs.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/device/geometry_from_drive.hpp"
#include "drivewear/ftl/simulate.hpp"
#include "drivewear/report/simulation_report.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::cli {
namespace {

// What the user typed; texts are read when all of them are known.
struct Request {
    std::optional<std::string> drive;
    std::optional<std::string> usable;
    std::optional<std::string> raw;
    std::optional<double> spare_factor;
    std::uint64_t blocks = 4096;
    std::optional<std::uint32_t> pages_per_block;
    std::optional<std::string> superblock;
    std::optional<std::string> page;
    std::uint32_t held_free = 2;
    std::uint64_t bad_blocks = 0;
    std::uint32_t rain = 0;
    double erase_failure_probability = 0;
    std::string policy = "greedy";
    std::string frontiers = "single";
    std::string workload = "uniform";
    std::string wear_levelling = "none";
    std::string precondition = "sequential";
    std::string warm_up = "auto";
    double drive_writes = 10;
    double window = 0.1;
    std::optional<std::string> until;
    std::optional<std::string> cycles;
    std::optional<double> dwpd;
    std::string engine = "auto";
    std::uint64_t seed = 1;
    std::uint32_t replicates = 1;
    std::uint32_t threads = 0;
    std::optional<std::string> memory;
    std::optional<std::string> series;
    std::optional<std::string> checkpoint;
    std::string every = "60s";
};

// A request with everything that a catalog drive adds to it.
struct Prepared {
    ftl::SimulationOptions options;
    std::optional<device::DriveGeometry> drive;
};

std::uint64_t bytes_of(const std::string& text) {
    return units::parse_capacity(text).value();
}

ftl::Geometry drive_geometry(const Request& request, const device::DriveGeometry& drive) {
    const std::uint32_t page =
        request.page ? static_cast<std::uint32_t>(bytes_of(*request.page)) : drive.page_bytes;
    std::uint64_t block = drive.block_bytes;
    if (request.superblock) block = bytes_of(*request.superblock);
    if (request.pages_per_block) block = std::uint64_t{*request.pages_per_block} * page;
    return ftl::geometry_from_capacities({.usable_bytes = drive.usable_bytes,
                                          .raw_bytes = drive.raw_bytes + block * request.held_free,
                                          .block_bytes = block,
                                          .page_bytes = page,
                                          .blocks_held_free = request.held_free});
}

ftl::Geometry free_geometry(const Request& request) {
    const auto page =
        static_cast<std::uint32_t>(request.page ? bytes_of(*request.page) : std::uint64_t{4096});
    std::uint64_t block = std::uint64_t{request.pages_per_block.value_or(256)} * page;
    if (request.superblock) block = bytes_of(*request.superblock);
    if (request.spare_factor) {
        return ftl::geometry_from_spare_factor(
            {.spare_factor = device::SpareFactor::from_value(*request.spare_factor),
             .pool_blocks = request.blocks,
             .pages_per_block = static_cast<std::uint32_t>(block / std::max(page, 1U)),
             .page_bytes = page,
             .blocks_held_free = request.held_free});
    }
    if (!request.usable || !request.raw) {
        throw InputError(
            "no drive to simulate: expected --drive NAME, or --usable and --raw, or "
            "--spare-factor");
    }
    return ftl::geometry_from_capacities({.usable_bytes = bytes_of(*request.usable),
                                          .raw_bytes = bytes_of(*request.raw),
                                          .block_bytes = block,
                                          .page_bytes = page,
                                          .blocks_held_free = request.held_free});
}

std::optional<double> warm_up_of(const std::string& text) {
    if (text == "auto") return std::nullopt;
    double drive_writes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), drive_writes);
    if (error != std::errc{} || end != text.data() + text.size()) {
        throw ParseError(text, 1, "expected 'auto' or a number of drive writes");
    }
    return drive_writes;
}

std::optional<ftl::EngineKind> engine_of(const std::string& text) {
    using Kind = ftl::EngineKind;
    for (const Kind kind : {Kind::page, Kind::occupancy, Kind::epoch}) {
        if (text == ftl::to_text(kind)) return kind;
    }
    return std::nullopt;
}

std::uint64_t host_pages_until(const Request& request, const Prepared& prepared) {
    const ftl::Geometry& geometry = prepared.options.geometry;
    if (*request.until == "rated-tbw") {
        if (!prepared.drive || !prepared.drive->rated_host_bytes) {
            throw InputError("--until rated-tbw: expected --drive with a drive that has a rating");
        }
        return *prepared.drive->rated_host_bytes / geometry.page_bytes;
    }
    const units::Duration time = units::parse_duration(*request.until);
    std::optional<double> dwpd = request.dwpd;
    if (!dwpd && prepared.drive) dwpd = prepared.drive->drive_writes_per_day;
    if (!dwpd)
        throw InputError("--until with a time: expected --dwpd or a drive that is rated in DWPD");
    return ftl::host_pages_in(geometry,
                              {.days = units::in_days(time), .drive_writes_per_day = *dwpd});
}

void set_life(const Request& request, Prepared& prepared) {
    if (!request.until) return;
    ftl::Life life;
    if (*request.until != "worn") life.host_pages = host_pages_until(request, prepared);
    if (request.cycles) {
        life.cycle_limit = ftl::parse_cycle_limit(*request.cycles);
    } else if (*request.until == "worn") {
        if (!prepared.drive || !prepared.drive->cycles_implied) {
            throw InputError(
                "--until worn: expected --pe-cycles, such as normal:3000,0.1 (mean, coefficient of "
                "variation), or a drive that is rated for sequential writes");
        }
        life.cycle_limit = ftl::CycleLimit{.mean_cycles = *prepared.drive->cycles_implied};
    }
    prepared.options.life = life;
}

Prepared prepare(const Context& context, const Request& request) {
    Prepared prepared;
    ftl::SimulationOptions& options = prepared.options;
    if (request.drive) {
        prepared.drive = device::geometry_from_drive(load_catalog(context).find(*request.drive));
        options.geometry = drive_geometry(request, *prepared.drive);
    } else {
        options.geometry = free_geometry(request);
    }
    options.geometry.factory_bad_blocks = request.bad_blocks;
    options.geometry.rain_data_pages = request.rain;
    options.geometry.erase_failure_probability = request.erase_failure_probability;
    options.workload = workload::parse(request.workload, read_file);
    options.policy = ftl::parse_policy(request.policy);
    options.placement = ftl::parse_placement(request.frontiers);
    options.wear_levelling = ftl::parse_wear_levelling(request.wear_levelling);
    options.precondition = ftl::parse_precondition(request.precondition);
    options.warm_up_drive_writes = warm_up_of(request.warm_up);
    options.drive_writes = request.drive_writes;
    options.window_drive_writes = request.window;
    options.engine = engine_of(request.engine);
    options.seed = request.seed;
    options.replicates = request.replicates;
    options.threads = request.threads;
    if (request.memory) options.memory_bytes = bytes_of(*request.memory);
    if (request.checkpoint) {
        const units::Duration every = units::parse_duration(request.every);
        options.checkpointing = ftl::Checkpointing{
            .file = *request.checkpoint,
            .every = std::chrono::seconds(std::llround(std::max(every.value(), 1.0)))};
    }
    set_life(request, prepared);
    return prepared;
}

void print_result(const Context& context, const Request& request,
                  const ftl::SimulationResult& result) {
    if (request.series) write_file_atomically(*request.series, report::series_csv(result));
    if (context.format == Format::json) {
        context.emit(report::to_text(report::to_json(result)));
    } else if (context.format == Format::csv) {
        context.emit(report::to_csv(report::Json::array({report::to_row(result)})));
    } else {
        context.emit(report::to_table(result, context.colour()));
    }
}

int simulate(const Context& context, const Request& request) {
    Prepared prepared = prepare(context, request);
    ftl::SimulationResult result;
    try {
        Progress progress(context, "simulating");
        prepared.options.keep_going = progress.hook();
        result = ftl::simulate(prepared.options);
    } catch (const Cancelled&) {
        if (!request.checkpoint) throw;
        context.notice(fmt::format("drivewear: stopped; the same command goes on from {}",
                                   *request.checkpoint));
        return interrupted;
    }
    if (prepared.drive) {
        result.assumptions.insert(result.assumptions.begin(), prepared.drive->assumptions.begin(),
                                  prepared.drive->assumptions.end());
    }
    print_result(context, request, result);
    return done;
}

void add_geometry_options(CLI::App& verb, Request& request) {
    CLI::Option* drive =
        verb.add_option("--drive", request.drive, "a drive of the catalog")->type_name("NAME");
    CLI::Option* usable =
        verb.add_option("--usable", request.usable, "capacity the host sees")->type_name("SIZE");
    CLI::Option* raw = verb.add_option("--raw", request.raw, "all flash, blocks held free included")
                           ->type_name("SIZE");
    CLI::Option* spare = verb.add_option("--spare-factor", request.spare_factor,
                                         "(raw - usable) / raw, of --blocks blocks");
    usable->needs(raw);
    raw->needs(usable);
    spare->excludes(drive)->excludes(usable);
    drive->excludes(usable);
    verb.add_option("--blocks", request.blocks, "blocks of data; those held free come on top")
        ->needs(spare)
        ->capture_default_str();
    CLI::Option* superblock =
        verb.add_option("--superblock", request.superblock, "bytes erased together")
            ->type_name("SIZE");
    verb.add_option("--pages-per-block", request.pages_per_block, "pages erased together (256)")
        ->excludes(superblock);
    verb.add_option("--page", request.page, "indirection unit (4KiB)")->type_name("SIZE");
    verb.add_option("--held-free", request.held_free, "erased blocks kept for garbage collection")
        ->capture_default_str();
    verb.add_option("--bad-blocks", request.bad_blocks, "blocks bad from the factory");
    verb.add_option("--rain", request.rain, "parity stripe of this many data pages and one more");
    verb.add_option("--erase-failures", request.erase_failure_probability,
                    "chance that an erase retires its block");
}

void add_policy_options(CLI::App& verb, Request& request) {
    verb.add_option("--workload", request.workload, "such as uniform, hotcold:f=0.2,r=0.8, jesd219")
        ->capture_default_str();
    verb.add_option("--policy", request.policy,
                    "greedy, d-choices:D, fifo, random, windowed-greedy:W, cost-benefit:lfs, "
                    "cost-benefit:kawaguchi, second-chance[:SHARE]")
        ->capture_default_str();
    verb.add_option("--frontiers", request.frontiers,
                    "single, host-gc, class, streams or streams:shared")
        ->capture_default_str();
    verb.add_option("--wear-leveling,--wear-levelling", request.wear_levelling,
                    "none, dynamic or static:THRESHOLD")
        ->capture_default_str();
    verb.add_option("--precondition", request.precondition,
                    "none, sequential, random, scattered, or steps such as sequential:2+random")
        ->capture_default_str();
}

void add_length_options(CLI::App& verb, Request& request) {
    verb.add_option("--warm-up", request.warm_up, "auto, or drive writes before measuring")
        ->capture_default_str();
    CLI::Option* writes =
        verb.add_option("--drive-writes", request.drive_writes, "drive writes to measure")
            ->capture_default_str();
    verb.add_option("--window", request.window, "drive writes of one point of the series")
        ->capture_default_str();
    verb.add_option("--until", request.until, "a whole life: rated-tbw, worn, or a time such as 5y")
        ->excludes(writes);
    verb.add_option("--pe-cycles", request.cycles,
                    "cycles a block survives: fixed:N, normal:MEAN,CV, lognormal:MEAN,CV, "
                    "weibull:MEAN,CV");
    verb.add_option("--dwpd", request.dwpd, "drive writes a day, for --until with a time");
}

void add_run_options(CLI::App& verb, Request& request) {
    verb.add_option("--engine", request.engine, "auto, page, occupancy or epoch")
        ->check(CLI::IsMember({"auto", "page", "occupancy", "epoch"}))
        ->capture_default_str();
    verb.add_option("--replicates", request.replicates, "independent runs")->capture_default_str();
    verb.add_option("--seed", request.seed, "of all random numbers")->capture_default_str();
    verb.add_option("--threads", request.threads, "replicates at a time; 0: one for each core")
        ->capture_default_str();
    verb.add_option("--memory", request.memory, "most memory to use (what is free)")
        ->type_name("SIZE");
    verb.add_option("--series", request.series, "write the series to this CSV file")
        ->type_name("FILE");
    CLI::Option* checkpoint =
        verb.add_option("--checkpoint", request.checkpoint,
                        "keep the state here; the same command goes on from it")
            ->type_name("FILE");
    verb.add_option("--every", request.every, "time between two checkpoints")
        ->needs(checkpoint)
        ->capture_default_str();
}

}  // namespace

void add_simulate_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("simulate", "Simulate a drive's flash translation layer.");
    lead_with_examples(
        *verb,
        "  drivewear simulate --spare-factor 0.125 --blocks 4096\n"
        "  drivewear simulate --usable 1GB --raw 1.14GB --policy fifo --workload jesd219\n"
        "  drivewear simulate --drive \"9550 max 12.8\" --until rated-tbw --format json\n"
        "  drivewear simulate --spare-factor 0.1 --until worn --pe-cycles normal:300,0.1 \\\n"
        "      --series life.csv --checkpoint life.state\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto request = std::make_shared<Request>();
    add_geometry_options(*verb, *request);
    add_policy_options(*verb, *request);
    add_length_options(*verb, *request);
    add_run_options(*verb, *request);
    verb->callback([&context, request] {
        context.action = [&context, request] { return simulate(context, *request); };
    });
}

}  // namespace drivewear::cli
