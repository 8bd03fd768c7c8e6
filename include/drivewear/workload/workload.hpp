// Describes host writes: which addresses, in which sizes, with how much TRIM. One grammar serves
// the command line, plan files and Python; models and simulator read the same description.
//
//   PATTERN[:key=value[,key=value]…]
//
//   uniform                           every page equally often
//   sequential                        one stream that wraps round the address space
//   hotcold:f=0.2,r=0.8               the first f of the pages takes r of the writes
//   zipf:s=1,classes=64[,items=1e9]   rank i is written in proportion to i^-s; `items` ranks are
//                                     gathered into classes of geometrically growing size
//   jesd219                           JEDEC's enterprise endurance workload: three zones, a size
//                                     mix, 4 KiB alignment
//   classes:FILE                      CSV lines "page_share,write_share"
//   classes:shares=0.05:0.5/0.95:0.5  the same without a file
//   mix:0.7*hotcold:f=0.1,r=0.9+0.3*sequential
//                                     shares of the page writes; parts share one address space,
//                                     and of jesd219 a mix takes the addresses only
//   zones:count=64,open=8             equal zones, `open` of them written at once, each from its
//                                     start to its end; a zone is trimmed before it is written anew
//
// and, after any pattern's own keys,
//
//   trim=0.1                          share of the requests that TRIM a page in use
//   size=4KiB or size=4KiB:0.7/64KiB:0.3
//   align=4KiB                        request offsets are multiples of it
//   streams=2                         placement handles
//
// Simulations also take a recorded trace, "trace:FILE[,…]", see ingest/trace_layout.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/units/quantities.hpp"

namespace drivewear::workload {

/// A set of pages that are written equally often.
struct AddressClass {
    double page_share = 1;   ///< share of the address space, f_i; all shares sum to 1
    double write_share = 1;  ///< share of the random page writes, r_i; all shares sum to 1

    bool operator==(const AddressClass&) const = default;
};

/// A share of the host's write requests that have one length.
struct WriteSize {
    units::Capacity length = units::bytes(4096);  ///< bytes of one request
    double share = 1;                             ///< share of the requests, not of the bytes

    bool operator==(const WriteSize&) const = default;
};

/// Zones written sequentially and trimmed whole, as a log-structured or zoned host does.
struct Zones {
    std::uint32_t count = 1;  ///< equal zones in the address space
    std::uint32_t open = 1;   ///< zones written at the same time, below `count`

    bool operator==(const Zones&) const = default;
};

/// Host writes in steady state. Addresses are drawn independently (no temporal locality beyond the
/// classes) except for the sequential share, which wraps round the same address space.
struct Workload {
    std::string pattern = "uniform";           ///< canonical spelling of the addresses
    std::vector<AddressClass> classes{{}};     ///< contiguous address ranges, in this order
    double sequential_share = 0;               ///< share of page writes in one sequential stream
    std::optional<Zones> zones;                ///< present: all writes go to zones, classes unused
    double trim_share = 0;                     ///< q: requests that TRIM a uniform in-use page
    std::vector<WriteSize> sizes;              ///< empty: every request is one page
    std::optional<units::Capacity> alignment;  ///< absent: each request is aligned to its length
    std::uint32_t streams = 1;                 ///< class i writes to handle i mod streams

    bool operator==(const Workload&) const = default;
};

/// Fetches the text of `classes:FILE`; this room itself reads no files. Core's `read_file` fits.
using ReadText = std::function<std::string(const std::string& path)>;

/// Reads the grammar above. Throws ParseError pointing at the character, and ValidationError with
/// every bad line of a class file.
Workload parse(std::string_view text, const ReadText& read_text = {});

/// The canonical spelling: parses to an equal workload, without the class file if there was one.
std::string to_text(const Workload& workload);

/// True when all writes are one uniform class of single pages or aligned requests.
bool is_uniform(const Workload& workload);

}  // namespace drivewear::workload
