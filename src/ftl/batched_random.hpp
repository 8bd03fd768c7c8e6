// A random stream drawn in batches: eight generators side by side, one vector step gives eight
// words. The order of the words does not depend on the machine's vector width.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "drivewear/core/random.hpp"
#include "ftl/kernels/kernels.hpp"
#include "ftl/state.hpp"

namespace drivewear::ftl {

/// Satisfies UniformRandomBitGenerator.
class BatchedRandom {
public:
    using result_type = std::uint64_t;

    /// The lanes' states are the first words of the stream named.
    explicit BatchedRandom(StreamId id) {
        RandomStream seeds(id);
        for (auto& words : lanes_.words) {
            for (std::uint64_t& word : words)
                word = seeds();
        }
        refill();
    }

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }

    std::uint64_t operator()() {
        if (next_ == buffer_.size()) refill();
        return buffer_[next_++];
    }
    /// Uniform in [0, bound), bound >= 1; as RandomStream::below.
    std::uint64_t below(std::uint64_t bound) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((static_cast<Wide>((*this)()) * bound) >> 64);
    }
    /// Uniform in [0, 1) with 53 bits.
    double uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

    /// The words already drawn that come next, at least one. What the caller used of them it says
    /// to `skip`; inner loops need no call for each word then.
    std::span<const std::uint64_t> ready() {
        if (next_ == buffer_.size()) refill();
        return std::span(buffer_).subspan(next_);
    }
    void skip(std::size_t words) { next_ += words; }
    /// Copies the next words.
    void fill(std::span<std::uint64_t> words);

    void save(StateWriter& state) const {
        state.value(before_);
        state.value(static_cast<std::uint64_t>(next_));
    }
    void load(StateReader& state);

private:
    void refill() {
        before_ = lanes_;
        kernels::fill_random(lanes_, buffer_);
        next_ = 0;
    }

    kernels::RandomLanes lanes_;
    kernels::RandomLanes before_;  // lanes that the buffer was drawn from
    alignas(64) std::array<std::uint64_t, 1024> buffer_{};
    std::size_t next_ = 0;  // words of the buffer before it are used
};

}  // namespace drivewear::ftl
