// A saved state in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "ftl/state.hpp"

namespace drivewear::test {

class MemoryState final : public ftl::StateWriter, public ftl::StateReader {
public:
    void bytes(std::span<const std::byte> data) override {
        const std::size_t end = data_.size();
        data_.resize(end + data.size());
        std::copy(data.begin(), data.end(), data_.begin() + static_cast<std::ptrdiff_t>(end));
    }
    void bytes(std::span<std::byte> data) override {
        if (data.size() > remaining()) throw InputError("the state ends too early");
        std::copy_n(data_.begin() + static_cast<std::ptrdiff_t>(next_), data.size(), data.begin());
        next_ += data.size();
    }
    std::uint64_t remaining() const override { return data_.size() - next_; }
    const std::vector<std::byte>& data() const { return data_; }

private:
    std::vector<std::byte> data_;
    std::size_t next_ = 0;
};

}  // namespace drivewear::test
