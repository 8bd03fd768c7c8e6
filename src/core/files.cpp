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

// Deletes the temporary file unless it was renamed into place.
struct Remover {
    std::string path;
    bool armed = true;
    ~Remover() {
        if (armed) ::unlink(path.c_str());
    }
};

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
    const mode_t mode = mode_for_new_file(path);
    std::string temporary = path.string() + ".XXXXXX";
    const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (file.get() < 0) fail(path, "write");
    Remover remover{temporary};
    write_all(file.get(), bytes, path);
    if (::fchmod(file.get(), mode) != 0 || ::fsync(file.get()) != 0) fail(path, "write");
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail(path, "write");
    remover.armed = false;
}

}  // namespace drivewear
