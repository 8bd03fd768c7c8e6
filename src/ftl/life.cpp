#include "drivewear/ftl/life.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
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

std::uint64_t host_pages_in(const Geometry& geometry, const ServiceTime& service) {
    const double drive_writes = service.days * service.drive_writes_per_day;
    const double pages = drive_writes * static_cast<double>(geometry.usable_pages);
    constexpr double most_pages = 1e18;
    if (!(pages >= 1 && pages <= most_pages)) {
        throw DomainError(
            fmt::format("{} drive writes of {} pages: expected 1 to 10^18 pages in all",
                        drive_writes, geometry.usable_pages));
    }
    return static_cast<std::uint64_t>(std::llround(pages));
}

}  // namespace drivewear::ftl
