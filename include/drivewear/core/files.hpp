// Whole files in and out. Writing is atomic: a reader sees the old file or the new one, never a
// part of it, and a killed run leaves the old one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace drivewear {

/// The file's bytes. Throws IoError, naming the file and the system's reason.
std::string read_file(const std::filesystem::path& path);

/// Writes to a temporary name beside `path` and renames it over. Throws IoError.
void write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

/// A file too large to hold in memory, written piece by piece; nothing is seen of it before
/// `commit`. Every function throws IoError.
class AtomicFile {
public:
    explicit AtomicFile(std::filesystem::path path);
    /// Deletes what was written unless it was committed.
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::span<const std::byte> bytes);
    /// Renames the file into place.
    void commit();

private:
    std::filesystem::path path_;
    std::string temporary_;  // empty once committed
    int descriptor_;
};

/// A file read piece by piece. Every function throws IoError.
class InputFile {
public:
    explicit InputFile(std::filesystem::path path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::uint64_t size_bytes() const { return size_bytes_; }
    /// The next bytes; as many as `bytes` holds, or the file ends first.
    std::size_t read(std::span<std::byte> bytes);
    /// From the start again.
    void rewind();

private:
    std::filesystem::path path_;
    int descriptor_;
    std::uint64_t size_bytes_;
};

}  // namespace drivewear
