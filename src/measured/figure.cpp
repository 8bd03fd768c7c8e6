#include "drivewear/measured/figure.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "drivewear/core/errors.hpp"

namespace drivewear::measured {
namespace {

constexpr double about_share = 0.05;

struct UnitRow {
    std::string_view name;
    double factor;
};

constexpr auto unit_rows = std::to_array<UnitRow>({
    {"kB/s", 1e3},
    {"MB/s", 1e6},
    {"GB/s", 1e9},
    {"KiB/s", 1024.0},
    {"MiB/s", 1048576.0},
    {"GiB/s", 0x1p30},
    {"IOPS", 1},
    {"TPS", 1},
    {"us", 1e-6},
    {"ms", 1e-3},
    {"s", 1},
    {"min", 60},
    {"h", 3600},
    {"days", 86400},
    {"weeks", 7 * 86400.0},
    {"years", 365 * 86400.0},
    {"DWPD", 1},
    {"B", 1},
    {"kB", 1e3},
    {"MB", 1e6},
    {"GB", 1e9},
    {"TB", 1e12},
    {"PB", 1e15},
    {"KiB", 1024.0},
    {"MiB", 1048576.0},
    {"GiB", 0x1p30},
    {"TiB", 0x1p40},
    {"PiB", 0x1p50},
    {"%", 1},
});

constexpr auto rate_units =
    std::to_array<std::string_view>({"kB/s", "MB/s", "GB/s", "KiB/s", "MiB/s", "GiB/s"});
constexpr auto latency_units = std::to_array<std::string_view>({"us", "ms", "s"});
constexpr auto duration_units =
    std::to_array<std::string_view>({"s", "min", "h", "days", "weeks", "years"});
constexpr auto byte_units = std::to_array<std::string_view>(
    {"B", "kB", "MB", "GB", "TB", "PB", "KiB", "MiB", "GiB", "TiB", "PiB"});
constexpr auto iops_units = std::to_array<std::string_view>({"IOPS"});
constexpr auto transaction_units = std::to_array<std::string_view>({"TPS"});
constexpr auto drive_write_units = std::to_array<std::string_view>({"DWPD"});
constexpr auto percent_units = std::to_array<std::string_view>({"%"});

struct QuantityRow {
    std::string_view name;
    std::span<const std::string_view> units;
};

// In the order of the enumeration.
const auto quantity_rows = std::to_array<QuantityRow>({
    {"bandwidth", rate_units},
    {"nand_bandwidth", rate_units},
    {"iops", iops_units},
    {"latency", latency_units},
    {"latency_p99", latency_units},
    {"transactions", transaction_units},
    {"duration", duration_units},
    {"write_amplification", {}},
    {"drive_writes_per_day", drive_write_units},
    {"host_bytes", byte_units},
    {"nand_bytes", byte_units},
    {"percent", percent_units},
    {"relative_lifetime", {}},
});

std::string listed(std::span<const std::string_view> units) {
    std::string text;
    for (const auto unit : units)
        text += (text.empty() ? "" : ", ") + std::string(unit);
    return text;
}

struct Number {
    double value = 0;
    double half_digit = 0;
};

// Zeros at the end of a whole number are taken for digits up to the third digit only: "900000" may
// be 900 thousand.
double half_digit_of(std::string_view digits, double multiplier) {
    const std::size_t point = digits.find('.');
    if (point != std::string_view::npos) {
        const auto decimals = static_cast<double>(digits.size() - point - 1);
        return multiplier * 0.5 * std::pow(10.0, -decimals);
    }
    const std::size_t last = digits.find_last_not_of('0');
    const std::size_t zeros = last == std::string_view::npos ? 0 : digits.size() - last - 1;
    const std::size_t beyond_third = digits.size() > 3 ? digits.size() - 3 : 0;
    return multiplier * 0.5 * std::pow(10.0, static_cast<double>(std::min(zeros, beyond_third)));
}

class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    [[noreturn]] void fail(const std::string& reason) const {
        throw ParseError(std::string(text_), at_ + 1, reason);
    }
    bool take(char c) {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    Number number() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.'))
            ++at_;
        const std::string_view digits = text_.substr(begin, at_ - begin);
        double value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) {
            at_ = begin;
            fail("expected a number such as 10957.9");
        }
        double multiplier = 1;
        if (take('K'))
            multiplier = 1e3;
        else if (take('M') && !is_letter(peek()))
            multiplier = 1e6;
        else if (at_ > begin && text_[at_ - 1] == 'M')
            --at_;
        return {value * multiplier, half_digit_of(digits, multiplier)};
    }
    std::string_view rest() {
        while (take(' ')) {
        }
        return text_.substr(at_);
    }
    bool at_end() const { return at_ >= text_.size(); }

private:
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    std::string_view text_;
    std::size_t at_ = 0;
};

const UnitRow* unit_named(std::string_view name) {
    const auto found = std::find_if(unit_rows.begin(), unit_rows.end(),
                                    [&](const UnitRow& row) { return row.name == name; });
    return found == unit_rows.end() ? nullptr : &*found;
}

}  // namespace

std::string_view name_of(Quantity quantity) {
    return quantity_rows.at(static_cast<std::size_t>(quantity)).name;
}

std::optional<Quantity> quantity_named(std::string_view name) {
    for (std::size_t i = 0; i < quantity_rows.size(); ++i) {
        if (quantity_rows[i].name == name) return static_cast<Quantity>(i);
    }
    return std::nullopt;
}

std::span<const std::string_view> units_of(Quantity quantity) {
    return quantity_rows.at(static_cast<std::size_t>(quantity)).units;
}

Interval Figure::interval() const {
    const double infinity = std::numeric_limits<double>::infinity();
    switch (hedge) {
        case Hedge::none:
            return {low - half_digit, high + half_digit};
        case Hedge::about:
            return {low - std::max(half_digit, about_share * low),
                    high + std::max(half_digit, about_share * high)};
        case Hedge::above:
            return {low - half_digit, infinity};
        case Hedge::below:
            return {0, high + half_digit};
    }
    return {low, high};
}

Figure parse_figure(std::string_view text, Quantity quantity, bool may_be_foreign) {
    Scanner scanner(text);
    Figure figure;
    figure.text = text;
    if (scanner.take('~'))
        figure.hedge = Hedge::about;
    else if (scanner.take('>'))
        figure.hedge = Hedge::above;
    else if (scanner.take('<'))
        figure.hedge = Hedge::below;
    const Number first = scanner.number();
    const Number second = scanner.take('-') ? scanner.number() : first;
    if (second.value < first.value) {
        scanner.fail("a range whose second number is the smaller; expected LOW-HIGH");
    }
    figure.unit = scanner.rest();
    const auto units = units_of(quantity);
    const bool is_own = units.empty()
                            ? figure.unit.empty()
                            : std::find(units.begin(), units.end(), figure.unit) != units.end();
    const UnitRow* unit = figure.unit.empty() ? nullptr : unit_named(figure.unit);
    if (!is_own && !(may_be_foreign && unit != nullptr)) {
        const std::string found =
            figure.unit.empty() ? "no unit" : "the unit '" + figure.unit + "'";
        scanner.fail(found + "; expected " +
                     (units.empty() ? "a plain number" : "one of " + listed(units)));
    }
    figure.foreign_unit = !is_own;
    const double factor = unit == nullptr ? 1 : unit->factor;
    figure.low = first.value * factor;
    figure.high = second.value * factor;
    figure.half_digit = std::max(first.half_digit, second.half_digit) * factor;
    return figure;
}

double parse_bytes(std::string_view text) {
    const Figure figure = parse_figure(text, Quantity::host_bytes);
    if (figure.low != figure.high || figure.hedge != Hedge::none || figure.low <= 0) {
        throw ParseError(std::string(text), 1, "expected one capacity above 0, such as 372.6 GiB");
    }
    return figure.low;
}

double unit_factor(std::string_view unit) {
    const UnitRow* row = unit_named(unit);
    if (row == nullptr) throw ParseError(std::string(unit), 1, "an unknown unit");
    return row->factor;
}

std::string binary_unit(std::string_view unit) {
    for (const std::string_view decimal : {"kB/s", "MB/s", "GB/s"}) {
        if (unit != decimal) continue;
        return (decimal[0] == 'k' ? std::string("K") : std::string(1, decimal[0])) + "iB/s";
    }
    return {};
}

std::optional<double> binary_factor(std::string_view unit) {
    const std::string binary = binary_unit(unit);
    if (binary.empty()) return std::nullopt;
    return unit_factor(binary) / unit_factor(unit);
}

}  // namespace drivewear::measured
