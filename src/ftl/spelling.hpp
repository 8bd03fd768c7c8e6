// Reads the spellings of options: "name", "name:argument", "name:argument,argument".
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "drivewear/core/errors.hpp"

namespace drivewear::ftl {

/// A name and its arguments, with enough memory of the text to point into it.
class Spelling {
public:
    explicit Spelling(std::string_view text) : Spelling(text, text, 0) {}
    /// A part of a longer text, which errors then show.
    Spelling(std::string_view whole, std::string_view part, std::size_t offset) : whole_(whole) {
        const std::size_t colon = part.find(':');
        name_ = part.substr(0, colon);
        name_begin_ = offset;
        if (colon == std::string_view::npos) return;
        for (std::size_t begin = colon + 1;;) {
            const std::size_t end = std::min(part.find(',', begin), part.size());
            arguments_.push_back({part.substr(begin, end - begin), offset + begin});
            if (end == part.size()) break;
            begin = end + 1;
        }
    }

    std::string_view name() const { return name_; }
    std::size_t count() const { return arguments_.size(); }
    std::string_view argument(std::size_t index) const { return arguments_[index].text; }

    [[noreturn]] void refuse_name(std::string_view expected) const {
        fail(name_begin_, "found '" + std::string(name_) + "', expected " + std::string(expected));
    }
    /// At most `most` arguments.
    void expect_at_most(std::size_t most) const {
        if (count() > most) fail(arguments_[most].begin, "found one argument too many");
    }
    [[noreturn]] void refuse_argument(std::size_t index, std::string_view expected) const {
        if (index >= count()) fail(whole_.size(), "expected " + std::string(expected));
        fail(arguments_[index].begin, "found '" + std::string(arguments_[index].text) +
                                          "', expected " + std::string(expected));
    }
    /// The number, which must use up the whole argument and lie in [least, most].
    template <typename Number>
    Number number(std::size_t index, std::pair<Number, Number> range,
                  std::string_view expected) const {
        Number result{};
        if (index >= count()) refuse_argument(index, expected);
        const std::string_view text = arguments_[index].text;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
        if (error != std::errc{} || end != text.data() + text.size() ||
            !(result >= range.first && result <= range.second)) {
            refuse_argument(index, expected);
        }
        return result;
    }

private:
    struct Argument {
        std::string_view text;
        std::size_t begin;
    };
    [[noreturn]] void fail(std::size_t begin, const std::string& reason) const {
        throw ParseError(std::string(whole_), begin + 1, reason);
    }

    std::string_view whole_;
    std::string_view name_;
    std::size_t name_begin_ = 0;
    std::vector<Argument> arguments_;
};

}  // namespace drivewear::ftl
