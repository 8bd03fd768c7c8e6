#include "drivewear/core/files.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <vector>

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

TEST_CASE("a file written in pieces is seen only when it is whole") {
    const TemporaryFolder folder;
    const std::string bytes = "abcdef";
    const auto piece = std::as_bytes(std::span(bytes));
    {
        AtomicFile abandoned(folder.path / "x");
        abandoned.write(piece);
    }
    CHECK(fs::is_empty(folder.path));
    AtomicFile file(folder.path / "x");
    file.write(piece.first(4));
    CHECK_FALSE(fs::exists(folder.path / "x"));
    file.write(piece.subspan(4));
    file.commit();
    InputFile input(folder.path / "x");
    CHECK(input.size_bytes() == 6);
    std::vector<std::byte> read(10);
    CHECK(input.read(std::span(read).first(4)) == 4);
    CHECK(input.read(read) == 2);
    input.rewind();
    REQUIRE(input.read(read) == 6);
    CHECK(std::equal(piece.begin(), piece.end(), read.begin()));
    CHECK_THROWS_AS(InputFile(folder.path), IoError);
}
