// Validation collects every problem; this throws them all at once.
#pragma once

#include <string>
#include <vector>

#include "drivewear/core/errors.hpp"

namespace drivewear::ftl {

/// Throws DomainError with one line for each problem, if there is any.
inline void throw_if_any(const std::vector<std::string>& problems) {
    if (problems.empty()) return;
    std::string lines;
    for (const std::string& problem : problems) {
        if (!lines.empty()) lines += '\n';
        lines += problem;
    }
    throw DomainError(lines);
}

}  // namespace drivewear::ftl
