#include "ftl/huge_array.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace drivewear::ftl {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

}  // namespace

void* map_huge(std::size_t byte_count) {
    if (byte_count == 0) return nullptr;
    // A huge page more than needed, so that the table can start on the boundary of one.
    const std::size_t mapped = byte_count < huge_page ? byte_count : byte_count + huge_page;
    void* memory =
        ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    if (byte_count < huge_page) return memory;
    auto* begin = static_cast<std::byte*>(memory);
    const std::size_t past = reinterpret_cast<std::uintptr_t>(begin) % huge_page;
    const std::size_t skipped = past == 0 ? 0 : huge_page - past;
    if (skipped != 0) ::munmap(begin, skipped);
    begin += skipped;
    const std::size_t page = 4096;
    const std::size_t kept = (byte_count + page - 1) / page * page;
    if (const std::size_t rest = mapped - skipped - kept; rest >= page) {
        ::munmap(begin + kept, rest / page * page);
    }
    ::madvise(begin, kept, MADV_HUGEPAGE);  // a wish: without it the table is only slower
    return begin;
}

void unmap_huge(void* memory, std::size_t byte_count) noexcept {
    if (memory != nullptr) ::munmap(memory, byte_count);
}

}  // namespace drivewear::ftl
