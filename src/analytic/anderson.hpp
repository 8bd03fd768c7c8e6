// Anderson's acceleration of a fixed-point iteration x <- g(x) (J. ACM 12(4), 1965): the next point
// is the mix of the last few that makes the mixed residual least.
#pragma once

#include <deque>
#include <vector>

namespace drivewear::analytic {

class Anderson {
public:
    explicit Anderson(std::size_t depth) : depth_(depth) {}

    /// `x` was tried and gave `image` = g(x); returns what to try next.
    std::vector<double> next(const std::vector<double>& x, const std::vector<double>& image);

private:
    std::size_t depth_;
    std::deque<std::vector<double>> residual_changes_;
    std::deque<std::vector<double>> image_changes_;
    std::vector<double> last_residual_;
    std::vector<double> last_image_;
};

}  // namespace drivewear::analytic
