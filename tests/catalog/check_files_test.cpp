#include "drivewear/catalog/check_files.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>

#include "drivewear/core/files.hpp"

using namespace drivewear;
using namespace drivewear::catalog;

namespace {

// A folder that goes with the test.
class Folder {
public:
    Folder()
        : path_(std::filesystem::temp_directory_path() /
                ("drivewear-check-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::filesystem::path add(const std::string& name, const std::string& text) const {
        write_file_atomically(path_ / name, text);
        return path_ / name;
    }

private:
    std::filesystem::path path_;
};

std::string family_of(const std::string& id, const std::string& source) {
    return R"({"schema": "drivewear.catalog-family/1", "vendor": "V", "family": "F",
               "drives": [{"id": ")" +
           id + R"(", "model": "A", "fields": {
               "dwpd": {"value": 3, "unit": "DWPD", "source": ")" +
           source + R"("},
               "capacity": {"value": 1, "unit": "TB", "source": ")" +
           source + R"("}}}]})";
}

const char* const list = R"({"schema": "drivewear.sources/1", "sources": {"s": {"title": "S"}}})";

}  // namespace

TEST_CASE("a good file has its drives and warnings; sources beside it count") {
    const Folder folder;
    folder.add("sources.json", list);
    const auto checks = check_files({folder.add("a.json", family_of("a", "s"))}, {});
    REQUIRE(checks.size() == 1);
    CHECK(checks[0].problems.empty());
    CHECK(checks[0].drives == std::vector<std::string>{"a"});
    CHECK(checks[0].warnings ==
          std::vector<std::string>{"a: the workload behind the endurance rating is not stated"});
}

TEST_CASE("sources may be known already, or come with another file of the list") {
    const Folder folder;
    const auto file = folder.add("a.json", family_of("a", "s"));
    CHECK(check_files({file}, {})[0].problems.size() == 2);
    CHECK(check_files({file}, {{"s", Source{}}})[0].problems.empty());
    const auto both = check_files({file, folder.add("list.json", list)}, {});
    CHECK(both[0].problems.empty());
    CHECK(both[1].sources == 1);
}

TEST_CASE("every file's problems come, and an id that two files have") {
    const Folder folder;
    folder.add("sources.json", list);
    const auto good = folder.add("good.json", family_of("a", "s"));
    const auto twice = folder.add("twice.json", family_of("a", "s"));
    const auto bad = folder.add("bad.json", R"({"schema": "drivewear.catalog-family/1",)");
    const auto checks = check_files({bad, good, twice}, {});
    REQUIRE(checks[0].problems.size() == 1);
    CHECK(checks[0].problems[0].place == "line 1, column 41");
    CHECK(checks[1].problems.empty());
    REQUIRE(checks[2].problems.size() == 1);
    CHECK(checks[2].problems[0].found == "an id that " + good.string() + " has too");
    CHECK(checks[2].drives.empty());
}

TEST_CASE("a file that is not there is not a problem of data") {
    CHECK_THROWS_AS(check_files({"no-such-file.json"}, {}), IoError);
}
