#include "ingest/health_counts.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace drivewear::ingest {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// What stands between groups: ASCII marks, no-break spaces and apostrophes in UTF-8, and what
// remains of them after a wrong code page. Longest first.
constexpr std::array<std::string_view, 17> separators = {"\\\\xa0",
                                                         "\\xa0",
                                                         "\xE2\x80\xAF",
                                                         "\xE2\x80\x99",
                                                         "\xEF\xBF\xBD",
                                                         "\xC2\xA0",
                                                         "\xC2\xB4",
                                                         ",",
                                                         ".",
                                                         " ",
                                                         "'",
                                                         "?",
                                                         "\xA0",
                                                         "\xFF",
                                                         "\x92",
                                                         "_",
                                                         "`"};

std::size_t separator_at(std::string_view text) {
    for (const std::string_view separator : separators) {
        if (text.starts_with(separator)) return separator.size();
    }
    return 0;
}

std::optional<Uint128> hexadecimal(std::string_view digits) {
    Uint128 value = 0;
    std::size_t count = 0;
    for (const char c : digits) {
        const char lower = static_cast<char>(c | 0x20);
        const bool is_letter = lower >= 'a' && lower <= 'f';
        if (!is_digit(c) && !is_letter) break;
        if (value >> 124 != 0) return std::nullopt;
        value = value * 16 + static_cast<Uint128>(is_digit(c) ? c - '0' : lower - 'a' + 10);
        ++count;
    }
    if (count == 0) return std::nullopt;
    return value;
}

struct Groups {
    std::string digits;              // of all groups
    std::vector<std::size_t> sizes;  // of each
    std::string_view last_separator;
    std::string_view rest;  // after them
};

Groups groups_of(std::string_view text) {
    Groups groups;
    for (;;) {
        std::size_t size = 0;
        while (size < text.size() && is_digit(text[size]))
            ++size;
        groups.digits += text.substr(0, size);
        groups.sizes.push_back(size);
        text.remove_prefix(size);
        const std::size_t separator = separator_at(text);
        if (separator == 0 || separator >= text.size() || !is_digit(text[separator])) break;
        groups.last_separator = text.substr(0, separator);
        text.remove_prefix(separator);
    }
    groups.rest = text;
    return groups;
}

bool are_thousands(const std::vector<std::size_t>& sizes) {
    if (sizes.front() == 0 || sizes.front() > 3 || sizes.back() != 3) return false;
    for (std::size_t i = 1; i + 1 < sizes.size(); ++i) {
        if (sizes[i] != 3 && sizes[i] != 2) return false;
    }
    return true;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    const auto is_blank = [](char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
    };
    for (;;) {
        if (!text.empty() && is_blank(text.front())) {
            text.remove_prefix(1);
        } else if (!text.empty() && is_blank(text.back())) {
            text.remove_suffix(1);
        } else if (text.ends_with("\xC2\xA0")) {
            text.remove_suffix(2);
        } else {
            return text;
        }
    }
}

Words words_of(std::string_view line) {
    Words words;
    constexpr std::string_view blanks = " \t\r";
    for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(blanks, end);
    }
    return words;
}

std::optional<Uint128> grouped_count(std::string_view text) {
    text = trimmed(text);
    // smartctl marks counts that it could not print in full.
    if (text.starts_with('~')) return std::nullopt;
    if (text.starts_with("0x") || text.starts_with("0X")) return hexadecimal(text.substr(2));
    const Groups groups = groups_of(text);
    if (groups.sizes.front() == 0) return std::nullopt;
    // "1.5e9" and "0/0" are no counts; "42 Celsius" and "7%" are.
    if (!groups.rest.empty()) {
        const char next = static_cast<char>(groups.rest.front() | 0x20);
        if (next == 'e' || next == '/' || next == ':' || next == '.') return std::nullopt;
    }
    if (groups.sizes.size() == 1 || are_thousands(groups.sizes)) {
        return parse_uint128(groups.digits);
    }
    // A fraction of nothing but zeros, after a number with or without groups.
    std::vector<std::size_t> whole(groups.sizes.begin(), groups.sizes.end() - 1);
    const std::size_t whole_digits = groups.digits.size() - groups.sizes.back();
    const bool is_fraction =
        (groups.last_separator == "." || groups.last_separator == ",") &&
        groups.digits.find_first_not_of('0', whole_digits) == std::string::npos;
    if (!is_fraction || (whole.size() > 1 && !are_thousands(whole))) return std::nullopt;
    return parse_uint128(std::string_view(groups.digits).substr(0, whole_digits));
}

std::optional<double> decimal_figure(std::string_view text) {
    text = trimmed(text);
    const bool is_negative = text.starts_with('-');
    if (is_negative) text.remove_prefix(1);
    const Groups groups = groups_of(text);
    if (groups.sizes.front() == 0) return std::nullopt;
    std::string plain = groups.digits;
    if (groups.last_separator == "." || groups.last_separator == ",") {
        plain.insert(plain.size() - groups.sizes.back(), 1, '.');
    }
    double value = 0;
    const auto [end, error] =
        fast_float::from_chars(plain.data(), plain.data() + plain.size(), value);
    if (error != std::errc() || end != plain.data() + plain.size()) return std::nullopt;
    return is_negative ? -value : value;
}

}  // namespace drivewear::ingest
