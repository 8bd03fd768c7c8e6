#include "drivewear/units/decimal.hpp"

#include <charconv>
#include <cmath>

#include "drivewear/core/errors.hpp"
#include "units/number_scan.hpp"

namespace drivewear::units {
namespace {

constexpr int largest_exponent = 400;

bool is_digit(std::string_view text, std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

[[noreturn]] void refuse(std::string_view text, std::size_t at, std::string reason) {
    throw ParseError(std::string(text), at + 1, std::move(reason));
}

[[noreturn]] void refuse_start(std::string_view text, std::size_t at) {
    if (at >= text.size()) refuse(text, at, "a number is missing");
    if (text[at] == '-') refuse(text, at, "a negative value has no meaning here");
    if (text[at] == '+') refuse(text, at, "write the number without a sign");
    refuse(text, at, std::string("a number should start here, found '") + text[at] + "'");
}

class Scanner {
public:
    Scanner(std::string_view text, std::size_t begin) : text_(text), at_(begin) {}

    ScannedNumber run() {
        if (!is_digit(text_, at_)) refuse_start(text_, at_);
        digits(0);
        if (at_ < text_.size() && text_[at_] == '.') {
            if (!is_digit(text_, ++at_)) refuse(text_, at_, "a digit should follow the point");
            digits(-1);
        }
        if (at_ < text_.size() && text_[at_] == ',') {
            refuse(text_, at_,
                   "',' is not read: write a decimal point and no thousands separators");
        }
        exponent();
        return {Decimal(mantissa_, exponent_), at_};
    }

private:
    void digits(int step) {
        for (; is_digit(text_, at_); ++at_) {
            const auto digit = static_cast<std::uint64_t>(text_[at_] - '0');
            full_ = full_ || mantissa_ > (UINT64_MAX - digit) / 10;
            if (full_) {
                // Digits that would be lost must not be: only trailing zeros may go on.
                if (digit != 0) refuse(text_, at_, "more digits than 64 bits hold exactly");
                exponent_ += 1 + step;
                continue;
            }
            mantissa_ = mantissa_ * 10 + digit;
            exponent_ += step;
        }
    }

    void exponent() {
        if (at_ >= text_.size() || (text_[at_] != 'e' && text_[at_] != 'E')) return;
        std::size_t next = at_ + 1;
        const bool negative = next < text_.size() && text_[next] == '-';
        if (next < text_.size() && (text_[next] == '-' || text_[next] == '+')) ++next;
        if (!is_digit(text_, next)) return;  // the 'E' of a unit such as EB
        int value = 0;
        for (; is_digit(text_, next); ++next) {
            if (value > largest_exponent) refuse(text_, at_, "the exponent is out of range");
            value = value * 10 + (text_[next] - '0');
        }
        exponent_ += negative ? -value : value;
        at_ = next;
    }

    std::string_view text_;
    std::size_t at_;
    std::uint64_t mantissa_ = 0;
    int exponent_ = 0;
    bool full_ = false;
};

}  // namespace

ScannedNumber scan_number(std::string_view text, std::size_t begin) {
    return Scanner(text, begin).run();
}

Decimal Decimal::parse(std::string_view text) {
    const ScannedNumber number = scan_number(text, 0);
    if (number.end != text.size()) refuse(text, number.end, "only a number should stand here");
    return number.value;
}

Decimal Decimal::from_double(double value) {
    if (!std::isfinite(value) || value < 0) {
        throw DomainError("found " + std::to_string(value) +
                          ", expected a number that is not negative");
    }
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
    return parse({buffer, static_cast<std::size_t>(end.ptr - buffer)});
}

double Decimal::to_double() const {
    const std::string digits = std::to_string(mantissa_) + "e" + std::to_string(exponent_);
    double value = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (result.ec == std::errc::result_out_of_range) return exponent_ > 0 ? HUGE_VAL : 0.0;
    return value;
}

std::string Decimal::to_string() const {
    std::string digits = std::to_string(mantissa_);
    const int length = static_cast<int>(digits.size());
    if (exponent_ > 20 || length + exponent_ < -6) return digits + "e" + std::to_string(exponent_);
    if (exponent_ >= 0) return digits + std::string(static_cast<std::size_t>(exponent_), '0');
    const int whole = length + exponent_;
    if (whole <= 0) return "0." + std::string(static_cast<std::size_t>(-whole), '0') + digits;
    return digits.insert(static_cast<std::size_t>(whole), 1, '.');
}

std::optional<std::uint64_t> Decimal::whole_multiple(std::uint64_t factor) const {
    __extension__ using Wide = unsigned __int128;
    Wide product = static_cast<Wide>(mantissa_) * factor;
    for (int step = 0; step < exponent_; ++step) {
        product *= 10;
        if (product > UINT64_MAX) return std::nullopt;
    }
    for (int step = exponent_; step < 0; ++step) {
        if (product % 10 != 0) return std::nullopt;
        product /= 10;
        if (product == 0) break;
    }
    if (product > UINT64_MAX) return std::nullopt;
    return static_cast<std::uint64_t>(product);
}

}  // namespace drivewear::units
