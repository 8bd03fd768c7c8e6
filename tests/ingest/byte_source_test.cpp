#include "ingest/byte_source.hpp"

#include <doctest/doctest.h>
#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "drivewear/core/errors.hpp"
#include "support/throws.hpp"

namespace drivewear::ingest {
namespace {

std::string gzipped(const std::string& text) {
    std::string packed(compressBound(text.size()) + 64, '\0');
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return packed;
}

std::string zstd_packed(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return packed;
}

// Read in pieces of an awkward length.
std::string all_of(ByteSource& source) {
    std::string text;
    std::string piece(977, '\0');
    for (;;) {
        const std::size_t count = source.read(piece);
        text.append(piece, 0, count);
        if (count < piece.size()) return text;
    }
}

std::string unpacked(const std::string& bytes) {
    return all_of(*bytes_in_memory(bytes, "t.bin"));
}

std::string long_text() {
    std::string text;
    for (int i = 0; i < 100'000; ++i)
        text += std::to_string(i * 7919) + '\n';
    return text;
}

}  // namespace

TEST_CASE("plain, gzip and zstd give the same bytes, whatever the piece") {
    const std::string text = long_text();
    CHECK(unpacked(text) == text);
    CHECK(unpacked(gzipped(text)) == text);
    CHECK(unpacked(zstd_packed(text)) == text);
    CHECK(unpacked("").empty());
    CHECK(unpacked(gzipped("")).empty());
    CHECK(unpacked(zstd_packed("")).empty());
    CHECK(unpacked("\x1f") == "\x1f");
}

TEST_CASE("several members or frames follow one another, and padding ends a gzip file") {
    CHECK(unpacked(gzipped("one\n") + gzipped("") + gzipped("two\n")) == "one\ntwo\n");
    CHECK(unpacked(gzipped("one\n") + std::string(512, '\0')) == "one\n");
    CHECK(unpacked(zstd_packed("one\n") + zstd_packed("two\n")) == "one\ntwo\n");
}

TEST_CASE("damaged and cut compressed data is refused by name") {
    const std::string text = long_text();
    const auto refusal = [](const std::string& bytes) {
        return test::message_of([&] { unpacked(bytes); });
    };
    const std::string gzip = gzipped(text);
    CHECK(refusal(gzip.substr(0, gzip.size() / 2)) == "t.bin: gzip data cut short");
    std::string damaged = gzip;
    damaged[damaged.size() / 2] ^= 0x55;
    CHECK(refusal(damaged).starts_with("t.bin: damaged gzip data"));
    const std::string zstd = zstd_packed(text);
    CHECK(refusal(zstd.substr(0, zstd.size() / 2)) == "t.bin: zstd data cut short");
    damaged = zstd;
    damaged[4] ^= 0x7f;
    CHECK(refusal(damaged).starts_with("t.bin: "));
}

TEST_CASE("files are read by content, not by name") {
    const auto path = std::filesystem::temp_directory_path() / "drivewear_byte_source_test.csv";
    std::ofstream(path, std::ios::binary) << gzipped("1,2\n");
    CHECK(all_of(*open_bytes(path)) == "1,2\n");
    std::filesystem::remove(path);
    CHECK_THROWS_AS(open_bytes(path), IoError);
}

}  // namespace drivewear::ingest
