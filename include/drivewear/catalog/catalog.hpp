// The catalog: families of drives read from JSON files, checked as a whole, looked up by name.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "drivewear/catalog/drive.hpp"

namespace drivewear::catalog {

/// A document that values come from.
struct Source {
    std::string id;  ///< what readings refer to
    std::string title;
    std::string publisher;
    std::string language;  ///< ISO 639-1
    std::string kind;      ///< "review", "datasheet", "brief", "press", ...
    std::string url;       ///< may be empty
    std::string trust;     ///< "A", "B" or "C"
    std::string why;       ///< why no more and no less
    std::string note;      ///< may be empty
};

/// Drives by id, in the order of their files.
class Catalog {
public:
    /// Reads every *.json of the folders' catalog files, in file name order; `folders[0]` is
    /// usually data_directory() / "catalog". A later folder's drive replaces an earlier one of the
    /// same id and says so in `notices()`. Throws ValidationError with every problem of every file.
    static Catalog load(const std::vector<std::filesystem::path>& folders);
    /// The same from texts, for tests and for data that is not in files: (name, JSON) pairs.
    static Catalog from_texts(const std::vector<std::pair<std::string, std::string>>& files);

    const std::vector<Drive>& drives() const noexcept { return drives_; }
    const std::map<std::string, Source>& sources() const noexcept { return sources_; }
    const std::vector<std::string>& notices() const noexcept { return notices_; }

    /// Files read, and a hash of their texts in that order.
    std::size_t file_count() const noexcept { return file_count_; }
    std::uint64_t fingerprint() const noexcept { return fingerprint_; }

    /// By id, model or part number, else by a loose name whose words all occur in the drive's
    /// names ("9550 max 12.8"). Throws UnknownName listing the nearest when none or several fit.
    const Drive& find(std::string_view name) const;

private:
    class Builder;

    std::vector<Drive> drives_;
    std::map<std::string, Source> sources_;
    std::vector<std::string> notices_;
    std::size_t file_count_ = 0;
    std::uint64_t fingerprint_ = 0xcbf29ce484222325ULL;
};

}  // namespace drivewear::catalog
