#include "drivewear/wear/erase_spread.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "drivewear/core/errors.hpp"
#include "drivewear/wear/media.hpp"

namespace drivewear::wear {
namespace {

template <class Visit>
void for_each_count(const device::EraseHistogram& erases, Visit visit) {
    for (std::size_t bin = 0; bin < erases.blocks.size(); ++bin) {
        if (erases.blocks[bin] != 0) {
            visit(erases.first_count + bin, static_cast<double>(erases.blocks[bin]));
        }
    }
}

void require_endurance(const BlockEndurance& endurance, const EraseSpread& spread) {
    if (!(endurance.mean_cycles > 0) || !std::isfinite(endurance.mean_cycles)) {
        throw DomainError(
            fmt::format("{} P/E cycles: expected a finite number above 0", endurance.mean_cycles));
    }
    if (!(endurance.coefficient_of_variation >= 0 && endurance.coefficient_of_variation <= 2)) {
        throw DomainError(fmt::format("coefficient of variation {}: expected from 0 to 2",
                                      endurance.coefficient_of_variation));
    }
    if (endurance.drives == 0) throw DomainError("0 drives: expected at least 1");
    if (endurance.spare_blocks >= spread.blocks / endurance.drives) {
        throw DomainError(fmt::format("{} spare blocks of {}: expected fewer than there are",
                                      endurance.spare_blocks, spread.blocks / endurance.drives));
    }
}

// Share of blocks whose endurance lies below `cycles`.
double worn_share(const BlockEndurance& endurance, double cycles) {
    const double cv = endurance.coefficient_of_variation;
    const double ratio = cycles / endurance.mean_cycles;
    if (cv == 0) return ratio >= 1 ? 1 : 0;
    const auto below = [&](double x) {
        return 0.5 * std::erfc((1 - x) / cv / std::numbers::sqrt2);
    };
    // No block is worn before its first erase.
    return (below(ratio) - below(0)) / (1 - below(0));
}

}  // namespace

EraseSpread spread_of(const device::EraseHistogram& erases) {
    EraseSpread spread;
    spread.least = std::numeric_limits<std::uint64_t>::max();
    double sum = 0;
    for_each_count(erases, [&](std::uint64_t count, double blocks) {
        spread.blocks += static_cast<std::uint64_t>(blocks);
        sum += static_cast<double>(count) * blocks;
        spread.least = std::min(spread.least, count);
        spread.most = count;
    });
    if (spread.blocks == 0) throw DomainError("an erase histogram without blocks: expected some");
    if (spread.most == 0) throw DomainError("no block was erased: expected erase counts above 0");
    spread.mean = sum / static_cast<double>(spread.blocks);
    double squares = 0;
    for_each_count(erases, [&](std::uint64_t count, double blocks) {
        const double off = static_cast<double>(count) - spread.mean;
        squares += off * off * blocks;
    });
    spread.standard_deviation = std::sqrt(squares / static_cast<double>(spread.blocks));
    return spread;
}

double levelling_efficiency(const EraseSpread& spread) {
    return spread.mean / static_cast<double>(spread.most);
}

WornAt worn_at(const device::EraseHistogram& erases, const BlockEndurance& endurance) {
    const EraseSpread spread = spread_of(erases);
    require_endurance(endurance, spread);
    const auto worn_blocks = [&](double mean_cycles) {
        double worn = 0;
        for_each_count(erases, [&](std::uint64_t count, double blocks) {
            const double share_of_mean = static_cast<double>(count) / spread.mean;
            worn += blocks * worn_share(endurance, mean_cycles * share_of_mean);
        });
        return worn / static_cast<double>(endurance.drives);
    };
    // Worn blocks only grow with the mean, so halving finds where they pass a number.
    const auto passes = [&](double limit) {
        double low = 0;
        double high = endurance.mean_cycles;
        while (worn_blocks(high) < limit && high < endurance.mean_cycles * 0x1p60)
            high *= 2;
        for (int halvings = 0; halvings < 80; ++halvings) {
            const double middle = 0.5 * (low + high);
            (worn_blocks(middle) < limit ? low : high) = middle;
        }
        return high;
    };
    return {.first_block_cycles = passes(0.5),
            .spare_exhausted_cycles = passes(static_cast<double>(endurance.spare_blocks) + 0.5)};
}

EnduranceUnderWorkload endurance_under(const WorkloadWear& workload, const WornAt& worn) {
    const auto host = [&](double cycles) {
        return host_writes(media_budget(cycles, workload.raw), workload.wa);
    };
    EnduranceUnderWorkload endurance{host(worn.first_block_cycles),
                                     host(worn.spare_exhausted_cycles)};
    if (!workload.rated_tbw) return endurance;
    if (workload.rated_tbw->value() == 0) throw DomainError("rated TBW 0: expected more than 0");
    endurance.share_of_rated_tbw =
        endurance.spare_exhausted.value() / static_cast<double>(workload.rated_tbw->value());
    return endurance;
}

}  // namespace drivewear::wear
