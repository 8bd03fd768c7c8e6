// How an engine leaves its state in a checkpoint and takes it up again: a plain run of bytes, in
// the machine's own order. Lengths are checked on the way in; the checksum is the file's affair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "drivewear/core/errors.hpp"

namespace drivewear::ftl {

/// Takes the bytes of a state one after another.
class StateWriter {
public:
    virtual ~StateWriter() = default;
    virtual void bytes(std::span<const std::byte> data) = 0;

    template <typename T>
    requires std::is_trivially_copyable_v<T>
    void value(const T& item) { bytes(std::as_bytes(std::span(&item, 1))); }
    /// The length, then the items.
    template <typename Range>
    void list(const Range& items) {
        const std::span span(items);
        value(static_cast<std::uint64_t>(span.size()));
        bytes(std::as_bytes(span));
    }
    /// Whatever it is: one entry for values, lists and what may be absent.
    template <typename T>
    void item(const T& one) {
        value(one);
    }
    template <typename T>
    void item(const std::vector<T>& items) {
        list(items);
    }
    template <typename T>
    void item(const std::optional<T>& maybe) {
        value(maybe.has_value());
        value(maybe.value_or(T{}));
    }
};

/// Gives back what a StateWriter took, in the same order.
class StateReader {
public:
    virtual ~StateReader() = default;
    /// Fills `data` or throws InputError.
    virtual void bytes(std::span<std::byte> data) = 0;
    /// Bytes not read yet.
    virtual std::uint64_t remaining() const = 0;

    template <typename T>
    requires std::is_trivially_copyable_v<T>
    void value(T& item) { bytes(std::as_writable_bytes(std::span(&item, 1))); }
    /// Into a list whose length the engine already knows.
    template <typename Range>
    void fixed_list(Range& items) {
        const std::span span(items);
        std::uint64_t length = 0;
        value(length);
        if (length != span.size()) throw InputError("checkpoint: a table has the wrong length");
        bytes(std::as_writable_bytes(span));
    }
    template <typename T>
    void list(std::vector<T>& items) {
        std::uint64_t length = 0;
        value(length);
        if (length > remaining() / sizeof(T)) {
            throw InputError("checkpoint: a list is longer than the file");
        }
        items.resize(length);
        bytes(std::as_writable_bytes(std::span(items)));
    }
    /// What StateWriter::item took.
    template <typename T>
    void item(T& one) {
        value(one);
    }
    template <typename T>
    void item(std::vector<T>& items) {
        list(items);
    }
    template <typename T>
    void item(std::optional<T>& maybe) {
        bool is_present = false;
        T one{};
        value(is_present);
        value(one);
        maybe = is_present ? std::optional(one) : std::nullopt;
    }
};

}  // namespace drivewear::ftl
