// Picks drives of a catalog by what a buyer asks first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "drivewear/catalog/catalog.hpp"

namespace drivewear::catalog {

/// Absent: anything goes. Texts are compared without case.
struct Filter {
    std::optional<std::string> vendor;            ///< the whole name: "Micron"
    std::optional<std::string> family;            ///< a part of the name: "9550"
    std::optional<std::string> tier;              ///< the start of the tier: "mixed"
    std::optional<units::Decimal> min_dwpd;       ///< drives without a DWPD drop out
    std::optional<units::Capacity> min_capacity;  ///< user-addressable bytes
};

/// The drives that pass, in catalog order; they live as long as the catalog.
std::vector<const Drive*> select(const Catalog& catalog, const Filter& filter);

}  // namespace drivewear::catalog
