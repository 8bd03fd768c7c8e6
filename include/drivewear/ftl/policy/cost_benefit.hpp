// Victim policy: the block whose freed space, held for as long as it has been stable, pays best for
// the copying.
#pragma once

namespace drivewear::ftl {

/// Maximises benefit / cost; u is the valid share of a block, age is counted in host page writes,
/// and among equals the block closed first wins.
///
/// `lfs`: (1-u) age / (1+u), age since the block was closed. Rosenblum & Ousterhout, "The design
/// and implementation of a log-structured file system", ACM TOCS 10(1), 1992, section 3.6.
/// `kawaguchi`: (1-u) age / (2u), age since the last program or invalidation in the block; a block
/// without valid pages comes before all others, the one so for longest first. Kawaguchi, Nishioka & Motoda, "A flash-memory based
/// file system", USENIX 1995.
struct CostBenefit {
    enum class Form { lfs, kawaguchi };
    Form form = Form::lfs;  ///< which of the two

    bool operator==(const CostBenefit&) const = default;
};

}  // namespace drivewear::ftl
