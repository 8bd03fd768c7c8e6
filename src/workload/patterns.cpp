#include "workload/patterns.hpp"

#include <algorithm>
#include <cmath>

namespace drivewear::workload {
namespace {

/// Sum of i^-s for begin <= i < end. The first terms one by one, the rest by Euler-Maclaurin, whose
/// first neglected term is below 1e-13 of the sum from 64 on.
double power_sum(double exponent, std::uint64_t begin, std::uint64_t end) {
    constexpr std::uint64_t smooth_from = 64;
    double sum = 0;
    for (; begin < std::min(end, smooth_from); ++begin)
        sum += std::pow(static_cast<double>(begin), -exponent);
    if (begin >= end) return sum;
    const auto a = static_cast<double>(begin);
    const auto b = static_cast<double>(end);
    // The integral of x^-s is a^(1-s) (e^((1-s) ln(b/a)) - 1)/(1-s), smooth through s = 1.
    const double span = std::log(b / a);
    const double step = (1 - exponent) * span;
    const double integral = std::pow(a, 1 - exponent) * span *
                            (std::abs(step) < 1e-8 ? 1 + step / 2 : std::expm1(step) / step);
    const double value_a = std::pow(a, -exponent);
    const double value_b = std::pow(b, -exponent);
    const double slopes = exponent * (value_a / a - value_b / b);
    const double thirds = exponent * (exponent + 1) * (exponent + 2) *
                          (value_a / (a * a * a) - value_b / (b * b * b));
    return sum + integral + (value_a - value_b) / 2 + slopes / 12 - thirds / 720;
}

std::vector<std::uint64_t> geometric_ends(std::uint64_t class_count, std::uint64_t item_count) {
    std::vector<std::uint64_t> ends(class_count);
    std::uint64_t previous = 0;
    for (std::uint64_t k = 0; k < class_count; ++k) {
        const double exponent = static_cast<double>(k + 1) / static_cast<double>(class_count);
        const double ideal = std::pow(static_cast<double>(item_count), exponent);
        // Each class needs an item, and so do those that follow.
        const std::uint64_t latest = item_count - (class_count - 1 - k);
        ends[k] =
            std::clamp(static_cast<std::uint64_t>(std::min(ideal, 1e18)), previous + 1, latest);
        previous = ends[k];
    }
    ends.back() = item_count;
    return ends;
}

}  // namespace

std::vector<AddressClass> hot_and_cold(const AddressClass& hot) {
    std::vector<AddressClass> classes;
    if (hot.page_share > 0) classes.push_back(hot);
    if (hot.page_share < 1) classes.push_back({1 - hot.page_share, 1 - hot.write_share});
    return classes;
}

std::vector<AddressClass> zipf_classes(const Zipf& zipf) {
    const std::uint64_t item_count = std::max(zipf.item_count, zipf.classes);
    const auto ends = geometric_ends(zipf.classes, item_count);
    std::vector<AddressClass> classes(zipf.classes);
    std::uint64_t begin = 0;
    double total = 0;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        classes[k].page_share =
            static_cast<double>(ends[k] - begin) / static_cast<double>(item_count);
        classes[k].write_share = power_sum(zipf.exponent, begin + 1, ends[k] + 1);
        total += classes[k].write_share;
        begin = ends[k];
    }
    for (AddressClass& address_class : classes)
        address_class.write_share /= total;
    return classes;
}

std::vector<AddressClass> jesd219_classes() {
    return {{0.05, 0.5}, {0.15, 0.3}, {0.8, 0.2}};
}

std::vector<WriteSize> jesd219_sizes() {
    const auto of = [](std::uint64_t length, double share) {
        return WriteSize{units::bytes(length), share};
    };
    return {of(512, 0.04),  of(1024, 0.01),  of(1536, 0.01),  of(2048, 0.01),
            of(2560, 0.01), of(3072, 0.01),  of(3584, 0.01),  of(4096, 0.67),
            of(8192, 0.10), of(16384, 0.07), of(32768, 0.03), of(65536, 0.03)};
}

std::vector<AddressClass> superpose(std::span<const WeightedClasses> parts) {
    // Cuts nearer than this are the same cut reached by different roundings.
    constexpr double same = 1e-15;
    std::vector<double> cuts;
    for (const WeightedClasses& part : parts) {
        double end = 0;
        for (const AddressClass& address_class : part.classes)
            cuts.push_back(end += address_class.page_share);
        cuts.pop_back();
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(
        std::unique(cuts.begin(), cuts.end(), [](double a, double b) { return b - a < same; }),
        cuts.end());
    cuts.push_back(1);

    std::vector<AddressClass> result(cuts.size());
    for (std::size_t k = 0; k < cuts.size(); ++k)
        result[k] = {cuts[k] - (k > 0 ? cuts[k - 1] : 0), 0};
    double total = 0;
    for (const WeightedClasses& part : parts)
        total += part.share;
    for (const WeightedClasses& part : parts) {
        std::size_t k = 0;
        double end = 0;
        for (std::size_t c = 0; c < part.classes.size(); ++c) {
            const AddressClass& address_class = part.classes[c];
            end = c + 1 == part.classes.size() ? 1 : end + address_class.page_share;
            const double density = address_class.write_share / address_class.page_share;
            for (; k < cuts.size() && cuts[k] < end + same; ++k)
                result[k].write_share += part.share / total * density * result[k].page_share;
        }
    }
    return result;
}

}  // namespace drivewear::workload
