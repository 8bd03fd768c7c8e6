#include "drivewear/core/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "drivewear/core/errors.hpp"

namespace drivewear {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* action) {
    throw IoError(path.string() + ": cannot " + action + ": " + std::strerror(errno));
}

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return number_; }

private:
    int number_;
};

void write_all(int descriptor, std::string_view bytes, const std::filesystem::path& path) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            fail(path, "write");
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

mode_t mode_for_new_file(const std::filesystem::path& path) {
    struct stat existing {};
    if (::stat(path.c_str(), &existing) == 0) return existing.st_mode & 07777;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) fail(path, "open");
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) fail(path, "read");
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        fail(path, "read");
    }
    std::string bytes;
    bytes.resize(static_cast<std::size_t>(status.st_size));
    std::size_t length = 0;
    for (;;) {
        // Pipes and /proc files report no length: grow until the end is seen.
        if (length == bytes.size()) bytes.resize(bytes.size() + 65536);
        const ssize_t got = ::read(file.get(), bytes.data() + length, bytes.size() - length);
        if (got < 0) {
            if (errno == EINTR) continue;
            fail(path, "read");
        }
        if (got == 0) break;
        length += static_cast<std::size_t>(got);
    }
    bytes.resize(length);
    return bytes;
}

void write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
    // A device or pipe (/dev/stdout) cannot be replaced by a rename: write straight to it.
    struct stat existing {};
    if (::stat(path.c_str(), &existing) == 0 && !S_ISREG(existing.st_mode)) {
        const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        if (file.get() < 0) fail(path, "write");
        write_all(file.get(), bytes, path);
        return;
    }
    AtomicFile file(path);
    file.write(std::as_bytes(std::span(bytes)));
    file.commit();
}

AtomicFile::AtomicFile(std::filesystem::path path)
    : path_(std::move(path)), temporary_(path_.string() + ".XXXXXX") {
    descriptor_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail(path_, "write");
}

AtomicFile::~AtomicFile() {
    ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    write_all(descriptor_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path_);
}

void AtomicFile::commit() {
    const mode_t mode = mode_for_new_file(path_);
    if (::fchmod(descriptor_, mode) != 0 || ::fsync(descriptor_) != 0) fail(path_, "write");
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, "write");
    temporary_.clear();
}

InputFile::InputFile(std::filesystem::path path)
    : path_(std::move(path)), descriptor_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) fail(path_, "open");
    struct stat status {};
    const bool is_known = ::fstat(descriptor_, &status) == 0;
    if (!is_known || S_ISDIR(status.st_mode)) {
        if (is_known) errno = EISDIR;
        const int reason = errno;
        ::close(descriptor_);
        errno = reason;
        fail(path_, "read");
    }
    size_bytes_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() {
    ::close(descriptor_);
}

std::size_t InputFile::read(std::span<std::byte> bytes) {
    std::size_t length = 0;
    while (length < bytes.size()) {
        const ssize_t got = ::read(descriptor_, bytes.data() + length, bytes.size() - length);
        if (got < 0) {
            if (errno == EINTR) continue;
            fail(path_, "read");
        }
        if (got == 0) break;
        length += static_cast<std::size_t>(got);
    }
    return length;
}

void InputFile::rewind() {
    if (::lseek(descriptor_, 0, SEEK_SET) < 0) fail(path_, "read");
}

}  // namespace drivewear
