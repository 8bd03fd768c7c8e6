#include "analytic/anderson.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace drivewear::analytic {
namespace {

std::vector<double> difference(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        result[i] = a[i] - b[i];
    return result;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Least squares of `target` over `columns` by modified Gram-Schmidt; columns that add nothing new
/// get no weight.
std::vector<double> least_squares(std::deque<std::vector<double>> columns,
                                  std::vector<double> target) {
    const std::size_t count = columns.size();
    std::vector<std::vector<double>> upper(count, std::vector<double>(count, 0.0));
    std::vector<double> projections(count, 0.0);
    for (std::size_t c = 0; c < count; ++c) {
        const double length_before = std::sqrt(dot(columns[c], columns[c]));
        for (std::size_t k = 0; k < c; ++k) {
            if (upper[k][k] == 0) continue;
            upper[k][c] = dot(columns[k], columns[c]);
            for (std::size_t i = 0; i < columns[c].size(); ++i)
                columns[c][i] -= upper[k][c] * columns[k][i];
        }
        const double length = std::sqrt(dot(columns[c], columns[c]));
        if (!(length > 1e-10 * length_before)) continue;
        upper[c][c] = length;
        for (double& value : columns[c])
            value /= length;
        projections[c] = dot(columns[c], target);
        for (std::size_t i = 0; i < target.size(); ++i)
            target[i] -= projections[c] * columns[c][i];
    }
    std::vector<double> weights(count, 0.0);
    for (std::size_t c = count; c-- > 0;) {
        if (upper[c][c] == 0) continue;
        double rest = projections[c];
        for (std::size_t k = c + 1; k < count; ++k)
            rest -= upper[c][k] * weights[k];
        weights[c] = rest / upper[c][c];
    }
    return weights;
}

}  // namespace

std::vector<double> Anderson::next(const std::vector<double>& x, const std::vector<double>& image) {
    const std::vector<double> residual = difference(image, x);
    if (!last_residual_.empty()) {
        // The newest first: Gram-Schmidt trusts early columns most.
        residual_changes_.push_front(difference(residual, last_residual_));
        image_changes_.push_front(difference(image, last_image_));
        if (residual_changes_.size() > depth_) {
            residual_changes_.pop_back();
            image_changes_.pop_back();
        }
    }
    last_residual_ = residual;
    last_image_ = image;
    const std::vector<double> weights = least_squares(residual_changes_, residual);
    std::vector<double> result = image;
    for (std::size_t c = 0; c < weights.size(); ++c) {
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] -= weights[c] * image_changes_[c][i];
    }
    return result;
}

}  // namespace drivewear::analytic
