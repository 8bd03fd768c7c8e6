#include "drivewear/wear/rber.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "drivewear/core/errors.hpp"
#include "drivewear/units/decimal.hpp"

namespace drivewear::wear {
namespace {

constexpr double blind_guess = 0.5;
constexpr double most_cycles = 1e7;

// 0^0 is 1 in std::pow, but no wear and no reads do no harm.
double power(double base, double exponent) {
    return base == 0 ? 0 : std::pow(base, exponent);
}

struct Evaluate {
    const BlockStress& stress;
    double hours;  // of retention at the reference temperature

    double operator()(const ConstantRber& law) const { return law.rber; }

    double operator()(const PowerLawRber& law) const {
        const double wear = stress.pe_cycles;
        return law.eps + law.alpha * power(wear, law.k) +
               law.beta * power(wear, law.m) * power(hours, law.n) +
               law.gamma * power(wear, law.p) * power(stress.reads, law.q);
    }

    double operator()(const LogTimeRber& law) const {
        return std::exp((law.a * stress.pe_cycles + law.b) * std::log1p(hours) +
                        law.c * stress.pe_cycles + law.d);
    }

    double operator()(const TableRber& law) const {
        const auto& points = law.points;
        if (points.size() < 2) {
            throw DomainError("a table of RBER needs two points or more");
        }
        if (stress.pe_cycles < points.front().pe_cycles ||
            stress.pe_cycles > points.back().pe_cycles) {
            throw DomainError(fmt::format(
                "{} P/E cycles: expected from {} to {}, the range of the table; nothing is "
                "extrapolated",
                stress.pe_cycles, points.front().pe_cycles, points.back().pe_cycles));
        }
        auto above = std::upper_bound(
            points.begin() + 1, points.end() - 1, stress.pe_cycles,
            [](double cycles, const MeasuredRber& point) { return cycles < point.pe_cycles; });
        const MeasuredRber& high = *above;
        const MeasuredRber& low = *(above - 1);
        const double share = (stress.pe_cycles - low.pe_cycles) / (high.pe_cycles - low.pe_cycles);
        return low.rber * std::pow(high.rber / low.rber, share);
    }
};

void require_stress(const BlockStress& stress) {
    const std::array<std::pair<double, const char*>, 3> amounts{
        {{stress.pe_cycles, "P/E cycles"},
         {units::in_hours(stress.retention), "hours of retention"},
         {stress.reads, "reads"}}};
    for (const auto& [amount, what] : amounts) {
        if (!(amount >= 0) || !std::isfinite(amount)) {
            throw DomainError(
                fmt::format("{} {}: expected a finite number of at least 0", amount, what));
        }
    }
}

// ---- Text ---------------------------------------------------------------------------------------

struct Assignment {
    std::string_view name;
    double value;
};

class AssignmentReader {
public:
    AssignmentReader(std::string_view text, std::size_t begin) : text_(text), at_(begin) {}

    bool at_end() const { return at_ >= text_.size(); }

    Assignment next() {
        const std::size_t end = std::min(text_.find(',', at_), text_.size());
        const std::string_view item = text_.substr(at_, end - at_);
        const std::size_t equals = item.find('=');
        if (equals == std::string_view::npos) fail("expected name=value");
        const Assignment assignment{item.substr(0, equals),
                                    number(item.substr(equals + 1), at_ + equals + 1)};
        name_at_ = at_;
        at_ = end + 1;
        return assignment;
    }

    double number(std::string_view digits, std::size_t column) const {
        const bool negative = !digits.empty() && digits.front() == '-';
        try {
            const double value = units::Decimal::parse(digits.substr(negative ? 1 : 0)).to_double();
            return negative ? -value : value;
        } catch (const ParseError& error) {
            throw ParseError(std::string(text_), column + error.column() + (negative ? 1 : 0),
                             error.reason());
        }
    }

    [[noreturn]] void fail(const std::string& reason) const {
        throw ParseError(std::string(text_), at_ + 1, reason);
    }
    [[noreturn]] void fail_at_name(const std::string& reason) const {
        throw ParseError(std::string(text_), name_at_ + 1, reason);
    }

private:
    std::string_view text_;
    std::size_t at_;
    std::size_t name_at_ = 0;
};

struct Coefficient {
    std::string_view name;
    double* value;
};

template <std::size_t count>
void read_coefficients(AssignmentReader reader, const std::array<Coefficient, count>& known) {
    while (!reader.at_end()) {
        const Assignment assignment = reader.next();
        const auto found = std::find_if(
            known.begin(), known.end(),
            [&](const Coefficient& coefficient) { return coefficient.name == assignment.name; });
        if (found == known.end()) {
            std::string names;
            for (const Coefficient& coefficient : known)
                names += fmt::format("{}{}", names.empty() ? "" : ", ", coefficient.name);
            reader.fail_at_name("no coefficient of this law: expected " + names);
        }
        *found->value = assignment.value;
    }
}

TableRber read_table(AssignmentReader reader) {
    TableRber table;
    while (!reader.at_end()) {
        const Assignment point = reader.next();
        const double cycles = reader.number(point.name, 0);
        if (!table.points.empty() && cycles <= table.points.back().pe_cycles) {
            reader.fail_at_name("P/E cycles not above those before: expected rising order");
        }
        if (!(point.value > 0 && point.value <= 1)) {
            reader.fail_at_name("expected an RBER above 0 and at most 1");
        }
        table.points.push_back({cycles, point.value});
    }
    if (table.points.size() < 2) reader.fail("expected two points or more, as PE=RBER");
    return table;
}

}  // namespace

double rber(const RberLaw& law, const BlockStress& stress) {
    require_stress(stress);
    const double hours = units::in_hours(equivalent_time(stress.retention, law.retention_energy,
                                                         {stress.temperature, law.reference}));
    const double value = std::visit(Evaluate{stress, hours}, law.form);
    if (!(value >= 0)) {
        throw DomainError(fmt::format("the RBER law gives {}: expected at least 0", value));
    }
    return std::min(value, blind_guess);
}

RberForm parse_rber_form(std::string_view text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view name = text.substr(0, colon);
    AssignmentReader reader(text, std::min(colon + 1, text.size()));
    if (name == "constant") {
        const ConstantRber law{
            reader.number(text.substr(std::min(colon + 1, text.size())), colon + 1)};
        if (!(law.rber >= 0 && law.rber <= 1)) reader.fail("expected an RBER from 0 to 1");
        return law;
    }
    if (name == "power-law") {
        PowerLawRber law;
        read_coefficients<9>(reader, {{{"eps", &law.eps},
                                       {"alpha", &law.alpha},
                                       {"k", &law.k},
                                       {"beta", &law.beta},
                                       {"m", &law.m},
                                       {"n", &law.n},
                                       {"gamma", &law.gamma},
                                       {"p", &law.p},
                                       {"q", &law.q}}});
        return law;
    }
    if (name == "log-time") {
        LogTimeRber law;
        read_coefficients<4>(reader,
                             {{{"a", &law.a}, {"b", &law.b}, {"c", &law.c}, {"d", &law.d}}});
        return law;
    }
    if (name == "table") return read_table(reader);
    throw ParseError(std::string(text), 1,
                     "no RBER law: expected constant, power-law, log-time or table");
}

double pe_cycles_at(const RberLaw& law, BlockStress stress, double limit) {
    double low = 0;
    double high = most_cycles;
    if (const auto* table = std::get_if<TableRber>(&law.form); table && !table->points.empty()) {
        low = table->points.front().pe_cycles;
        high = table->points.back().pe_cycles;
    }
    const auto rber_at = [&](double cycles) {
        stress.pe_cycles = cycles;
        return rber(law, stress);
    };
    if (rber_at(low) > limit) {
        throw DomainError(
            fmt::format("the law gives RBER {:.4g} at {} P/E cycles: expected at most "
                        "the limit of {:.4g}",
                        rber_at(low), low, limit));
    }
    if (rber_at(high) < limit) {
        throw DomainError(
            fmt::format("the law reaches RBER {:.4g} by {} P/E cycles, not the limit "
                        "of {:.4g}",
                        rber_at(high), high, limit));
    }
    for (int halvings = 0; halvings < 100; ++halvings) {
        const double middle = 0.5 * (low + high);
        (rber_at(middle) <= limit ? low : high) = middle;
    }
    return low;
}

}  // namespace drivewear::wear
