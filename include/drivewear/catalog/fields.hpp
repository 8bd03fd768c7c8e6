// The vocabulary of catalog files: every field name with what kind of value it takes and the units
// that value may be written in. data/schema/catalog-family.schema.json says the same as JSON.
#pragma once

#include <span>
#include <string_view>

namespace drivewear::catalog {

enum class FieldKind {
    bytes,         ///< a capacity, exact
    host_bytes,    ///< written by the host, exact
    data_rate,     ///< bytes a second
    iops,          ///< operations a second
    latency,       ///< of one operation
    hours,         ///< mean time to failure
    years,         ///< warranty
    drive_writes,  ///< drive writes per day
    power,         ///< watts
    temperature,   ///< the only kind that may be zero or negative
    layers,        ///< a whole number
    error_rate,    ///< unrecoverable sectors per bit read
    percent,       ///< of something the field names
    length,        ///< of an edge
    mass,          ///< of the drive
    text,          ///< one text
    texts          ///< a list of texts
};

/// One field that a family or a drive may state.
struct Field {
    std::string_view name;  ///< as in the files: "rand_read_4k"
    FieldKind kind;         ///< what its value is
};

/// Every field, in the order in which a person would read them.
std::span<const Field> vocabulary();

/// The kind's name in the schema's definitions: "data_rate".
std::string_view name_of(FieldKind kind);

/// The units the kind may be written in; empty for texts.
std::span<const std::string_view> units_of(FieldKind kind);

/// Whether a name is a user's own field, which any file may carry as text: it starts with "x_".
bool is_own_field(std::string_view name);

}  // namespace drivewear::catalog
