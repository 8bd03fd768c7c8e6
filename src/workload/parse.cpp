#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "drivewear/core/errors.hpp"
#include "drivewear/units/decimal.hpp"
#include "drivewear/units/parse.hpp"
#include "drivewear/workload/workload.hpp"
#include "workload/patterns.hpp"

namespace drivewear::workload {
namespace {

/// Shares typed with few digits may miss 1 by this much; a forgotten class misses it by more.
constexpr double share_tolerance = 1e-5;

/// A number and where it stands, so that a later check can point at it.
struct Placed {
    double value;
    std::size_t at;
};

/// Reads tokens and knows where it is.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::size_t at() const { return at_; }
    void go_back(std::size_t at) { at_ = at; }
    bool at_end() const { return at_ == text_.size(); }
    char peek() const { return at_end() ? '\0' : text_[at_]; }

    [[noreturn]] void refuse(std::size_t at, std::string reason) const {
        throw ParseError(std::string(text_), at + 1, std::move(reason));
    }

    bool accept(char wanted) {
        if (peek() != wanted || at_end()) return false;
        ++at_;
        return true;
    }

    void expect(char wanted, std::string_view why) {
        if (!accept(wanted)) refuse(at_, fmt::format("expected '{}' {}", wanted, why));
    }

    std::optional<std::size_t> find_ahead(char wanted) const {
        const std::size_t at = text_.find(wanted, at_);
        return at == std::string_view::npos ? std::nullopt : std::optional(at);
    }

    void skip_blanks() {
        while (peek() == ' ')
            ++at_;
    }

    std::string_view word() {
        return take([](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
    }

    std::string_view until_comma() {
        return take([](char c) { return c != ','; });
    }

    Placed number() {
        const std::size_t begin = at_;
        try {
            return {units::Decimal::parse(number_text()).to_double(), begin};
        } catch (const ParseError& error) {
            refuse(begin + error.column() - 1, error.reason());
        }
    }

    Placed share() {
        const Placed result = number();
        if (!(result.value <= 1)) {
            refuse(result.at, fmt::format("{} is not a share: expected 0 to 1", result.value));
        }
        return result;
    }

    std::uint64_t count(std::uint64_t least, std::uint64_t most) {
        const Placed result = number();
        if (result.value != std::floor(result.value) || result.value < static_cast<double>(least) ||
            result.value > static_cast<double>(most)) {
            refuse(result.at, fmt::format("expected a whole number from {} to {}", least, most));
        }
        return static_cast<std::uint64_t>(result.value);
    }

    units::Capacity capacity() {
        const std::size_t begin = at_;
        const std::string_view text = take([](char c) { return c != ',' && c != '/' && c != ':'; });
        try {
            const units::Capacity result = units::parse_capacity(text);
            if (result.value() == 0) refuse(begin, "a length of nothing has no meaning");
            return result;
        } catch (const ParseError& error) {
            if (error.text() == text_) throw;
            refuse(begin + error.column() - 1, error.reason());
        }
    }

private:
    template <class Wanted>
    std::string_view take(Wanted wanted) {
        const std::size_t begin = at_;
        while (!at_end() && wanted(text_[at_]))
            ++at_;
        return text_.substr(begin, at_ - begin);
    }

    /// A '+' or '-' belongs to a number only after its 'e': elsewhere '+' joins parts of a mix.
    std::string_view number_text() {
        char before = '\0';
        if (peek() == '-') return take([](char c) { return c != ',' && c != '/' && c != ':'; });
        return take([&before](char c) {
            const bool part = (c >= '0' && c <= '9') || c == '.' || c == 'e' || c == 'E' ||
                              ((c == '+' || c == '-') && (before == 'e' || before == 'E'));
            before = c;
            return part;
        });
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

std::string number_text(double value) {
    return units::Decimal::from_double(value).to_string();
}

// The keys that may follow any pattern.
constexpr std::array<std::string_view, 4> option_names{"trim", "size", "align", "streams"};

bool is_option(std::string_view key) {
    return std::find(option_names.begin(), option_names.end(), key) != option_names.end();
}

constexpr std::array<std::string_view, 8> pattern_names{
    "uniform", "sequential", "hotcold", "zipf", "jesd219", "classes", "mix", "zones"};

std::string joined(std::span<const std::string_view> names) {
    std::string text;
    for (const std::string_view name : names)
        text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

/// A class may lack writes, but not pages that it writes to.
void check_class(const AddressClass& address_class, const auto& refuse) {
    if (address_class.page_share == 0 && address_class.write_share > 0) {
        refuse("writes to a class without pages have no meaning");
    }
}

std::vector<AddressClass> without_empty(std::vector<AddressClass> classes) {
    std::erase_if(classes, [](const AddressClass& c) { return c.page_share == 0; });
    double pages = 0;
    double writes = 0;
    for (const AddressClass& c : classes) {
        pages += c.page_share;
        writes += c.write_share;
    }
    for (AddressClass& c : classes)
        c = {c.page_share / pages, c.write_share / writes};
    return classes;
}

/// Empty when the shares sum to 1, else what is wrong.
std::string sum_problem(const std::vector<AddressClass>& classes) {
    double pages = 0;
    double writes = 0;
    for (const AddressClass& c : classes) {
        pages += c.page_share;
        writes += c.write_share;
    }
    if (std::abs(pages - 1) > share_tolerance) {
        return fmt::format("the page shares sum to {:.9g}, expected 1", pages);
    }
    if (std::abs(writes - 1) > share_tolerance) {
        return fmt::format("the write shares sum to {:.9g}, expected 1", writes);
    }
    return {};
}

/// Lines "page_share,write_share"; '#' leads a comment, the column names may head the file.
class ClassFile {
public:
    ClassFile(std::string name, std::string_view text) : name_(std::move(name)) {
        std::size_t line_number = 0;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            read_line(text.substr(0, end), ++line_number);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        if (classes_.empty() && problems_.empty()) {
            add_problem("", "no class", "lines \"page_share,write_share\"");
        }
        if (problems_.empty()) {
            if (const std::string wrong = sum_problem(classes_); !wrong.empty())
                add_problem("", wrong, "");
        }
        if (!problems_.empty()) throw ValidationError(std::move(problems_));
    }

    std::vector<AddressClass> take() { return std::move(classes_); }

private:
    void add_problem(std::string place, std::string found, std::string expected) {
        problems_.push_back({name_, std::move(place), std::move(found), std::move(expected)});
    }

    void read_line(std::string_view line, std::size_t line_number) {
        line = trimmed(line);
        if (line.empty() || line.front() == '#' || line == "page_share,write_share") return;
        const std::string place = fmt::format("line {}", line_number);
        const std::size_t comma = line.find(',');
        const auto page_share = read_share(line.substr(0, comma));
        const auto write_share =
            comma == std::string_view::npos ? std::nullopt : read_share(line.substr(comma + 1));
        if (!page_share || !write_share) {
            add_problem(place, fmt::format("'{}'", line), "page_share,write_share, each 0 to 1");
            return;
        }
        const AddressClass address_class{*page_share, *write_share};
        check_class(address_class, [&](std::string_view reason) {
            add_problem(place, fmt::format("'{}': {}", line, reason), "");
        });
        if (classes_.size() == most_classes) {
            add_problem(place, "one class more", fmt::format("{} at most", most_classes));
        }
        classes_.push_back(address_class);
    }

    static std::string_view trimmed(std::string_view text) {
        constexpr std::string_view blanks = " \t\r";
        const std::size_t begin = text.find_first_not_of(blanks);
        if (begin == std::string_view::npos) return {};
        return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
    }

    static std::optional<double> read_share(std::string_view field) {
        field = trimmed(field);
        double value = 0;
        const auto result = std::from_chars(field.data(), field.data() + field.size(), value);
        const bool whole = result.ec == std::errc() && result.ptr == field.data() + field.size();
        if (!whole || !(value >= 0 && value <= 1)) return std::nullopt;
        return value;
    }

    std::string name_;
    std::vector<AddressClass> classes_;
    std::vector<Problem> problems_;
};

class Parser {
public:
    Parser(std::string_view text, const ReadText& read_text) : in_(text), read_text_(read_text) {}

    Workload run() {
        in_.skip_blanks();
        Workload workload = pattern(false);
        options(workload);
        in_.skip_blanks();
        if (!in_.at_end()) in_.refuse(in_.at(), "expected ',key=value' or the end");
        return workload;
    }

private:
    /// The pattern's name, then its own keys; the common ones are left for options().
    Workload pattern(bool inside_mix) {
        const std::size_t begin = in_.at();
        const std::string_view name = in_.word();
        if (name == "uniform") return {};
        if (name == "sequential") return sequential();
        if (name == "hotcold") return hotcold();
        if (name == "zipf") return zipf();
        if (name == "jesd219") return jesd219();
        if (name == "classes") return classes();
        if (name == "mix") {
            if (inside_mix) in_.refuse(begin, "a mix inside a mix: list all parts in one");
            return mix();
        }
        if (name == "zones") {
            if (inside_mix) in_.refuse(begin, "zones take all writes: they have no place in a mix");
            return zones();
        }
        if (name == "trace") {
            in_.refuse(begin,
                       "a trace is replayed by simulations only; 'drivewear trace info FILE' "
                       "gives the workload that fits it");
        }
        in_.refuse(begin, fmt::format("{}: expected one of {}",
                                      name.empty() ? "a pattern is missing"
                                                   : fmt::format("unknown pattern '{}'", name),
                                      joined(pattern_names)));
    }

    /// Calls `value(key)` for each key=value of the pattern, in any order, each at most once.
    template <class Value>
    void keys(std::span<const std::string_view> known, Value value) {
        std::set<std::string_view> seen;
        for (char lead = ':'; in_.peek() == lead; lead = ',') {
            const std::size_t before = in_.at();
            in_.accept(lead);
            const std::size_t key_at = in_.at();
            const std::string_view key = in_.word();
            if (is_option(key)) {
                in_.go_back(before);
                return;
            }
            if (std::find(known.begin(), known.end(), key) == known.end()) {
                in_.refuse(key_at, fmt::format("unknown key '{}': expected one of {}, {}", key,
                                               joined(known), joined(option_names)));
            }
            if (!seen.insert(key).second) in_.refuse(key_at, fmt::format("'{}' again", key));
            in_.expect('=', fmt::format("after '{}'", key));
            value(key);
        }
    }

    static Workload sequential() {
        Workload workload;
        workload.pattern = "sequential";
        workload.sequential_share = 1;
        return workload;
    }

    Workload hotcold() {
        static constexpr std::array<std::string_view, 2> known{"f", "r"};
        std::optional<double> page_share;
        std::optional<double> write_share;
        const std::size_t begin = in_.at();
        keys(known, [&](std::string_view key) {
            (key == "f" ? page_share : write_share) = in_.share().value;
        });
        if (!page_share || !write_share) {
            in_.refuse(begin,
                       "hotcold needs both f (share of pages) and r (share of writes), as "
                       "in hotcold:f=0.2,r=0.8");
        }
        const auto refuse = [&](std::string reason) { in_.refuse(begin, std::move(reason)); };
        check_class({*page_share, *write_share}, refuse);
        check_class({1 - *page_share, 1 - *write_share}, refuse);
        Workload workload;
        workload.pattern =
            fmt::format("hotcold:f={},r={}", number_text(*page_share), number_text(*write_share));
        workload.classes = hot_and_cold({*page_share, *write_share});
        return workload;
    }

    Workload zipf() {
        static constexpr std::array<std::string_view, 3> known{"s", "classes", "items"};
        constexpr double steepest = 100;
        Zipf parameters;
        const std::size_t begin = in_.at();
        keys(known, [&](std::string_view key) {
            if (key == "classes") {
                parameters.classes = in_.count(1, most_classes);
            } else if (key == "items") {
                parameters.item_count = in_.count(1, std::uint64_t{1} << 50);
            } else {
                const Placed exponent = in_.number();
                if (!(exponent.value <= steepest)) in_.refuse(exponent.at, "expected 0 to 100");
                parameters.exponent = exponent.value;
            }
        });
        if (parameters.item_count != 0 && parameters.item_count < parameters.classes) {
            in_.refuse(begin, "fewer items than classes");
        }
        Workload workload;
        workload.pattern = fmt::format("zipf:s={},classes={}", number_text(parameters.exponent),
                                       parameters.classes);
        if (parameters.item_count > parameters.classes) {
            workload.pattern += fmt::format(",items={}", parameters.item_count);
        }
        workload.classes = zipf_classes(parameters);
        return workload;
    }

    static Workload jesd219() {
        Workload workload;
        workload.pattern = "jesd219";
        workload.classes = jesd219_classes();
        workload.sizes = jesd219_sizes();
        workload.alignment = units::bytes(4096);
        return workload;
    }

    Workload classes() {
        in_.expect(':', "and a file, or ':shares=0.2:0.8/0.8:0.2', after 'classes'");
        const std::size_t begin = in_.at();
        const std::string_view word = in_.word();
        const bool is_list = word == "shares" && in_.accept('=');
        if (!is_list) in_.go_back(begin);
        std::vector<AddressClass> read = is_list ? class_list() : class_file();
        Workload workload;
        workload.pattern = "classes:shares=";
        for (std::size_t k = 0; k < read.size(); ++k) {
            workload.pattern +=
                fmt::format("{}{}:{}", k > 0 ? "/" : "", number_text(read[k].page_share),
                            number_text(read[k].write_share));
        }
        workload.classes = without_empty(std::move(read));
        return workload;
    }

    std::vector<AddressClass> class_list() {
        const std::size_t begin = in_.at();
        std::vector<AddressClass> read;
        do {
            const std::size_t at = in_.at();
            const double page_share = in_.share().value;
            in_.expect(':', "between page share and write share");
            read.push_back({page_share, in_.share().value});
            check_class(read.back(), [&](std::string reason) { in_.refuse(at, reason); });
            if (read.size() > most_classes) in_.refuse(at, "too many classes");
        } while (in_.accept('/'));
        if (const std::string wrong = sum_problem(read); !wrong.empty()) in_.refuse(begin, wrong);
        return read;
    }

    std::vector<AddressClass> class_file() {
        const std::size_t begin = in_.at();
        const std::string name(in_.until_comma());
        if (name.empty()) in_.refuse(begin, "a file name is missing");
        if (!read_text_) {
            in_.refuse(begin, "no files are read here: write classes:shares=0.2:0.8/0.8:0.2");
        }
        return ClassFile(name, read_text_(name)).take();
    }

    Workload mix() {
        in_.expect(':', "after 'mix', as in mix:0.7*uniform+0.3*sequential");
        const std::size_t begin = in_.at();
        Workload workload;
        workload.pattern = "mix:";
        std::vector<WeightedClasses> random;
        double total = 0;
        do {
            const Placed share = in_.share();
            in_.expect('*', "between a part's share and its pattern");
            Workload part = pattern(true);
            total += share.value;
            if (workload.pattern.back() != ':') workload.pattern += '+';
            workload.pattern += number_text(share.value) + '*' + part.pattern;
            if (part.sequential_share > 0) {
                workload.sequential_share += share.value;
            } else if (share.value > 0) {
                random.push_back({share.value, std::move(part.classes)});
            }
        } while (in_.accept('+'));
        if (const auto plus = in_.find_ahead('+')) refuse_inner_option(*plus);
        if (std::abs(total - 1) > share_tolerance) {
            in_.refuse(begin, fmt::format("the parts' shares sum to {:.9g}, expected 1", total));
        }
        workload.sequential_share = random.empty() ? 1 : workload.sequential_share / total;
        if (!random.empty()) workload.classes = superpose(random);
        if (workload.classes.size() > most_classes) in_.refuse(begin, "too many classes");
        return workload;
    }

    Workload zones() {
        static constexpr std::array<std::string_view, 2> known{"count", "open"};
        Zones zones{0, 1};
        const std::size_t begin = in_.at();
        keys(known, [&](std::string_view key) {
            const auto value = static_cast<std::uint32_t>(in_.count(1, most_classes));
            (key == "count" ? zones.count : zones.open) = value;
        });
        if (zones.count == 0) in_.refuse(begin, "zones need a count, as in zones:count=64,open=8");
        if (zones.open >= zones.count) {
            in_.refuse(begin, "fewer zones must be open than there are: one is needed to go on to");
        }
        Workload workload;
        workload.pattern = fmt::format("zones:count={},open={}", zones.count, zones.open);
        workload.zones = zones;
        return workload;
    }

    [[noreturn]] void refuse_inner_option(std::size_t at) const {
        in_.refuse(at,
                   "trim, size, align and streams belong to the whole mix: write them at its end");
    }

    void options(Workload& workload) {
        std::set<std::string_view> seen;
        while (in_.peek() == ',' || (in_.peek() == ':' && seen.empty())) {
            in_.accept(in_.peek());
            const std::size_t key_at = in_.at();
            const std::string_view key = in_.word();
            if (!is_option(key)) {
                in_.refuse(key_at, fmt::format("unknown key '{}': expected one of {}", key,
                                               joined(option_names)));
            }
            if (!seen.insert(key).second) in_.refuse(key_at, fmt::format("'{}' again", key));
            in_.expect('=', fmt::format("after '{}'", key));
            option(key, workload);
        }
    }

    void option(std::string_view key, Workload& workload) {
        if (key == "trim") {
            const Placed share = in_.share();
            if (!(share.value < 0.5)) {
                in_.refuse(share.at,
                           "expected less than 0.5: with as many TRIMs as writes "
                           "nothing stays stored");
            }
            workload.trim_share = share.value;
        } else if (key == "size") {
            workload.sizes = sizes();
        } else if (key == "align") {
            workload.alignment = in_.capacity();
        } else {
            workload.streams = static_cast<std::uint32_t>(in_.count(1, 65536));
        }
    }

    std::vector<WriteSize> sizes() {
        const std::size_t begin = in_.at();
        std::vector<WriteSize> read;
        double total = 0;
        do {
            WriteSize size{in_.capacity(), 1};
            if (in_.accept(':')) {
                size.share = in_.share().value;
            } else if (!read.empty() || in_.peek() == '/') {
                in_.refuse(in_.at(), "expected ':' and the size's share of the requests");
            }
            total += size.share;
            if (size.share > 0) read.push_back(size);
        } while (in_.accept('/'));
        if (std::abs(total - 1) > share_tolerance) {
            in_.refuse(begin, fmt::format("the sizes' shares sum to {:.9g}, expected 1", total));
        }
        // Sums that miss 1 only by rounding stay as typed, so that they print as typed.
        if (std::abs(total - 1) > 1e-12) {
            for (WriteSize& size : read)
                size.share /= total;
        }
        return read;
    }

    Reader in_;
    const ReadText& read_text_;
};

}  // namespace

Workload parse(std::string_view text, const ReadText& read_text) {
    return Parser(text, read_text).run();
}

}  // namespace drivewear::workload
