#include "cli/simulation_request.hpp"

#include <charconv>
#include <cmath>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "drivewear/ftl/simulate.hpp"
#include "drivewear/ingest/trace_layout.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::cli {
namespace {

std::uint64_t bytes_of(const std::string& text) {
    return units::parse_capacity(text).value();
}

ftl::Geometry drive_geometry(const SimulationRequest& request, const device::DriveGeometry& drive) {
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

ftl::Geometry free_geometry(const SimulationRequest& request) {
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

std::uint64_t host_pages_until(const SimulationRequest& request,
                               const PreparedSimulation& prepared) {
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

std::optional<ftl::CycleLimit> cycle_limit_of(const SimulationRequest& request,
                                              const PreparedSimulation& prepared) {
    if (request.cycles) return ftl::parse_cycle_limit(*request.cycles);
    if (!prepared.drive || !prepared.drive->cycles_implied) return std::nullopt;
    return ftl::CycleLimit{.mean_cycles = *prepared.drive->cycles_implied};
}

void set_life(const SimulationRequest& request, PreparedSimulation& prepared) {
    if (!request.until) return;
    ftl::Life life;
    if (*request.until != "worn") life.host_pages = host_pages_until(request, prepared);
    if (*request.until == "worn" && !prepared.cycle_limit) {
        throw InputError(
            "--until worn: expected --pe-cycles, such as normal:3000,0.1 (mean, coefficient of "
            "variation), or a drive that is rated for sequential writes");
    }
    if (request.cycles || *request.until == "worn") life.cycle_limit = prepared.cycle_limit;
    prepared.options.life = life;
}

// Blocks that may be lost before the usable pages and one open frontier no longer fit.
std::uint64_t spare_blocks(const ftl::Geometry& geometry) {
    const std::uint64_t in_a_block = geometry.data_pages_per_block();
    const std::uint64_t needed = (geometry.usable_pages + in_a_block - 1) / in_a_block + 1;
    return geometry.pool_blocks() > needed ? geometry.pool_blocks() - needed : 0;
}

wear::BlockEndurance block_endurance(const ftl::CycleLimit& limit,
                                     const ftl::SimulationOptions& options) {
    const bool alike = limit.shape == ftl::CycleLimit::Shape::fixed;
    return {.mean_cycles = limit.mean_cycles,
            .coefficient_of_variation = alike ? 0 : limit.coefficient_of_variation,
            .spare_blocks = spare_blocks(options.geometry),
            .drives = options.replicates};
}

std::optional<report::SimulatedEndurance> endurance_of(const PreparedSimulation& prepared,
                                                       const ftl::SimulationResult& result) {
    const device::EraseHistogram& erases = result.erase_counts.histogram;
    if (result.life || !prepared.cycle_limit || result.erase_counts.max == 0) return std::nullopt;
    const ftl::Geometry& geometry = prepared.options.geometry;
    const wear::BlockEndurance block = block_endurance(*prepared.cycle_limit, prepared.options);
    wear::WorkloadWear workload{
        .raw = units::bytes((geometry.raw_blocks - geometry.factory_bad_blocks) *
                            geometry.pages_per_block * geometry.page_bytes),
        .wa = device::WriteAmplification(result.write_amplification)};
    if (prepared.drive && prepared.drive->rated_host_bytes) {
        workload.rated_tbw = units::host_bytes(*prepared.drive->rated_host_bytes);
    }
    return report::SimulatedEndurance{
        .block = block,
        .erases = wear::spread_of(erases),
        .host = wear::endurance_under(workload, wear::worn_at(erases, block)),
        .rated_tbw = workload.rated_tbw};
}

void set_workload(const SimulationRequest& request, const KeepGoing& keep_going,
                  ftl::SimulationOptions& options) {
    if (!ingest::is_trace_spec(request.workload)) {
        options.workload = workload::parse(request.workload, read_file);
        return;
    }
    options.trace = ingest::lay_out(ingest::parse_trace_spec(request.workload),
                                    {.usable_pages = options.geometry.usable_pages,
                                     .page_bytes = options.geometry.page_bytes,
                                     .keep_going = keep_going});
}

}  // namespace

PreparedSimulation prepare(const SimulationRequest& request, const LoadCatalog& load_catalog,
                           const KeepGoing& keep_going) {
    PreparedSimulation prepared;
    ftl::SimulationOptions& options = prepared.options;
    if (request.drive) {
        prepared.drive = device::geometry_from_drive(load_catalog().find(*request.drive));
        options.geometry = drive_geometry(request, *prepared.drive);
    } else {
        options.geometry = free_geometry(request);
    }
    options.geometry.factory_bad_blocks = request.bad_blocks;
    options.geometry.rain_data_pages = request.rain;
    options.geometry.erase_failure_probability = request.erase_failure_probability;
    set_workload(request, keep_going, options);
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
    prepared.cycle_limit = cycle_limit_of(request, prepared);
    set_life(request, prepared);
    return prepared;
}

report::SimulationAnswer run(const PreparedSimulation& prepared) {
    report::SimulationAnswer answer{.result = ftl::simulate(prepared.options)};
    std::vector<std::string>& assumptions = answer.result.assumptions;
    if (prepared.drive) {
        assumptions.insert(assumptions.begin(), prepared.drive->assumptions.begin(),
                           prepared.drive->assumptions.end());
    }
    answer.endurance = endurance_of(prepared, answer.result);
    if (answer.endurance) {
        assumptions.emplace_back(
            "worn blocks: each keeps its share of the erases seen here, which a longer run evens "
            "out, and survives cycles that are normal about their mean; --until worn simulates it");
    }
    return answer;
}

}  // namespace drivewear::cli
