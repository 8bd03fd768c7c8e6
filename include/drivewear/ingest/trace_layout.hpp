// Lays a block trace out on a drive of another size, for replay by the simulator. In words:
//
//   trace:FILE[,layout=LAYOUT][,device=NAME][,kind=KIND]
//
//   kind    as trace_reader.hpp has them (auto); csv:... takes the rest of the text, so it comes
//   last device  requests to this one only; else all devices, one after another layout  keep
//   addresses as they are; the trace must fit the drive
//           remap  the pages that the trace writes side by side, in the order of their addresses;
//                  TRIMs of other pages are left out
//           wrap   addresses modulo the drive's pages: distant pages fall together
//           auto   keep if the trace fits, else remap if its footprint fits, else wrap
//
// Requests are taken in the order of the file; their times play no part. A write takes every page
// that it touches, a TRIM those that it covers. Pages of the drive that the trace never writes hold
// whatever the preconditioning left there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "drivewear/core/progress.hpp"
#include "drivewear/ingest/trace_reader.hpp"
#include "drivewear/workload/trace.hpp"

namespace drivewear::ingest {

/// How addresses of a trace become those of a drive.
enum class AddressLayout { automatic, keep, remap, wrap };

/// Which trace, and how it is to be taken.
struct TraceSpec {
    std::string file;                                 ///< path
    TraceOptions options{};                           ///< kind and device
    AddressLayout layout = AddressLayout::automatic;  ///< see above
};

/// The text begins with "trace:".
bool is_trace_spec(std::string_view text);
/// Throws ParseError pointing at the character.
TraceSpec parse_trace_spec(std::string_view text);

/// The drive a trace is laid out on, and what may be spent on it.
struct LayoutTarget {
    std::uint64_t usable_pages = 0;                       ///< of the drive
    std::uint32_t page_bytes = 4096;                      ///< of one of them
    std::uint64_t memory_bytes = std::uint64_t{1} << 30;  ///< for the requests and, again, for the
                                                          ///< footprint; more requests are read
                                                          ///< from the file at every replay
    KeepGoing keep_going{};                               ///< called now and then
};

/// Reads the file twice: to learn its footprint, and to lay it out. Throws as TraceReader does,
/// InputError when the trace writes nothing or does not fit the layout asked for, Cancelled.
std::shared_ptr<const workload::Trace> lay_out(const TraceSpec& spec, const LayoutTarget& target);

}  // namespace drivewear::ingest
