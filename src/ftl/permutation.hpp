// A random order of [0, count) that needs no memory: element i of a shuffled list, computed.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "drivewear/core/random.hpp"

namespace drivewear::ftl {

/// A Feistel network over a x b >= count with a, b near the square root, walking on past numbers
/// that are too large: Black & Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002.
class Permutation {
public:
    /// `count` in [1, 2^40].
    Permutation(std::uint64_t count, RandomStream& random) : count_(count) {
        left_count_ = static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(count))));
        right_count_ = (count + left_count_ - 1) / left_count_;
        for (std::uint64_t& key : keys_)
            key = random();
    }

    std::uint64_t operator()(std::uint64_t index) const {
        do {
            index = once(index);
        } while (index >= count_);
        return index;
    }

private:
    static std::uint64_t scaled_hash(std::uint64_t word, std::uint64_t bound) {
        word ^= word >> 32;
        word *= 0xd6e8feb86659fd93ULL;
        word ^= word >> 32;
        word *= 0xd6e8feb86659fd93ULL;
        word ^= word >> 32;
        return ((word >> 32) * bound) >> 32;
    }
    std::uint64_t once(std::uint64_t index) const {
        std::uint64_t left = index / right_count_;
        std::uint64_t right = index - left * right_count_;
        for (std::size_t round = 0; round < keys_.size(); round += 2) {
            left += scaled_hash(right ^ keys_[round], left_count_);
            if (left >= left_count_) left -= left_count_;
            right += scaled_hash(left ^ keys_[round + 1], right_count_);
            if (right >= right_count_) right -= right_count_;
        }
        return left * right_count_ + right;
    }

    std::uint64_t count_;
    std::uint64_t left_count_;
    std::uint64_t right_count_;
    std::array<std::uint64_t, 6> keys_{};
};

}  // namespace drivewear::ftl
