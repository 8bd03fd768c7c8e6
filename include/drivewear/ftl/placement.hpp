// Which writes share a block: the open blocks (frontiers) of a drive and who writes to them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "drivewear/workload/workload.hpp"

namespace drivewear::ftl {

/// Host writes and copies go to one open block.
struct OneFrontier {
    bool operator==(const OneFrontier&) const = default;
};

/// One open block for host writes, one for copies. Van Houdt, "On the necessity of hot and cold
/// data identification to reduce the write amplification in flash-based SSDs", Performance
/// Evaluation 82 (2014): the double write frontier.
struct HostGcFrontiers {
    bool operator==(const HostGcFrontiers&) const = default;
};

/// An oracle gives every address class of the workload its own open block, for host writes and
/// copies alike; victims are chosen among all blocks (the hot/cold write frontiers of the same
/// paper). The sequential stream of a mixed workload counts as one class more.
struct ClassFrontiers {
    bool operator==(const ClassFrontiers&) const = default;
};

/// Placement handles given by the workload (multi-stream, NVMe flexible data placement): class i
/// writes to handle i mod Workload::streams.
struct StreamFrontiers {
    bool isolated =
        true;  ///< copies stay with their handle; false: all copies share one open block

    bool operator==(const StreamFrontiers&) const = default;
};

using Placement = std::variant<OneFrontier, HostGcFrontiers, ClassFrontiers, StreamFrontiers>;

/// Reads "single", "host-gc", "class", "streams" (isolated) or "streams:shared". Throws ParseError.
Placement parse_placement(std::string_view text);

/// The spelling that parses to the same placement.
std::string to_text(const Placement& placement);

/// The open blocks of a placement under a workload. Frontier numbers run over host frontiers
/// first. A block remembers the frontier it was written through, which decides where the pages
/// still valid in it are copied.
class FrontierMap {
public:
    FrontierMap(const Placement& placement, const workload::Workload& workload);

    /// Open blocks in all.
    std::uint32_t count() const { return count_; }
    /// Frontiers that host writes reach, numbered from 0: the streams that results tell apart.
    std::uint32_t host_count() const { return host_count_; }
    /// Where a host write goes; `address_class` as PageOperation::address_class gives it.
    std::uint32_t for_host(std::uint32_t address_class) const {
        return address_class % host_count_;
    }
    /// Where the valid pages of a block written through `frontier` are copied.
    std::uint32_t for_copies(std::uint32_t frontier) const {
        return copies_shared_ ? count_ - 1 : frontier;
    }

private:
    std::uint32_t host_count_ = 1;
    std::uint32_t count_ = 1;
    bool copies_shared_ = false;
};

}  // namespace drivewear::ftl
