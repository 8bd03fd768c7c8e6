// The part of a catalog value that says where it comes from.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/json_input.hpp"
#include "drivewear/catalog/drive.hpp"

namespace drivewear::catalog {

/// A reading's JSON object and where it stands.
struct ReadingPlace {
    const nlohmann::json* object;  ///< holds value and unit
    std::string pointer;           ///< its JSON pointer
};

/// Reads status, readings, corroborations and reason of one value object, and gives the places of
/// its readings, the chosen one first; none when nothing could be chosen. Problems go to the list.
std::vector<ReadingPlace> read_provenance(const nlohmann::json& object, const std::string& pointer,
                                          std::pair<Provenance&, ProblemList&> into);

}  // namespace drivewear::catalog
