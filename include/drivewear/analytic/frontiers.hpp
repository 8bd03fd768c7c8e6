// Mean field of d-choices and greedy cleaning for address classes, by where the pages are put:
// one open block, one per class, or one for the host and one for relocated pages. Limits of many
// blocks in steady state.
//
// Model class: Van Houdt, "Performance of garbage collection algorithms for flash-based solid state
// drives with hot/cold data", Performance Evaluation 70(10), 2013, and its successors; the
// equations are derived here. A block's state is how many valid pages of each class it holds.
#pragma once

#include <cstdint>
#include <span>

#include "drivewear/device/write_amplification.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::analytic {

/// Enough choices to be greedy to about 1e-6 of the write amplification. Ties are then broken at
/// random; simulations that break them by age lie up to 1 % (one open block) or 6 % (host|GC)
/// lower.
inline constexpr double greedy_choices = 1e5;

struct ClassedDrive {
    device::SpareFactor spare_factor;                 ///< of the drive
    std::uint64_t pages_per_block = 64;               ///< b
    double choices = 10;                              ///< d >= 1; greedy_choices for greedy
    std::span<const workload::AddressClass> classes;  ///< none without pages
};

/// One open block for all (Van Houdt's SWF). Two classes; a victim's place is refilled by its own
/// valid pages and Binomial(free pages, r) hot ones. States grow as b^2: up to 256 pages a block.
double single_frontier_mean_field(const ClassedDrive& drive);

/// An oracle opens one block for each class (HCWF), any number of classes; victims are chosen among
/// all blocks by their valid pages alone. More choices are not always better: greedy ties up spare
/// capacity in blocks of hot pages that are about to die. With large blocks it equals uniform FIFO,
/// whatever the classes: every victim is then equally full.
double class_frontiers_mean_field(const ClassedDrive& drive);

/// Host writes go to one open block, relocated pages to another (DWF). Two classes. Relocated
/// blocks are filled by whole victims one after another, a Markov chain over (filled, hot); taking
/// their hot pages for independent is 3 to 36 % too high. 0.1 to 2 % above simulation; best near
/// d = 10. Up to 64 pages a block.
double host_gc_frontiers_mean_field(const ClassedDrive& drive);

}  // namespace drivewear::analytic
