#include "drivewear/workload/fit_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "drivewear/units/decimal.hpp"

namespace drivewear::workload {
namespace {

struct Component {
    double page_share = 1;
    double rate = 1;  // of the Poisson law before truncation

    double mean_writes() const { return rate / -std::expm1(-rate); }
};

// The rate l of a truncated law with mean l / (1 - e^-l). Newton's steps from above do not
// overshoot: l - mean (1 - e^-l) is convex.
double rate_of_mean(double mean) {
    constexpr double least_rate = 1e-9;
    double rate = mean;
    for (int step = 0; step < 100; ++step) {
        const double slope = 1 - mean * std::exp(-rate);
        const double next = rate - (rate + mean * std::expm1(-rate)) / slope;
        if (!(next > least_rate)) return least_rate;
        if (std::abs(next - rate) <= 1e-14 * rate) return next;
        rate = next;
    }
    return rate;
}

class Mixture {
public:
    Mixture(std::span<const WriteCount> counts, std::size_t components) : counts_(counts) {
        for (const WriteCount& count : counts)
            pages_ += count.pages;
        start_with_equal_writes(components);
    }

    // Expectation and maximisation until the likelihood stands still.
    void fit() {
        constexpr int most_steps = 2000;
        for (int step = 0; step < most_steps; ++step) {
            const double before = log_likelihood_;
            improve();
            if (step > 0 && log_likelihood_ - before <= 1e-10 * std::abs(log_likelihood_)) break;
        }
    }

    /// Schwarz's criterion; the smaller, the better. The factorials are common to all mixtures.
    double criterion() const {
        const double parameters = 2.0 * static_cast<double>(components_.size()) - 1;
        return -2 * log_likelihood_ + parameters * std::log(pages_);
    }

    std::vector<AddressClass> classes() const {
        std::vector<Component> sorted = components_;
        std::sort(sorted.begin(), sorted.end(),
                  [](const Component& a, const Component& b) { return a.rate > b.rate; });
        double pages = 0;
        double writes = 0;
        for (const Component& c : sorted) {
            pages += c.page_share;
            writes += c.page_share * c.mean_writes();
        }
        std::vector<AddressClass> classes;
        for (const Component& c : sorted)
            classes.push_back({c.page_share / pages, c.page_share * c.mean_writes() / writes});
        return classes;
    }

private:
    // From the hottest pages down, each component gets as many writes as the others.
    void start_with_equal_writes(std::size_t components) {
        double writes = 0;
        for (const WriteCount& count : counts_)
            writes += count.pages * count.writes;
        const double each = writes / static_cast<double>(components);
        double pages_so_far = 0;
        double writes_so_far = 0;
        for (auto count = counts_.rbegin(); count != counts_.rend(); ++count) {
            pages_so_far += count->pages;
            writes_so_far += count->pages * count->writes;
            if (components_.size() + 1 == components || writes_so_far < each) continue;
            add_component(pages_so_far, writes_so_far);
            pages_so_far = writes_so_far = 0;
        }
        if (pages_so_far > 0) add_component(pages_so_far, writes_so_far);
    }
    void add_component(double pages, double writes) {
        components_.push_back({pages / pages_, rate_of_mean(writes / pages)});
    }

    void improve() {
        const std::size_t n = components_.size();
        std::vector<double> pages(n);
        std::vector<double> writes(n);
        std::vector<double> log_share(n);
        std::vector<double> log_rate(n);
        for (std::size_t i = 0; i < n; ++i) {
            const Component& c = components_[i];
            log_rate[i] = std::log(c.rate);
            log_share[i] = std::log(c.page_share) - c.rate - std::log(-std::expm1(-c.rate));
        }
        std::vector<double> weight(n);
        log_likelihood_ = 0;
        for (const WriteCount& count : counts_) {
            for (std::size_t i = 0; i < n; ++i)
                weight[i] = log_share[i] + count.writes * log_rate[i];
            const double most = *std::max_element(weight.begin(), weight.end());
            double sum = 0;
            for (double& w : weight)
                sum += w = std::exp(w - most);
            log_likelihood_ += count.pages * (most + std::log(sum));
            for (std::size_t i = 0; i < n; ++i) {
                const double part = count.pages * weight[i] / sum;
                pages[i] += part;
                writes[i] += part * count.writes;
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            // A component without pages stays where it is and weighs nothing.
            if (!(pages[i] > 0)) continue;
            components_[i] = {pages[i] / pages_, rate_of_mean(writes[i] / pages[i])};
        }
    }

    std::span<const WriteCount> counts_;
    double pages_ = 0;
    std::vector<Component> components_;
    double log_likelihood_ = -std::numeric_limits<double>::infinity();
};

constexpr double text_unit = 1e-6;

// Millionths that sum to a million: rounded down, the largest share takes what is left.
std::vector<std::int64_t> in_millionths(const std::vector<double>& shares) {
    std::vector<std::int64_t> rounded;
    for (const double share : shares)
        rounded.push_back(std::llround(share / text_unit));
    const auto largest = std::max_element(rounded.begin(), rounded.end());
    *largest += 1'000'000 - std::accumulate(rounded.begin(), rounded.end(), std::int64_t{0});
    return rounded;
}

std::string share_text(std::int64_t millionths) {
    return units::Decimal(static_cast<std::uint64_t>(millionths), -6).to_string();
}

}  // namespace

std::vector<AddressClass> fit_classes(std::span<const WriteCount> counts,
                                      std::size_t most_classes) {
    std::vector<WriteCount> sorted;
    for (const WriteCount& count : counts) {
        if (count.pages > 0) sorted.push_back(count);
    }
    if (sorted.empty()) return {};
    std::sort(sorted.begin(), sorted.end(),
              [](const WriteCount& a, const WriteCount& b) { return a.writes < b.writes; });
    std::vector<AddressClass> best;
    double best_criterion = std::numeric_limits<double>::infinity();
    const std::size_t most = std::clamp<std::size_t>(most_classes, 1, sorted.size());
    for (std::size_t components = 1; components <= most; ++components) {
        Mixture mixture(sorted, components);
        mixture.fit();
        if (!(mixture.criterion() < best_criterion)) break;
        best_criterion = mixture.criterion();
        best = mixture.classes();
    }
    return best;
}

std::string classes_text(std::span<const AddressClass> classes, double idle_page_share) {
    std::vector<double> pages;
    std::vector<double> writes;
    double left_pages = 0;
    double left_writes = 0;
    for (const AddressClass& c : classes) {
        left_pages += c.page_share * (1 - idle_page_share);
        left_writes += c.write_share;
        if (left_pages < text_unit || left_writes < text_unit) continue;
        pages.push_back(std::exchange(left_pages, 0));
        writes.push_back(std::exchange(left_writes, 0));
    }
    if (pages.empty()) return "uniform";
    pages.back() += left_pages;
    writes.back() += left_writes;
    if (idle_page_share >= text_unit) {
        pages.push_back(idle_page_share);
        writes.push_back(0);
    }
    if (pages.size() == 1) return "uniform";
    const auto page_shares = in_millionths(pages);
    const auto write_shares = in_millionths(writes);
    std::string text = "classes:shares=";
    for (std::size_t i = 0; i < page_shares.size(); ++i) {
        text += fmt::format("{}{}:{}", i > 0 ? "/" : "", share_text(page_shares[i]),
                            share_text(write_shares[i]));
    }
    return text;
}

}  // namespace drivewear::workload
