#include "ingest/byte_source.hpp"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"

namespace drivewear::ingest {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 17;

class FileBytes final : public ByteSource {
public:
    explicit FileBytes(const std::filesystem::path& path) : file_(path) {
        std::error_code no_size;
        const std::uintmax_t size = std::filesystem::file_size(path, no_size);
        if (!no_size) file_bytes_ = static_cast<double>(size);
    }
    std::size_t read(std::span<char> bytes) override {
        const std::size_t count = file_.read(std::as_writable_bytes(bytes));
        bytes_read_ += static_cast<double>(count);
        return count;
    }
    // A file may grow while it is read.
    double fraction_read() const override {
        return file_bytes_ > 0 ? std::min(1.0, bytes_read_ / file_bytes_) : 0;
    }

private:
    InputFile file_;
    double file_bytes_ = 0;
    double bytes_read_ = 0;
};

class MemoryBytes final : public ByteSource {
public:
    explicit MemoryBytes(std::string_view bytes) : size_(bytes.size()), left_(bytes) {}
    std::size_t read(std::span<char> bytes) override {
        const std::size_t count = std::min(bytes.size(), left_.size());
        std::copy_n(left_.begin(), count, bytes.begin());
        left_.remove_prefix(count);
        return count;
    }
    double fraction_read() const override {
        return size_ > 0 ? 1 - static_cast<double>(left_.size()) / static_cast<double>(size_) : 0;
    }

private:
    std::size_t size_;
    std::string_view left_;
};

/// Another source, of which a piece was read already.
class Pieces {
public:
    Pieces(std::unique_ptr<ByteSource> source, std::vector<char> first_piece)
        : source_(std::move(source)), piece_(std::move(first_piece)), left_(piece_) {
        piece_.resize(piece_bytes);
    }
    /// Bytes not taken yet; empty only at the end.
    std::span<const char> left() {
        if (left_.empty()) left_ = std::span(piece_).first(source_->read(piece_));
        return left_;
    }
    void take(std::size_t count) { left_ = left_.subspan(count); }
    double fraction_read() const { return source_->fraction_read(); }

private:
    std::unique_ptr<ByteSource> source_;
    std::vector<char> piece_;
    std::span<const char> left_;
};

class PlainBytes final : public ByteSource {
public:
    explicit PlainBytes(Pieces pieces) : pieces_(std::move(pieces)) {}
    std::size_t read(std::span<char> bytes) override {
        std::size_t done = 0;
        while (done < bytes.size()) {
            const std::span<const char> left = pieces_.left();
            if (left.empty()) break;
            const std::size_t count = std::min(left.size(), bytes.size() - done);
            std::copy_n(left.begin(), count, bytes.begin() + static_cast<std::ptrdiff_t>(done));
            pieces_.take(count);
            done += count;
        }
        return done;
    }
    double fraction_read() const override { return pieces_.fraction_read(); }

private:
    Pieces pieces_;
};

class GzipBytes final : public ByteSource {
public:
    GzipBytes(Pieces pieces, std::string name)
        : pieces_(std::move(pieces)), name_(std::move(name)) {
        constexpr int window_bits_of_gzip = 15 + 16;
        if (::inflateInit2(&stream_, window_bits_of_gzip) != Z_OK) throw std::bad_alloc();
    }
    ~GzipBytes() override { ::inflateEnd(&stream_); }
    GzipBytes(const GzipBytes&) = delete;
    GzipBytes& operator=(const GzipBytes&) = delete;

    std::size_t read(std::span<char> bytes) override {
        stream_.next_out = reinterpret_cast<Bytef*>(bytes.data());
        stream_.avail_out = static_cast<uInt>(bytes.size());
        while (stream_.avail_out > 0 && !at_end_)
            inflate_some();
        return bytes.size() - stream_.avail_out;
    }
    double fraction_read() const override { return pieces_.fraction_read(); }

private:
    void inflate_some() {
        const std::span<const char> left = pieces_.left();
        if (left.empty()) throw InputError(name_ + ": gzip data cut short");
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left.data()));
        stream_.avail_in = static_cast<uInt>(left.size());
        const int status = ::inflate(&stream_, Z_NO_FLUSH);
        pieces_.take(left.size() - stream_.avail_in);
        if (status == Z_STREAM_END) return begin_next_member();
        if (status != Z_OK && status != Z_BUF_ERROR) {
            throw InputError(name_ + ": damaged gzip data: " +
                             (stream_.msg != nullptr ? stream_.msg : "unknown reason"));
        }
    }
    // What follows a member and is no member is padding, as gzip itself sees it.
    void begin_next_member() {
        constexpr unsigned char first_byte_of_gzip = 0x1f;
        const std::span<const char> left = pieces_.left();
        at_end_ = left.empty() || static_cast<unsigned char>(left[0]) != first_byte_of_gzip;
        ::inflateReset(&stream_);
    }

    Pieces pieces_;
    std::string name_;
    z_stream stream_{};
    bool at_end_ = false;
};

class ZstdBytes final : public ByteSource {
public:
    ZstdBytes(Pieces pieces, std::string name)
        : pieces_(std::move(pieces)), name_(std::move(name)), stream_(::ZSTD_createDStream()) {
        if (stream_ == nullptr) throw std::bad_alloc();
    }
    ~ZstdBytes() override { ::ZSTD_freeDStream(stream_); }
    ZstdBytes(const ZstdBytes&) = delete;
    ZstdBytes& operator=(const ZstdBytes&) = delete;

    std::size_t read(std::span<char> bytes) override {
        ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
        while (out.pos < out.size) {
            const std::span<const char> left = pieces_.left();
            ZSTD_inBuffer in{left.data(), left.size(), 0};
            const std::size_t before = out.pos;
            const std::size_t status = ::ZSTD_decompressStream(stream_, &out, &in);
            if (::ZSTD_isError(status) != 0) {
                throw InputError(name_ + ": damaged zstd data: " + ::ZSTD_getErrorName(status));
            }
            pieces_.take(in.pos);
            if (in.pos > 0 || out.pos > before) {
                in_frame_ = status != 0;
            } else if (left.empty()) {
                if (in_frame_) throw InputError(name_ + ": zstd data cut short");
                break;
            }
        }
        return out.pos;
    }
    double fraction_read() const override { return pieces_.fraction_read(); }

private:
    Pieces pieces_;
    std::string name_;
    ZSTD_DStream* stream_;
    bool in_frame_ = false;
};

bool starts_with(std::span<const char> bytes, std::initializer_list<unsigned char> magic) {
    return bytes.size() >= magic.size() &&
           std::equal(magic.begin(), magic.end(), bytes.begin(),
                      [](unsigned char a, char b) { return a == static_cast<unsigned char>(b); });
}

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source,
                                         const std::string& name) {
    std::vector<char> first(piece_bytes);
    first.resize(source->read(first));
    const bool is_gzip = starts_with(first, {0x1f, 0x8b});
    const bool is_zstd = starts_with(first, {0x28, 0xb5, 0x2f, 0xfd});
    Pieces pieces(std::move(source), std::move(first));
    if (is_gzip) return std::make_unique<GzipBytes>(std::move(pieces), name);
    if (is_zstd) return std::make_unique<ZstdBytes>(std::move(pieces), name);
    return std::make_unique<PlainBytes>(std::move(pieces));
}

}  // namespace

std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& path) {
    return decompressed(std::make_unique<FileBytes>(path), path.string());
}

std::unique_ptr<ByteSource> bytes_in_memory(std::string_view bytes, const std::string& name) {
    return decompressed(std::make_unique<MemoryBytes>(bytes), name);
}

}  // namespace drivewear::ingest
