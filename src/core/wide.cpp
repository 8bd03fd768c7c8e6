#include "drivewear/core/wide.hpp"

#include <algorithm>

namespace drivewear {

std::string to_string(Uint128 value) {
    std::string digits;
    do {
        digits += static_cast<char>('0' + static_cast<int>(value % 10));
        value /= 10;
    } while (value != 0);
    std::reverse(digits.begin(), digits.end());
    return digits;
}

std::optional<Uint128> parse_uint128(std::string_view digits) {
    if (digits.empty()) return std::nullopt;
    constexpr Uint128 largest = ~Uint128{0};
    Uint128 value = 0;
    for (const char character : digits) {
        if (character < '0' || character > '9') return std::nullopt;
        const auto digit = static_cast<Uint128>(character - '0');
        if (value > (largest - digit) / 10) return std::nullopt;
        value = value * 10 + digit;
    }
    return value;
}

}  // namespace drivewear
