#include "drivewear/units/format.hpp"

#include <array>
#include <string_view>

namespace drivewear::units {
namespace {

constexpr std::array<std::string_view, 7> decimal_names{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
constexpr std::array<std::string_view, 7> binary_names{"",    "KiB", "MiB", "GiB",
                                                       "TiB", "PiB", "EiB"};

void keep_shorter(std::string& best, std::string candidate) {
    if (best.empty() || candidate.size() < best.size()) best = std::move(candidate);
}

}  // namespace

std::string format_capacity(Capacity capacity) {
    const std::uint64_t count = capacity.value();
    std::string best;
    int exponent = 18;
    for (std::size_t step = decimal_names.size(); step-- > 0; exponent -= 3) {
        std::uint64_t unit = 1;
        for (std::size_t i = 0; i < step; ++i)
            unit *= 1000;
        // A leading "0." reads badly: use the unit that keeps a whole part.
        if (count < unit && step > 0) continue;
        std::string digits = std::to_string(count / unit);
        if (std::uint64_t rest = count % unit; rest != 0) {
            std::string decimals = std::to_string(rest);
            decimals.insert(0, static_cast<std::size_t>(exponent) - decimals.size(), '0');
            while (decimals.back() == '0')
                decimals.pop_back();
            digits += '.' + decimals;
        }
        keep_shorter(best, digits + ' ' + std::string(decimal_names[step]));
    }
    for (std::size_t step = 1; step < binary_names.size(); ++step) {
        const std::uint64_t unit = std::uint64_t{1} << (10 * step);
        if (count == 0 || count % unit != 0) break;
        keep_shorter(best, std::to_string(count / unit) + ' ' + std::string(binary_names[step]));
    }
    return best;
}

}  // namespace drivewear::units
