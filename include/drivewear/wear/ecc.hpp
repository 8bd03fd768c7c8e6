// From raw bit errors to unrecoverable reads: RBER -> codeword failure -> UBER.
//
// Model: a code that repairs any t errors of a codeword and nothing beyond (bounded distance), and
// raw errors that strike bits independently: P = sum over k > t of C(n,k) p^k (1-p)^(n-k), UBER =
// P / information bits. Mielke et al., "Bit Error Rate in NAND Flash Memories", IRPS 2008.
//
// Where it breaks: LDPC codes have no t (take an effective one from a measured frame error rate);
// read retries, and redundancy across dies, come on top; errors cluster, which the beta-binomial
// form below covers in part and which can raise UBER by orders of magnitude. JEDEC's measured UBER
// counts data errors for each bit read. Nothing here is a vendor's figure.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "drivewear/units/decimal.hpp"

namespace drivewear::wear {

/// An error-correcting code of bounded distance.
struct Codeword {
    std::uint64_t codeword_bits = 0;     ///< n, data and parity
    std::uint64_t information_bits = 0;  ///< data bits of the n
    std::uint64_t correctable = 0;       ///< t, errors repaired in one codeword
};

/// Natural logarithm of the probability that a codeword has more than t errors; -infinity at RBER
/// 0. The tail is summed upward from t+1, never as 1 - CDF, so that it neither underflows nor
/// cancels. Leading term by Loader, "Fast and Accurate Computation of Binomial Probabilities",
/// 2000. Throws DomainError unless 0 <= rber <= 1 and 0 <= t < n, 1 <= information bits <= n.
double log_uncorrectable_probability(const Codeword& code, double rber);
/// The same as a probability; below about 1e-308 it rounds to 0, the logarithm does not.
double uncorrectable_probability(const Codeword& code, double rber);
/// Uncorrectable codewords for each information bit read.
double uber(const Codeword& code, double rber);
/// Base-10 logarithm of uber(), for values beyond the range of a double.
double log10_uber(const Codeword& code, double rber);

/// uber() of each RBER of one code, vectorised; results agree with uber() to 1e-12 relative. An
/// RBER outside [0, 1] gives NaN. `results` is as long as `rbers`.
void uber_of_each(const Codeword& code, std::span<const double> rbers, std::span<double> results);

/// The largest RBER that keeps UBER at or below `target_uber`; above 0 and below 1/information
/// bits.
double rber_for_uber(const Codeword& code, double target_uber);

/// Codewords that differ in quality: RBER is Beta(a, b) over codewords.
struct OverdispersedRber {
    double mean = 0;   ///< a / (a + b), in (0, 1)
    double shape = 1;  ///< a > 0; the smaller, the more the codewords differ; infinity is binomial
};

/// The beta-binomial tail: model class of Taranalli, Uchikawa and Siegel, arXiv 1602.07743.
double log_uncorrectable_probability(const Codeword& code, const OverdispersedRber& rber);
double uber(const Codeword& code, const OverdispersedRber& rber);

/// uncorrectable_probability() to 30 significant digits by arithmetic with 60: the oracle of the
/// others.
std::string exact_uncorrectable_probability(const Codeword& code, const units::Decimal& rber);
/// The same for each information bit.
std::string exact_uber(const Codeword& code, const units::Decimal& rber);

}  // namespace drivewear::wear
