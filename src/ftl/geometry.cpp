#include "drivewear/ftl/geometry.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drivewear/core/errors.hpp"
#include "ftl/problems.hpp"

namespace drivewear::ftl {

std::uint64_t Geometry::pool_blocks() const {
    const std::uint64_t lost = factory_bad_blocks + blocks_held_free;
    return raw_blocks > lost ? raw_blocks - lost : 0;
}

std::uint32_t Geometry::data_pages_per_block() const {
    if (rain_data_pages == 0) return pages_per_block;
    const std::uint32_t stripe = rain_data_pages + 1;
    return pages_per_block - (pages_per_block + stripe - 1) / stripe;
}

device::SpareFactor Geometry::spare_factor() const {
    return device::SpareFactor::from_capacities(usable_pages, pool_pages());
}

double Geometry::parity_factor() const {
    return static_cast<double>(pages_per_block) / data_pages_per_block();
}

std::vector<std::string> problems_of(const Geometry& geometry) {
    std::vector<std::string> problems;
    const auto expect = [&problems](bool right, std::string problem) {
        if (!right) problems.push_back(std::move(problem));
    };
    constexpr std::uint64_t most_pages = std::uint64_t{1} << 40;
    constexpr std::uint32_t most_pages_per_block = std::uint32_t{1} << 24;
    expect(geometry.page_bytes >= 512,
           fmt::format("page of {} B: expected at least 512 B", geometry.page_bytes));
    expect(geometry.pages_per_block >= 2 && geometry.pages_per_block <= most_pages_per_block,
           fmt::format("{} pages per block: expected 2 to {}", geometry.pages_per_block,
                       most_pages_per_block));
    expect(geometry.usable_pages >= 1 && geometry.usable_pages <= most_pages,
           fmt::format("{} usable pages: expected 1 to {}", geometry.usable_pages, most_pages));
    expect(geometry.blocks_held_free >= 1,
           "0 blocks held free: garbage collection needs at least 1");
    expect(geometry.rain_data_pages < most_pages_per_block,
           fmt::format("parity stripe of {} data pages: expected fewer than {}",
                       geometry.rain_data_pages, most_pages_per_block));
    expect(geometry.erase_failure_probability >= 0 && geometry.erase_failure_probability < 1,
           fmt::format("erase failure probability {}: expected at least 0 and below 1",
                       geometry.erase_failure_probability));
    if (!problems.empty()) return problems;
    expect(geometry.data_pages_per_block() >= 2,
           fmt::format("parity stripe of {}+1 pages: a block of {} pages has room for "
                       "{} of data, expected 2 or more",
                       geometry.rain_data_pages, geometry.pages_per_block,
                       geometry.data_pages_per_block()));
    if (geometry.data_pages_per_block() < 2) return problems;
    expect(geometry.raw_blocks <= (std::uint64_t{1} << 32) - 2,
           fmt::format("{} blocks: expected fewer than 2^32 - 1", geometry.raw_blocks));
    expect(
        geometry.pool_pages() > geometry.usable_pages &&
            geometry.pool_blocks() * geometry.data_pages_per_block() - geometry.usable_pages >=
                geometry.data_pages_per_block(),
        fmt::format("{} usable pages in a pool of {} blocks ({} raw, {} held free, {} bad) of {} "
                    "data pages: expected at least one block of spare",
                    geometry.usable_pages, geometry.pool_blocks(), geometry.raw_blocks,
                    geometry.blocks_held_free, geometry.factory_bad_blocks,
                    geometry.data_pages_per_block()));
    return problems;
}

Geometry geometry_from_capacities(const Capacities& capacities) {
    if (capacities.page_bytes == 0 || capacities.block_bytes % capacities.page_bytes != 0 ||
        capacities.block_bytes / capacities.page_bytes < 2 ||
        capacities.block_bytes / capacities.page_bytes > 0xffffffffULL) {
        throw DomainError(fmt::format(
            "blocks of {} B and pages of {} B: expected blocks of two or more whole pages",
            capacities.block_bytes, capacities.page_bytes));
    }
    Geometry geometry{
        .usable_pages = capacities.usable_bytes / capacities.page_bytes,
        .raw_blocks = capacities.raw_bytes / capacities.block_bytes,
        .pages_per_block =
            static_cast<std::uint32_t>(capacities.block_bytes / capacities.page_bytes),
        .page_bytes = capacities.page_bytes,
        .blocks_held_free = capacities.blocks_held_free,
    };
    throw_if_any(problems_of(geometry));
    return geometry;
}

Geometry geometry_from_spare_factor(const SparePool& pool) {
    const double pages = static_cast<double>(pool.pool_blocks) * pool.pages_per_block;
    Geometry geometry{
        .usable_pages =
            static_cast<std::uint64_t>(std::llround(pages * pool.spare_factor.utilisation())),
        .raw_blocks = pool.pool_blocks + pool.blocks_held_free,
        .pages_per_block = pool.pages_per_block,
        .page_bytes = pool.page_bytes,
        .blocks_held_free = pool.blocks_held_free,
    };
    throw_if_any(problems_of(geometry));
    return geometry;
}

}  // namespace drivewear::ftl
