// From how often each page was written, as a trace tells it, to the address classes that models and
// simulator take.
//
// Model: the pages of class i are written at random times at rate l_i, so their counts are Poisson,
// and only pages written at all are seen: a mixture of zero-truncated Poisson laws. Without the law
// the noise of counts would pass for skew: of uniform writes, four a page on average, the luckiest
// tenth of the pages gets twice its share. Shares and rates come from expectation maximisation
// (Dempster, Laird & Rubin, J. R. Stat. Soc. B 39(1), 1977), the number of classes from the
// Bayesian information criterion (Schwarz, Ann. Stat. 6(2), 1978).
//
// Breaks where addresses are no independent draws: a log that wraps round writes all pages equally
// often and becomes one class; a hot set that moves is averaged over the trace and looks more even
// than it is at any time. Counts near 1 (hardly a page written twice) cannot show skew at all.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "drivewear/workload/workload.hpp"

namespace drivewear::workload {

/// Pages that were written equally often.
struct WriteCount {
    double writes = 1;  ///< of each page, at least 1; a mean where near counts are put together
    double pages = 0;   ///< pages written so often

    bool operator==(const WriteCount&) const = default;
};

/// Classes over the pages that were written, hottest first; empty when there are no pages. As many
/// as the counts bear out, and not more than `most_classes`.
std::vector<AddressClass> fit_classes(std::span<const WriteCount> counts, std::size_t most_classes);

/// "classes:shares=…" of up to six decimals, or "uniform" for one class. Shares that would round to
/// nothing join the next class. `idle_page_share` of all pages is a class without writes.
std::string classes_text(std::span<const AddressClass> classes, double idle_page_share = 0);

}  // namespace drivewear::workload
