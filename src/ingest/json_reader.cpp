#include "ingest/json_reader.hpp"

#include <fast_float/fast_float.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "drivewear/core/errors.hpp"

namespace drivewear::ingest {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

void append_utf8(std::string& text, std::uint32_t code) {
    const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0 | (code >> 6));
        byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        byte(0xE0 | (code >> 12));
        byte(0x80 | ((code >> 6) & 0x3F));
        byte(0x80 | (code & 0x3F));
    } else {
        byte(0xF0 | (code >> 18));
        byte(0x80 | ((code >> 12) & 0x3F));
        byte(0x80 | ((code >> 6) & 0x3F));
        byte(0x80 | (code & 0x3F));
    }
}

// Four hexadecimal digits, or nothing.
std::optional<std::uint32_t> hex_code(std::string_view digits) {
    if (digits.size() < 4) return std::nullopt;
    std::uint32_t code = 0;
    for (const char c : digits.substr(0, 4)) {
        const char lower = static_cast<char>(c | 0x20);
        if (is_digit(c)) {
            code = code * 16 + static_cast<std::uint32_t>(c - '0');
        } else if (lower >= 'a' && lower <= 'f') {
            code = code * 16 + static_cast<std::uint32_t>(lower - 'a' + 10);
        } else {
            return std::nullopt;
        }
    }
    return code;
}

// The code point of \uXXXX at the front of `text`, a second half of a pair included; moves past it.
std::uint32_t take_code_point(std::string_view& text) {
    constexpr std::uint32_t replacement = 0xFFFD;
    const auto code = hex_code(text.substr(2));
    text.remove_prefix(std::min<std::size_t>(6, text.size()));
    if (!code) return replacement;
    const bool is_high = *code >= 0xD800 && *code < 0xDC00;
    if (is_high && text.substr(0, 2) == "\\u") {
        const auto low = hex_code(text.substr(2));
        if (low && *low >= 0xDC00 && *low < 0xE000) {
            text.remove_prefix(6);
            return 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00);
        }
    }
    const bool is_half = *code >= 0xD800 && *code < 0xE000;
    return is_half ? replacement : *code;
}

std::string decoded(std::string_view raw) {
    constexpr std::string_view letters = "bfnrt", meanings = "\b\f\n\r\t";
    std::string text;
    text.reserve(raw.size());
    while (!raw.empty()) {
        if (raw.front() != '\\' || raw.size() < 2) {
            text += raw.front();
            raw.remove_prefix(1);
        } else if (raw[1] == 'u') {
            append_utf8(text, take_code_point(raw));
        } else {
            const std::size_t letter = letters.find(raw[1]);
            text += letter == std::string_view::npos ? raw[1] : meanings[letter];
            raw.remove_prefix(2);
        }
    }
    return text;
}

std::string shown(char c) {
    if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
    constexpr char digits[] = "0123456789abcdef";
    const auto value = static_cast<unsigned char>(c);
    return std::string("byte 0x") + digits[value >> 4] + digits[value & 15];
}

}  // namespace

// Recursion would let the text decide how deep our stack grows; the open brackets are kept here.
class JsonParser {
public:
    JsonParser(JsonDocument& document, std::size_t at, JsonLimits limits)
        : document_(document), text_(document.text_), at_(at), limits_(limits) {}

    // Returns where the document ends.
    std::size_t parse() {
        do {
            parse_value();
            close_finished();
        } while (!open_.empty());
        return at_;
    }

    struct Failure {
        std::size_t at;
        std::string found;
        std::string expected;
    };

private:
    using Node = JsonDocument::Node;

    [[noreturn]] void fail(const char* expected) const {
        throw Failure{at_, at_ < text_.size() ? shown(text_[at_]) : "the end", expected};
    }

    char peek() {
        while (at_ < text_.size() && is_blank(text_[at_]))
            ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    void add(JsonKind kind, std::size_t begin, bool has_escapes = false) {
        auto& nodes = document_.nodes_;
        if (nodes.size() >= limits_.most_values) {
            throw Failure{at_, "more than " + std::to_string(limits_.most_values) + " values",
                          "a report of one drive"};
        }
        nodes.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_),
                         static_cast<std::uint32_t>(nodes.size() + 1), kind, has_escapes});
    }

    void parse_value() {
        const char first = peek();
        if (first == '"') return parse_text();
        if (first == '{' || first == '[') return open(first);
        if (is_digit(first) || first == '-' || first == '+') return parse_number();
        parse_word();
    }

    void open(char bracket) {
        if (open_.size() >= limits_.deepest) {
            throw Failure{at_, "nesting deeper than " + std::to_string(limits_.deepest),
                          "a plain document"};
        }
        open_.push_back(static_cast<std::uint32_t>(document_.nodes_.size()));
        ++at_;
        add(bracket == '{' ? JsonKind::object : JsonKind::array, at_);
        just_opened_ = true;
    }

    // After a value: closes what ends here and stops before the next value.
    void close_finished() {
        while (!open_.empty()) {
            Node& parent = document_.nodes_[open_.back()];
            const bool in_object = parent.kind == JsonKind::object;
            const char next = peek();
            if (next == (in_object ? '}' : ']')) {
                ++at_;
                parent.next = static_cast<std::uint32_t>(document_.nodes_.size());
                open_.pop_back();
                just_opened_ = false;
                continue;
            }
            if (!just_opened_) {
                if (next != ',') fail(in_object ? "',' or '}'" : "',' or ']'");
                ++at_;
            }
            just_opened_ = false;
            if (in_object) parse_name();
            return;
        }
    }

    void parse_name() {
        if (peek() != '"') fail("a name in quotes");
        parse_text();
        if (peek() != ':') fail("':'");
        ++at_;
    }

    void parse_text() {
        const std::size_t begin = ++at_;
        bool has_escapes = false;
        for (;; ++at_) {
            if (at_ >= text_.size()) fail("'\"'");
            if (text_[at_] == '"') break;
            if (text_[at_] == '\\') {
                has_escapes = true;
                ++at_;
            }
        }
        add(JsonKind::text, begin, has_escapes);
        ++at_;
    }

    void parse_number() {
        const std::size_t begin = at_++;
        const auto digits = [&] {
            const std::size_t from = at_;
            while (at_ < text_.size() && is_digit(text_[at_]))
                ++at_;
            return at_ > from;
        };
        const bool has_sign = !is_digit(text_[begin]);
        if (!digits() && has_sign) {
            if (take_word({"nan", "infinity", "inf"})) return add(JsonKind::number, begin);
            fail("a digit");
        }
        if (at_ < text_.size() && text_[at_] == '.') {
            ++at_;
            if (!digits()) fail("a digit");
        }
        if (at_ < text_.size() && (text_[at_] | 0x20) == 'e') {
            ++at_;
            if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+')) ++at_;
            if (!digits()) fail("a digit");
        }
        add(JsonKind::number, begin);
    }

    bool take_word(std::initializer_list<std::string_view> words) {
        for (const std::string_view word : words) {
            const std::string_view there = text_.substr(at_, word.size());
            const bool same = there.size() == word.size() &&
                              std::equal(word.begin(), word.end(), there.begin(),
                                         [](char a, char b) { return a == (b | 0x20); });
            if (!same) continue;
            at_ += word.size();
            return true;
        }
        return false;
    }

    void parse_word() {
        const std::size_t begin = at_;
        if (take_word({"true", "false"})) return add(JsonKind::boolean, begin);
        if (take_word({"null"})) return add(JsonKind::null, begin);
        // printf writes these where a counter was not a number.
        if (take_word({"nan", "infinity", "inf"})) return add(JsonKind::number, begin);
        fail("a value");
    }

    JsonDocument& document_;
    std::string_view text_;
    std::size_t at_;
    JsonLimits limits_;
    std::vector<std::uint32_t> open_;  // nodes of the arrays and objects not yet closed
    bool just_opened_ = false;
};

JsonKind JsonValue::kind() const {
    return document_ == nullptr ? JsonKind::absent : document_->nodes_[index_].kind;
}

JsonValue JsonValue::operator[](std::string_view name) const {
    if (!is_object()) return {};
    const auto& nodes = document_->nodes_;
    const std::uint32_t end = nodes[index_].next;
    for (std::uint32_t i = index_ + 1; i < end; i = nodes[i + 1].next) {
        if (document_->slice(nodes[i]) == name) return JsonValue(*document_, i + 1);
    }
    return {};
}

JsonValue JsonValue::first_of(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
        if (const JsonValue value = (*this)[name]) return value;
    }
    return {};
}

std::size_t JsonValue::size() const {
    std::size_t count = 0;
    for_each_member([&](std::string_view, JsonValue) { ++count; });
    for_each_element([&](JsonValue) { ++count; });
    return count;
}

std::string_view JsonValue::number_text() const {
    if (kind() != JsonKind::number) return {};
    return document_->slice(document_->nodes_[index_]);
}

std::optional<Uint128> JsonValue::whole_number() const {
    std::string_view digits = number_text();
    const std::size_t point = digits.find('.');
    if (point != std::string_view::npos) {
        if (digits.find_first_not_of('0', point + 1) != std::string_view::npos) return std::nullopt;
        digits = digits.substr(0, point);
    }
    return parse_uint128(digits);
}

std::optional<double> JsonValue::number() const {
    std::string_view text = number_text();
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole_text = !text.empty() && end == text.data() + text.size();
    if (!is_whole_text || error != std::errc() || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<bool> JsonValue::boolean() const {
    if (kind() != JsonKind::boolean) return std::nullopt;
    const std::string_view word = document_->slice(document_->nodes_[index_]);
    return (word.front() | 0x20) == 't';
}

std::optional<std::string> JsonValue::text() const {
    if (kind() != JsonKind::text) return std::nullopt;
    const auto& node = document_->nodes_[index_];
    const std::string_view raw = document_->slice(node);
    return node.has_escapes ? decoded(raw) : std::string(raw);
}

std::string_view JsonValue::raw_text() const {
    if (kind() != JsonKind::text) return {};
    return document_->slice(document_->nodes_[index_]);
}

JsonReader::JsonReader(std::string_view text, std::string file, JsonLimits limits)
    : text_(text), file_(std::move(file)), limits_(limits) {
    if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
}

namespace {

// Whether the line that starts at `at` opens a document: '{' and a name or '}', '[' and '{' or ']'.
bool opens_document(std::string_view text, std::size_t at) {
    const auto after_blanks = [&](std::size_t from) {
        while (from < text.size() && is_blank(text[from]))
            ++from;
        return from;
    };
    const std::size_t inside = after_blanks(at + 1);
    if (inside >= text.size()) return true;  // so that the reason is that it ends
    if (text[at] == '{') return text[inside] == '"' || text[inside] == '}';
    return text[at] == '[' && (text[inside] == '{' || text[inside] == ']');
}

std::string place_of(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    return "line " + std::to_string(line) + ", column " +
           std::to_string(before.size() - line_start + 1);
}

}  // namespace

bool JsonReader::next(JsonDocument& document) {
    document.nodes_.clear();
    document.text_ = text_;
    constexpr std::size_t longest = std::numeric_limits<std::uint32_t>::max();
    if (text_.size() > longest) {
        throw ValidationError({{file_, "the file", std::to_string(text_.size()) + " bytes",
                                "less than 4 GiB of JSON"}});
    }
    bool at_line_start = true;
    for (; at_ < text_.size(); ++at_) {
        const char c = text_[at_];
        if (c == '\n') at_line_start = true;
        if (is_blank(c)) continue;
        if (at_line_start && (c == '{' || c == '[') && opens_document(text_, at_)) break;
        at_line_start = false;
        skipped_text_ = true;
    }
    if (at_ >= text_.size()) return false;
    try {
        at_ = JsonParser(document, at_, limits_).parse();
    } catch (const JsonParser::Failure& failure) {
        at_ = text_.size();
        document.nodes_.clear();
        throw ValidationError(
            {{file_, place_of(text_, failure.at), failure.found, failure.expected}});
    }
    return true;
}

JsonDocument read_json(std::string_view text, const std::string& file, JsonLimits limits) {
    JsonDocument document;
    if (!JsonReader(text, file, limits).next(document)) {
        const char* found = text.empty() ? "nothing" : "no JSON document";
        throw ValidationError({{file, "the file", found, "JSON"}});
    }
    return document;
}

}  // namespace drivewear::ingest
