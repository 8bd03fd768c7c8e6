#include "drivewear/report/json.hpp"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace drivewear::report {
namespace {

constexpr double largest_exact_integer = 0x1.0p53;

std::string quoted(std::string field) {
    if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
    for (std::size_t at = 0; (at = field.find('"', at)) != std::string::npos; at += 2) {
        field.insert(at, 1, '"');
    }
    return '"' + field + '"';
}

}  // namespace

Json number(double value) {
    if (!std::isfinite(value)) return nullptr;
    char digits[40];
    const auto written =
        std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific, 14);
    double rounded = 0;
    std::from_chars(digits, written.ptr, rounded);
    if (rounded == std::floor(rounded) && std::abs(rounded) < largest_exact_integer) {
        return static_cast<std::int64_t>(rounded);
    }
    return rounded;
}

Json number(const std::optional<double>& value) {
    return value ? number(*value) : Json(nullptr);
}

Json exact_integer(unsigned long long value) {
    if (static_cast<double>(value) < largest_exact_integer) return value;
    return std::to_string(value);
}

std::string to_text(const Json& document) {
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string cell_text(const Json& value) {
    if (value.is_null()) return "";
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) return value.dump();
    std::string joined;
    for (const Json& item : value) {
        joined += (joined.empty() ? "" : "; ") + cell_text(item);
    }
    return joined;
}

std::string to_csv(const Json& rows, std::vector<std::string> columns) {
    if (columns.empty() && !rows.empty()) {
        for (const auto& [name, value] : rows.front().items())
            columns.push_back(name);
    }
    std::string text;
    for (const std::string& column : columns)
        text += (text.empty() ? "" : ",") + quoted(column);
    text += '\n';
    for (const Json& row : rows) {
        bool first = true;
        for (const std::string& column : columns) {
            if (!first) text += ',';
            first = false;
            const auto field = row.find(column);
            if (field != row.end()) text += quoted(cell_text(*field));
        }
        text += '\n';
    }
    return text;
}

}  // namespace drivewear::report
