// Write amplification from windows of a run: mean, standard error, and whether it still drifts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace drivewear::ftl {

/// A stretch of a run.
struct Window {
    std::uint64_t host_pages = 0;  ///< written in it
    std::uint64_t nand_pages = 0;  ///< programmed in it

    bool operator==(const Window&) const = default;
};

/// NAND / host pages of all windows together; 1 without host pages.
double write_amplification(std::span<const Window> windows);

/// `windows` joined to at most `count` batches of (nearly) equally many.
std::vector<Window> batches_of(std::span<const Window> windows, std::size_t count);

/// Batches for the method of batch means (Law & Carson, "A sequential procedure for determining the
/// length of a steady-state simulation", Operations Research 27(5), 1979): few enough to be long
/// against the memory of a drive, many enough to estimate a variance.
inline constexpr std::size_t batch_count = 16;

/// Standard error of the mean of equally long batches; 0 for fewer than two.
double standard_error(std::span<const Window> batches);

/// The halves of the windows differ by no more than 3 standard errors and 0.1 %.
bool is_level(std::span<const Window> windows);

}  // namespace drivewear::ftl
