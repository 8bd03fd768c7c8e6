// Names are compared without case; they are ASCII.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace drivewear::catalog {

inline std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

}  // namespace drivewear::catalog
