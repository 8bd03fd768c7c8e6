#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/progress.hpp"
#include "cli/simulation_request.hpp"
#include "cli/verbs.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/ftl/simulate.hpp"
#include "drivewear/report/simulation_report.hpp"

namespace drivewear::cli {
namespace {

void print_result(const Context& context, const SimulationRequest& request,
                  const report::SimulationAnswer& answer) {
    if (request.series) write_file_atomically(*request.series, report::series_csv(answer.result));
    context.emit(
        {.table = [&] { return report::to_table(answer, context.colour()); },
         .json = [&] { return report::to_text(report::to_json(answer)); },
         .csv = [&] { return report::to_csv(report::Json::array({report::to_row(answer)})); }});
}

int simulate(const Context& context, const SimulationRequest& request) {
    PreparedSimulation prepared = [&] {
        Progress progress(context, "reading the workload");
        return prepare(
            request, [&] { return load_catalog(context); }, progress.hook());
    }();
    report::SimulationAnswer answer;
    try {
        Progress progress(context, "simulating");
        prepared.options.keep_going = progress.hook();
        answer = run(prepared);
    } catch (const Cancelled&) {
        if (!request.checkpoint) throw;
        context.notice(fmt::format("drivewear: stopped; the same command goes on from {}",
                                   *request.checkpoint));
        return interrupted;
    }
    print_result(context, request, answer);
    return done;
}

void add_geometry_options(CLI::App& verb, SimulationRequest& request) {
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

void add_policy_options(CLI::App& verb, SimulationRequest& request) {
    verb.add_option("--workload", request.workload,
                    "such as uniform, hotcold:f=0.2,r=0.8, jesd219, or a block trace: "
                    "trace:FILE[,layout=keep|remap|wrap][,device=NAME][,kind=KIND]")
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

void add_length_options(CLI::App& verb, SimulationRequest& request) {
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

void add_run_options(CLI::App& verb, SimulationRequest& request) {
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
        "  drivewear simulate --usable 8GiB --raw 9GiB --workload trace:volume.csv.gz\n"
        "  drivewear simulate --drive \"9550 max 12.8\" --until rated-tbw --format json\n"
        "  drivewear simulate --spare-factor 0.1 --until worn --pe-cycles normal:300,0.1 \\\n"
        "      --series life.csv --checkpoint life.state\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto request = std::make_shared<SimulationRequest>();
    add_geometry_options(*verb, *request);
    add_policy_options(*verb, *request);
    add_length_options(*verb, *request);
    add_run_options(*verb, *request);
    verb->callback([&context, request] {
        context.action = [&context, request] { return simulate(context, *request); };
    });
}

}  // namespace drivewear::cli
