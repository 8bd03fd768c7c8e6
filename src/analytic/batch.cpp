#include "drivewear/analytic/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <thread>
#include <unordered_map>
#include <vector>

#include "analytic/batch_kernels.hpp"
#include "analytic/fifo_scalar.hpp"
#include "analytic/greedy_sums.hpp"
#include "drivewear/analytic/closed_form.hpp"
#include "drivewear/analytic/d_choices.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::analytic::batch {
namespace {

constexpr double unanswered = std::numeric_limits<double>::quiet_NaN();

bool is_spare_factor(double value) {
    return value > 0 && value < 1;
}

/// One item stands for all.
template <class Item>
Item at(std::span<const Item> items, std::size_t i) {
    return items[items.size() == 1 ? 0 : i];
}

template <class Item>
void check_length(std::span<const Item> items, std::span<const double> out, const char* name) {
    if (items.size() == out.size() || items.size() == 1) return;
    throw InputError(fmt::format("{} {} for {} scenarios: expected one, or one for each",
                                 items.size(), name, out.size()));
}

/// Scenarios from `begin` on, `count` of them.
struct Part {
    std::size_t begin;
    std::size_t count;
};

/// How scenarios are shared out among threads.
struct Sharing {
    Threads threads;
    std::size_t least_part;  ///< fewer scenarios are not worth a thread
};

/// Calls `answer(part)`, which returns how many have no answer, for parts that cover all.
template <class Answer>
std::size_t share_out(std::size_t count, const Sharing& sharing, const Answer& answer) {
    const unsigned machine = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t wanted = sharing.threads.count == 0 ? machine : sharing.threads.count;
    const std::size_t parts = std::clamp<std::size_t>(count / sharing.least_part, 1, wanted);
    const auto part = [&](std::size_t k) {
        const std::size_t begin = count / parts * k + std::min(k, count % parts);
        return Part{begin, count / parts + (k < count % parts ? 1 : 0)};
    };
    std::vector<std::size_t> missing(parts, 0);
    {
        std::vector<std::jthread> others;
        for (std::size_t k = 1; k < parts; ++k)
            others.emplace_back([&, k] { missing[k] = answer(part(k)); });
        missing[0] = answer(part(0));
    }
    std::size_t total = 0;
    for (const std::size_t each : missing)
        total += each;
    return total;
}

constexpr std::size_t quick_least_part = 16384;
constexpr std::size_t slow_least_part = 64;

/// For models without a kernel: one scenario at a time.
template <class Model>
std::size_t answer_each(std::span<double> out, const Sharing& sharing, const Model& model) {
    return share_out(out.size(), sharing, [&](const Part& part) {
        std::size_t missing = 0;
        for (std::size_t i = part.begin; i < part.begin + part.count; ++i) {
            out[i] = model(i);
            if (std::isnan(out[i])) ++missing;
        }
        return missing;
    });
}

/// The harmonic sums of every block size that enough scenarios share, one table after another.
class GreedyTables {
public:
    GreedyTables(const BlockScenarios& scenarios, std::size_t count) {
        std::unordered_map<std::uint64_t, std::size_t> users;
        if (scenarios.pages_per_block.size() == 1) {
            users[scenarios.pages_per_block[0]] = count;
        } else {
            for (const std::uint64_t pages : scenarios.pages_per_block)
                ++users[pages];
        }
        for (const auto& [pages, scenarios_of_it] : users)
            add(pages, scenarios_of_it);
    }

    /// Where the table of a block size begins; -1 when it has none.
    double first_of(std::uint64_t pages) const {
        const auto found = first_.find(pages);
        return found == first_.end() ? -1 : static_cast<double>(found->second);
    }
    const double* harmonic() const { return harmonic_.data(); }
    const double* surplus() const { return surplus_.data(); }

private:
    void add(std::uint64_t pages, std::size_t users) {
        // An entry costs less than a tenth of a scenario without table.
        constexpr std::uint64_t most_entries = std::uint64_t{1} << 21;
        if (pages == 0 || pages / 8 > users || harmonic_.size() + pages + 1 > most_entries) return;
        first_[pages] = harmonic_.size();
        for (std::uint64_t j = 0; j <= pages; ++j) {
            const GreedySums sums = greedy_sums_above(j, pages);
            harmonic_.push_back(sums.harmonic);
            surplus_.push_back(sums.surplus);
        }
    }

    std::unordered_map<std::uint64_t, std::size_t> first_;
    std::vector<double> harmonic_;
    std::vector<double> surplus_;
};

/// A few scenarios in the form that the kernels take.
constexpr std::size_t chunk_capacity = 512;

struct ChunkBuffers {
    std::array<double, chunk_capacity> spare_factors;
    std::array<double, chunk_capacity> pages_per_block;
    std::array<double, chunk_capacity> first_sums;
};

/// Calls `answer(chunk)` for parts short enough for the buffers.
template <class Answer>
std::size_t in_chunks(const Part& part, const Answer& answer) {
    std::size_t missing = 0;
    for (std::size_t done = 0; done < part.count; done += chunk_capacity)
        missing += answer(Part{part.begin + done, std::min(chunk_capacity, part.count - done)});
    return missing;
}

/// NaN in place of the spare factor where a block has no page.
void fill(const BlockScenarios& scenarios, const Part& chunk, ChunkBuffers& buffers) {
    for (std::size_t k = 0; k < chunk.count; ++k) {
        const std::uint64_t pages = at(scenarios.pages_per_block, chunk.begin + k);
        buffers.spare_factors[k] =
            pages == 0 ? unanswered : at(scenarios.spare_factors, chunk.begin + k);
        buffers.pages_per_block[k] = pages == 0 ? 1 : static_cast<double>(pages);
    }
}

double greedy_alone(double spare_factor, std::uint64_t pages) {
    if (pages == 0 || !is_spare_factor(spare_factor)) return unanswered;
    return analytic::greedy(SpareFactor::from_value(spare_factor), pages);
}

/// Scenarios whose block sizes all have tables go to the kernel, others one by one.
class GreedyBatch {
public:
    GreedyBatch(const BlockScenarios& scenarios, std::span<double> out)
        : scenarios_(scenarios), out_(out), tables_(scenarios, out.size()) {}

    std::size_t answer(const Part& part) const {
        ChunkBuffers buffers;
        return in_chunks(part, [&](const Part& chunk) {
            const auto found = out_.subspan(chunk.begin, chunk.count);
            if (!has_tables(chunk, buffers)) return answer_one_by_one(chunk, found);
            fill(scenarios_, chunk, buffers);
            const auto first = [&](const auto& array) {
                return std::span<const double>(array).first(chunk.count);
            };
            return kernels::greedy(
                {first(buffers.spare_factors), first(buffers.pages_per_block),
                 first(buffers.first_sums), tables_.harmonic(), tables_.surplus()},
                found);
        });
    }

private:
    bool has_tables(const Part& chunk, ChunkBuffers& buffers) const {
        std::uint64_t last = 0;
        double first = -1;
        for (std::size_t k = 0; k < chunk.count; ++k) {
            const std::uint64_t pages = at(scenarios_.pages_per_block, chunk.begin + k);
            if (k == 0 || pages != last) first = tables_.first_of(pages);
            if (first < 0) return false;
            last = pages;
            buffers.first_sums[k] = first;
        }
        return true;
    }

    std::size_t answer_one_by_one(const Part& chunk, std::span<double> found) const {
        std::size_t missing = 0;
        for (std::size_t k = 0; k < chunk.count; ++k) {
            found[k] = greedy_alone(at(scenarios_.spare_factors, chunk.begin + k),
                                    at(scenarios_.pages_per_block, chunk.begin + k));
            if (std::isnan(found[k])) ++missing;
        }
        return missing;
    }

    const BlockScenarios& scenarios_;
    std::span<double> out_;
    GreedyTables tables_;
};

void check_lengths(const BlockScenarios& scenarios, std::span<const double> out) {
    check_length(scenarios.spare_factors, out, "spare factors");
    check_length(scenarios.pages_per_block, out, "block sizes");
}

double hot_cold_fifo(double spare, double f, double r) {
    if (!is_spare_factor(spare) || !(f >= 0 && f <= 1 && r >= 0 && r <= 1)) return unanswered;
    if ((f == 0 || f == 1) && r != f) return unanswered;
    if (f == r) return fifo_scalar(spare);
    const std::array<AddressClass, 2> classes{AddressClass{f, r}, AddressClass{1 - f, 1 - r}};
    return analytic::fifo(SpareFactor::from_value(spare), classes);
}

}  // namespace

std::size_t fifo(std::span<const double> spare_factors, std::span<double> write_amplifications,
                 Threads threads) {
    check_length(spare_factors, write_amplifications, "spare factors");
    const std::size_t count = write_amplifications.size();
    if (spare_factors.size() != count) {
        std::fill_n(write_amplifications.begin(), count, fifo_scalar(spare_factors[0]));
        return is_spare_factor(spare_factors[0]) ? 0 : count;
    }
    return share_out(count, {threads, quick_least_part}, [&](const Part& part) {
        return kernels::fifo(spare_factors.subspan(part.begin, part.count),
                             write_amplifications.subspan(part.begin, part.count));
    });
}

std::size_t random_victims(std::span<const double> spare_factors,
                           std::span<double> write_amplifications, Threads threads) {
    check_length(spare_factors, write_amplifications, "spare factors");
    return answer_each(write_amplifications, {threads, quick_least_part}, [&](std::size_t i) {
        const double spare = at(spare_factors, i);
        return is_spare_factor(spare) ? 1 / spare : unanswered;
    });
}

std::size_t greedy(const BlockScenarios& scenarios, std::span<double> write_amplifications,
                   Threads threads) {
    check_lengths(scenarios, write_amplifications);
    const GreedyBatch batch(scenarios, write_amplifications);
    constexpr std::size_t least_part = 4096;
    return share_out(write_amplifications.size(), {threads, least_part},
                     [&](const Part& part) { return batch.answer(part); });
}

std::size_t desnoyers_greedy(const BlockScenarios& scenarios,
                             std::span<double> write_amplifications, Threads threads) {
    check_lengths(scenarios, write_amplifications);
    const std::size_t count = write_amplifications.size();
    return share_out(count, {threads, quick_least_part}, [&](const Part& part) {
        ChunkBuffers buffers;
        return in_chunks(part, [&](const Part& chunk) {
            fill(scenarios, chunk, buffers);
            return kernels::desnoyers_greedy(
                {std::span<const double>(buffers.spare_factors).first(chunk.count),
                 std::span<const double>(buffers.pages_per_block).first(chunk.count)},
                write_amplifications.subspan(chunk.begin, chunk.count));
        });
    });
}

std::size_t d_choices(const DChoicesScenarios& scenarios, std::span<double> write_amplifications,
                      Threads threads) {
    check_length(scenarios.spare_factors, write_amplifications, "spare factors");
    check_length(scenarios.pages_per_block, write_amplifications, "block sizes");
    check_length(scenarios.choices, write_amplifications, "numbers of choices");
    return answer_each(write_amplifications, {threads, slow_least_part}, [&](std::size_t i) {
        const double spare = at(scenarios.spare_factors, i);
        const std::uint64_t pages = at(scenarios.pages_per_block, i);
        const double choices = at(scenarios.choices, i);
        const bool is_block = pages > 0 && pages <= most_d_choices_pages;
        const bool is_choice = choices >= 1 && std::isfinite(choices);
        if (!is_spare_factor(spare) || !is_block || !is_choice) return unanswered;
        return analytic::d_choices({SpareFactor::from_value(spare), pages, choices});
    });
}

std::size_t fifo_of_classes(const ClassScenarios& scenarios, std::span<double> write_amplifications,
                            Threads threads) {
    check_length(scenarios.spare_factors, write_amplifications, "spare factors");
    if (scenarios.classes.empty()) throw InputError("no address classes: expected one or more");
    return answer_each(write_amplifications, {threads, slow_least_part}, [&](std::size_t i) {
        const double spare = at(scenarios.spare_factors, i);
        if (!is_spare_factor(spare)) return unanswered;
        return analytic::fifo(SpareFactor::from_value(spare), scenarios.classes);
    });
}

std::size_t fifo_of_hot_cold(const HotColdScenarios& scenarios,
                             std::span<double> write_amplifications, Threads threads) {
    check_length(scenarios.spare_factors, write_amplifications, "spare factors");
    check_length(scenarios.hot_page_shares, write_amplifications, "page shares");
    check_length(scenarios.hot_write_shares, write_amplifications, "write shares");
    return answer_each(write_amplifications, {threads, slow_least_part}, [&](std::size_t i) {
        return hot_cold_fifo(at(scenarios.spare_factors, i), at(scenarios.hot_page_shares, i),
                             at(scenarios.hot_write_shares, i));
    });
}

}  // namespace drivewear::analytic::batch
