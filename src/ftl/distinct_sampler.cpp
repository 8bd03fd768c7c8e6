#include "ftl/distinct_sampler.hpp"

#include <algorithm>

#include "ftl/kernels/portable_math.hpp"

namespace drivewear::ftl {
namespace {

// The writes are gone through in so many stretches, each with a bound of its own for the numbers.
constexpr std::uint64_t stretches = 4;
constexpr std::size_t batch_size = 32;

// Repeats among a stretch of writes, when `touched` pages were touched before it.
class Stretch {
public:
    Stretch(BatchedRandom& random, std::uint64_t bound, std::uint64_t pages)
        : random_(random),
          bound_(bound),
          is_always_candidate_(bound == pages),
          log_of_rest_(is_always_candidate_ ? -1.0
                                            : kernels::log1p(-static_cast<double>(bound) /
                                                             static_cast<double>(pages))) {}

    // Touched pages after `writes` more writes.
    std::uint64_t run(std::uint64_t writes, std::uint64_t touched) {
        double left = static_cast<double>(writes);
        while (left > 0 && touched < bound_) {
            refill();
            for (std::size_t i = 0; i < batch_size; ++i) {
                // The writes skipped all touch new pages.
                if (gaps_[i] >= left) return touched + static_cast<std::uint64_t>(left);
                touched += static_cast<std::uint64_t>(gaps_[i]);
                touched += random_.below(bound_) < touched ? 0 : 1;
                left -= gaps_[i] + 1;
            }
        }
        return touched;
    }

private:
    void refill() {
        if (is_always_candidate_) return gaps_.fill(0);
        random_.fill(words_);
        kernels::draw_gaps(words_, log_of_rest_, gaps_);
    }

    BatchedRandom& random_;
    std::uint64_t bound_;
    bool is_always_candidate_;
    double log_of_rest_;
    std::array<std::uint64_t, batch_size> words_{};
    alignas(64) std::array<double, batch_size> gaps_{};
};

}  // namespace

std::uint64_t draw_distinct(BatchedRandom& random, std::uint64_t writes, std::uint64_t pages) {
    std::uint64_t touched = 0;
    for (std::uint64_t stretch = 0; stretch < stretches && touched < pages; ++stretch) {
        const std::uint64_t begin = writes / stretches * stretch;
        const std::uint64_t end =
            stretch + 1 == stretches ? writes : writes / stretches * (stretch + 1);
        if (begin == end) continue;
        touched = Stretch(random, std::min(end, pages), pages).run(end - begin, touched);
    }
    return touched;
}

}  // namespace drivewear::ftl
