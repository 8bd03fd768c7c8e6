#include "drivewear/plan/convert.hpp"

#include <cstdint>

#include "drivewear/core/errors.hpp"
#include "units/exact.hpp"

namespace drivewear::plan {
namespace {

using boost::multiprecision::cpp_int;
using units::Rational;
using Known = std::optional<Rational>;

constexpr std::uint64_t tera = 1'000'000'000'000;
constexpr std::uint64_t peta = 1'000 * tera;
constexpr std::uint64_t tebi = std::uint64_t{1} << 40;
constexpr std::uint64_t pebi = std::uint64_t{1} << 50;
constexpr std::size_t most_digits = 40;

// How often `prime` divides; leaves what remains in `number`.
unsigned take_factor(cpp_int& number, unsigned prime) {
    unsigned count = 0;
    while (number % prime == 0) {
        number /= prime;
        ++count;
    }
    return count;
}

// The digits end exactly when the reduced denominator holds only twos and fives.
std::string exact_text(const Rational& number) {
    cpp_int rest = denominator(number);
    const unsigned twos = take_factor(rest, 2);
    const unsigned fives = take_factor(rest, 5);
    const unsigned places = std::max(twos, fives);
    const std::string fraction = numerator(number).str() + "/" + denominator(number).str();
    if (rest != 1) return fraction;
    const cpp_int scale = boost::multiprecision::pow(cpp_int(10), places);
    std::string digits = cpp_int(numerator(number) * scale / denominator(number)).str();
    if (digits.size() > most_digits) return fraction;
    if (places == 0) return digits;
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    return digits.insert(digits.size() - places, 1, '.');
}

std::optional<ExactNumber> published(const Known& number) {
    if (!number) return std::nullopt;
    return ExactNumber{number->convert_to<double>(), exact_text(*number)};
}

std::optional<ExactNumber> published(const Known& bytes, std::uint64_t unit) {
    return bytes ? published(Known(*bytes / unit)) : std::nullopt;
}

Known exact(const std::optional<units::Decimal>& number) {
    return number ? Known(units::exact(*number)) : std::nullopt;
}

template <class Bytes>
Known exact_bytes(const std::optional<Bytes>& amount) {
    return amount ? Known(Rational(amount->value())) : std::nullopt;
}

Known times(const Known& a, const Known& b) {
    return a && b ? Known(*a * *b) : std::nullopt;
}

Known over(const Known& a, const Known& b) {
    return a && b ? Known(*a / *b) : std::nullopt;
}

const Known& first_of(const Known& a, const Known& b) {
    return a ? a : b;
}

// The statement in bytes, days and drive writes, with what follows from it filled in.
class Solution {
public:
    explicit Solution(const EnduranceStatement& given)
        : dwpd_(exact(given.dwpd)),
          tbw_(exact_bytes(given.tbw)),
          per_day_(exact_bytes(given.host_bytes_per_day)),
          capacity_(exact_bytes(given.capacity)),
          years_(exact(given.years)) {
        check(given);
        solve();
        if (given.to_years) restate(exact(given.to_years));
    }

    EnduranceConversion result() const {
        return {.dwpd = published(dwpd_),
                .tbw_tb = published(tbw_, tera),
                .pbw_pb = published(tbw_, peta),
                .tb_per_day = published(per_day_, tera),
                .capacity_tb = published(capacity_, tera),
                .years = published(years_),
                .tbw_tib = published(tbw_, tebi),
                .pbw_pib = published(tbw_, pebi),
                .tib_per_day = published(per_day_, tebi),
                .capacity_tib = published(capacity_, tebi)};
    }

private:
    void check(const EnduranceStatement& given) const {
        const int ratings = (dwpd_ ? 1 : 0) + (tbw_ ? 1 : 0) + (per_day_ ? 1 : 0);
        if (ratings != 1) {
            throw DomainError("found " +
                              std::string(ratings == 0 ? "no rating" : "several ratings") +
                              ", expected one of drive writes per day, total bytes written or "
                              "bytes a day");
        }
        for (const Known* number : {&dwpd_, &tbw_, &per_day_, &capacity_, &years_}) {
            if (*number && **number == 0) throw DomainError("found 0, expected numbers above 0");
        }
        if (given.to_years && given.to_years->mantissa() == 0) {
            throw DomainError("found 0 years, expected a number above 0");
        }
        if (given.to_years && !given.years) {
            throw DomainError("the years that the rating is meant for are missing");
        }
        const bool follows = capacity_ || given.to_years || (years_ && !dwpd_);
        if (!follows || (tbw_ && !years_)) {
            throw DomainError(std::string("nothing follows from this rating alone: give the ") +
                              (tbw_ && !years_ ? "years it is meant for"
                                               : "capacity, and the years it is meant for"));
        }
    }

    void solve() {
        const Known days = years_ ? Known(*years_ * 365) : std::nullopt;
        per_day_ = first_of(per_day_, first_of(over(tbw_, days), times(dwpd_, capacity_)));
        tbw_ = first_of(tbw_, times(per_day_, days));
        dwpd_ = first_of(dwpd_, over(per_day_, capacity_));
    }

    // The same total over other years.
    void restate(const Known& to_years) {
        const Rational share = *years_ / *to_years;
        dwpd_ = times(dwpd_, share);
        per_day_ = times(per_day_, share);
        years_ = to_years;
    }

    Known dwpd_;      // drive writes per day
    Known tbw_;       // bytes
    Known per_day_;   // bytes
    Known capacity_;  // bytes
    Known years_;
};

}  // namespace

EnduranceConversion convert_endurance(const EnduranceStatement& statement) {
    return Solution(statement).result();
}

}  // namespace drivewear::plan
