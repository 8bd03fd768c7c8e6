// A decimal number exactly as printed: ratings such as 0.58 DWPD or 12.8 TB have no exact double.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace drivewear::units {

/// mantissa x 10^exponent, not negative; the mantissa fills 64 bits at most.
class Decimal {
public:
    constexpr Decimal() = default;
    constexpr Decimal(std::uint64_t mantissa, int exponent)
        : mantissa_(mantissa), exponent_(exponent) {
        while (mantissa_ != 0 && mantissa_ % 10 == 0) {
            mantissa_ /= 10;
            ++exponent_;
        }
        if (mantissa_ == 0) exponent_ = 0;
    }

    /// Reads "12", "12.8", "2.5e6". Throws ParseError with column and reason for anything else,
    /// signs, NaN and infinities included.
    static Decimal parse(std::string_view text);
    /// The shortest decimal that reads back as `value`, which must be finite and not negative
    /// (DomainError).
    static Decimal from_double(double value);

    constexpr std::uint64_t mantissa() const { return mantissa_; }
    constexpr int exponent() const { return exponent_; }

    /// The nearest double.
    double to_double() const;
    /// Plain digits without an exponent where that is readable: "12.8", "2500000".
    std::string to_string() const;
    /// This number times `factor` when the product is a whole number below 2^64.
    std::optional<std::uint64_t> whole_multiple(std::uint64_t factor) const;

    friend constexpr bool operator==(const Decimal&, const Decimal&) = default;

private:
    std::uint64_t mantissa_ = 0;
    int exponent_ = 0;
};

}  // namespace drivewear::units
