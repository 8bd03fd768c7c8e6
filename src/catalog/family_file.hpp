// Reads one file of a catalog: a family of drives, or the list of sources.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/core/errors.hpp"

namespace drivewear::catalog {

/// A file's name and its text.
using NamedText = std::pair<std::string, std::string>;

/// A place of a file that names a source.
struct SourceUse {
    std::string pointer;  ///< JSON pointer of the value
    std::string source;   ///< the id it names
};

/// What one file held.
struct FileContents {
    std::vector<Drive> drives;
    std::map<std::string, Source> sources;
    std::vector<SourceUse> source_uses;  ///< whether they exist shows when all files are read
};

/// The problems that only show when several files are read.
Problem unknown_source(const std::string& file, const SourceUse& use);
Problem repeated_id(const std::string& file, const std::string& id, const std::string& other_file);

/// Throws ValidationError with every problem of the file.
FileContents read_catalog_file(const NamedText& file);

}  // namespace drivewear::catalog
