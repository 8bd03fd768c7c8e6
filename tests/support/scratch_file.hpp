// A file that a test writes and leaves nothing of.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace drivewear::test {

class ScratchFile {
public:
    explicit ScratchFile(std::string_view text, const std::string& suffix = ".csv")
        : path_(std::filesystem::temp_directory_path() /
                ("drivewear-test-" + std::to_string(::getpid()) + suffix)) {
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~ScratchFile() { std::filesystem::remove(path_); }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

}  // namespace drivewear::test
