// Large tables on huge pages: random touches of gigabytes cost a page walk each otherwise.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace drivewear::ftl {

/// Zeroed memory straight from the system, on huge pages where it gives them. Throws
/// std::bad_alloc.
void* map_huge(std::size_t byte_count);
void unmap_huge(void* memory, std::size_t byte_count) noexcept;

/// A table of fixed length, all zero at first.
template <typename T>
requires std::is_trivially_copyable_v<T>
class HugeArray {
public:
    HugeArray() = default;
    explicit HugeArray(std::size_t length)
        : items_(static_cast<T*>(map_huge(length * sizeof(T)))), length_(length) {}
    ~HugeArray() { unmap_huge(items_, length_ * sizeof(T)); }
    HugeArray(HugeArray&& other) noexcept
        : items_(std::exchange(other.items_, nullptr)), length_(std::exchange(other.length_, 0)) {}
    HugeArray& operator=(HugeArray&& other) noexcept {
        std::swap(items_, other.items_);
        std::swap(length_, other.length_);
        return *this;
    }

    T* data() { return items_; }
    const T* data() const { return items_; }
    std::size_t size() const { return length_; }
    T& operator[](std::size_t index) { return items_[index]; }
    const T& operator[](std::size_t index) const { return items_[index]; }
    T* begin() { return items_; }
    T* end() { return items_ + length_; }
    const T* begin() const { return items_; }
    const T* end() const { return items_ + length_; }

private:
    T* items_ = nullptr;
    std::size_t length_ = 0;
};

}  // namespace drivewear::ftl
