// uber_of_each(): many RBERs of one code, as wide as the processor allows.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "wear/binomial_tail.hpp"
#include "wear/ecc_checks.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "wear/ecc_batch.cpp"
#include <hwy/foreach_target.h>
// After foreach_target, so that they are compiled for each target.
#include <hwy/highway.h>

#include "core/vector_math-inl.h"

#ifndef DRIVEWEAR_WEAR_ECC_BATCH_ONCE
#define DRIVEWEAR_WEAR_ECC_BATCH_ONCE
namespace drivewear::wear {

// What one code's tails share. The kernel answers for 0 < p < m/n; the others are NaN from it.
struct TailTable {
    BinomialTail tail;
    double log_information_bits;
    std::vector<double> growth;  ///< (n-k)/(k+1) from k = m on: a term's growth without the odds
};

}  // namespace drivewear::wear
#endif

HWY_BEFORE_NAMESPACE();
namespace drivewear::wear::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V = hn::Vec<D>>
V log_point(D d, const BinomialTail& tail, V p) {
    const V n = hn::Set(d, tail.trials);
    const V m = hn::Set(d, tail.least);
    const V mean = hn::Mul(n, p);
    const V q = hn::Sub(hn::Set(d, 1.0), p);
    const V errors = hn::Mul(m, hn::Log(d, hn::Div(m, mean)));
    const V correct = hn::Mul(hn::Set(d, tail.trials - tail.least),
                              hn::Log1p(d, hn::Div(hn::Sub(mean, m), hn::Mul(n, q))));
    return hn::Sub(hn::Set(d, tail.log_constant), hn::Add(errors, correct));
}

// A term falls faster than it did once it falls at all, so the table's end is never reached with
// anything left to add (see tail_table).
template <class D, class V = hn::Vec<D>>
V upper_sum(D d, const TailTable& table, V p) {
    const V odds = hn::Div(p, hn::Sub(hn::Set(d, 1.0), p));
    const V negligible = hn::Set(d, 1e-17);
    V term = hn::Set(d, 1.0);
    V sum = term;
    // Four terms between two looks at whether all lanes are done.
    const std::size_t terms = table.growth.size();
    for (std::size_t i = 0; i < terms;) {
        const std::size_t stop = std::min(i + 4, terms);
        for (; i < stop; ++i) {
            term = hn::Mul(term, hn::Mul(hn::Set(d, table.growth[i]), odds));
            sum = hn::Add(sum, term);
        }
        if (hn::AllTrue(d, hn::Lt(term, hn::Mul(sum, negligible)))) break;
    }
    return sum;
}

void small_tails(const TailTable& table, const double* rbers, double* results, std::size_t count) {
    const hn::ScalableTag<double> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto log_bits = hn::Set(d, table.log_information_bits);
    for (std::size_t i = 0; i < count; i += lanes) {
        const auto p = hn::LoadU(d, rbers + i);
        const auto log_lead = hn::Sub(log_point(d, table.tail, p), log_bits);
        hn::StoreU(hn::Mul(hn::Exp(d, log_lead), upper_sum(d, table, p)), d, results + i);
    }
}

std::size_t lane_count() {
    return hn::Lanes(hn::ScalableTag<double>());
}

}  // namespace drivewear::wear::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drivewear::wear {
namespace {

HWY_EXPORT(small_tails);
HWY_EXPORT(lane_count);

TailTable tail_table(const Codeword& code) {
    const std::uint64_t m = code.correctable + 1;
    TailTable table{BinomialTail(code.codeword_bits, m),
                    std::log(static_cast<double>(code.information_bits)),
                    {}};
    // For p < m/n the j-th term is below exp(-j^2/(2(m+j))): 1e-17 needs j of about 9 sqrt(m) + 78.
    const double enough = 80 + 9 * std::sqrt(table.tail.least);
    const auto length =
        static_cast<std::size_t>(std::min(enough, table.tail.trials - table.tail.least));
    table.growth.reserve(length);
    for (std::size_t j = 0; j < length; ++j) {
        const double k = table.tail.least + static_cast<double>(j);
        table.growth.push_back((table.tail.trials - k) / (k + 1));
    }
    return table;
}

}  // namespace

void uber_of_each(const Codeword& code, std::span<const double> rbers, std::span<double> results) {
    require_code(code);
    const auto scalar = [&](double rber) {
        return rber >= 0 && rber <= 1 ? uber(code, rber) : std::numeric_limits<double>::quiet_NaN();
    };
    if (code.correctable + 1 == code.codeword_bits) {
        std::transform(rbers.begin(), rbers.end(), results.begin(), scalar);
        return;
    }
    const TailTable table = tail_table(code);
    const double tail_begins =
        static_cast<double>(code.correctable + 1) / static_cast<double>(code.codeword_bits);
    const std::size_t lanes = HWY_DYNAMIC_DISPATCH(lane_count)();
    const std::size_t whole = rbers.size() / lanes * lanes;
    HWY_DYNAMIC_DISPATCH(small_tails)(table, rbers.data(), results.data(), whole);
    if (whole < rbers.size()) {
        // The last vector is filled up with the last RBER.
        std::vector<double> padded(lanes, rbers.back());
        std::copy(rbers.begin() + static_cast<std::ptrdiff_t>(whole), rbers.end(), padded.begin());
        std::vector<double> answers(lanes);
        HWY_DYNAMIC_DISPATCH(small_tails)(table, padded.data(), answers.data(), lanes);
        std::copy_n(answers.begin(), rbers.size() - whole,
                    results.begin() + static_cast<std::ptrdiff_t>(whole));
    }
    for (std::size_t i = 0; i < rbers.size(); ++i) {
        if (!(rbers[i] > 0 && rbers[i] < tail_begins)) results[i] = scalar(rbers[i]);
    }
}

}  // namespace drivewear::wear
#endif
