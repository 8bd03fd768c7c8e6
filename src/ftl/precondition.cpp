#include "drivewear/ftl/precondition.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "ftl/spelling.hpp"

namespace drivewear::ftl {
namespace {

using Kind = PreconditionStep::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 4> kinds{{
    {"sequential", Kind::sequential},
    {"random", Kind::random},
    {"scattered", Kind::scattered},
    {"workload", Kind::workload},
}};

PreconditionStep read_step(const Spelling& spelling, bool is_first) {
    for (const auto& [name, kind] : kinds) {
        if (name != spelling.name()) continue;
        if (kind == Kind::scattered && !is_first) {
            spelling.refuse_name("'scattered' as the first step only");
        }
        spelling.expect_at_most(kind == Kind::scattered ? 0 : 1);
        PreconditionStep step{kind, 1};
        if (spelling.count() == 1) {
            step.drive_writes = spelling.number<double>(
                0, {1e-6, 1e6}, "a number of drive writes from 0.000001 to 1000000");
        }
        return step;
    }
    spelling.refuse_name("none, sequential, random, scattered or workload, joined by '+'");
}

}  // namespace

Precondition parse_precondition(std::string_view text) {
    Precondition steps;
    if (text == "none") return steps;
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(text.find('+', begin), text.size());
        steps.push_back(
            read_step(Spelling(text, text.substr(begin, end - begin), begin), steps.empty()));
        if (end == text.size()) return steps;
        begin = end + 1;
    }
}

std::string to_text(const Precondition& precondition) {
    if (precondition.empty()) return "none";
    std::string text;
    for (const PreconditionStep& step : precondition) {
        if (!text.empty()) text += '+';
        for (const auto& [name, kind] : kinds) {
            if (kind == step.kind) text += name;
        }
        if (step.drive_writes != 1) text += fmt::format(":{}", step.drive_writes);
    }
    return text;
}

}  // namespace drivewear::ftl
