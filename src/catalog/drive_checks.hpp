// What must hold within one drive, and what is filled in where its file is silent.
#pragma once

#include <string>

#include "core/json_input.hpp"
#include "drivewear/catalog/drive.hpp"

namespace drivewear::catalog {

/// Adds a problem for each contradiction that no datasheet can mean: an id that ends in another
/// capacity, raw flash below the capacity, temperatures the wrong way round. `pointer` is the
/// drive's.
void check_drive(const Drive& drive, const std::string& pointer, ProblemList& problems);

/// Where no source states the raw flash: the next power of two, in TiB for drives above half a
/// TiB, as flash dies hold powers of two. Marked as inferred.
void infer_raw_capacity(Drive& drive);

}  // namespace drivewear::catalog
