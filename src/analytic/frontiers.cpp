#include "drivewear/analytic/frontiers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "analytic/anderson.hpp"
#include "analytic/level.hpp"
#include "drivewear/analytic/d_choices.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::analytic {
namespace {

using workload::AddressClass;

void check(const ClassedDrive& drive) {
    if (drive.pages_per_block == 0) throw DomainError("0 pages a block: expected 1 or more");
    if (!(drive.choices >= 1) || !std::isfinite(drive.choices)) {
        throw DomainError(fmt::format("{} choices: expected 1 or more", drive.choices));
    }
    for (const AddressClass& c : drive.classes) {
        if (!(c.page_share > 0)) throw DomainError("a class without pages");
    }
}

void check_two_classes(const ClassedDrive& drive, std::uint64_t most_pages) {
    check(drive);
    if (drive.classes.size() != 2) {
        throw DomainError(
            fmt::format("this mean field has two classes, the workload {}", drive.classes.size()));
    }
    if (drive.pages_per_block > most_pages) {
        throw DomainError(fmt::format("this mean field takes blocks of up to {} pages, not {}",
                                      most_pages, drive.pages_per_block));
    }
}

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

constexpr std::uint64_t most_mixed_pages = 256;

/// ln C(n, k), n up to most_mixed_pages.
double log_ways(std::size_t n, std::size_t k) {
    static const std::vector<double> log_factorials = [] {
        std::vector<double> logs;
        for (std::uint64_t m = 0; m <= most_mixed_pages; ++m)
            logs.push_back(std::lgamma(static_cast<double>(m) + 1));
        return logs;
    }();
    return log_factorials[n] - log_factorials[k] - log_factorials[n - k];
}

/// C(n, k) p^k (1-p)^(n-k) for k = 0 to n.
std::vector<double> binomial(std::size_t n, double p) {
    std::vector<double> law(n + 1, 0.0);
    if (p <= 0 || p >= 1) {
        law[p >= 1 ? n : 0] = 1;
        return law;
    }
    for (std::size_t k = 0; k <= n; ++k) {
        law[k] = std::exp(log_ways(n, k) + static_cast<double>(k) * std::log(p) +
                          static_cast<double>(n - k) * std::log1p(-p));
    }
    return law;
}

/// [hot * (room + 1) + taken]: probability of `taken` hot pages among `room` drawn from `size`.
std::vector<double> hypergeometric(std::size_t size, std::size_t room) {
    std::vector<double> law((size + 1) * (room + 1), 0.0);
    for (std::size_t hot = 0; hot <= size; ++hot) {
        const std::size_t cold = size - hot;
        for (std::size_t taken = room > cold ? room - cold : 0; taken <= std::min(hot, room);
             ++taken) {
            law[hot * (room + 1) + taken] = std::exp(
                log_ways(hot, taken) + log_ways(cold, room - taken) - log_ways(size, room));
        }
    }
    return law;
}

/// Where a falling function is searched for its zero.
struct Bracket {
    double low;
    double high;
    double precision;  ///< relative, of the result
};

/// Illinois false position; the ends must have the zero between them.
template <class Function>
double falling_root(Function f, Bracket bracket) {
    double f_low = f(bracket.low);
    double f_high = f(bracket.high);
    double estimate = bracket.low;
    bool moved_low = false;
    constexpr int most_steps = 100;
    for (int step = 0; step < most_steps && f_low > 0 && f_high < 0; ++step) {
        const double before = estimate;
        estimate = bracket.high - f_high * (bracket.high - bracket.low) / (f_high - f_low);
        if (std::abs(estimate - before) <= bracket.precision * estimate) break;
        const double value = f(estimate);
        const bool moves_low = value > 0;
        // An end that stays twice is weighed down, or it would stay for ever.
        if (step > 0 && moves_low == moved_low) (moves_low ? f_high : f_low) /= 2;
        (moves_low ? bracket.low : bracket.high) = estimate;
        (moves_low ? f_low : f_high) = value;
        moved_low = moves_low;
    }
    return estimate;
}

/// What a collection finds once blocks are born as they are and decay at the pace of H.
struct Collection {
    /// Victims a collection, by [valid pages][kind]; the kinds are the model's.
    std::vector<std::vector<double>> victims;
    double relocated = 0;  ///< valid pages a victim holds, on average
    double in_use = 0;     ///< valid pages a block holds, on average
};

/// A mean field: births of blocks by kind, how they decay, and how victims make new births.
class Model {
public:
    explicit Model(const ClassedDrive& drive) : drive_(drive) {}
    virtual ~Model() = default;

    virtual std::vector<double> first_births() const = 0;
    virtual Collection decay(const std::vector<double>& births, double freed) const = 0;
    virtual std::vector<double> births(const Collection& collection, double precision) = 0;

    /// Iterates births, with H such that blocks hold the pages in use; returns A = b/H.
    double solve() {
        double freed =
            pages() / d_choices({drive_.spare_factor, drive_.pages_per_block, drive_.choices});
        std::vector<double> now = first_births();
        double change = 1;
        Anderson accelerator(8);
        constexpr int most_iterations = 3000;
        for (int iteration = 0; iteration < most_iterations; ++iteration) {
            // Nothing inside need be finer than the births it is for.
            const double reach = std::clamp(change, 1e-9, 1e-2);
            const double precision = std::clamp(1e-3 * change, 1e-14, 1e-6);
            freed = balance(now, {freed * (1 - reach), freed * (1 + reach), precision});
            const Collection collection = decay(now, freed);
            const std::vector<double> next = births(collection, precision);
            change = 0;
            for (std::size_t i = 0; i < now.size(); ++i)
                change = std::max(change, std::abs(next[i] - now[i]));
            if (change < 1e-12) {
                return pages() / balance(now, {freed * (1 - 1e-5), freed * (1 + 1e-5), 1e-15});
            }
            now = iteration < 4 ? next : accelerator.next(now, next);
            for (double& birth : now)
                birth = std::max(birth, 0.0);
            const double total = sum(now);
            for (double& birth : now)
                birth /= total;
        }
        throw DomainError(
            fmt::format("the mean field of spare factor {}, {} pages a block, {} choices did not "
                        "settle: simulate it",
                        drive_.spare_factor.value(), drive_.pages_per_block, drive_.choices));
    }

protected:
    double pages() const { return static_cast<double>(drive_.pages_per_block); }
    std::size_t top() const { return static_cast<std::size_t>(drive_.pages_per_block); }

    /// Pages lost by a valid page of class c in a collection, for H = 1.
    double loss(std::size_t c) const {
        const AddressClass& address_class = drive_.classes[c];
        return address_class.write_share /
               (pages() * (1 - drive_.spare_factor.value()) * address_class.page_share);
    }

    const ClassedDrive& drive_;

private:
    /// The H at which blocks born so hold b rho pages on average: the slower they decay, the more.
    double balance(const std::vector<double>& births, Bracket near) const {
        const double wanted = pages() * (1 - drive_.spare_factor.value());
        const auto excess = [&](double freed) { return decay(births, freed).in_use / wanted - 1; };
        near.high = std::min(near.high, pages());
        for (double step = 0.01; excess(near.low) < 0 && near.low > 1e-300; step *= 4)
            near.low /= 1 + step;
        for (double step = 0.01; near.high < pages() && excess(near.high) > 0; step *= 4)
            near.high = std::min(near.high * (1 + step), pages());
        return falling_root(excess, near);
    }
};

// ---- One block holds pages of two classes -------------------------------------------------------

/// Kinds are the hot pages in the block; a new block of b pages with i hot ones is birth i.
class MixedBlocks : public Model {
public:
    explicit MixedBlocks(const ClassedDrive& drive)
        : Model(drive), hot_writes_(drive.classes[0].write_share) {
        for (std::size_t n = 0; n <= top(); ++n)
            binomials_.push_back(binomial(n, hot_writes_));
    }

    std::vector<double> first_births() const override {
        const double f = drive_.classes[0].page_share;
        std::vector<double> fresh = binomials_[top()];
        // Relocated pages are colder than written ones: begin between the two.
        const std::vector<double> settled = binomial(top(), f);
        for (std::size_t i = 0; i < fresh.size(); ++i)
            fresh[i] = (fresh[i] + settled[i]) / 2;
        return fresh;
    }

    Collection decay(const std::vector<double>& births, double freed) const override {
        const double hot_loss = freed * loss(0);
        const double cold_loss = freed * loss(1);
        Collection result;
        result.victims.resize(top() + 1);
        std::vector<double> flows = births;
        std::vector<double> rates;
        double rest = 1;
        for (std::size_t k = top(); k > 0; --k) {
            rates.resize(k + 1);
            for (std::size_t i = 0; i <= k; ++i) {
                rates[i] =
                    hot_loss * static_cast<double>(i) + cold_loss * static_cast<double>(k - i);
                // A block of static pages only: it leaves as a victim or never.
                rates[i] = std::max(rates[i], 1e-300);
            }
            const Level level = solve_level({flows, rates}, rest, drive_.choices);
            rest = std::max(rest - level.share, 0.0);
            std::vector<double>& victims = result.victims[k];
            victims.resize(k + 1);
            std::vector<double> below(k, 0.0);
            for (std::size_t i = 0; i <= k; ++i) {
                const double blocks = flows[i] / (rates[i] + level.victim_rate);
                victims[i] = blocks * level.victim_rate;
                result.relocated += static_cast<double>(k) * victims[i];
                result.in_use += static_cast<double>(k) * blocks;
                if (i > 0) below[i - 1] += blocks * hot_loss * static_cast<double>(i);
                if (i < k) below[i] += blocks * cold_loss * static_cast<double>(k - i);
            }
            flows = std::move(below);
        }
        result.victims[0] = flows;
        return result;
    }

protected:
    /// Valid pages of `victims` with free places filled by the host.
    void refill(const std::vector<std::vector<double>>& victims,
                std::vector<double>& births) const {
        for (std::size_t k = 0; k <= top(); ++k) {
            if (sum(victims[k]) < negligible) continue;
            const std::vector<double>& fresh = binomials_[top() - k];
            for (std::size_t i = 0; i <= k; ++i) {
                for (std::size_t n = 0; n < fresh.size(); ++n)
                    births[i + n] += victims[k][i] * fresh[n];
            }
        }
    }

    static constexpr double negligible = 1e-17;
    double hot_writes_;
    std::vector<std::vector<double>> binomials_;  ///< by number of places
};

class SingleFrontier : public MixedBlocks {
public:
    using MixedBlocks::MixedBlocks;

    std::vector<double> births(const Collection& collection, double) override {
        std::vector<double> result(top() + 1, 0.0);
        refill(collection.victims, result);
        return result;
    }
};

/// The block that relocated pages are appended to, as a Markov chain over (filled, hot) from one
/// full block to the next.
class HostGcFrontiers : public MixedBlocks {
public:
    explicit HostGcFrontiers(const ClassedDrive& drive) : MixedBlocks(drive) {
        samples_.resize(top() + 1);
        for (std::size_t size = 1; size <= top(); ++size) {
            samples_[size].resize(size + 1);
            for (std::size_t room = 1; room <= size; ++room)
                samples_[size][room] = hypergeometric(size, room);
        }
        start_.assign(top(), std::vector<double>(top() + 1, 0.0));
        start_[0][0] = 1;
    }

    std::vector<double> births(const Collection& collection, double precision) override {
        const double from_host = 1 - collection.relocated / pages();
        std::vector<double> result = binomials_[top()];
        const std::vector<double> relocated = full_blocks(collection.victims, precision);
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] = from_host * result[i] + (1 - from_host) * relocated[i];
        return result;
    }

private:
    /// Hot pages of a relocated block: cycles from one full block to the next until they repeat.
    std::vector<double> full_blocks(std::vector<std::vector<double>> victims, double precision) {
        victims[0].clear();
        double with_pages = 0;
        for (const std::vector<double>& row : victims)
            with_pages += sum(row);
        for (std::vector<double>& row : victims) {
            for (double& share : row)
                share /= with_pages;
        }
        std::vector<Cut> cuts(1);
        for (std::size_t room = 1; room <= top(); ++room)
            cuts.push_back(cut_of(victims, room));
        constexpr int most_cycles = 200;
        std::vector<double> full;
        for (int cycle = 0; cycle < most_cycles; ++cycle) {
            const std::vector<std::vector<double>> before = start_;
            full = one_cycle(victims, cuts);
            double change = 0;
            for (std::size_t filled = 0; filled < start_.size(); ++filled) {
                for (std::size_t hot = 0; hot < start_[filled].size(); ++hot)
                    change = std::max(change, std::abs(start_[filled][hot] - before[filled][hot]));
            }
            if (change < precision) break;
        }
        return full;
    }

    /// What a victim does to an open block with `room` pages left when it fills it: the chunk is
    /// cut, its first `room` pages are a random sample of it.
    struct Cut {
        std::vector<double> into_block;              ///< by hot pages among the first `room`
        std::vector<std::vector<double>> left_over;  ///< by [pages left][hot pages among them]
    };

    Cut cut_of(const std::vector<std::vector<double>>& victims, std::size_t room) const {
        Cut cut{std::vector<double>(room + 1, 0.0), {}};
        for (std::size_t size = room; size <= top(); ++size) {
            const std::size_t left = size - room;
            std::vector<double>& rest = cut.left_over.emplace_back(left + 1, 0.0);
            const std::vector<double>& sample = samples_[size][room];
            for (std::size_t hot = 0; hot <= size; ++hot) {
                const double weight = victims[size][hot];
                if (weight < negligible) continue;
                const std::size_t fewest = hot > left ? hot - left : 0;
                for (std::size_t taken = fewest; taken <= std::min(hot, room); ++taken) {
                    const double share = weight * sample[hot * (room + 1) + taken];
                    cut.into_block[taken] += share;
                    rest[hot - taken] += share;
                }
            }
        }
        return cut;
    }

    /// From one full block to the next; the victims are those with pages and sum to 1.
    std::vector<double> one_cycle(const std::vector<std::vector<double>>& victims,
                                  const std::vector<Cut>& cuts) {
        std::vector<std::vector<double>> visits = std::move(start_);
        start_.assign(top(), std::vector<double>(top() + 1, 0.0));
        std::vector<double> full(top() + 1, 0.0);
        for (std::size_t filled = 0; filled < top(); ++filled) {
            const std::size_t room = top() - filled;
            const auto block = std::span<const double>(visits[filled]).first(filled + 1);
            for (std::size_t size = 1; size < room; ++size)
                add_product(block, victims[size], visits[filled + size]);
            add_product(block, cuts[room].into_block, full);
            const double arriving = std::accumulate(block.begin(), block.end(), 0.0);
            for (std::size_t left = 0; left < cuts[room].left_over.size(); ++left) {
                const std::vector<double>& rest = cuts[room].left_over[left];
                for (std::size_t hot = 0; hot < rest.size(); ++hot)
                    start_[left][hot] += arriving * rest[hot];
            }
        }
        const double total = sum(full);
        for (double& share : full)
            share /= total;
        for (auto& row : start_) {
            for (double& share : row)
                share /= total;
        }
        return full;
    }

    /// The law of the sum of two numbers of hot pages, added to `target`.
    static void add_product(std::span<const double> before, std::span<const double> chunk,
                            std::span<double> target) {
        for (std::size_t hot = 0; hot < chunk.size(); ++hot) {
            if (chunk[hot] < negligible) continue;
            for (std::size_t other = 0; other < before.size(); ++other)
                target[other + hot] += chunk[hot] * before[other];
        }
    }

    /// [size][room][hot * (room + 1) + taken]: `taken` hot pages among the first `room` of `size`
    /// pages, `hot` of which are hot; hypergeometric.
    std::vector<std::vector<std::vector<double>>> samples_;
    std::vector<std::vector<double>> start_;  ///< of the next open block, by [filled][hot]
};

// ---- One block holds pages of one class ---------------------------------------------------------

/// Kinds are classes; birth c is the share of collections that open a block of class c.
class ClassFrontiers : public Model {
public:
    using Model::Model;

    std::vector<double> first_births() const override {
        std::vector<double> result;
        for (const AddressClass& c : drive_.classes)
            result.push_back((c.write_share + c.page_share) / 2);
        return result;
    }

    Collection decay(const std::vector<double>& births, double freed) const override {
        const std::size_t kinds = births.size();
        Collection result;
        result.victims.resize(top() + 1);
        std::vector<double> flows = births;
        std::vector<double> rates(kinds);
        double rest = 1;
        for (std::size_t k = top(); k > 0; --k) {
            for (std::size_t c = 0; c < kinds; ++c)
                rates[c] = std::max(freed * loss(c) * static_cast<double>(k), 1e-300);
            const Level level = solve_level({flows, rates}, rest, drive_.choices);
            rest = std::max(rest - level.share, 0.0);
            result.victims[k].resize(kinds);
            for (std::size_t c = 0; c < kinds; ++c) {
                const double blocks = flows[c] / (rates[c] + level.victim_rate);
                result.victims[k][c] = blocks * level.victim_rate;
                result.relocated += static_cast<double>(k) * result.victims[k][c];
                result.in_use += static_cast<double>(k) * blocks;
                flows[c] = blocks * rates[c];
            }
        }
        result.victims[0] = flows;
        return result;
    }

    std::vector<double> births(const Collection& collection, double) override {
        std::vector<double> result(drive_.classes.size());
        for (std::size_t c = 0; c < result.size(); ++c) {
            double written = drive_.classes[c].write_share * (pages() - collection.relocated);
            for (std::size_t k = 1; k <= top(); ++k)
                written += static_cast<double>(k) * collection.victims[k][c];
            result[c] = written / pages();
        }
        return result;
    }
};

}  // namespace

double single_frontier_mean_field(const ClassedDrive& drive) {
    check_two_classes(drive, most_mixed_pages);
    return SingleFrontier(drive).solve();
}

double class_frontiers_mean_field(const ClassedDrive& drive) {
    check(drive);
    return ClassFrontiers(drive).solve();
}

double host_gc_frontiers_mean_field(const ClassedDrive& drive) {
    constexpr std::uint64_t most_pages = 64;
    check_two_classes(drive, most_pages);
    return HostGcFrontiers(drive).solve();
}

}  // namespace drivewear::analytic
