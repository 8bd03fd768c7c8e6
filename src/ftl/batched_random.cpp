#include "ftl/batched_random.hpp"

#include <algorithm>

namespace drivewear::ftl {

void BatchedRandom::fill(std::span<std::uint64_t> words) {
    while (!words.empty()) {
        const std::span<const std::uint64_t> next = ready();
        const std::size_t count = std::min(next.size(), words.size());
        std::copy_n(next.begin(), count, words.begin());
        skip(count);
        words = words.subspan(count);
    }
}

void BatchedRandom::load(StateReader& state) {
    std::uint64_t next = 0;
    state.value(lanes_);
    state.value(next);
    if (next > buffer_.size()) throw InputError("checkpoint: a random stream is out of range");
    refill();
    next_ = next;
}

}  // namespace drivewear::ftl
