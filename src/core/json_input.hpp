// Reading JSON that people wrote: every problem is collected with its JSON pointer, unknown and
// duplicated keys are refused, and a syntax error names its line and column.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivewear/core/errors.hpp"

namespace drivewear {

/// Gathers the problems of one file.
class ProblemList {
public:
    explicit ProblemList(std::string file) : file_(std::move(file)) {}

    void add(std::string place, std::string found, std::string expected);
    bool empty() const { return problems_.empty(); }
    std::size_t size() const { return problems_.size(); }
    /// Throws ValidationError with everything gathered, or does nothing.
    void throw_if_any() const;

private:
    std::string file_;
    std::vector<Problem> problems_;
};

/// Parses one document. Throws ValidationError for bad syntax (line and column), duplicated keys
/// (JSON pointer) and nesting deeper than 64.
nlohmann::json parse_json(std::string_view text, const std::string& file);

/// A short rendering of a value for "found …".
std::string rendered(const nlohmann::json& value);

/// The member of `candidates` nearest to `word` by edit distance, if any is near enough to suggest.
std::optional<std::string> nearest_word(std::string_view word,
                                        const std::vector<std::string>& candidates);

/// Bounds of a number, both inclusive.
struct NumberRange {
    double least;
    double most;
    const char* expected;  ///< in words: "a number above 0"
};

/// Takes the members of one object by name; whatever nobody asked for is an unknown key.
class ObjectReader {
public:
    ObjectReader(const nlohmann::json& object, std::string pointer, ProblemList& problems);

    /// The member, or nullptr when it is absent or null.
    const nlohmann::json* find(const std::string& name);
    std::optional<double> number(const std::string& name, const NumberRange& range);
    std::optional<std::uint64_t> whole_number(const std::string& name, const NumberRange& range);
    std::optional<std::string> text(const std::string& name);
    /// Adds a problem for a member that must be there and is not.
    void require(const std::string& name, const std::string& expected);
    void problem(const std::string& name, std::string found, std::string expected);
    std::string pointer_to(const std::string& name) const { return pointer_ + "/" + name; }
    /// Reports the members that nobody asked for, with the nearest known name.
    void refuse_unknown();

private:
    const nlohmann::json& object_;
    std::string pointer_;
    ProblemList& problems_;
    std::vector<std::string> known_;
};

}  // namespace drivewear
