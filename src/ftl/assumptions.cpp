#include "ftl/assumptions.hpp"

#include <fmt/format.h>

namespace drivewear::ftl {

std::vector<std::string> assumptions_of(const SimulationOptions& options) {
    const Geometry& geometry = options.geometry;
    std::vector<std::string> lines{
        fmt::format(
            "spare factor {:.6g} over {} blocks of {} data pages; {} more blocks are held free",
            geometry.spare_factor().value(), geometry.pool_blocks(),
            geometry.data_pages_per_block(), geometry.blocks_held_free),
        fmt::format("page-mapped in units of {} B; a write of part of a unit rewrites all of it",
                    geometry.page_bytes),
        fmt::format("workload {}; precondition: {}", workload::to_text(options.workload),
                    to_text(options.precondition)),
        fmt::format("victims: {}; frontiers: {}; wear levelling: {}", to_text(options.policy),
                    to_text(options.placement), to_text(options.wear_levelling)),
        "no compression, no metadata writes, no read-disturb or retention refresh",
    };
    if (options.trace) {
        const workload::TraceFacts& facts = options.trace->facts();
        lines[2] = fmt::format(
            "trace of {} requests ({} pages written, {} trimmed), replayed from its start when "
            "used up; precondition: {}",
            facts.requests, facts.written_pages, facts.trimmed_pages,
            to_text(options.precondition));
        lines.insert(lines.begin() + 3, facts.notes.begin(), facts.notes.end());
    }
    if (geometry.factory_bad_blocks > 0) {
        lines.push_back(fmt::format("{} blocks bad from the factory", geometry.factory_bad_blocks));
    }
    if (geometry.rain_data_pages > 0) {
        lines.push_back(fmt::format(
            "parity stripes of {}+1 pages: {} of the {} pages of a block hold data",
            geometry.rain_data_pages, geometry.data_pages_per_block(), geometry.pages_per_block));
    }
    if (geometry.erase_failure_probability > 0) {
        lines.push_back(fmt::format("an erase retires its block with probability {}",
                                    geometry.erase_failure_probability));
    }
    if (options.life && options.life->cycle_limit) {
        lines.push_back(
            fmt::format("program/erase cycles a block survives: {}, drawn independently",
                        to_text(*options.life->cycle_limit)));
    }
    return lines;
}

}  // namespace drivewear::ftl
