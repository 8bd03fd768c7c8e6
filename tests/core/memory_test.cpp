#include "drivewear/core/memory.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

using namespace drivewear;

TEST_CASE("available memory lies between what a test needs and what the machine has") {
    const auto installed = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                           static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    CHECK(available_memory() > (std::uint64_t{1} << 20));
    CHECK(available_memory() <= installed);
}
