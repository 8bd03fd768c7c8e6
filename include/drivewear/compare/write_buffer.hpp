// A write buffer in front of the flash: a page that is written again while it waits there reaches
// the flash once.
//
// The buffer holds `pages` pages, each from its first write until it leaves in order of arrival
// (FIFO). With independent addresses page j is written at the rate l_j = r_j / (f_j U) a host
// write and stays for T host writes, so that l_j T more writes find it there: of its writes
// 1/(1 + l_j T) reach the flash, and it is in the buffer for the share l_j T/(1 + l_j T) of the
// time (renewal argument; the characteristic time as Che, Tung and Wang, IEEE JSAC 20(7), 2002, use
// it for caches). T follows from the shares summing to `pages`. Assumes that the buffer holds
// nothing but writes; breaks for buffers flushed by time or power rules.
#pragma once

#include <span>
#include <vector>

#include "drivewear/workload/workload.hpp"

namespace drivewear::compare {

/// Traffic behind the buffer.
struct CoalescedTraffic {
    double pages_out_per_page_in = 1;  ///< share of the host's page writes left
    std::vector<workload::AddressClass>
        classes{};  ///< the same pages, write shares as they come out
};

/// What goes in.
struct BufferedTraffic {
    std::span<const workload::AddressClass> classes;  ///< of the host's writes
    double usable_pages = 0;                          ///< pages the host addresses
    double buffer_pages = 0;                          ///< pages the buffer holds, below usable
};

/// Throws DomainError for a buffer that could hold every page written.
CoalescedTraffic coalesce(const BufferedTraffic& traffic);

}  // namespace drivewear::compare
