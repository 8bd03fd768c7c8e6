#include "drivewear/core/memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"

namespace drivewear {
namespace {

// The number that follows `label` in a file of the system; nothing when either is missing.
std::optional<std::uint64_t> number_after(const char* path, std::string_view label) {
    try {
        const std::string text = read_file(path);
        std::size_t begin = text.find(label);
        if (begin == std::string::npos) return std::nullopt;
        begin = text.find_first_not_of(" \t", begin + label.size());
        if (begin == std::string::npos) return std::nullopt;
        std::uint64_t number = 0;
        const auto result = std::from_chars(text.data() + begin, text.data() + text.size(), number);
        return result.ec == std::errc{} ? std::optional(number) : std::nullopt;
    } catch (const IoError&) {
        return std::nullopt;
    }
}

}  // namespace

std::uint64_t available_memory() {
    std::uint64_t available = std::numeric_limits<std::uint64_t>::max();
    if (const auto kibibytes = number_after("/proc/meminfo", "MemAvailable:")) {
        available = *kibibytes * 1024;
    } else {
        const long pages = ::sysconf(_SC_AVPHYS_PAGES);
        const long page_bytes = ::sysconf(_SC_PAGESIZE);
        if (pages > 0 && page_bytes > 0) {
            available = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes);
        }
    }
    const auto limit = number_after("/sys/fs/cgroup/memory.max", "");
    const auto used = number_after("/sys/fs/cgroup/memory.current", "");
    if (limit && used) available = std::min(available, *limit - std::min(*limit, *used));
    return available;
}

}  // namespace drivewear
