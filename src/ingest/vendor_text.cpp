#include "ingest/vendor_text.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "ingest/health_counts.hpp"

namespace drivewear::ingest {
namespace {

constexpr std::size_t longest_line = 400;  // of a field; garbage is longer

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool all_digits(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

// From the first character of one word to the end of the line.
std::string_view from_word(std::string_view line, std::string_view word) {
    return line.substr(static_cast<std::size_t>(word.data() - line.data()));
}

// "100%       sectors: 224943088" -> 100 and the rest.
void split_normalized(LogField& field) {
    const std::size_t sign = field.text.find('%');
    if (sign == std::string_view::npos || sign == 0 || sign > 3) return;
    const std::string_view rest = trimmed(field.text.substr(sign + 1));
    if (!all_digits(field.text.substr(0, sign)) || rest.empty()) return;
    field.normalized = static_cast<double>(*grouped_count(field.text.substr(0, sign)));
    field.text = rest;
    field.count = grouped_count(rest);
    field.number = field.count ? std::nullopt : decimal_figure(rest);
}

// "0 5678": the high and the low half of 16 bytes.
bool join_halves(LogField& field) {
    const auto words = words_of(field.text);
    if (words.size() != 2 || !all_digits(words[0]) || !all_digits(words[1])) return false;
    const auto high = parse_uint128(words[0]), low = parse_uint128(words[1]);
    if (!high || !low || *high >> 64 != 0 || *low >> 64 != 0) return false;
    field.count = (*high << 64) + *low;
    return true;
}

LogField field_of_text(std::string_view name, std::string_view value) {
    LogField field;
    field.name = plain_name(name);
    field.text = trimmed(value);
    const bool is_wide = field.name.find("mediaunits") != std::string::npos ||
                         field.name.find("nandbytes") != std::string::npos ||
                         field.name.find("bytesw") != std::string::npos;
    if (is_wide && join_halves(field)) return field;
    field.count = grouped_count(field.text);
    if (!field.count) field.number = decimal_figure(field.text);
    split_normalized(field);
    return field;
}

// "0xf4    nand_bytes_written      100         40262"
std::optional<LogField> intel_row(const Words& words, std::string_view line) {
    if (words.size() < 4 || !words[0].starts_with("0x") || !all_digits(words[2])) {
        return std::nullopt;
    }
    LogField field = field_of_text(words[1], from_word(line, words[3]));
    field.normalized = static_cast<double>(*grouped_count(words[2]));
    return field;
}

// "Physical (NAND) bytes written           60137           0x...0002d0cdc01b"
std::optional<LogField> seagate_row(const Words& words, std::string_view line) {
    if (words.size() < 3 || !words.back().starts_with("0x")) return std::nullopt;
    const std::string_view id = words[words.size() - 2];
    if (!all_digits(id)) return std::nullopt;
    return field_of_text(line.substr(0, static_cast<std::size_t>(id.data() - line.data())),
                         words.back());
}

// A name and its value with blanks between: "Bad user nand blocks - Raw      0".
std::optional<LogField> spaced_row(const Words& words, std::string_view line) {
    if (words.size() < 2) return std::nullopt;
    std::size_t first = words.size() - 1;
    if (!is_digit(words[first].front())) return std::nullopt;
    if (first > 1 && all_digits(words[first]) && all_digits(words[first - 1])) --first;
    const auto start = static_cast<std::size_t>(words[first].data() - line.data());
    const bool is_apart = start >= 2 && (line[start - 1] == '\t' || line[start - 2] == ' ' ||
                                         line[start - 2] == '\t' || line[start - 2] == '-');
    if (!is_apart) return std::nullopt;
    return field_of_text(line.substr(0, start), line.substr(start));
}

std::optional<LogField> field_of_line(std::string_view line) {
    // Samsung leads with the bytes of the log: "[015:000] PhysicallyWrittenBytes : 1".
    if (line.starts_with('[')) {
        const std::size_t end = line.find(']');
        if (end != std::string_view::npos && end <= 12) line = trimmed(line.substr(end + 1));
    }
    const auto words = words_of(line);
    if (auto field = intel_row(words, line)) return field;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        if (auto field = seagate_row(words, line)) return field;
        return spaced_row(words, line);
    }
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (value.empty()) return std::nullopt;
    return field_of_text(line.substr(0, colon), value);
}

}  // namespace

TextFields fields_of_text(std::string_view text) {
    TextFields result;
    constexpr std::size_t most_fields = 4096;
    while (!text.empty() && result.fields.all().size() < most_fields) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.size() > longest_line) continue;
        if (auto field = field_of_line(line); field && !field->name.empty()) {
            result.fields.add(std::move(*field));
        } else if (result.header.size() < longest_line) {
            result.header += std::string(line) + "\n";
        }
    }
    return result;
}

}  // namespace drivewear::ingest
