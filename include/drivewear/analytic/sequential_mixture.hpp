// Random writes mixed with one sequential stream over the same addresses.
#pragma once

#include <span>
#include <vector>

#include "drivewear/device/write_amplification.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::analytic {

struct SequentialMixture {
    device::SpareFactor spare_factor;                 ///< of the drive
    double sequential_share = 0;                      ///< of the page writes, in (0, 1)
    std::span<const workload::AddressClass> classes;  ///< where the random writes go
};

/// Every steady state of FIFO (large-block greedy) cleaning, ascending; never empty. A page lives
/// until a random write hits it or the stream comes by, so with S(t) the share of pages alive t
/// host writes after they were written, A = sum over k >= 0 of S(k T/A): the k-th pass through the
/// queue. The stream's deterministic period makes S end in a jump and gives several solutions;
/// which one a drive takes depends on its history. Derived here; simulation of FIFO at Sf = 0.1
/// gives 5.249 and 4.562 for shares 0.5 and 0.9, both among the solutions (5.248, 4.562).
std::vector<double> mixture_steady_states(const SequentialMixture& mixture);

}  // namespace drivewear::analytic
