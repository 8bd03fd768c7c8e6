// The numbers behind fifo(): shared by the scalar function and the vector kernels, so that both
// compute the same thing.
//
// Below `split`, Sf A(Sf) is a polynomial of degree 18 in Sf (Chebyshev interpolation at 70 digits,
// relative error 7e-17; the nearest singularity of A lies at 0.953 +- 0.114i).
// Above it, u = exp(-alpha/A) is guessed by a polynomial of degree 7 in rho = 1 - Sf, and one
// fourth-order step on x = alpha/A makes it exact: x - alpha + q = R, q = alpha exp(-x).
#pragma once

#include <array>

namespace drivewear::analytic::fifo_polynomials {

inline constexpr double split = 0.5;

/// Coefficients of Sf A(Sf), constant first.
inline constexpr std::array<double, 19> low_spare{
    0x1.0000000000000p-1,  0x1.5555555555b4ap-3, 0x1.c71c71c66a3eap-4,  0x1.4dbf86e509262p-4,
    0x1.f9adba060e6d2p-5,  0x1.82411e80234d8p-5, 0x1.24c3d4efb2356p-5,  0x1.ba3e4b28858ebp-6,
    0x1.e5514033ffc15p-7,  0x1.6d31b392ec443p-5, -0x1.6670d3b7e9837p-3, 0x1.98990f293b559p-1,
    -0x1.522900a0bf981p+1, 0x1.a95fca3163b5ep+2, -0x1.903e789bd27d2p+3, 0x1.10b0ad4a1e888p+4,
    -0x1.006729465f384p+4, 0x1.2a8765192c423p+3, -0x1.4d84c73713a4ep+1};

/// Coefficients of the guess of u(rho), constant first.
inline constexpr std::array<double, 8> survivors_guess{
    -0.0016798956231760622, 0.04044264697460212, 0.07583250696112467, -8.52073579889344,
    72.47459966563608,      -204.6008519990115,  264.6040648267399,   -133.06498871750426};

/// exp(-x) does not matter beyond; keeps the argument of exp inside its domain.
inline constexpr double largest_exponent = 700;

/// exp(r) = 1 + r + r^2 P(r) for |r| <= ln(2)/2: Chebyshev interpolation at 60 digits, relative
/// error 2e-17. Not the system's exp, so that every machine and vector width gives the same bits.
inline constexpr std::array<double, 10> exponential_rest{
    0.5000000000000001,     0.16666666666666669,    0.04166666666662413,    0.008333333333330062,
    0.0013888888917213717,  0.00019841269863053618, 2.4801521295954376e-05, 2.7557268459997064e-06,
    2.7620088445409746e-07, 2.510038549551032e-08};
inline constexpr double inverse_ln2 = 0x1.71547652b82fep+0;
/// ln 2 in two parts; the first has zeros enough that its product with a small integer is exact.
inline constexpr double ln2_high = 0x1.62e42fee00000p-1;
inline constexpr double ln2_low = 0x1.a39ef35793c76p-33;
/// Added to a small number, it leaves the nearest integer in the low bits.
inline constexpr double integer_shift = 0x1.8p52;

/// The largest spare factor below 1.
inline constexpr double most_spare = 1 - 0x1p-53;

}  // namespace drivewear::analytic::fifo_polynomials
