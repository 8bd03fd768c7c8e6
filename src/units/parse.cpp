#include "drivewear/units/parse.hpp"

#include <array>
#include <span>
#include <string>

#include "drivewear/core/errors.hpp"
#include "units/number_scan.hpp"

namespace drivewear::units {
namespace {

[[noreturn]] void refuse(std::string_view text, std::size_t at, const std::string& reason) {
    throw ParseError(std::string(text), at + 1, reason);
}

struct NumberAndUnit {
    Decimal number;
    std::size_t number_at;
    std::string_view unit;
    std::size_t unit_at;
};

std::size_t skip_blanks(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] == ' ')
        ++at;
    return at;
}

NumberAndUnit split(std::string_view text) {
    const std::size_t begin = skip_blanks(text, 0);
    const ScannedNumber number = scan_number(text, begin);
    const std::size_t unit_at = skip_blanks(text, number.end);
    std::size_t end = text.size();
    while (end > unit_at && text[end - 1] == ' ')
        --end;
    return {number.value, begin, text.substr(unit_at, end - unit_at), unit_at};
}

struct ByteUnit {
    std::string_view name;
    std::uint64_t bytes;
};

constexpr std::array<ByteUnit, 14> byte_units{{{"B", 1},
                                               {"kB", 1000},
                                               {"KB", 1000},
                                               {"MB", 1000000},
                                               {"GB", 1000000000},
                                               {"TB", 1000000000000},
                                               {"PB", 1000000000000000},
                                               {"EB", 1000000000000000000},
                                               {"KiB", 1ULL << 10},
                                               {"MiB", 1ULL << 20},
                                               {"GiB", 1ULL << 30},
                                               {"TiB", 1ULL << 40},
                                               {"PiB", 1ULL << 50},
                                               {"EiB", 1ULL << 60}}};

std::string quoted(std::string_view text) {
    return "'" + std::string(text) + "'";
}

std::string byte_unit_reason(std::string_view unit) {
    if (unit.empty()) return "a unit is missing, such as GB (10^9) or GiB (2^30)";
    constexpr std::string_view prefixes = "KMGTPE";
    const char upper = unit[0] == 'k' ? 'K' : unit[0];
    if (unit.size() == 1 && prefixes.find(upper) != std::string_view::npos) {
        const std::string letter(1, upper);
        return "a bare " + quoted(unit) + " leaves open whether " + letter +
               "B (powers of 1000) or " + letter + "iB (powers of 1024) is meant";
    }
    if (unit.back() == 'b') return quoted(unit) + " would be bits: write bytes, with a capital B";
    return "unknown unit " + quoted(unit) +
           ": write B, kB, MB, GB, TB, PB, EB or KiB, MiB, GiB, TiB, PiB, EiB";
}

std::uint64_t byte_unit(std::string_view text, std::string_view unit, std::size_t at) {
    for (const ByteUnit& candidate : byte_units) {
        if (candidate.name == unit) return candidate.bytes;
    }
    refuse(text, at, byte_unit_reason(unit));
}

struct ScaledUnit {
    std::string_view name;
    double scale;
};

constexpr std::array<ScaledUnit, 17> time_units{{{"s", 1},
                                                 {"second", 1},
                                                 {"seconds", 1},
                                                 {"min", 60},
                                                 {"minute", 60},
                                                 {"minutes", 60},
                                                 {"h", seconds_per_hour},
                                                 {"hour", seconds_per_hour},
                                                 {"hours", seconds_per_hour},
                                                 {"d", seconds_per_day},
                                                 {"day", seconds_per_day},
                                                 {"days", seconds_per_day},
                                                 {"y", seconds_per_year},
                                                 {"year", seconds_per_year},
                                                 {"years", seconds_per_year},
                                                 {"week", 7 * seconds_per_day},
                                                 {"weeks", 7 * seconds_per_day}}};

constexpr std::array<ScaledUnit, 2> power_units{{{"W", 1}, {"mW", 1e-3}}};

double scale_of(std::span<const ScaledUnit> units, const NumberAndUnit& parsed,
                std::string_view text) {
    std::string known;
    for (const ScaledUnit& unit : units) {
        if (unit.name == parsed.unit) return unit.scale;
        known += (known.empty() ? "" : ", ") + std::string(unit.name);
    }
    const std::string found =
        parsed.unit.empty() ? "a unit is missing" : "unknown unit " + quoted(parsed.unit);
    refuse(text, parsed.unit_at, found + ": write one of " + known);
}

}  // namespace

Capacity parse_capacity(std::string_view text) {
    const NumberAndUnit parsed = split(text);
    const std::uint64_t unit = byte_unit(text, parsed.unit, parsed.unit_at);
    if (const auto count = parsed.number.whole_multiple(unit)) return bytes(*count);
    if (parsed.number.to_double() * static_cast<double>(unit) >= 0x1.0p64) {
        refuse(text, parsed.number_at, "more than 2^64 - 1 bytes (18.4 EB)");
    }
    refuse(text, parsed.number_at, "not a whole number of bytes");
}

DataRate parse_data_rate(std::string_view text) {
    const NumberAndUnit parsed = split(text);
    const std::size_t slash = parsed.unit.find('/');
    if (slash == std::string_view::npos) {
        refuse(text, parsed.unit_at + parsed.unit.size(),
               "a rate needs a time after '/', such as /s or /day");
    }
    std::string_view amount_unit = parsed.unit.substr(0, slash);
    while (!amount_unit.empty() && amount_unit.back() == ' ')
        amount_unit.remove_suffix(1);
    const std::uint64_t unit = byte_unit(text, amount_unit, parsed.unit_at);
    const std::size_t period_at = skip_blanks(parsed.unit, slash + 1);
    const NumberAndUnit period{parsed.number, parsed.number_at, parsed.unit.substr(period_at),
                               parsed.unit_at + period_at};
    const double seconds = scale_of(time_units, period, text);
    const double amount = parsed.number.to_double() * static_cast<double>(unit);
    if (!(amount < 0x1.0p64)) refuse(text, parsed.number_at, "more than 2^64 - 1 bytes (18.4 EB)");
    return DataRate::from_value(amount / seconds);
}

Duration parse_duration(std::string_view text) {
    const NumberAndUnit parsed = split(text);
    const double scale = scale_of(time_units, parsed, text);
    const double count = parsed.number.to_double();
    if (!(count * scale < 1e300)) refuse(text, parsed.number_at, "out of range");
    return seconds(count * scale);
}

Temperature parse_temperature(std::string_view text) {
    const std::size_t begin = skip_blanks(text, 0);
    const bool below_zero = begin < text.size() && text[begin] == '-';
    std::string unsigned_text(text);
    if (below_zero) unsigned_text[begin] = ' ';  // keeps the columns of the original
    NumberAndUnit parsed{};
    try {
        parsed = split(unsigned_text);
    } catch (const ParseError& error) {
        refuse(text, error.column() - 1, error.reason());
    }
    const double degrees = below_zero ? -parsed.number.to_double() : parsed.number.to_double();
    double kelvin = degrees;
    if (parsed.unit == "C" || parsed.unit == "\u00b0C") {
        kelvin += kelvin_at_zero_celsius;
    } else if (parsed.unit != "K") {
        refuse(text, parsed.unit_at, "a temperature is written in C or K");
    }
    if (!(kelvin >= 0)) refuse(text, begin, "below absolute zero");
    if (!(kelvin < 1e4)) refuse(text, begin, "no drive is this hot");
    return Temperature::from_value(kelvin);
}

Power parse_power(std::string_view text) {
    const NumberAndUnit parsed = split(text);
    return watts(parsed.number.to_double() * scale_of(power_units, parsed, text));
}

}  // namespace drivewear::units
