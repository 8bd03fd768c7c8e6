// Closed forms of write amplification for page-mapped drives that are full, get single-page writes
// at independent addresses, and have run into steady state. All are limits of many blocks.
//
// Symbols: Sf the spare factor, alpha = 1/(1-Sf), A the write amplification (pages programmed for
// each page the host writes), b pages a block. Every function is accurate to a few units in the
// last place over the whole domain 0 < Sf < 1; nothing here iterates without a bound.
#pragma once

#include <cstdint>
#include <span>

#include "drivewear/device/write_amplification.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::analytic {

using device::SpareFactor;
using workload::AddressClass;

/// FIFO (LRU) cleaning of uniform writes: A = 1/(1 - exp(-alpha/A)) = alpha/(alpha + W0(-alpha
/// e^-alpha)). Desnoyers, "Analytic Modeling of SSD Write Performance", SYSTOR'12, eq. 4; Luojie
/// and Kurkoski, ICNC'12; the same as Menon's rho = (u-1)/ln u for log-structured arrays. Exact
/// for FIFO at any b, and the large-block limit of greedy.
double fifo(SpareFactor spare_factor);

/// FIFO cleaning of any number of classes that share one open block: A = 1 + sum r_i /
/// (exp(r_i alpha / (f_i A)) - 1), Desnoyers eq. 14 for n classes. Exact for FIFO at any b.
double fifo(SpareFactor spare_factor, std::span<const AddressClass> classes);

/// Greedy cleaning of uniform writes for blocks of b pages in the limit of many blocks: victims
/// hold j* or j*-1 valid pages. Solves the problem of Bux and Iliadis, Performance Evaluation
/// 67(11), 2010, as the limit d -> infinity of the d-choices mean field. For N blocks it is low by
/// about 1.05/N (Sf = 0.1, b = 64). Kinked where j* changes: not for derivative-based optimisers.
double greedy(SpareFactor spare_factor, std::uint64_t pages_per_block);

/// Desnoyers' approximation of greedy for blocks of b pages: A = fifo(k alpha)/k with k = 1 +
/// 1/(2b), SYSTOR'12 eq. 12. Within 0.5 % of greedy() for b >= 32 and Sf <= 0.5; its values below 1
/// (Sf near 1) are cut to 1.
double desnoyers_greedy(SpareFactor spare_factor, std::uint64_t pages_per_block);

/// The same correction for several classes in one open block, SYSTOR'12 eq. 16.
double desnoyers_greedy(SpareFactor spare_factor, std::uint64_t pages_per_block,
                        std::span<const AddressClass> classes);

/// Victims drawn at random: A = 1/Sf for every b and any classes in one open block.
double random_victims(SpareFactor spare_factor);

/// Agarwal and Marrow, GLOBECOM Workshops 2010: (1 + OP)/(2 OP). Kept for comparison only: it is
/// off by +28 % to -20 % against simulation and falls below 1 for OP > 1.
double agarwal_marrow(SpareFactor spare_factor);

}  // namespace drivewear::analytic
