// The fields of one log, whatever printed it: JSON members and "name : value" lines become the same
// list, with names reduced to their letters and digits, so that "Bad user nand blocks - Raw",
// "bad_user_nand_blocks_raw" and "Bad User NAND Blocks - Raw" are one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/ingest/health_record.hpp"
#include "ingest/json_reader.hpp"

namespace drivewear::ingest {

/// Lower-case letters and digits of a name; '%' becomes "percent".
std::string plain_name(std::string_view name);

/// One field.
struct LogField {
    std::string name;                  ///< plain
    std::string_view text;             ///< value as printed; empty for JSON numbers
    std::optional<Uint128> count;      ///< whole value, negative 32-bit ones unwrapped
    std::optional<double> number;      ///< value that is no whole number
    std::optional<double> normalized;  ///< companion of vendors' logs, in percent
    bool inexact = false;              ///< printed through a double that cannot hold it
    bool wrapped = false;              ///< printed as a negative 32-bit number
};

/// A log's fields in their order.
class LogFields {
public:
    /// A JSON object's members, with those of objects inside it ("Device stats").
    void add_members(JsonValue object);
    /// A line "name : value" and its like.
    void add_line(std::string_view name, std::string_view value);
    void add(LogField field) { fields_.push_back(std::move(field)); }

    bool empty() const { return fields_.empty(); }
    bool has(std::initializer_list<std::string_view> names) const;
    /// The first field of the first of these names that is there.
    const LogField* find(std::initializer_list<std::string_view> names) const;
    std::optional<Uint128> count(std::initializer_list<std::string_view> names) const;
    std::optional<double> number(std::initializer_list<std::string_view> names) const;
    const std::vector<LogField>& all() const { return fields_; }

private:
    // smartctl gives counters that a double cannot hold again, as KEY_s or KEY_le.
    bool add_wide_copy(std::string_view name, JsonValue value);
    void add_value(std::string_view name, JsonValue value, int depth);
    std::vector<LogField> fields_;
};

/// A field from a JSON number or a string that holds one.
LogField field_of(std::string_view name, JsonValue value);

}  // namespace drivewear::ingest
