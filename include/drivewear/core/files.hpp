// Whole files in and out. Writing is atomic: a reader sees the old file or the new one, never a
// part of it, and a killed run leaves the old one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace drivewear {

/// The file's bytes. Throws IoError, naming the file and the system's reason.
std::string read_file(const std::filesystem::path& path);

/// Writes to a temporary name beside `path` and renames it over. Throws IoError.
void write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

}  // namespace drivewear
