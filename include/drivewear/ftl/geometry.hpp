// The flash that a simulation runs on, in plain counts: how many pages the host sees, how many
// blocks there are, and which of them can hold data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "drivewear/device/write_amplification.hpp"

namespace drivewear::ftl {

/// A drive as its translation layer sees it. A page is the unit of mapping (the indirection unit);
/// a block is the unit of erasure, for enterprise drives a superblock across all dies.
///
/// The literature's ratios leave permanently free blocks out. So do ours: `pool_blocks()` hold the
/// data, the open frontiers and nothing else, and the spare factor is taken over them.
struct Geometry {
    std::uint64_t usable_pages = 0;        ///< pages the host can address
    std::uint64_t raw_blocks = 0;          ///< all blocks: pool, held free and bad from the factory
    std::uint32_t pages_per_block = 256;   ///< pages programmed between two erases, parity included
    std::uint32_t page_bytes = 4096;       ///< bytes of one page
    std::uint32_t blocks_held_free = 2;    ///< erased blocks kept back for garbage collection
    std::uint64_t factory_bad_blocks = 0;  ///< blocks never usable; they eat spare from the start
    std::uint32_t rain_data_pages = 0;     ///< k of a k+1 parity stripe; 0: no parity
    double erase_failure_probability = 0;  ///< chance that an erase retires the block, in [0, 1)

    bool operator==(const Geometry&) const = default;

    /// Blocks that hold data and the open frontiers at the start of life.
    std::uint64_t pool_blocks() const;
    /// Pages of a block that hold data: of pages_per_block, one in k+1 (rounded up) is parity.
    std::uint32_t data_pages_per_block() const;
    /// Data pages of the pool.
    std::uint64_t pool_pages() const { return pool_blocks() * data_pages_per_block(); }
    /// 1 - usable_pages / pool_pages(); valid geometries only.
    device::SpareFactor spare_factor() const;
    /// Pages programmed for each data page, >= 1.
    double parity_factor() const;
};

/// Everything that is wrong with a geometry, one line each; empty when it can be simulated.
std::vector<std::string> problems_of(const Geometry& geometry);

/// Capacities as a datasheet or a user states them.
struct Capacities {
    std::uint64_t usable_bytes = 0;          ///< bytes the host can address
    std::uint64_t raw_bytes = 0;             ///< bytes of all blocks, those held free included
    std::uint64_t block_bytes = 256 * 4096;  ///< bytes of one block or superblock
    std::uint32_t page_bytes = 4096;         ///< bytes of one page
    std::uint32_t blocks_held_free = 2;      ///< erased blocks kept back, part of `raw_bytes`
};

/// Whole pages and whole blocks; what does not fill one is lost. Throws DomainError with every
/// problem when the result cannot be simulated.
Geometry geometry_from_capacities(const Capacities& capacities);

/// A pool of `pool_blocks` with the spare factor asked for: usable pages are rounded to the
/// nearest page and the blocks held free come on top.
struct SparePool {
    device::SpareFactor spare_factor = device::SpareFactor::from_value(0.125);  ///< over the pool
    std::uint64_t pool_blocks = 4096;     ///< blocks of data and open frontiers
    std::uint32_t pages_per_block = 256;  ///< pages of one block
    std::uint32_t page_bytes = 4096;      ///< bytes of one page
    std::uint32_t blocks_held_free = 2;   ///< erased blocks on top of the pool
};

/// Throws DomainError with every problem when the result cannot be simulated.
Geometry geometry_from_spare_factor(const SparePool& pool);

}  // namespace drivewear::ftl
