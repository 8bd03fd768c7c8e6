#include "drivewear/core/data_directory.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "drivewear/core/errors.hpp"

namespace drivewear {
namespace {

std::filesystem::path module_directory() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&data_directory), &info) == 0) return {};
    std::error_code ignored;
    // A program started through PATH has a bare name here: ask the kernel for the file instead.
    std::filesystem::path module = info.dli_fname;
    if (!module.has_parent_path()) module = "/proc/self/exe";
    return std::filesystem::canonical(module, ignored).parent_path();
}

}  // namespace

std::filesystem::path data_directory() {
    std::vector<std::filesystem::path> places;
    if (const char* chosen = std::getenv("DRIVEWEAR_DATA")) {
        places.emplace_back(chosen);
    } else {
        const auto module = module_directory();
        places = {module / "data", module / "../share/drivewear", DRIVEWEAR_SOURCE_DATA};
    }
    std::string tried;
    for (const auto& place : places) {
        std::error_code ignored;
        if (std::filesystem::is_directory(place / "catalog", ignored)) {
            return place.lexically_normal();
        }
        tried += (tried.empty() ? "" : ", ") + place.string();
    }
    throw IoError("no drivewear data found in " + tried +
                  "; set DRIVEWEAR_DATA to the folder that holds 'catalog'");
}

}  // namespace drivewear
