#include "ingest/line_parser.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "drivewear/core/errors.hpp"
#include "ingest/blkparse_parser.hpp"
#include "ingest/delimited_parser.hpp"
#include "ingest/iolog_parser.hpp"

namespace drivewear::ingest {
namespace {

// A fraction of up to nine digits after the point; the rest is below any unit's nanosecond.
std::uint64_t fraction_in_ns(const char*& at, std::uint64_t unit_ns) {
    constexpr std::uint64_t most = 1'000'000'000;
    std::uint64_t digits = 0;
    std::uint64_t scale = 1;
    for (; *at >= '0' && *at <= '9'; ++at) {
        if (scale == most) continue;
        digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
        scale *= 10;
    }
    return digits * unit_ns / scale;
}

bool exponent_in_ns(const char* begin, const char*& at, std::uint64_t unit_ns,
                    std::uint64_t& time_ns) {
    const char* end = at;
    while (*end != '\n')
        ++end;
    double value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    const double scaled = value * static_cast<double>(unit_ns);
    if (error != std::errc{} || !(scaled >= 0 && scaled < 0x1.0p64)) return false;
    at = stop;
    time_ns = static_cast<std::uint64_t>(scaled);
    return true;
}

std::vector<std::string> detectable_kinds() {
    std::vector<std::string> kinds = delimited_kinds();
    kinds.insert(kinds.end(), {"blkparse", "iolog"});
    return kinds;
}

bool fits(std::string_view kind, std::string_view text) {
    const std::unique_ptr<LineParser> parser = make_parser(kind);
    std::array<TraceRecord, 64> records{};
    TraceLines lines;
    while (!text.empty())
        parser->parse(text, records, lines);
    return parser->recognised() > 0 && parser->recognised() >= lines.rejected;
}

}  // namespace

std::uint32_t DeviceNames::look_up(std::string_view text) {
    constexpr std::size_t most_devices = 1'000'000;
    std::string name;
    bool is_between = false;
    for (const char c : text) {
        const bool is_separator = is_blank(c) || c == ',' || c == ';' || c == '|';
        if (!is_separator && std::exchange(is_between, false) && !name.empty()) name += '/';
        if (is_separator) {
            is_between = true;
        } else {
            name += c;
        }
    }
    const auto next = static_cast<std::uint32_t>(names_.size());
    const auto [entry, is_new] = index_.try_emplace(name, next);
    if (is_new) {
        if (names_.size() == most_devices) {
            throw InputError("more than a million device names: expected another kind of trace");
        }
        names_.push_back(std::move(name));
    }
    last_text_ = text;
    return last_index_ = entry->second;
}

bool time_in_ns(const char*& at, std::uint64_t unit_ns, std::uint64_t& time_ns) {
    const char* const begin = at;
    std::uint64_t whole = 0;
    if (!whole_number(at, whole)) return false;
    std::uint64_t fraction_ns = 0;
    if (*at == '.') {
        ++at;
        fraction_ns = fraction_in_ns(at, unit_ns);
    }
    if (*at == 'e' || *at == 'E') return exponent_in_ns(begin, at, unit_ns, time_ns);
    return !__builtin_mul_overflow(whole, unit_ns, &time_ns) &&
           !__builtin_add_overflow(time_ns, fraction_ns, &time_ns);
}

std::unique_ptr<LineParser> make_parser(std::string_view kind) {
    const std::string_view name = kind.substr(0, kind.find(':'));
    const bool has_options = name.size() < kind.size();
    const std::string_view options = has_options ? kind.substr(name.size() + 1) : "";
    if (name == "csv") return make_csv_parser(options);
    if (name == "blkparse") return make_blkparse_parser(has_options ? options : "D");
    if (!has_options) {
        if (name == "iolog") return make_iolog_parser();
        if (auto parser = make_delimited_parser(name)) return parser;
    }
    throw InputError(
        fmt::format("trace kind '{}': expected {}, csv:offset=COLUMN,length=COLUMN,... "
                    "or auto",
                    kind, fmt::join(detectable_kinds(), ", ")));
}

std::string detect_kind(std::string_view text) {
    constexpr std::size_t looked_at = 65536;
    if (text.size() > looked_at) text = text.substr(0, text.rfind('\n', looked_at) + 1);
    std::vector<std::string> fitting;
    for (const std::string& kind : detectable_kinds()) {
        if (fits(kind, text)) fitting.push_back(kind);
    }
    if (fitting.size() == 1) return fitting.front();
    if (fitting.empty()) {
        throw InputError(
            fmt::format("the first lines are of no known kind of trace; expected {}, or csv:... "
                        "with the columns",
                        fmt::join(detectable_kinds(), ", ")));
    }
    throw InputError(fmt::format("the first lines could be of kind {}; expected one of them",
                                 fmt::join(fitting, " or ")));
}

}  // namespace drivewear::ingest
