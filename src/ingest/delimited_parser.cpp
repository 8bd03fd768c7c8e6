#include "ingest/delimited_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "drivewear/core/errors.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::ingest {
namespace {

constexpr std::uint64_t second_ns = 1'000'000'000;

/// What a column holds.
enum class Role : std::uint8_t { skip, time, access, offset, length, device };

/// How the file spells an access.
struct AccessWord {
    std::string_view text;
    Access access;
};

/// Where a line has what, and in which units.
struct Layout {
    std::string_view kind;
    char separator = ',';                ///< ' ' stands for any number of blanks
    std::vector<Role> columns{};         ///< up to the last one that is needed
    std::uint64_t time_unit_ns = 0;      ///< nanoseconds of one unit of time
    std::uint64_t offset_unit = 1;       ///< bytes
    std::uint64_t length_unit = 1;       ///< bytes
    std::vector<AccessWord> accesses{};  ///< in lower case
    bool skips_other_accesses = false;   ///< there are further words, for what moves no data
};

const std::vector<AccessWord> letters{{"r", Access::read}, {"w", Access::write}};

std::vector<Layout> published_layouts() {
    using enum Role;
    using A = Access;
    return {
        {.kind = "msr",
         .columns = {time, device, device, access, offset, length},
         .time_unit_ns = 100,
         .accesses = {{"read", A::read}, {"write", A::write}}},
        {.kind = "alibaba",
         .columns = {device, access, offset, length, time},
         .time_unit_ns = 1000,
         .accesses = letters},
        {.kind = "tencent",
         .columns = {time, offset, length, access, device},
         .time_unit_ns = second_ns,
         .offset_unit = sector_bytes,
         .length_unit = sector_bytes,
         .accesses = {{"0", A::read}, {"1", A::write}}},
        {.kind = "k5cloud",
         .columns = {device, time, access, offset, length},
         .time_unit_ns = second_ns,
         .accesses = letters},
        {.kind = "fiu",
         .separator = ' ',
         .columns = {time, skip, skip, offset, length, access, device, device},
         .time_unit_ns = 1,
         .offset_unit = sector_bytes,
         .length_unit = sector_bytes,
         .accesses = letters},
        {.kind = "spc",
         .columns = {device, offset, length, access, time},
         .time_unit_ns = second_ns,
         .offset_unit = sector_bytes,
         .accesses = letters},
        {.kind = "mqsim",
         .separator = ' ',
         .columns = {time, device, offset, length, access},
         .time_unit_ns = 1,
         .offset_unit = sector_bytes,
         .length_unit = sector_bytes,
         .accesses = {{"0", A::write}, {"1", A::read}}},
        // READ and WRITE of 6, 10, 12 and 16 bytes, and WRITE AND VERIFY.
        {.kind = "vscsi",
         .columns = {skip, time, access, length, offset},
         .time_unit_ns = second_ns,
         .offset_unit = sector_bytes,
         .accesses = {{"28", A::read},
                      {"2a", A::write},
                      {"88", A::read},
                      {"8a", A::write},
                      {"08", A::read},
                      {"0a", A::write},
                      {"a8", A::read},
                      {"aa", A::write},
                      {"2e", A::write},
                      {"ae", A::write},
                      {"8e", A::write}},
         .skips_other_accesses = true},
    };
}

/// A word of up to eight characters in lower case, as one number.
std::uint64_t packed(std::string_view text) {
    std::uint64_t number = 0;
    for (const char c : text)
        number = number << 8 | static_cast<unsigned char>(c);
    return number;
}

bool is_hex_pair(std::uint64_t packed_word) {
    const auto is_hex = [](std::uint64_t c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    };
    return packed_word >> 16 == 0 && is_hex(packed_word >> 8) && is_hex(packed_word & 0xff);
}

/// Columns still to be found in the header line.
struct NamedColumn {
    std::string name;
    Role role;
};

class DelimitedParser final : public ParserLoop<DelimitedParser> {
public:
    explicit DelimitedParser(const Layout& layout, std::vector<NamedColumn> named = {})
        : separator_(layout.separator),
          columns_(layout.columns),
          time_unit_ns_(layout.time_unit_ns),
          offset_unit_(layout.offset_unit),
          length_unit_(layout.length_unit),
          skips_other_accesses_(layout.skips_other_accesses),
          named_(std::move(named)) {
        for (const AccessWord& word : layout.accesses)
            accesses_.push_back({packed(word.text), word.access});
        if (named_.empty()) take_stock();
    }

    LineOutcome parse_line(const char*& at, TraceRecord& record) {
        skip_blanks(at);
        if (*at == '\n' || *at == '#') return LineOutcome::ignored;
        if (!named_.empty()) return bind(at);
        record = {};
        record.access = default_access_;
        device_parts_ = 0;
        for (std::size_t column = 0;; ++column) {
            const LineOutcome outcome = parse_field(at, columns_[column], record);
            if (outcome != LineOutcome::record) return outcome;
            if (column + 1 == columns_.size()) break;
            if (!skip_separator(at)) return rejected(too_few_);
        }
        if (!ends_field(at)) return rejected(no_end_);
        if (!has_device_) record.device = devices_.index_of("");
        return finished(record);
    }

private:
    static constexpr const char* no_end_ = "a field has something after its value";
    static constexpr const char* too_few_ = "too few fields, or one has something after its value";

    struct PackedAccess {
        std::uint64_t word;
        Access access;
    };

    bool ends_field(const char*& at) const {
        const bool was_blank = is_blank(*at);
        skip_blanks(at);
        return *at == '\n' || *at == separator_ || (separator_ == ' ' && was_blank);
    }
    bool skip_separator(const char*& at) const {
        if (separator_ == ' ') {
            if (!is_blank(*at)) return false;
            skip_blanks(at);
            return *at != '\n';
        }
        if (*at != separator_) {
            skip_blanks(at);
            if (*at != separator_) return false;
        }
        ++at;
        skip_blanks(at);
        return true;
    }

    // Takes a field and the quotes round it.
    LineOutcome parse_field(const char*& at, Role role, TraceRecord& record) {
        if (*at != '"') return parse_value(at, role, record);
        ++at;
        in_quotes_ = true;
        const LineOutcome outcome = parse_value(at, role, record);
        in_quotes_ = false;
        if (outcome != LineOutcome::record) return outcome;
        if (*at != '"') return rejected("a quoted field does not end");
        ++at;
        return outcome;
    }

    LineOutcome parse_value(const char*& at, Role role, TraceRecord& record) {
        switch (role) {
            case Role::skip:
                text(at);
                return LineOutcome::record;
            case Role::time:
                if (!time_in_ns(at, time_unit_ns_, record.time_ns)) {
                    return rejected("time: expected a number that fits 584 years of nanoseconds");
                }
                return LineOutcome::record;
            case Role::access:
                return parse_access(at, record);
            case Role::offset:
                if (!scaled_number(at, offset_unit_, record.offset_bytes)) {
                    return rejected("offset: expected a whole number below 2^64 bytes");
                }
                return LineOutcome::record;
            case Role::length:
                if (!scaled_number(at, length_unit_, record.length_bytes)) {
                    return rejected("length: expected a whole number below 2^64 bytes");
                }
                return LineOutcome::record;
            case Role::device:
                parse_device(at, record);
                return LineOutcome::record;
        }
        return LineOutcome::rejected;
    }

    std::string_view text(const char*& at) const {
        const char* const begin = at;
        const char end = in_quotes_ ? '"' : separator_;
        while (*at != end && *at != '\n' && (*at != '\t' || end != ' '))
            ++at;
        const char* last = at;
        while (last != begin && is_blank(last[-1]))
            --last;
        return {begin, static_cast<std::size_t>(last - begin)};
    }

    static bool scaled_number(const char*& at, std::uint64_t unit, std::uint64_t& bytes) {
        std::uint64_t number = 0;
        if (!whole_number(at, number) || __builtin_mul_overflow(number, unit, &bytes)) return false;
        if (*at == '.') {  // tables that went through floating point
            ++at;
            while (*at == '0')
                ++at;
        }
        return true;
    }

    LineOutcome parse_access(const char*& at, TraceRecord& record) {
        std::uint64_t word = 0;
        const char* const begin = at;
        for (; !is_blank(*at) && *at != separator_ && *at != '\n' && *at != '"'; ++at) {
            const char lower = *at >= 'A' && *at <= 'Z' ? static_cast<char>(*at + 32) : *at;
            word = word << 8 | static_cast<unsigned char>(lower);
        }
        if (at - begin <= 8) {
            for (const PackedAccess& access : accesses_) {
                if (access.word != word) continue;
                record.access = access.access;
                return LineOutcome::record;
            }
        }
        if (skips_other_accesses_ && is_hex_pair(word)) return LineOutcome::ignored;
        return rejected("access: expected one of the words for read and write");
    }

    // Device columns are neighbours: the name is the text from the first to the last.
    void parse_device(const char*& at, TraceRecord& record) {
        if (device_parts_ == 0) device_begin_ = at;
        text(at);
        if (++device_parts_ < device_columns_) return;
        record.device =
            devices_.index_of({device_begin_, static_cast<std::size_t>(at - device_begin_)});
    }

    // What the columns hold.
    void take_stock() {
        device_columns_ = std::count(columns_.begin(), columns_.end(), Role::device);
        has_device_ = device_columns_ > 0;
        has_times_ = std::count(columns_.begin(), columns_.end(), Role::time) > 0;
        const bool has_access = std::count(columns_.begin(), columns_.end(), Role::access) > 0;
        default_access_ = has_access ? Access::read : Access::write;
    }

    // Finds the named columns in the header line.
    LineOutcome bind(const char*& at) {
        std::vector<std::string> header;
        for (;;) {
            in_quotes_ = *at == '"';
            if (in_quotes_) ++at;
            header.push_back(lower_case(text(at)));
            if (std::exchange(in_quotes_, false) && *at == '"') ++at;
            if (!skip_separator(at)) break;
        }
        for (const NamedColumn& column : named_) {
            const auto found = std::find(header.begin(), header.end(), lower_case(column.name));
            if (found == header.end()) {
                throw InputError(fmt::format("line 1: found the columns {}, expected '{}' too",
                                             fmt::join(header, ", "), column.name));
            }
            const auto index = static_cast<std::size_t>(found - header.begin());
            if (columns_.size() <= index) columns_.resize(index + 1, Role::skip);
            columns_[index] = column.role;
        }
        named_.clear();
        take_stock();
        return LineOutcome::ignored;
    }

    static std::string lower_case(std::string_view text) {
        std::string lower(text);
        std::transform(lower.begin(), lower.end(), lower.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        return lower;
    }

    char separator_;
    std::vector<Role> columns_;
    std::uint64_t time_unit_ns_;
    std::uint64_t offset_unit_;
    std::uint64_t length_unit_;
    std::vector<PackedAccess> accesses_;
    bool skips_other_accesses_;
    std::vector<NamedColumn> named_;
    std::ptrdiff_t device_columns_ = 0;
    bool has_device_ = false;
    Access default_access_ = Access::read;
    bool in_quotes_ = false;
    const char* device_begin_ = nullptr;
    std::ptrdiff_t device_parts_ = 0;  // of the line under way
};

// --- csv: with columns of the user's choice ------------------------------------------------------

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// Reads the options of `csv:` into a layout and the columns that the header line will place.
class CsvOptions {
public:
    explicit CsvOptions(std::string_view options) {
        layout_.kind = "csv";
        layout_.time_unit_ns = second_ns;
        for (const std::string_view option : split(options, ',')) {
            const std::size_t equals = option.find('=');
            if (equals == std::string_view::npos || equals + 1 == option.size()) {
                fail(option, "KEY=VALUE, such as offset=lba");
            }
            take(option.substr(0, equals), option.substr(equals + 1));
        }
        require(Role::offset, "offset=COLUMN");
        require(Role::length, "length=COLUMN");
        if (!named_.empty() && !layout_.columns.empty()) {
            throw InputError("trace kind 'csv': expected all columns by name or all by number");
        }
        add_default(Access::read, {"r", "read"});
        add_default(Access::write, {"w", "write"});
        add_default(Access::trim, {"t", "trim", "discard"});
    }

    std::unique_ptr<LineParser> make_parser() {
        return std::make_unique<DelimitedParser>(layout_, std::move(named_));
    }

private:
    [[noreturn]] static void fail(std::string_view found, std::string_view expected) {
        throw InputError(fmt::format("trace kind 'csv': found '{}', expected {}", found, expected));
    }

    void take(std::string_view key, std::string_view value) {
        if (key == "time") return add_column(Role::time, value);
        if (key == "op") return add_column(Role::access, value);
        if (key == "offset") return add_column(Role::offset, value);
        if (key == "length") return add_column(Role::length, value);
        if (key == "device") return add_column(Role::device, value);
        if (key == "read") return add_words(Access::read, value);
        if (key == "write") return add_words(Access::write, value);
        if (key == "trim") return add_words(Access::trim, value);
        if (key == "offset-unit") {
            layout_.offset_unit = byte_unit(value);
        } else if (key == "length-unit") {
            layout_.length_unit = byte_unit(value);
        } else if (key == "time-unit") {
            layout_.time_unit_ns = time_unit(value);
        } else if (key == "separator") {
            layout_.separator = separator(value);
        } else {
            fail(key,
                 "time, op, offset, length, device, time-unit, offset-unit, length-unit, read, "
                 "write, trim or separator");
        }
    }

    void add_column(Role role, std::string_view value) {
        if (std::find(roles_.begin(), roles_.end(), role) != roles_.end()) {
            fail(value, "each column once");
        }
        roles_.push_back(role);
        if (value[0] != '#') return named_.push_back({std::string(value), role});
        std::size_t number = 0;
        const char* const end = value.data() + value.size();
        const auto [stop, error] = std::from_chars(value.data() + 1, end, number);
        if (error != std::errc{} || stop != end || number < 1 || number > 1000) {
            fail(value, "a column name, or its number as #1 to #1000");
        }
        if (layout_.columns.size() < number) layout_.columns.resize(number, Role::skip);
        if (layout_.columns[number - 1] != Role::skip) fail(value, "each column once");
        layout_.columns[number - 1] = role;
    }

    void add_words(Access access, std::string_view value) {
        for (const std::string_view word : split(value, '/')) {
            if (word.empty() || word.size() > 8) fail(value, "words of 1 to 8 characters");
            add_word(access, word);
        }
    }
    void add_word(Access access, std::string_view word) {
        std::string& lower = words_.emplace_back(word);
        std::transform(lower.begin(), lower.end(), lower.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        layout_.accesses.push_back({lower, access});
    }
    void add_default(Access access, std::initializer_list<std::string_view> words) {
        const auto& accesses = layout_.accesses;
        const bool is_given = std::any_of(accesses.begin(), accesses.end(),
                                          [access](auto& word) { return word.access == access; });
        if (is_given) return;
        for (const std::string_view word : words)
            add_word(access, word);
    }

    static std::uint64_t byte_unit(std::string_view value) {
        if (value == "B") return 1;
        if (value == "sector") return sector_bytes;
        std::uint64_t bytes = 0;
        const char* const end = value.data() + value.size();
        const auto [stop, error] = std::from_chars(value.data(), end, bytes);
        if (error == std::errc{} && stop == end && bytes > 0) return bytes;
        return units::parse_capacity(value).value();
    }
    static std::uint64_t time_unit(std::string_view value) {
        if (value == "s") return second_ns;
        if (value == "ms") return 1'000'000;
        if (value == "us") return 1000;
        if (value == "100ns") return 100;
        if (value == "ns") return 1;
        fail(value, "time-unit=s, ms, us, 100ns or ns");
    }
    static char separator(std::string_view value) {
        if (value == "tab") return '\t';
        if (value == "space") return ' ';
        if (value == ";" || value == "|") return value[0];
        fail(value, "separator=tab, space, ; or |");
    }
    void require(Role role, std::string_view expected) const {
        if (std::find(roles_.begin(), roles_.end(), role) == roles_.end()) {
            throw InputError(fmt::format("trace kind 'csv': expected {}", expected));
        }
    }

    Layout layout_;
    std::vector<NamedColumn> named_;
    std::vector<Role> roles_;
    std::deque<std::string> words_;  // what layout_.accesses points into
};

}  // namespace

std::vector<std::string> delimited_kinds() {
    std::vector<std::string> kinds;
    for (const Layout& layout : published_layouts())
        kinds.emplace_back(layout.kind);
    return kinds;
}

std::unique_ptr<LineParser> make_delimited_parser(std::string_view kind) {
    for (const Layout& layout : published_layouts()) {
        if (layout.kind == kind) return std::make_unique<DelimitedParser>(layout);
    }
    return nullptr;
}

std::unique_ptr<LineParser> make_csv_parser(std::string_view options) {
    return CsvOptions(options).make_parser();
}

}  // namespace drivewear::ingest
