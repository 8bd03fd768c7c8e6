#include "drivewear/catalog/check_files.hpp"

#include <set>

#include "catalog/family_file.hpp"
#include "drivewear/core/files.hpp"

namespace drivewear::catalog {
namespace {

class Checker {
public:
    explicit Checker(const std::map<std::string, Source>& known) {
        for (const auto& [id, source] : known)
            sources_.insert(id);
    }

    void add(const std::filesystem::path& path) {
        add_sources_near(path.parent_path());
        checks_.emplace_back().file = path.string();
        uses_.emplace_back();
        FileCheck& check = checks_.back();
        try {
            FileContents contents = read_catalog_file({path.string(), read_file(path)});
            take(contents, check);
            uses_.back() = std::move(contents.source_uses);
        } catch (const ValidationError& error) {
            check.problems = error.problems();
        }
    }

    std::vector<FileCheck> finish() {
        for (std::size_t i = 0; i < checks_.size(); ++i) {
            for (const SourceUse& use : uses_[i]) {
                if (sources_.contains(use.source)) continue;
                checks_[i].problems.push_back(unknown_source(checks_[i].file, use));
            }
            if (!checks_[i].problems.empty()) checks_[i].drives.clear();
        }
        return std::move(checks_);
    }

private:
    void take(const FileContents& contents, FileCheck& check) {
        check.sources = contents.sources.size();
        for (const auto& [id, source] : contents.sources)
            sources_.insert(id);
        for (const Drive& drive : contents.drives) {
            check.drives.push_back(drive.id);
            for (const std::string& warning : drive.warnings)
                check.warnings.push_back(drive.id + ": " + warning);
            const auto [place, is_new] = file_of_.try_emplace(drive.id, check.file);
            if (!is_new) check.problems.push_back(repeated_id(check.file, drive.id, place->second));
        }
    }

    void add_sources_near(const std::filesystem::path& folder) {
        if (!folders_.insert(folder).second) return;
        for (const auto& path : {folder / "sources.json", folder / ".." / "sources.json"}) {
            if (!std::filesystem::exists(path)) continue;
            try {
                for (const auto& [id, source] :
                     read_catalog_file({path.string(), read_file(path)}).sources)
                    sources_.insert(id);
            } catch (const ValidationError&) {
                // Its problems are not this file's; they show when it is checked itself.
            }
        }
    }

    std::set<std::string> sources_;
    std::set<std::filesystem::path> folders_;
    std::map<std::string, std::string> file_of_;
    std::vector<FileCheck> checks_;
    std::vector<std::vector<SourceUse>> uses_;
};

}  // namespace

std::vector<FileCheck> check_files(const std::vector<std::filesystem::path>& files,
                                   const std::map<std::string, Source>& known) {
    Checker checker(known);
    for (const auto& file : files)
        checker.add(file);
    return checker.finish();
}

}  // namespace drivewear::catalog
