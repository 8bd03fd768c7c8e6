#include "drivewear/ftl/life.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "ftl/spelling.hpp"

namespace drivewear::ftl {
namespace {

using Shape = CycleLimit::Shape;

constexpr std::array<std::pair<std::string_view, Shape>, 4> shapes{{
    {"fixed", Shape::fixed},
    {"normal", Shape::normal},
    {"lognormal", Shape::lognormal},
    {"weibull", Shape::weibull},
}};

}  // namespace

CycleLimit parse_cycle_limit(std::string_view text) {
    const Spelling spelling(text);
    for (const auto& [name, shape] : shapes) {
        if (name != spelling.name()) continue;
        spelling.expect_at_most(shape == Shape::fixed ? 1 : 2);
        CycleLimit limit{.shape = shape};
        limit.mean_cycles =
            spelling.number<double>(0, {1, 1e9}, "a mean number of cycles, at least 1");
        if (spelling.count() == 2) {
            limit.coefficient_of_variation =
                spelling.number<double>(1, {0, 2}, "a coefficient of variation from 0 to 2");
        }
        return limit;
    }
    spelling.refuse_name("fixed:MEAN, normal:MEAN,CV, lognormal:MEAN,CV or weibull:MEAN,CV");
}

std::string to_text(const CycleLimit& limit) {
    for (const auto& [name, shape] : shapes) {
        if (shape != limit.shape) continue;
        if (shape == Shape::fixed) return fmt::format("{}:{}", name, limit.mean_cycles);
        return fmt::format("{}:{},{}", name, limit.mean_cycles, limit.coefficient_of_variation);
    }
    return {};
}

}  // namespace drivewear::ftl
