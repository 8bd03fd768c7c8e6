// Gathers what is left valid in a block: the kernel of garbage collection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace drivewear::ftl {

/// What a slot holds whose page was written elsewhere since.
inline constexpr std::uint32_t no_page = 0xffffffff;

/// Room that `out` needs beyond the pages found: kernels store whole vectors.
inline constexpr std::size_t compaction_slack = 64;

/// Copies the entries that are not `no_page`, in order, to `out`; returns how many. With the widest
/// vectors this machine has.
std::size_t gather_valid_pages(std::span<const std::uint32_t> slots, std::uint32_t* out);

/// The same without vectors, for machines without and for tests.
std::size_t gather_valid_pages_scalar(std::span<const std::uint32_t> slots, std::uint32_t* out);

}  // namespace drivewear::ftl
