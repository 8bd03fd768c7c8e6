// Random streams. Each run draws from a stream of its own, named by {seed, run, purpose}, so that
// neither threads nor batching nor vector width can change an answer.
//
// Generator: xoshiro256++ (Blackman & Vigna, "Scrambled linear pseudorandom number generators",
// ACM TOMS 47(4), 2021), seeded through SplitMix64 as its authors advise.
#pragma once

#include <array>
#include <cstdint>

namespace drivewear {

/// What a stream is used for; one stream for each keeps purposes from disturbing one another.
enum class Purpose : std::uint64_t { addresses = 1, victims, precondition, wear, uncertainty };

/// Names a stream.
struct StreamId {
    std::uint64_t seed = 1;                ///< what the user chose
    std::uint64_t run = 0;                 ///< replicate, draw or shard number
    Purpose purpose = Purpose::addresses;  ///< what the numbers are for
};

/// One stream of uniform 64-bit numbers. Satisfies UniformRandomBitGenerator.
class RandomStream {
public:
    using result_type = std::uint64_t;
    using State = std::array<std::uint64_t, 4>;

    explicit RandomStream(StreamId id) {
        // The three names are mixed one after another, so that no sum of them can collide.
        std::uint64_t mix = id.seed;
        mix = splitmix(mix) ^ id.run;
        mix = splitmix(mix) ^ static_cast<std::uint64_t>(id.purpose);
        for (auto& word : state_)
            word = splitmix(mix);
    }
    /// Continues a stream whose state was saved.
    explicit RandomStream(const State& state) : state_(state) {}

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }

    result_type operator()() {
        const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    /// Uniform in [0, bound), bound >= 1. Multiply-shift (Lemire 2019) without the rejection step:
    /// the bias is below bound / 2^64, which no run of ours can resolve.
    std::uint64_t below(std::uint64_t bound) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((static_cast<Wide>((*this)()) * bound) >> 64);
    }

    /// Uniform in [0, 1) with 53 bits.
    double uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

    const State& state() const noexcept { return state_; }

private:
    static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

    static std::uint64_t splitmix(std::uint64_t& x) {
        std::uint64_t z = (x += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

    State state_{};
};

}  // namespace drivewear
