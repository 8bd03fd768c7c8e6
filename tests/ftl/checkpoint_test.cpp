#include "ftl/checkpoint.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "drivewear/core/files.hpp"

using namespace drivewear;
using namespace drivewear::ftl;
namespace fs = std::filesystem;

namespace {

struct TemporaryFile {
    fs::path path =
        fs::temp_directory_path() / ("drivewear-checkpoint-" + std::to_string(::getpid()));
    ~TemporaryFile() { fs::remove(path); }
};

void save_numbers(const fs::path& path, const std::vector<std::uint32_t>& numbers) {
    write_checkpoint(path, "a=1\nb=2\n", [&numbers](StateWriter& state) {
        state.value(std::uint64_t{42});
        state.list(std::vector<std::uint8_t>{});  // empty lists must not disturb the checksum
        state.list(numbers);
    });
}

}  // namespace

TEST_CASE("a state comes back, small values and large tables alike") {
    const TemporaryFile file;
    std::vector<std::uint32_t> numbers(1'000'003);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<std::uint32_t>(i * i);
    save_numbers(file.path, numbers);
    bool is_loaded = false;
    read_checkpoint(file.path, "a=1\nb=2\n", [&](StateReader& state) {
        std::uint64_t value = 0;
        state.value(value);
        CHECK(value == 42);
        std::vector<std::uint8_t> empty(3);
        state.list(empty);
        CHECK(empty.empty());
        std::vector<std::uint32_t> found(numbers.size());
        state.fixed_list(found);
        CHECK(found == numbers);
        CHECK(state.remaining() == 0);
        CHECK_THROWS_AS(state.value(value), InputError);
        is_loaded = true;
    });
    CHECK(is_loaded);
}

TEST_CASE("every flipped bit and every cut is found before anything is loaded") {
    const TemporaryFile file;
    save_numbers(file.path, {1, 2, 3});
    const std::string good = read_file(file.path);
    const auto refuse = [&file](const std::string& bytes) {
        write_file_atomically(file.path, bytes);
        CHECK_THROWS_AS(read_checkpoint(file.path, "a=1\nb=2\n",
                                        [](StateReader&) { FAIL("a damaged file was loaded"); }),
                        InputError);
    };
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string damaged = good;
        damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
        refuse(damaged);
        refuse(good.substr(0, i));
    }
    refuse(good + '\0');
}

TEST_CASE("a checkpoint of another request says what differs") {
    const TemporaryFile file;
    save_numbers(file.path, {1});
    CHECK_THROWS_WITH_AS(
        read_checkpoint(file.path, "a=1\nb=3\n", [](StateReader&) { FAIL("loaded"); }),
        (file.path.string() + ": checkpoint of another run: it has b=2, expected b=3").c_str(),
        InputError);
}

TEST_CASE("a list longer than the file is refused without taking memory for it") {
    const TemporaryFile file;
    write_checkpoint(file.path, "", [](StateWriter& state) { state.value(~std::uint64_t{0}); });
    read_checkpoint(file.path, "", [](StateReader& state) {
        std::vector<std::uint64_t> list;
        CHECK_THROWS_AS(state.list(list), InputError);
    });
}

TEST_CASE("everything that decides a result is part of the request") {
    SimulationOptions options;
    options.geometry = geometry_from_spare_factor({});
    const std::string text = request_text(options, EngineKind::page);
    const auto differs = [&text](const SimulationOptions& other) {
        return request_text(other, EngineKind::page) != text;
    };
    CHECK(request_text(options, EngineKind::epoch) != text);
    SimulationOptions other = options;
    other.threads = 7;
    other.memory_bytes = 1;
    CHECK_FALSE(differs(other));
    other.seed = 2;
    CHECK(differs(other));
    other = options;
    other.policy = Fifo{};
    CHECK(differs(other));
    other = options;
    other.workload = workload::parse("hotcold:f=0.1,r=0.9");
    CHECK(differs(other));
    other = options;
    other.life = Life{};
    CHECK(differs(other));
    other = options;
    other.warm_up_drive_writes = 0;
    CHECK(differs(other));
    other = options;
    other.geometry.rain_data_pages = 15;
    CHECK(differs(other));
    other = options;
    other.trace = workload::trace_in_memory({workload::PageRequest::write(0, 1)});
    CHECK(differs(other));
}
