// What turns the lines of one kind of trace into records, and what all kinds share: fields, device
// names, counting. Parsers run over a block whose last byte is a line feed, so that none of them
// has to ask for the end of the text.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "drivewear/ingest/trace_reader.hpp"

namespace drivewear::ingest {

constexpr std::uint64_t sector_bytes = 512;
/// No host reads or writes more at once, and a damaged line must not stand for a terabyte.
constexpr std::uint64_t longest_transfer = std::uint64_t{1} << 30;

/// Numbers devices in the order in which they are met.
class DeviceNames {
public:
    /// `text` is the name as it stands in the line; separators in it become one '/'.
    std::uint32_t index_of(std::string_view text) {
        // Traces stay with a device for a while.
        return !names_.empty() && text == last_text_ ? last_index_ : look_up(text);
    }
    const std::vector<std::string>& names() const { return names_; }

private:
    std::uint32_t look_up(std::string_view text);

    std::vector<std::string> names_;
    std::unordered_map<std::string, std::uint32_t> index_;
    std::string last_text_;
    std::uint32_t last_index_ = 0;
};

class LineParser {
public:
    virtual ~LineParser() = default;

    /// Takes lines off the front of `block` until it is empty or `records` full; returns how many
    /// records were made.
    virtual std::size_t parse(std::string_view& block, std::span<TraceRecord> records,
                              TraceLines& lines) = 0;
    /// Lines so far that are of this kind, whether they made a record or not.
    virtual std::uint64_t recognised() const = 0;
    /// What else could be asked for, when there was no record.
    virtual std::string hint() const { return {}; }

    bool has_times() const { return has_times_; }
    const std::vector<std::string>& devices() const { return devices_.names(); }

protected:
    bool has_times_ = false;
    DeviceNames devices_;
};

/// How a line ended.
enum class LineOutcome { record, ignored, rejected };

/// The loop over lines, for a parser with `LineOutcome parse_line(const char*& at, TraceRecord&)`
/// that stops at the line's end or before it.
template <typename Parser>
class ParserLoop : public LineParser {
public:
    std::size_t parse(std::string_view& block, std::span<TraceRecord> records,
                      TraceLines& lines) final {
        const char* at = block.data();
        const char* const end = at + block.size();
        std::size_t made = 0;
        while (at != end && made < records.size()) {
            const char* const line = at;
            const LineOutcome outcome = self().parse_line(at, records[made]);
            if (*at != '\n') {
                at = static_cast<const char*>(
                    std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
            }
            ++lines.lines;
            if (outcome == LineOutcome::record) {
                ++made;
            } else if (outcome == LineOutcome::ignored ||
                       is_header(*line, recognised_ + made, lines)) {
                ++lines.ignored;
            } else {
                reject({line, static_cast<std::size_t>(at - line)}, lines);
            }
            ++at;
        }
        recognised_ += made;
        block.remove_prefix(static_cast<std::size_t>(at - block.data()));
        return made;
    }
    std::uint64_t recognised() const override { return recognised_; }

protected:
    LineOutcome rejected(const char* reason) {
        reason_ = reason;
        return LineOutcome::rejected;
    }
    /// The outcome for a record whose place and length are read.
    LineOutcome finished(const TraceRecord& record) {
        if (record.length_bytes == 0) return LineOutcome::ignored;
        if (record.length_bytes > longest_transfer && record.access != Access::trim) {
            return rejected("length: expected at most 1 GiB");
        }
        if (record.offset_bytes + record.length_bytes < record.offset_bytes) {
            return rejected("offset and length: expected an end below 2^64 bytes");
        }
        return LineOutcome::record;
    }

private:
    Parser& self() { return static_cast<Parser&>(*this); }

    static bool is_header(char first, std::uint64_t records_before, const TraceLines& lines) {
        const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
        return records_before == 0 && lines.rejected == 0 && (is_letter || first == '"');
    }

    void reject(std::string_view line, TraceLines& lines) {
        constexpr std::size_t examples = 10;
        constexpr std::size_t shown = 60;
        ++lines.rejected;
        if (lines.examples.size() == examples) return;
        lines.examples.push_back(
            {.line = lines.lines, .found = std::string(line.substr(0, shown)), .reason = reason_});
    }

    const char* reason_ = "";
    std::uint64_t recognised_ = 0;
};

inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

inline void skip_blanks(const char*& at) {
    while (is_blank(*at))
        ++at;
}

/// The characters up to the next blank or line end.
inline std::string_view word(const char*& at) {
    const char* const begin = at;
    while (!is_blank(*at) && *at != '\n')
        ++at;
    return {begin, static_cast<std::size_t>(at - begin)};
}

/// Digits; false when there are none or they exceed 64 bits. Some character that is no digit must
/// follow.
inline bool whole_number(const char*& at, std::uint64_t& value) {
    constexpr std::size_t most_digits = 20;
    const auto [end, error] = std::from_chars(at, at + most_digits, value);
    at = end;
    return error == std::errc{};
}

/// Digits, perhaps with a fraction or an exponent, in units of `unit_ns`; rounded down to 1 ns.
bool time_in_ns(const char*& at, std::uint64_t unit_ns, std::uint64_t& time_ns);

/// The parser of a kind, without "auto". Throws InputError when there is no such kind.
std::unique_ptr<LineParser> make_parser(std::string_view kind);

/// The kind that fits the text. Throws InputError when none or several do.
std::string detect_kind(std::string_view text);

}  // namespace drivewear::ingest
