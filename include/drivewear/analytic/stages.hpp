// What shifts the spare factor that garbage collection works with: TRIM and parity stripes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "drivewear/device/write_amplification.hpp"
#include "drivewear/workload/workload.hpp"

namespace drivewear::analytic {

/// A drive under TRIM as if it were a full drive of more spare.
struct TrimmedDrive {
    double in_use_share = 1;                      ///< s, share of the logical pages holding data
    device::SpareFactor spare_factor;             ///< 1 - s (1 - Sf)
    std::vector<workload::AddressClass> classes;  ///< page shares are of the pages in use
};

/// What TRIM does to the drive's balance.
struct TrimTraffic {
    device::SpareFactor spare_factor;                 ///< of the full drive
    std::span<const workload::AddressClass> classes;  ///< where the writes go
    double trims_per_page_write = 0;                  ///< q/(1-q) for single pages, 0 <= it < 1
};

/// TRIMs of uniformly chosen pages in use, writes by class. One class: s = (1-2q)/(1-q), as
/// Frankie, Hughes and Kreutz-Delgado derive (arXiv 1208.1794). Several: the share of class i in
/// use is s_i = w_i/(w_i + kappa), w_i = r_i/f_i and kappa = trims a write/s, and its pages then
/// die at the rate r_i/(f_i s_i), so that every model for classes stays as exact as it was.
TrimmedDrive under_trim(const TrimTraffic& traffic);

/// Data and parity of one stripe: 15+1 writes one page of parity for 15 of data.
struct Stripe {
    std::uint32_t data = 15;   ///< k, pages of data
    std::uint32_t parity = 1;  ///< pages of parity
};

/// (k + parity)/k, pages programmed for each page of data.
double stripe_amplification(const Stripe& stripe);
/// Parity also takes room: raw capacity shrinks by k/(k + parity). Throws DomainError when nothing
/// is left to spare.
device::SpareFactor spare_under_stripe(device::SpareFactor spare_factor, const Stripe& stripe);

}  // namespace drivewear::analytic
