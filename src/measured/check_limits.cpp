#include <algorithm>
#include <charconv>
#include <cmath>

#include "measured/words.hpp"

namespace drivewear::measured {
namespace {

constexpr double tolerance = 0.01;
// Random writes this near to sequential ones leave garbage collection next to nothing.
constexpr double near_sequential = 0.95;

/// Bytes a second of a bandwidth, or of operations of a known block; absent for anything else.
std::optional<Interval> byte_rate(const Row& row) {
    if (row.result->quantity == Quantity::bandwidth) return row.interval;
    if (row.result->quantity == Quantity::iops && row.conditions->block_bytes) {
        return row.interval.scaled(*row.conditions->block_bytes);
    }
    return std::nullopt;
}

std::string as_bandwidth(const Row& row) {
    if (row.result->quantity == Quantity::bandwidth) return row.figure->text;
    return fmt::format(
        "{} x {} = {}", row.figure->text, bytes_text(*row.conditions->block_bytes),
        rate_text(row.figure->value() * *row.conditions->block_bytes, Quantity::bandwidth));
}

// Figures of one line come from one chart: what is vague about them is vague about both.
bool from_one_line(const Row& a, const Row& b) {
    return std::any_of(a.sources->begin(), a.sources->end(), [&](const SourcePlace& place) {
        return std::find(b.sources->begin(), b.sources->end(), place) != b.sources->end();
    });
}

Interval by_digits(const Row& row) {
    return {row.figure->low - row.figure->half_digit, row.figure->high + row.figure->half_digit};
}

void check_products(const Sheet& sheet, Drafts& drafts) {
    for (const Row& bandwidth : sheet.rows()) {
        const Conditions& c = *bandwidth.conditions;
        const bool usable = bandwidth.result->quantity == Quantity::bandwidth &&
                            bandwidth.is_typical() && c.concurrency() && c.block_bytes;
        if (!usable) continue;
        for (const Row* iops : sheet.series_of(bandwidth)) {
            if (iops->result->quantity != Quantity::iops || !iops->is_typical() ||
                iops->conditions->concurrency() != c.concurrency() ||
                !from_one_line(bandwidth, *iops)) {
                continue;
            }
            const Interval product = by_digits(*iops).scaled(*c.block_bytes);
            const Interval printed = by_digits(bandwidth);
            const auto agrees = [&](const Interval& i) {
                return Interval{i.low * (1 - tolerance), i.high * (1 + tolerance)}.meets(product);
            };
            if (agrees(printed)) continue;
            const auto factor = binary_factor(bandwidth.figure->unit);
            const bool is_binary = factor && agrees(printed.scaled(*factor));
            drafts.add(Rule::block_product, Severity::contradiction, {&bandwidth, iops},
                       {fmt::format("{}; printed {}", as_bandwidth(*iops), bandwidth.figure->text),
                        is_binary ? fmt::format("the {} are {}", bandwidth.figure->unit,
                                                binary_unit(bandwidth.figure->unit))
                                  : "bandwidth and operations are not of one setting"});
        }
    }
}

void check_link(const Sheet& sheet, Drafts& drafts,
                const std::function<std::string(const std::string&)>& link_of) {
    for (const Row& row : sheet.rows()) {
        const auto rate = byte_rate(row);
        if (!rate || row.conditions->level == "host") continue;
        std::string link = row.result->link;
        if (link.empty() && link_of && !row.conditions->drive.empty()) {
            link = link_of(row.conditions->drive);
        }
        const double limit = link_bytes_per_second(link);
        if (limit == 0 || rate->low <= limit) continue;
        const std::string tenth = rate->low / 10 <= limit && rate->high / 10 > limit / 20
                                      ? "; a tenth would be possible"
                                      : "";
        drafts.add(Rule::link_speed, Severity::contradiction, {&row},
                   {fmt::format("{}; {} carries at most {}", as_bandwidth(row), link,
                                rate_text(limit, Quantity::bandwidth)),
                    "more than the link carries: digits or unit are wrong" + tenth});
    }
}

bool is_write(const Row& row, Access access) {
    return row.conditions->operation == Operation::write && row.conditions->access == access;
}

const Row* fastest_sequential_write(const Sheet& sheet, const Row& random) {
    const Row* fastest = nullptr;
    for (const Row& row : sheet.rows()) {
        const bool comparable =
            row.result->quantity == Quantity::bandwidth && is_write(row, Access::sequential) &&
            row.conditions->test == random.conditions->test &&
            row.conditions->drive == random.conditions->drive &&
            row.conditions->group == random.conditions->group &&
            row.conditions->statistic != Statistic::min && std::isfinite(row.interval.high);
        if (!comparable) continue;
        if (fastest == nullptr || row.interval.high > fastest->interval.high) fastest = &row;
    }
    return fastest;
}

void check_random_writes(const Sheet& sheet, Drafts& drafts) {
    for (const Row& row : sheet.rows()) {
        const auto rate = byte_rate(row);
        const Statistic statistic = row.conditions->statistic;
        const bool is_claim = rate && is_write(row, Access::random) &&
                              row.result->kind == Kind::measured && statistic != Statistic::min;
        if (!is_claim) continue;
        const Row* sequential = fastest_sequential_write(sheet, row);
        if (sequential == nullptr || rate->low < near_sequential * sequential->interval.low) {
            continue;
        }
        const double ratio = sequential->figure->value() /
                             (row.result->quantity == Quantity::bandwidth
                                  ? row.figure->value()
                                  : row.figure->value() * *row.conditions->block_bytes);
        const bool above = rate->low > (1 + tolerance) * sequential->interval.high;
        drafts.add(
            Rule::random_near_sequential, above ? Severity::contradiction : Severity::remark,
            {&row, sequential},
            {fmt::format("{}; sequential writes {}: ratio {:.3f}", as_bandwidth(row),
                         sequential->figure->text, ratio),
             above ? "random writes faster than sequential ones: these are no writes, or no steady "
                     "state"
                   : "random writes as fast as sequential ones leave no room for copying valid "
                     "pages: no steady state over the whole drive"});
    }
}

void check_amplification(const Sheet& sheet, Drafts& drafts) {
    for (const Row& row : sheet.rows()) {
        const bool is_claim = row.result->quantity == Quantity::write_amplification &&
                              row.conditions->level != "host" && row.interval.high < 1;
        if (!is_claim) continue;
        drafts.add(Rule::amplification_below_one, Severity::contradiction, {&row},
                   {fmt::format("{} NAND bytes for each host byte", row.figure->text),
                    "less is programmed than was written: only compression or deduplication in the "
                    "drive can do that, else the counters' units differ"});
    }
}

std::optional<double> number_after(std::string_view text, std::string_view word) {
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos) return std::nullopt;
    double number = 0;
    const char* begin = text.data() + at + word.size();
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
    if (error != std::errc() || end == begin) return std::nullopt;
    return number;
}

}  // namespace

double link_bytes_per_second(std::string_view link) {
    const auto generation = number_after(link, "Gen");
    const auto lanes = number_after(link, " x");
    if (!generation || !lanes || *generation < 1 || *generation > 6) return 0;
    // Gen1 is 2.5 GT/s, Gen2 5 GT/s, both 8b/10b; then 8 GT/s doubled at each step, 128b/130b; Gen6
    // sends 242 of 256 bytes of each flit for packets.
    const double transfers =
        *generation < 3 ? 2.5e9 * *generation : 8e9 * std::exp2(*generation - 3);
    const double code = *generation < 3 ? 0.8 : *generation < 6 ? 128.0 / 130 : 242.0 / 256;
    return transfers * code / 8 * *lanes;
}

void check_limits(const Sheet& sheet, Drafts& drafts,
                  const std::function<std::string(const std::string&)>& link_of) {
    check_products(sheet, drafts);
    check_link(sheet, drafts, link_of);
    check_random_writes(sheet, drafts);
    check_amplification(sheet, drafts);
}

}  // namespace drivewear::measured
