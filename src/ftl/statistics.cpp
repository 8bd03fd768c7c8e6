#include "ftl/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace drivewear::ftl {
namespace {

Window sum(std::span<const Window> windows) {
    Window total;
    for (const Window& window : windows) {
        total.host_pages += window.host_pages;
        total.nand_pages += window.nand_pages;
    }
    return total;
}

}  // namespace

double write_amplification(std::span<const Window> windows) {
    const Window total = sum(windows);
    if (total.host_pages == 0) return 1;
    return static_cast<double>(total.nand_pages) / static_cast<double>(total.host_pages);
}

std::vector<Window> batches_of(std::span<const Window> windows, std::size_t count) {
    const std::size_t batches = std::min(count, windows.size());
    std::vector<Window> joined;
    for (std::size_t i = 0; i < batches; ++i) {
        const std::size_t begin = windows.size() * i / batches;
        const std::size_t end = windows.size() * (i + 1) / batches;
        joined.push_back(sum(windows.subspan(begin, end - begin)));
    }
    return joined;
}

double standard_error(std::span<const Window> batches) {
    if (batches.size() < 2) return 0;
    const auto count = static_cast<double>(batches.size());
    const double mean = write_amplification(batches);
    double squares = 0;
    for (const Window& batch : batches) {
        const double deviation = write_amplification(std::span(&batch, 1)) - mean;
        squares += deviation * deviation;
    }
    return std::sqrt(squares / (count - 1) / count);
}

bool is_level(std::span<const Window> windows) {
    const std::span<const Window> first = windows.first(windows.size() / 2);
    const std::span<const Window> second = windows.subspan(windows.size() / 2);
    const double noise = std::hypot(standard_error(batches_of(first, batch_count / 2)),
                                    standard_error(batches_of(second, batch_count / 2)));
    const double mean = write_amplification(windows);
    const double drift = write_amplification(second) - write_amplification(first);
    return std::abs(drift) <= 3 * noise + 0.001 * mean;
}

}  // namespace drivewear::ftl
