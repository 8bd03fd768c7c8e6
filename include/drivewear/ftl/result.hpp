// What a simulation answers. All engines fill the same fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivewear/device/write_amplification.hpp"
#include "drivewear/ftl/options.hpp"

namespace drivewear::ftl {

/// Pages and blocks counted over some stretch of a run.
struct Counts {
    std::uint64_t host_pages = 0;     ///< pages the host wrote
    std::uint64_t gc_pages = 0;       ///< valid pages copied, wear levelling included
    std::uint64_t parity_pages = 0;   ///< parity pages programmed along with full stripes
    std::uint64_t trimmed_pages = 0;  ///< mapped pages the host trimmed
    std::uint64_t erases = 0;         ///< blocks erased

    bool operator==(const Counts&) const = default;

    /// Pages programmed into flash.
    std::uint64_t nand_pages() const { return host_pages + gc_pages + parity_pages; }
};

/// One window of the series.
struct SeriesPoint {
    double drive_writes = 0;         ///< of the workload, at the window's end; mean of replicates
    double write_amplification = 0;  ///< NAND / host bytes in it; mean of replicates
};

/// Blocks by how often they were erased, bad blocks excepted.
struct EraseCounts {
    std::uint64_t min = 0;               ///< erases
    double mean = 0;                     ///< erases
    std::uint64_t max = 0;               ///< erases
    std::uint64_t p01 = 0;               ///< 1 % of the blocks have no more
    std::uint64_t p50 = 0;               ///< half of the blocks have no more
    std::uint64_t p99 = 0;               ///< 99 % of the blocks have no more
    device::EraseHistogram histogram{};  ///< all replicates together
};

/// Victims by the valid pages they still held.
struct VictimHistogram {
    std::uint64_t pages_per_bin = 1;       ///< bin i holds [i, i+1) x pages_per_bin valid pages
    std::vector<std::uint64_t> victims{};  ///< number of victims in each bin

    bool operator==(const VictimHistogram&) const = default;
};

/// One stream of a placement that tells streams apart.
struct StreamResult {
    std::uint64_t host_pages = 0;    ///< pages the host wrote to it
    std::uint64_t gc_pages = 0;      ///< pages copied out of its blocks
    double write_amplification = 1;  ///< (host + copied, parity included) / host; 1 without host
};

/// One point of a drive's life.
struct LifePoint {
    double host_pages = 0;           ///< written since fresh, mean of replicates
    double write_amplification = 1;  ///< since the last point
    double mean_erases = 0;          ///< of all blocks good at the start
    double retired_blocks = 0;       ///< blocks retired so far
    double spare_factor = 0;         ///< of the blocks still good
};

/// When and how a drive's life ended. Means of the replicates.
struct LifeResult {
    std::optional<double> host_pages_at_first_retirement{};  ///< absent: no block was retired
    std::optional<double> host_pages_at_end{};      ///< worn out here; absent: still alive at stop
    std::optional<double> standard_error_at_end{};  ///< host pages, over replicates (2 or more)
    std::vector<LifePoint> curve{};  ///< until the first replicate ends, then the mean of the ends
};

/// The whole answer.
struct SimulationResult {
    double write_amplification = 1;  ///< NAND / host bytes while measuring: the product of the next
    double garbage_collection = 1;   ///< (host + copied) / host pages
    double parity = 1;               ///< pages programmed for each data page
    double indirection_unit = 1;     ///< bytes of the pages written / bytes the host asked for
    double standard_error = 0;       ///< of write_amplification, by batch means
    Counts counts{};                 ///< while measuring, all replicates together
    std::vector<SeriesPoint> series{};    ///< from the start of the workload
    EraseCounts erase_counts{};           ///< at the end of the run
    VictimHistogram victims{};            ///< while measuring, all replicates together
    std::vector<StreamResult> streams{};  ///< while measuring; one entry for each host frontier
    double mapped_share = 1;              ///< mapped / usable pages at the end, mean of replicates
    bool steady_state = false;            ///< reached, and held while measuring
    std::optional<double> drive_writes_to_steady_state{};  ///< mean; absent when not reached
    double warm_up_drive_writes = 0;         ///< left out of the counts, mean of replicates
    std::optional<LifeResult> life{};        ///< in life mode
    std::uint32_t page_bytes = 4096;         ///< bytes of a page in all counts
    EngineKind engine = EngineKind::page;    ///< which one ran
    std::string engine_reason{};             ///< why that one
    std::uint64_t seed = 1;                  ///< as asked for
    std::uint32_t replicates = 1;            ///< as asked for
    double ns_per_host_page = 0;             ///< engine time / host pages, warm-up included
    double bytes_per_page = 0;               ///< engine memory of one replicate / usable pages
    double wall_seconds = 0;                 ///< of the whole call
    std::vector<std::string> assumptions{};  ///< in words, one each
};

/// In the words that formulas answer in, too.
device::WriteAmplificationEstimate estimate_of(const SimulationResult& result);

}  // namespace drivewear::ftl
