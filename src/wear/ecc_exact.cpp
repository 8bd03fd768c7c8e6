// The binomial tail in decimal arithmetic wide enough that rounding cannot reach 30 digits.
#include <fmt/format.h>

#include <boost/multiprecision/cpp_dec_float.hpp>

#include "drivewear/core/errors.hpp"
#include "wear/ecc_checks.hpp"

namespace drivewear::wear {
namespace {

using Wide = boost::multiprecision::number<boost::multiprecision::cpp_dec_float<60>>;
constexpr int printed_digits = 30;

Wide exact_tail(const Codeword& code, const units::Decimal& rber) {
    require_code(code);
    const Wide p(fmt::format("{}e{}", rber.mantissa(), rber.exponent()));
    if (p > 1) {
        throw DomainError(
            fmt::format("RBER {}: expected a probability from 0 to 1", rber.to_string()));
    }
    if (p == 0) return 0;
    if (p == 1) return 1;
    const std::uint64_t n = code.codeword_bits;
    const std::uint64_t least = code.correctable + 1;
    const Wide q = 1 - p;
    const Wide odds = p / q;
    // C(n,m) p^m q^(n-m), factor by factor from q^n: nothing can underflow in this type.
    Wide term = pow(q, n);
    for (std::uint64_t k = 0; k < least; ++k)
        term *= odds * (n - k) / (k + 1);
    Wide sum = term;
    const double mean = static_cast<double>(n) * p.convert_to<double>();
    for (std::uint64_t k = least; k < n; ++k) {
        term *= odds * (n - k) / (k + 1);
        sum += term;
        if (static_cast<double>(k) > mean && term < sum * Wide("1e-55")) break;
    }
    return sum;
}

}  // namespace

std::string exact_uncorrectable_probability(const Codeword& code, const units::Decimal& rber) {
    return exact_tail(code, rber).str(printed_digits);
}

std::string exact_uber(const Codeword& code, const units::Decimal& rber) {
    return Wide(exact_tail(code, rber) / code.information_bits).str(printed_digits);
}

}  // namespace drivewear::wear
