// Picks an address class with given probabilities from a random word.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace drivewear::ftl {

class ClassChoice {
public:
    /// In proportion to `weights`, one of which is above 0.
    explicit ClassChoice(const std::vector<double>& weights) {
        double total = 0;
        for (const double weight : weights)
            total += weight;
        double sum = 0;
        std::size_t last = 0;
        for (const double weight : weights) {
            sum += weight;
            if (weight > 0) last = ends_.size();
            ends_.push_back(static_cast<std::uint64_t>(std::min(sum / total, 1.0) * 0x1p63));
        }
        // Rounding must not leave anything to classes without weight, nor beyond the last.
        for (std::size_t c = last; c < ends_.size(); ++c)
            ends_[c] = std::uint64_t{1} << 63;
    }
    /// Of a word of 64 random bits.
    std::uint32_t of(std::uint64_t word) const {
        const std::uint64_t at = word >> 1;
        constexpr std::size_t few = 8;
        if (ends_.size() > few) {
            return static_cast<std::uint32_t>(std::upper_bound(ends_.begin(), ends_.end(), at) -
                                              ends_.begin());
        }
        // A search would guess its way; counting does not.
        std::uint32_t address_class = 0;
        for (const std::uint64_t end : ends_)
            address_class += at >= end ? 1U : 0U;
        return address_class;
    }

private:
    std::vector<std::uint64_t> ends_;  // in 2^-63
};

}  // namespace drivewear::ftl
