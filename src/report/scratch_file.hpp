// A file that a library writes to by name and that disappears again with its owner.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "drivewear/core/errors.hpp"

namespace drivewear::report {

class ScratchFile {
public:
    /// Throws IoError when the folder for temporary files has no room for one.
    ScratchFile() : path_((std::filesystem::temp_directory_path() / "drivewear-XXXXXX").string()) {
        const int descriptor = ::mkstemp(path_.data());
        if (descriptor < 0) throw IoError(path_ + ": cannot make a temporary file");
        ::close(descriptor);
    }
    ~ScratchFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace drivewear::report
