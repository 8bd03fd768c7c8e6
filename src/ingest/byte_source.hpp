// The bytes of a file piece by piece, whether it is stored plain or as .gz or .zst: the first bytes
// decide, not the name.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace drivewear::ingest {

class ByteSource {
public:
    virtual ~ByteSource() = default;
    /// As many bytes as `bytes` holds, fewer only at the end. Throws InputError, naming the source,
    /// for compressed data that is damaged or cut short, and IoError.
    virtual std::size_t read(std::span<char> bytes) = 0;
    /// Share of the stored bytes that have been read, 0 to 1; 0 where their number is not known.
    virtual double fraction_read() const = 0;
};

std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& path);

/// The same over bytes that outlive it; `name` is for messages.
std::unique_ptr<ByteSource> bytes_in_memory(std::string_view bytes, const std::string& name);

}  // namespace drivewear::ingest
