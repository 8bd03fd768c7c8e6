#include "drivewear/compare/write_buffer.hpp"

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>

#include "drivewear/core/errors.hpp"

namespace drivewear::compare {
namespace {

/// Writes to one page of the class for each write of the host.
double page_rate(const workload::AddressClass& c, double usable_pages) {
    return c.page_share > 0 ? c.write_share / (c.page_share * usable_pages) : 0;
}

double pages_waiting(const BufferedTraffic& traffic, double stay) {
    double pages = 0;
    for (const workload::AddressClass& c : traffic.classes) {
        const double again = page_rate(c, traffic.usable_pages) * stay;
        pages += c.page_share * traffic.usable_pages * again / (1 + again);
    }
    return pages;
}

double pages_written(const BufferedTraffic& traffic) {
    double pages = 0;
    for (const workload::AddressClass& c : traffic.classes) {
        if (c.write_share > 0) pages += c.page_share * traffic.usable_pages;
    }
    return pages;
}

/// Host writes that a page stays in the buffer.
double stay_in(const BufferedTraffic& traffic) {
    const auto excess = [&](double log_stay) {
        return std::log(pages_waiting(traffic, std::exp(log_stay)) / traffic.buffer_pages);
    };
    // Nobody stays for less than the buffer's length; repeats only make it longer.
    const double least = std::log(traffic.buffer_pages);
    double most = least + 1;
    while (excess(most) < 0)
        most += 1;
    std::uintmax_t steps = 100;
    const auto [low, high] = boost::math::tools::toms748_solve(
        excess, least - 1e-9, most, boost::math::tools::eps_tolerance<double>(40), steps);
    return std::exp(low + (high - low) / 2);
}

}  // namespace

CoalescedTraffic coalesce(const BufferedTraffic& traffic) {
    CoalescedTraffic out{1, {traffic.classes.begin(), traffic.classes.end()}};
    if (traffic.buffer_pages <= 0) return out;
    if (traffic.buffer_pages >= 0.999 * pages_written(traffic)) {
        throw DomainError("a write buffer that holds every page written leaves nothing to predict");
    }
    const double stay = stay_in(traffic);
    out.pages_out_per_page_in = 0;
    for (workload::AddressClass& c : out.classes) {
        c.write_share /= 1 + page_rate(c, traffic.usable_pages) * stay;
        out.pages_out_per_page_in += c.write_share;
    }
    for (workload::AddressClass& c : out.classes)
        c.write_share /= out.pages_out_per_page_in;
    return out;
}

}  // namespace drivewear::compare
