#include "drivewear/core/files.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "drivewear/core/errors.hpp"

using namespace drivewear;
namespace fs = std::filesystem;

namespace {

struct TemporaryFolder {
    fs::path path = fs::temp_directory_path() / ("drivewear-files-" + std::to_string(::getpid()));
    TemporaryFolder() { fs::create_directory(path); }
    ~TemporaryFolder() { fs::remove_all(path); }
};

}  // namespace

TEST_CASE("a file comes back byte for byte, NULs included") {
    const TemporaryFolder folder;
    const std::string bytes("a\0b\r\n\xff", 6);
    write_file_atomically(folder.path / "x", bytes);
    CHECK(read_file(folder.path / "x") == bytes);
}

TEST_CASE("a failed write leaves the old file and no rubbish") {
    const TemporaryFolder folder;
    CHECK_THROWS_AS(write_file_atomically(folder.path / "no" / "x", "new"), IoError);
    write_file_atomically(folder.path / "x", "old");
    CHECK_THROWS_AS(read_file(folder.path), IoError);
    const auto entries = std::distance(fs::directory_iterator(folder.path), {});
    CHECK(entries == 1);
}

TEST_CASE("a missing file is an IoError that names it") {
    CHECK_THROWS_WITH_AS(read_file("/nowhere/plan.json"),
                         "/nowhere/plan.json: cannot open: No such file or directory", IoError);
}

TEST_CASE("files without a length are read to their end") {
    CHECK_FALSE(read_file("/proc/self/status").empty());
}
