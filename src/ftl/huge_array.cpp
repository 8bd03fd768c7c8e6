#include "ftl/huge_array.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace drivewear::ftl {
namespace {

constexpr std::size_t small_page = 4096;
constexpr std::size_t huge_page = std::size_t{2} << 20;

// What is mapped for a table: whole huge pages, unless most of one would be wasted.
std::size_t mapped_bytes(std::size_t byte_count) {
    const std::size_t page = byte_count < huge_page / 8 ? small_page : huge_page;
    return (byte_count + page - 1) / page * page;
}

}  // namespace

void* map_huge(std::size_t byte_count) {
    if (byte_count == 0) return nullptr;
    const std::size_t wanted = mapped_bytes(byte_count);
    // A huge page more than needed, so that the table can start on the boundary of one.
    const std::size_t mapped = wanted + huge_page;
    void* memory =
        ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    auto* begin = static_cast<std::byte*>(memory);
    const std::size_t skipped =
        (huge_page - reinterpret_cast<std::uintptr_t>(begin) % huge_page) % huge_page;
    if (skipped != 0) ::munmap(begin, skipped);
    begin += skipped;
    ::munmap(begin + wanted, mapped - skipped - wanted);
    ::madvise(begin, wanted, MADV_HUGEPAGE);  // a wish: without it the table is only slower
    return begin;
}

void unmap_huge(void* memory, std::size_t byte_count) noexcept {
    if (memory != nullptr) ::munmap(memory, mapped_bytes(byte_count));
}

}  // namespace drivewear::ftl
