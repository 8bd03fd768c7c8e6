// Describes host writes: which addresses, in which sizes, with how much TRIM. One grammar serves
// the command line, plan files and Python; models and simulator read the same description.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drivewear::workload {

/// A set of pages that are written equally often.
struct AddressClass {
    double page_share = 1;   ///< share of the address space, f_i; all shares sum to 1
    double write_share = 1;  ///< share of the random page writes, r_i; all shares sum to 1
};

/// A share of the host's write requests that have one size.
struct WriteSize {
    std::uint64_t bytes = 4096;  ///< request size
    double share = 1;            ///< share of the requests (not of the bytes)
};

/// Host writes in steady state. Addresses are drawn independently (no temporal locality beyond the
/// classes) except for the sequential share, which wraps round the same address space.
struct Workload {
    std::string text = "uniform";           ///< canonical spelling; parses to the same workload
    std::vector<AddressClass> classes{{}};  ///< contiguous address ranges, in this order
    double sequential_share = 0;            ///< share of page writes that are one sequential stream
    double trim_share = 0;               ///< q: share of requests that TRIM a uniform in-use page
    std::vector<WriteSize> sizes;        ///< empty: every write is one page
    std::uint64_t alignment_bytes = 0;   ///< request offsets are multiples of this; 0: of its size
    std::uint32_t streams = 1;           ///< placement handles; class i writes to i mod streams
    std::uint32_t sequential_zones = 0;  ///< > 0: zones written sequentially and trimmed, at once
};

/// Reads "uniform", "sequential", "hotcold:f=0.2,r=0.8", "zipf:s=1.0,classes=64", "jesd219", ….
/// Throws ParseError pointing at the character.
Workload parse(std::string_view text);

}  // namespace drivewear::workload
