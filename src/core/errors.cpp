#include "drivewear/core/errors.hpp"

#include <utility>

namespace drivewear {
namespace {

std::string one_line_each(const std::vector<Problem>& problems) {
    std::string lines;
    for (const Problem& problem : problems) {
        if (!lines.empty()) lines += '\n';
        lines += problem.to_string();
    }
    return lines;
}

}  // namespace

ParseError::ParseError(std::string text, std::size_t column, std::string reason)
    : InputError("'" + text + "', column " + std::to_string(column) + ": " + reason),
      text_(std::move(text)),
      column_(column),
      reason_(std::move(reason)) {}

std::string Problem::to_string() const {
    std::string line = file;
    if (!place.empty()) line += (line.empty() ? "" : ": ") + place;
    line += (line.empty() ? "found " : ": found ") + found;
    if (!expected.empty()) line += ", expected " + expected;
    return line;
}

ValidationError::ValidationError(std::vector<Problem> problems)
    : InputError(one_line_each(problems)), problems_(std::move(problems)) {}

}  // namespace drivewear
