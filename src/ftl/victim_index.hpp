// From a policy to the index that carries it out.
#pragma once

#include <cstdint>
#include <limits>
#include <variant>

#include "drivewear/ftl/options.hpp"
#include "ftl/victim_cost_benefit.hpp"
#include "ftl/victim_greedy.hpp"
#include "ftl/victim_queue.hpp"
#include "ftl/victim_sampled.hpp"

namespace drivewear::ftl {

/// Valid pages above which FIFO with a second chance passes a block over.
inline std::uint32_t kept_pages(const SecondChance& policy, const Geometry& geometry) {
    const double share = policy.keep_share.value_or(geometry.spare_factor().utilisation());
    return static_cast<std::uint32_t>(share * geometry.data_pages_per_block());
}

/// Calls `use` with a function that makes the policy's index for a BlockTable, and returns what
/// `use` returns. The index type is what that function returns.
template <typename Use>
auto with_victim_index(const SimulationOptions& options, const Use& use) {
    const std::uint32_t data_pages = options.geometry.data_pages_per_block();
    struct Visitor {
        const Use& use;
        const Geometry& geometry;
        std::uint32_t data_pages;

        auto operator()(const Greedy&) const {
            return use([pages = data_pages](BlockTable& table) {
                return GreedyIndex(table, {.pages_per_block = pages});
            });
        }
        auto operator()(const WindowedGreedy& policy) const {
            return use([pages = data_pages, window = policy.window_blocks](BlockTable& table) {
                return GreedyIndex(table, {.pages_per_block = pages, .window = window});
            });
        }
        auto operator()(const Fifo&) const {
            return use([keep = data_pages](BlockTable& table) { return QueueIndex(table, keep); });
        }
        auto operator()(const SecondChance& policy) const {
            return use([keep = kept_pages(policy, geometry)](BlockTable& table) {
                return QueueIndex(table, keep);
            });
        }
        auto operator()(const RandomVictim&) const {
            return use([](BlockTable& table) { return SampledIndex(table, 1); });
        }
        auto operator()(const DChoices& policy) const {
            return use([choices = policy.choices](BlockTable& table) {
                return SampledIndex(table, choices);
            });
        }
        auto operator()(const CostBenefit& policy) const {
            const CostBenefitScore score{policy.form, data_pages};
            return use([score](BlockTable& table) { return CostBenefitIndex(table, score); });
        }
    };
    return std::visit(Visitor{use, options.geometry, data_pages}, options.policy);
}

}  // namespace drivewear::ftl
