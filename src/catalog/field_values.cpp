#include "catalog/field_values.hpp"

#include <algorithm>
#include <cmath>

#include "drivewear/units/parse.hpp"

namespace drivewear::catalog {
namespace {

using Json = nlohmann::json;

// Up to 15 digits the shortest decimal that reads back as the same double is what the file says.
constexpr std::uint64_t most_digits = 999'999'999'999'999;

std::string digits_of(const Json& number) {
    if (number.is_number_unsigned()) return std::to_string(number.get<std::uint64_t>());
    const double value = number.get<double>();
    return (value < 0 ? "-" : "") + units::Decimal::from_double(std::abs(value)).to_string();
}

std::string text_of(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return digits_of(value);
    if (!value.is_array()) return rendered(value);
    std::string joined;
    for (const Json& item : value)
        joined += (joined.empty() ? "" : ", ") + text_of(item);
    return joined;
}

std::string joined(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words)
        text += (text.empty() ? "" : ", ") + std::string(word);
    return words.size() == 1 ? text : "one of " + text;
}

bool is_text_list(const Json& value) {
    return value.is_array() && !value.empty() &&
           std::all_of(value.begin(), value.end(),
                       [](const Json& item) { return item.is_string() && !item.empty(); });
}

class Parser {
public:
    Parser(const Field& field, const Json& reading, ReadingContext context)
        : kind_(field.kind), reading_(reading), value_(reading.at("value")), context_(context) {}

    std::optional<FieldValue> run() {
        if (kind_ == FieldKind::texts) return texts();
        if (kind_ == FieldKind::text) return text();
        if (!has_good_unit() || !is_good_number()) return std::nullopt;
        try {
            return quantity();
        } catch (const ParseError& error) {
            problem("/value", text_, error.reason());
            return std::nullopt;
        }
    }

private:
    std::optional<FieldValue> texts() {
        if (is_text_list(value_)) return value_.get<std::vector<std::string>>();
        problem("/value", rendered(value_), "a list of texts");
        return std::nullopt;
    }

    // Numbers are welcome in a text: a user's own field may be anything.
    std::optional<FieldValue> text() {
        const std::string text = value_with_unit(reading_);
        if (!value_.is_object() && !value_.is_null() && !text.empty()) return text;
        problem("/value", rendered(value_), "a text");
        return std::nullopt;
    }

    bool has_good_unit() {
        const std::string expected = joined(units_of(kind_));
        const auto unit = reading_.find("unit");
        if (unit == reading_.end()) {
            problem("/unit", "nothing", expected);
            return false;
        }
        const auto known = units_of(kind_);
        const bool good =
            unit->is_string() && std::find(known.begin(), known.end(),
                                           unit->get_ref<const std::string&>()) != known.end();
        if (!good) problem("/unit", rendered(*unit), expected);
        if (good) unit_ = unit->get<std::string>();
        return good;
    }

    bool is_good_number() {
        const bool may_be_negative = kind_ == FieldKind::temperature;
        const char* expected = may_be_negative ? "a number" : "a number above 0";
        const bool good = value_.is_number() && (may_be_negative || value_.get<double>() > 0);
        if (!good) {
            problem("/value", rendered(value_), expected);
            return false;
        }
        digits_ = digits_of(value_);
        text_ = digits_ + " " + unit_;
        if (value_.is_number_float() &&
            units::Decimal::from_double(std::abs(value_.get<double>())).mantissa() > most_digits) {
            problem("/value", rendered(value_), "at most 15 significant digits");
            return false;
        }
        return true;
    }

    FieldValue quantity() {
        switch (kind_) {
            case FieldKind::bytes:
                return units::parse_capacity(text_);
            case FieldKind::host_bytes:
                return units::host_bytes(units::parse_capacity(text_).value());
            case FieldKind::data_rate:
                return units::parse_data_rate(text_);
            case FieldKind::latency:
                return units::seconds(number() * (unit_ == "us" ? 1e-6 : 1e-3));
            case FieldKind::hours:
                return units::parse_duration(text_);
            case FieldKind::years:
            case FieldKind::drive_writes:
                return units::Decimal::parse(digits_);
            case FieldKind::power:
                return units::parse_power(text_);
            case FieldKind::temperature:
                return units::parse_temperature(text_);
            case FieldKind::layers:
                return whole_number();
            default:
                return number();
        }
    }

    double number() const { return units::Decimal::parse(digits_).to_double(); }

    int whole_number() const {
        const double count = number();
        if (count != std::floor(count) || count > 1e6) {
            throw ParseError(text_, 1, "a whole number");
        }
        return static_cast<int>(count);
    }

    void problem(const char* place, std::string found, std::string expected) {
        context_.problems.add(context_.pointer + place, std::move(found), std::move(expected));
    }

    FieldKind kind_;
    const Json& reading_;
    const Json& value_;
    ReadingContext context_;
    std::string unit_;
    std::string digits_;  // the number as the file writes it
    std::string text_;    // with its unit
};

}  // namespace

std::string value_with_unit(const Json& reading) {
    const std::string text = text_of(reading.at("value"));
    const auto unit = reading.find("unit");
    if (unit == reading.end() || !unit->is_string()) return text;
    return text + " " + unit->get<std::string>();
}

std::optional<FieldValue> parse_value(const Field& field, const Json& reading,
                                      ReadingContext context) {
    return Parser(field, reading, context).run();
}

}  // namespace drivewear::catalog
