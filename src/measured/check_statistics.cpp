#include <algorithm>
#include <charconv>
#include <cmath>

#include "measured/words.hpp"

namespace drivewear::measured {
namespace {

constexpr double tolerance = 0.01;
// A latency is of the other section when it fits that section's rate this well and its own this
// badly.
constexpr double fits_within = 0.15;
constexpr double misses_by = 0.25;

template <class Wanted>
Rows select(const Rows& rows, const Wanted& wanted) {
    Rows chosen;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(chosen),
                 [&](const Row* row) { return wanted(*row); });
    return chosen;
}

bool of_one_stretch(const Row& a, const Row& b) {
    const Conditions& x = *a.conditions;
    const Conditions& y = *b.conditions;
    return a.result->quantity == b.result->quantity && x.outstanding == y.outstanding &&
           x.concurrency() == y.concurrency() && x.over == y.over && x.where == y.where &&
           x.pass == y.pass && x.checkpoint == y.checkpoint && x.what == y.what;
}

int rank_of(Statistic statistic) {
    switch (statistic) {
        case Statistic::min:
            return 0;
        case Statistic::mean:
            return 1;
        case Statistic::max:
            return 2;
        default:
            return -1;
    }
}

/// min <= mean <= max, and no maximum below a band's lower end nor minimum above its upper.
void check_order(const Row& lesser, const Rows& series, Drafts& drafts) {
    const int rank = rank_of(lesser.conditions->statistic);
    if (rank < 0) return;
    const Rows greater = select(series, [&](const Row& row) {
        return rank_of(row.conditions->statistic) > rank && of_one_stretch(lesser, row);
    });
    for (const Rows& readings : witnesses(lesser, greater)) {
        const bool doubted = std::all_of(readings.begin(), readings.end(), [&](const Row* row) {
            return lesser.interval.low > (1 + tolerance) * row->interval.high;
        });
        if (!doubted) continue;
        const Row& other = most_exact(readings);
        drafts.add(Rule::order, Severity::contradiction, {&lesser, &other},
                   {fmt::format("{} {} > {} {}", name_of(lesser.conditions->statistic),
                                lesser.figure->text, name_of(other.conditions->statistic),
                                other.figure->text),
                    "one of the two is misprinted or not that statistic"});
    }
}

/// The averages of single passes or checkpoints lie in a band over all of them.
void check_members(const Row& band, const Rows& series, Drafts& drafts) {
    const Conditions& c = *band.conditions;
    const bool is_passes = c.over == "passes";
    const bool is_band =
        c.statistic == Statistic::band && c.where.empty() && (is_passes || c.over == "checkpoints");
    if (!is_band) return;
    const Rows members = select(series, [&](const Row& row) {
        const auto& number = is_passes ? row.conditions->pass : row.conditions->checkpoint;
        return row.result->quantity == band.result->quantity && number.has_value() &&
               row.is_typical() && row.result != band.result;
    });
    for (const Rows& readings : witnesses(band, members)) {
        const bool outside = std::all_of(readings.begin(), readings.end(), [&](const Row* row) {
            const Interval wider{band.interval.low - 2 * band.figure->half_digit,
                                 band.interval.high + 2 * band.figure->half_digit};
            return !wider.meets(row->interval);
        });
        if (!outside) continue;
        const Row& member = most_exact(readings);
        drafts.add(Rule::statistic, Severity::contradiction, {&band, &member},
                   {fmt::format("{} lies outside {}", member.figure->text, band.figure->text),
                    fmt::format("the range is not the least and most over all {}", c.over)});
    }
}

struct Place {
    std::size_t number = 1;
    bool from_highest = false;
};

/// "lowest", "2nd highest".
std::optional<Place> parse_place(std::string_view text) {
    Place place;
    if (text.empty()) return std::nullopt;
    place.from_highest = text.ends_with("highest");
    if (!place.from_highest && !text.ends_with("lowest")) return std::nullopt;
    if (text[0] >= '0' && text[0] <= '9') {
        std::from_chars(text.data(), text.data() + text.size(), place.number);
    }
    return place;
}

bool of_one_contest(const Row& a, const Row& b) {
    const Conditions& x = *a.conditions;
    const Conditions& y = *b.conditions;
    return x.drive != y.drive && !y.drive.empty() && x.statistic == y.statistic &&
           x.test == y.test && x.operation == y.operation && x.access == y.access &&
           x.block_bytes == y.block_bytes && of_one_stretch(a, b);
}

void check_place(const Row& claim, const Sheet& sheet, Drafts& drafts) {
    const auto place = parse_place(claim.conditions->place);
    if (!place) return;
    Rows rivals;
    for (const Row& row : sheet.rows()) {
        if (of_one_contest(claim, row)) rivals.push_back(&row);
    }
    Rows before{&claim};
    for (const Rows& readings : witnesses(claim, rivals)) {
        const bool is_before = std::all_of(readings.begin(), readings.end(), [&](const Row* row) {
            return place->from_highest ? row->interval.low > claim.interval.high
                                       : row->interval.high < claim.interval.low;
        });
        if (is_before) before.push_back(&most_exact(readings));
    }
    const std::size_t ahead = before.size() - 1;
    if (ahead < place->number) return;
    std::string others;
    for (std::size_t i = 1; i < before.size(); ++i) {
        others += fmt::format("{}{} ({})", i == 1 ? "" : ", ", before[i]->figure->text,
                              before[i]->conditions->drive);
    }
    drafts.add(
        Rule::statistic, Severity::contradiction, before,
        {fmt::format("{} is called the {}; {} {}", claim.figure->text, claim.conditions->place,
                     others, place->from_highest ? "are higher" : "are lower"),
         fmt::format("at best the {} in that order", ahead + 1)});
}

void check_sum(const Row& sum, const Rows& series, Drafts& drafts) {
    if (sum.conditions->statistic != Statistic::sum || !sum.conditions->parts) return;
    const auto parts = static_cast<double>(*sum.conditions->parts);
    for (const Row* band : series) {
        const bool is_parts = band->conditions->statistic == Statistic::band &&
                              band->result->quantity == sum.result->quantity;
        if (!is_parts || band->interval.scaled(parts).meets(sum.interval)) continue;
        drafts.add(Rule::statistic, Severity::contradiction, {&sum, band},
                   {fmt::format("{} / {:g} = {:g}; each lies in {}", sum.figure->text, parts,
                                sum.figure->value() / parts, band->figure->text),
                    "the sum is not that of its parts"});
    }
}

double relative_error(double value, double reference) {
    return std::abs(value / reference - 1);
}

/// Best rate of a drive's sweep in one direction, if printed in a text that has `claim` too.
const Row* best_rate(const Row& claim, const Sheet& sheet, Operation operation) {
    Rows rates;
    for (const Row& row : sheet.rows()) {
        const Conditions& c = *row.conditions;
        const bool fits = row.is(Quantity::iops, Statistic::max) && row.is_of_sweep() &&
                          c.operation == operation && c.drive == claim.conditions->drive &&
                          c.test == claim.conditions->test &&
                          c.access == claim.conditions->access &&
                          c.block_bytes == claim.conditions->block_bytes &&
                          c.outstanding == claim.conditions->outstanding;
        if (fits) rates.push_back(&row);
    }
    const auto found = witnesses(claim, rates);
    return found.empty() ? nullptr : &most_exact(found.front());
}

/// A longest latency that fits the other direction's best rate, not its own.
void check_section(const Row& latency, const Sheet& sheet, Drafts& drafts) {
    const Conditions& c = *latency.conditions;
    if (!latency.is(Quantity::latency, Statistic::max) || !latency.is_of_sweep() || !c.operation) {
        return;
    }
    const bool is_read = *c.operation == Operation::read;
    const Row* own = best_rate(latency, sheet, *c.operation);
    const Row* other = best_rate(latency, sheet, is_read ? Operation::write : Operation::read);
    if (own == nullptr || other == nullptr) return;
    const auto deepest = static_cast<double>(c.outstanding->deepest);
    const double implied = deepest / latency.figure->value();
    const bool swapped = relative_error(implied, other->figure->value()) < fits_within &&
                         relative_error(implied, own->figure->value()) > misses_by;
    if (!swapped) return;
    drafts.add(
        Rule::section, Severity::contradiction, {&latency, own, other},
        {fmt::format("{} = {}; best {} {}, best {} {}", load_over_latency(deepest, *own, latency),
                     rate_text(implied, Quantity::iops), is_read ? "read" : "write",
                     own->figure->text, is_read ? "write" : "read", other->figure->text),
         fmt::format("the latency fits the {} section, not the one it is printed in",
                     is_read ? "write" : "read")});
}

Citation cite(const Result& result, const Reading& reading) {
    return {.file = result.file,
            .place = result.place,
            .label = label_of(reading.conditions, result.quantity),
            .printed = reading.figure.text,
            .sources = reading.sources};
}

std::string power_of_ten(double ratio) {
    const double power = std::log10(ratio);
    const double whole = std::round(power);
    if (whole == 0 || std::abs(power - whole) > 0.06) return {};
    return fmt::format("a factor of {:g}: a slip of digits or of a number word",
                       std::pow(10.0, std::abs(whole)));
}

/// Both in binary units that are printed as decimal ones.
bool agree_in_binary(const Figure& a, const Figure& b) {
    const auto x = binary_factor(a.unit);
    const auto y = binary_factor(b.unit);
    return x && y && a.interval().scaled(*x).meets(b.interval().scaled(*y));
}

}  // namespace

void check_statistics(const Sheet& sheet, Drafts& drafts) {
    for (const auto& [name, series] : sheet.series()) {
        for (const Row* row : series) {
            check_order(*row, series, drafts);
            check_members(*row, series, drafts);
            check_sum(*row, series, drafts);
        }
    }
    for (const Row& row : sheet.rows()) {
        check_place(row, sheet, drafts);
        check_section(row, sheet, drafts);
    }
}

std::vector<Finding> check_readings(const std::vector<Result>& results) {
    std::vector<Finding> findings;
    for (const Result& result : results) {
        const bool settled = !result.unresolved && !result.reason.empty();
        for (const Reading& reading : result.readings) {
            if (!reading.figure.foreign_unit) continue;
            Finding finding;
            finding.rule = Rule::unit;
            finding.rows = {cite(result, reading)};
            finding.arithmetic =
                fmt::format("{} is no unit of {}", reading.figure.unit, name_of(result.quantity));
            finding.meaning = "the unit is misprinted";
            finding.settled = settled;
            findings.push_back(std::move(finding));
        }
        if (result.readings.empty() || result.readings.front().has_own_conditions) continue;
        const Reading& first = result.readings.front();
        for (std::size_t i = 1; i < result.readings.size(); ++i) {
            const Reading& other = result.readings[i];
            const Interval a = first.figure.interval();
            const Interval wider{a.low * (1 - tolerance), a.high * (1 + tolerance)};
            const bool comparable = !other.has_own_conditions && !other.figure.foreign_unit;
            if (!comparable || wider.meets(other.figure.interval())) continue;
            Finding finding;
            finding.rule = Rule::readings_differ;
            finding.rows = {cite(result, other), cite(result, first)};
            finding.arithmetic = fmt::format("{} against {}", other.figure.text, first.figure.text);
            finding.meaning = power_of_ten(other.figure.value() / first.figure.value());
            if (agree_in_binary(first.figure, other.figure)) {
                finding.meaning =
                    fmt::format("they agree as {} and {}", binary_unit(other.figure.unit),
                                binary_unit(first.figure.unit));
            }
            if (finding.meaning.empty()) finding.meaning = "two texts print one result differently";
            finding.settled = settled;
            findings.push_back(std::move(finding));
        }
    }
    return findings;
}

}  // namespace drivewear::measured
