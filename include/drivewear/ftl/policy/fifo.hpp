// Victim policy: the block that was closed first.
#pragma once

namespace drivewear::ftl {

/// First in, first out, also called LRU or circular cleaning. Menon, "A performance comparison of
/// RAID-5 and log-structured arrays", HPDC 1995; Desnoyers, "Analytic modeling of SSD write
/// performance", SYSTOR 2012, eq. 4.
struct Fifo {
    bool operator==(const Fifo&) const = default;
};

}  // namespace drivewear::ftl
