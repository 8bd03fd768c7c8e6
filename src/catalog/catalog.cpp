#include "drivewear/catalog/catalog.hpp"

#include <algorithm>

#include "catalog/family_file.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"

namespace drivewear::catalog {
namespace {

std::vector<NamedText> files_of(const std::filesystem::path& folder) {
    std::error_code failure;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
        if (entry.path().extension() == ".json") paths.push_back(entry.path());
    }
    if (failure) throw IoError(folder.string() + ": cannot read the catalog: " + failure.message());
    std::sort(paths.begin(), paths.end());
    // The built-in sources lie beside the folder; a user's lie in it, as any other file.
    const auto sources = folder.parent_path() / "sources.json";
    if (std::filesystem::exists(sources)) paths.insert(paths.begin(), sources);
    std::vector<NamedText> files;
    for (const auto& path : paths)
        files.emplace_back(path.string(), read_file(path));
    return files;
}

// FNV-1a (Fowler, Noll, Vo), 64 bits: enough to tell two states of a catalog apart.
std::uint64_t fingerprint_of(std::string_view text, std::uint64_t hash) {
    for (const unsigned char c : text)
        hash = (hash ^ c) * 0x100000001b3ULL;
    return hash;
}

}  // namespace

// Puts the drives of many files into one list in which each id stands once.
class Catalog::Builder {
public:
    void add(const NamedText& file) {
        catalog_.fingerprint_ = fingerprint_of(file.second, catalog_.fingerprint_);
        ++catalog_.file_count_;
        FileContents contents;
        try {
            contents = read_catalog_file(file);
        } catch (const ValidationError& error) {
            problems_.insert(problems_.end(), error.problems().begin(), error.problems().end());
            return;
        }
        catalog_.sources_.merge(contents.sources);
        for (SourceUse& use : contents.source_uses)
            source_uses_.emplace_back(file.first, std::move(use));
        for (Drive& drive : contents.drives)
            add(std::move(drive), file.first);
    }

    Catalog finish() {
        check_sources();
        if (!problems_.empty()) throw ValidationError(std::move(problems_));
        return std::move(catalog_);
    }

private:
    void add(Drive drive, const std::filesystem::path& file) {
        const auto [place, is_new] =
            place_of_.try_emplace(drive.id, Place{catalog_.drives_.size(), file});
        if (is_new) {
            catalog_.drives_.push_back(std::move(drive));
            return;
        }
        const std::filesystem::path earlier = place->second.file;
        if (earlier.parent_path() == file.parent_path()) {
            problems_.push_back(repeated_id(file.string(), drive.id, earlier.string()));
            return;
        }
        catalog_.notices_.push_back("drive " + drive.id + ": " + file.string() + " replaces " +
                                    earlier.string());
        place->second.file = file;
        catalog_.drives_[place->second.index] = std::move(drive);
    }

    void check_sources() {
        for (const auto& [file, use] : source_uses_) {
            if (use.source.empty() || catalog_.sources_.contains(use.source)) continue;
            problems_.push_back(unknown_source(file, use));
        }
    }

    struct Place {
        std::size_t index;
        std::filesystem::path file;
    };

    Catalog catalog_;
    std::map<std::string, Place> place_of_;
    std::vector<std::pair<std::string, SourceUse>> source_uses_;
    std::vector<Problem> problems_;
};

Catalog Catalog::load(const std::vector<std::filesystem::path>& folders) {
    Builder builder;
    for (const auto& folder : folders) {
        for (const NamedText& file : files_of(folder))
            builder.add(file);
    }
    return builder.finish();
}

Catalog Catalog::from_texts(const std::vector<std::pair<std::string, std::string>>& files) {
    Builder builder;
    for (const NamedText& file : files)
        builder.add(file);
    return builder.finish();
}

}  // namespace drivewear::catalog
