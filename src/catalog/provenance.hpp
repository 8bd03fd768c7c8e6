// The part of a catalog value that says where it comes from.
#pragma once

#include <string>

#include "core/json_input.hpp"
#include "drivewear/catalog/drive.hpp"

namespace drivewear::catalog {

/// The reading that counts; null when the value had problems.
struct ChosenReading {
    const nlohmann::json* object = nullptr;  ///< holds value and unit
    std::string pointer;                     ///< its JSON pointer
};

/// Reads status, readings and reason of one value object. Problems go to `problems`.
ChosenReading read_provenance(const nlohmann::json& object, const std::string& pointer,
                              std::pair<Provenance&, ProblemList&> into);

/// Value and unit of a reading as text: "14000 MB/s".
std::string value_with_unit(const nlohmann::json& reading);

}  // namespace drivewear::catalog
