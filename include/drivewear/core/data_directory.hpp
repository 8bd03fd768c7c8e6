// Where the data that ships with the library lies: the catalog, schemas, presets and tables.
#pragma once

#include <filesystem>

namespace drivewear {

/// In this order: the environment variable DRIVEWEAR_DATA; `data` beside the module that holds
/// this code (a Python package); `../share/drivewear` relative to it (an installation); the source
/// tree it was built from. Throws IoError, naming the places tried, when none is there.
std::filesystem::path data_directory();

}  // namespace drivewear
