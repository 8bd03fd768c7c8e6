// The values of fields: from JSON to a typed value, and from there into a Drive.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/json_input.hpp"
#include "drivewear/catalog/drive.hpp"
#include "drivewear/catalog/fields.hpp"

namespace drivewear::catalog {

/// A field's value in the type of its kind.
using FieldValue = std::variant<units::Capacity, units::HostBytes, units::DataRate, double,
                                units::Duration, units::Decimal, units::Power, units::Temperature,
                                int, std::string, std::vector<std::string>>;

/// The vocabulary's field of that name, or a user's own one.
std::optional<Field> field_named(std::string_view name);

/// Value and unit of a reading (an object that has "value") as text: "14000 MB/s".
std::string value_with_unit(const nlohmann::json& reading);

/// A reading's place in its file and where its problems go.
struct ReadingContext {
    const std::string& pointer;  ///< JSON pointer of the reading
    ProblemList& problems;
};

/// Nothing when the value or its unit is wrong; the problem says what would be right.
std::optional<FieldValue> parse_value(const Field& field, const nlohmann::json& reading,
                                      ReadingContext context);

/// Puts the value into the drive's member of that field; false when it has none.
bool assign(Drive& drive, std::string_view name, const FieldValue& value);

}  // namespace drivewear::catalog
