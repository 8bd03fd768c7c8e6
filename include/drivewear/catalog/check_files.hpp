// Checks catalog files without loading them: everything that is wrong with each, and what their
// datasheets contradict themselves in.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::catalog {

/// What a check of one file found.
struct FileCheck {
    std::string file;                   ///< path as given
    std::vector<std::string> drives;    ///< ids of its drives; empty when it has problems
    std::size_t sources = 0;            ///< documents it lists
    std::vector<Problem> problems;      ///< why it cannot be loaded; empty when it can
    std::vector<std::string> warnings;  ///< "id: where its datasheet contradicts itself"
};

/// Checks each file alone and all together: an id may stand once. Sources may be named that are in
/// `known`, in a file of the list, or in a sources.json beside a file or in the folder above it.
/// Throws IoError for a file that cannot be read.
std::vector<FileCheck> check_files(const std::vector<std::filesystem::path>& files,
                                   const std::map<std::string, Source>& known);

}  // namespace drivewear::catalog
