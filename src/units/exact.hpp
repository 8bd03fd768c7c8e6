// Decimals as exact rationals: TBW = DWPD x capacity x 365 x years has no room for rounding.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdlib>

#include "drivewear/units/decimal.hpp"

namespace drivewear::units {

using Rational = boost::multiprecision::cpp_rational;

inline Rational exact(const Decimal& decimal) {
    using boost::multiprecision::cpp_int;
    const cpp_int ten = 10;
    const cpp_int power =
        boost::multiprecision::pow(ten, static_cast<unsigned>(std::abs(decimal.exponent())));
    const cpp_int mantissa = decimal.mantissa();
    return decimal.exponent() < 0 ? Rational(mantissa, power)
                                  : Rational(cpp_int(mantissa * power), cpp_int(1));
}

}  // namespace drivewear::units
