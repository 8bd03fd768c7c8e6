#include "drivewear/wear/ecc.hpp"

#include <fmt/format.h>

#include <boost/math/tools/toms748_solve.hpp>
#include <limits>

#include "drivewear/core/errors.hpp"
#include "wear/binomial_tail.hpp"
#include "wear/ecc_checks.hpp"

namespace drivewear::wear {
namespace {

void require_rber(double rber) {
    if (!(rber >= 0 && rber <= 1)) {
        throw DomainError(fmt::format("RBER {}: expected a probability from 0 to 1", rber));
    }
}

// A tail that holds more than about half of the probability is found from the rest of it.
double log_complement(double log_rest) {
    return std::log1p(-std::min(std::exp(log_rest), 1.0));
}

double log_tail(const Codeword& code, double rber) {
    const std::uint64_t n = code.codeword_bits;
    const std::uint64_t least = code.correctable + 1;
    if (rber == 0) return -std::numeric_limits<double>::infinity();
    if (rber == 1) return 0;
    if (least == n) return static_cast<double>(n) * std::log(rber);
    if (static_cast<double>(least) > static_cast<double>(n) * rber) {
        const BinomialTail tail(n, least);
        return tail.log_point(rber) + std::log(tail.upper_sum(rber));
    }
    if (code.correctable == 0) {
        return log_complement(static_cast<double>(n) * std::log1p(-rber));
    }
    const BinomialTail rest(n, code.correctable);
    return log_complement(rest.log_point(rber) + std::log(rest.lower_sum(rber)));
}

// log P(X = m) of the beta-binomial with B(a, b): the powers of n, m, a and b combine into four
// logarithms of ratios near 1, d = m b - (n-m) a apart.
double log_beta_binomial_point(const Codeword& code, double a, double b) {
    const double n = static_cast<double>(code.codeword_bits);
    const double m = static_cast<double>(code.correctable + 1);
    const double rest = n - m;
    const double total = n + a + b;
    const double d = m * b - rest * a;
    const double powers = a * std::log1p(d / (total * a)) + b * std::log1p(-d / (total * b)) +
                          m * std::log1p(-d / (total * m)) + rest * std::log1p(d / (total * rest));
    const double corrections = stirling_error(n) - stirling_error(m) - stirling_error(rest) +
                               stirling_error(m + a) + stirling_error(rest + b) -
                               stirling_error(total) - stirling_error(a) - stirling_error(b) +
                               stirling_error(a + b);
    const double roots =
        n / (2 * std::numbers::pi * m * rest) * (total / (m + a) / (rest + b)) * (a * b / (a + b));
    return powers + corrections + 0.5 * std::log(roots);
}

double log_information_bits(const Codeword& code) {
    return std::log(static_cast<double>(code.information_bits));
}

}  // namespace

void require_code(const Codeword& code) {
    if (code.codeword_bits == 0 || code.codeword_bits > (std::uint64_t{1} << 40)) {
        throw DomainError(
            fmt::format("codeword of {} bits: expected from 1 to 2^40", code.codeword_bits));
    }
    if (code.information_bits == 0 || code.information_bits > code.codeword_bits) {
        throw DomainError(
            fmt::format("{} information bits in a codeword of {}: expected from 1 to "
                        "the codeword's length",
                        code.information_bits, code.codeword_bits));
    }
    if (code.correctable >= code.codeword_bits) {
        throw DomainError(
            fmt::format("{} correctable errors in a codeword of {} bits: expected "
                        "fewer than its bits",
                        code.correctable, code.codeword_bits));
    }
}

double log_uncorrectable_probability(const Codeword& code, double rber) {
    require_code(code);
    require_rber(rber);
    return std::min(log_tail(code, rber), 0.0);
}

double uncorrectable_probability(const Codeword& code, double rber) {
    return std::exp(log_uncorrectable_probability(code, rber));
}

double uber(const Codeword& code, double rber) {
    return uncorrectable_probability(code, rber) / static_cast<double>(code.information_bits);
}

double log10_uber(const Codeword& code, double rber) {
    return (log_uncorrectable_probability(code, rber) - log_information_bits(code)) /
           std::numbers::ln10;
}

double rber_for_uber(const Codeword& code, double target_uber) {
    require_code(code);
    const double log_target = std::log(target_uber) + log_information_bits(code);
    if (!(target_uber > 0) || !(log_target < 0)) {
        throw DomainError(fmt::format(
            "target UBER {}: expected a number above 0 and below 1 error in {} information bits",
            target_uber, code.information_bits));
    }
    // P <= (n p)^m, so that this RBER is low enough for certain.
    const double m = static_cast<double>(code.correctable + 1);
    const double low = log_target / m - std::log(static_cast<double>(code.codeword_bits));
    const auto excess = [&](double log_rber) {
        return log_tail(code, std::exp(log_rber)) - log_target;
    };
    std::uintmax_t steps = 200;
    const auto bracket = boost::math::tools::toms748_solve(
        excess, low, 0.0, boost::math::tools::eps_tolerance<double>(51), steps);
    return std::exp(bracket.first);
}

double log_uncorrectable_probability(const Codeword& code, const OverdispersedRber& rber) {
    require_code(code);
    if (!(rber.mean > 0 && rber.mean < 1)) {
        throw DomainError(
            fmt::format("mean RBER {}: expected a probability above 0 and below 1", rber.mean));
    }
    if (!(rber.shape > 0) || !std::isfinite(rber.shape)) {
        throw DomainError(
            fmt::format("beta shape {}: expected a finite number above 0", rber.shape));
    }
    const double a = rber.shape;
    const double b = a * (1 - rber.mean) / rber.mean;
    const double n = static_cast<double>(code.codeword_bits);
    const double m = static_cast<double>(code.correctable + 1);
    if (code.correctable + 1 == code.codeword_bits) {
        // Every bit wrong: the product of (a+i)/(a+b+i).
        double log_all = 0;
        for (double i = 0; i < n; ++i)
            log_all += std::log((a + i) / (a + b + i));
        return log_all;
    }
    double term = 1;
    double sum = 1;
    if (m > n * rber.mean) {
        for (double k = m; k < n; ++k) {
            term *= (n - k) / (k + 1) * ((k + a) / (n - k - 1 + b));
            sum += term;
            if (term < sum * 1e-18 && k > m + 8) break;
        }
        return std::min(log_beta_binomial_point(code, a, b) + std::log(sum), 0.0);
    }
    // Sum of P(X <= t) downward from P(X = m), which itself does not belong to it.
    sum = 0;
    for (double k = m; k > 0; --k) {
        term *= k / (n - k + 1) * ((n - k + b) / (k - 1 + a));
        sum += term;
        if (term < sum * 1e-18 && k < m - 8) break;
    }
    return log_complement(log_beta_binomial_point(code, a, b) + std::log(sum));
}

double uber(const Codeword& code, const OverdispersedRber& rber) {
    return std::exp(log_uncorrectable_probability(code, rber)) /
           static_cast<double>(code.information_bits);
}

}  // namespace drivewear::wear
