#include "drivewear/analytic/stages.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drivewear/core/errors.hpp"

namespace drivewear::analytic {
namespace {

/// Root s in (0, 1) of sum r_i/(w_i s + t) = 1, t = trims a write: the balance of pages in use. The
/// sum falls from 1/t > 1 and is at most 1 at s = 1; it is convex, so Newton's method from the left
/// of the root cannot pass it.
double in_use_share(const TrimTraffic& traffic) {
    const double trims = traffic.trims_per_page_write;
    double s = 0;
    constexpr int most_steps = 200;
    for (int step = 0; step < most_steps; ++step) {
        double excess = 0;
        double slope = 0;
        for (const workload::AddressClass& c : traffic.classes) {
            const double density = c.write_share / c.page_share;
            const double term = c.write_share / (density * s + trims);
            // The shares sum to 1: the term less its part of it, which keeps the digits of a small
            // s.
            excess += term * ((1 - trims) - density * s);
            slope += term * density / (density * s + trims);
        }
        const double next = s + excess / slope;
        if (!(next > s * (1 + 4e-16))) break;
        s = next;
    }
    return std::min(s, 1.0);
}

}  // namespace

TrimmedDrive under_trim(const TrimTraffic& traffic) {
    const double trims = traffic.trims_per_page_write;
    if (!(trims >= 0 && trims < 1)) {
        throw DomainError(fmt::format(
            "{} TRIMs for each page written: expected 0 to less than 1, else nothing stays stored",
            trims));
    }
    TrimmedDrive result{1, traffic.spare_factor, {traffic.classes.begin(), traffic.classes.end()}};
    if (trims == 0) return result;
    // One class has the closed form, without Newton's last place.
    const bool is_uniform = traffic.classes.size() == 1;
    result.in_use_share = is_uniform ? 1 - trims : in_use_share(traffic);
    const double spare = traffic.spare_factor.value();
    const double unused = 1 - result.in_use_share;
    result.spare_factor = device::SpareFactor::from_value(spare + unused * (1 - spare));
    if (is_uniform) return result;
    const double kappa = trims / result.in_use_share;
    std::erase_if(result.classes, [](const auto& c) { return c.write_share == 0; });
    for (workload::AddressClass& c : result.classes) {
        const double density = c.write_share / c.page_share;
        c.page_share *= density / (density + kappa) / result.in_use_share;
    }
    return result;
}

double stripe_amplification(const Stripe& stripe) {
    if (stripe.data == 0) throw DomainError("a stripe without data: expected such as 15+1");
    return static_cast<double>(stripe.data + stripe.parity) / stripe.data;
}

device::SpareFactor spare_under_stripe(device::SpareFactor spare_factor, const Stripe& stripe) {
    const double multiplier = stripe_amplification(stripe);
    const double spare = spare_factor.value();
    // 1 - (1 - Sf)(k+p)/k, keeping what a small Sf has left.
    const double left = spare - (1 - spare) * (multiplier - 1);
    if (!(left > 0)) {
        throw DomainError(fmt::format(
            "spare factor {:.6g} with {}+{} parity: parity takes {:.6g} of the raw capacity, which "
            "leaves nothing to spare",
            spare, stripe.data, stripe.parity, 1 - 1 / multiplier));
    }
    return device::SpareFactor::from_value(left);
}

}  // namespace drivewear::analytic
