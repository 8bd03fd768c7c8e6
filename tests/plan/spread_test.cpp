#include "drivewear/plan/spread.hpp"

#include <doctest/doctest.h>

#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "drivewear/core/errors.hpp"
#include "drivewear/plan/plan.hpp"
#include "plan/normal_quantile.hpp"

using namespace drivewear;
using namespace drivewear::plan;
using Shape = Spread::Shape;

namespace {

std::string plan_with(const std::string& uncertainty) {
    return R"({"schema": "drivewear.plan/1", "drive": "x", "drives": 1, "service_years": 5,
               "writes": {"application_tb_per_day": 1}, "uncertainty": )" +
           uncertainty + "}";
}

}  // namespace

TEST_CASE("normal quantiles against Boost's") {
    const boost::math::normal standard;
    for (double p = 1e-11; p < 1; p = p < 0.01 ? p * 3 : p + 0.007) {
        CHECK(as241::normal_quantile(p) ==
              doctest::Approx(boost::math::quantile(standard, p)).epsilon(1e-14));
    }
    CHECK(as241::normal_quantile(0.975) == doctest::Approx(1.959963984540054).epsilon(1e-14));
    CHECK(as241::normal_quantile(0) == as241::normal_quantile(1e-11));
}

TEST_CASE("low and high are what they say for each shape") {
    for (const Shape shape : {Shape::normal, Shape::lognormal}) {
        const Spread spread{shape, 0.8, 1.3, 1};
        CHECK(quantile(spread, 0.05) == doctest::Approx(0.8).epsilon(1e-13));
        CHECK(quantile(spread, 0.95) == doctest::Approx(1.3).epsilon(1e-13));
    }
    CHECK(quantile({Shape::lognormal, 0.8, 1.25, 1}, 0.5) == doctest::Approx(1));
    for (const Shape shape : {Shape::uniform, Shape::triangular}) {
        const Spread spread{shape, 0.5, 2, 1};
        CHECK(quantile(spread, 0) == 0.5);
        CHECK(quantile(spread, 1) == 2);
    }
    // A third of the triangle lies below its peak.
    CHECK(quantile({Shape::triangular, 0.5, 2, 1}, 1.0 / 3) == doctest::Approx(1));
    CHECK(quantile({Shape::fixed, 9, 9, 1}, 0.3) == 1);
}

TEST_CASE("a plan file states spreads; what it leaves out keeps the default") {
    const Plan plan =
        parse_plan(plan_with(R"({"wa_excess": {"shape": "uniform", "low": 0.7, "high": 1.5},
                      "growth_points": {"shape": "fixed"}})"),
                   "p.json");
    CHECK(plan.uncertainty.wa_excess == Spread{Shape::uniform, 0.7, 1.5, 1});
    CHECK(plan.uncertainty.growth_points.shape == Shape::fixed);
    CHECK(quantile(plan.uncertainty.growth_points, 0.9) == 0);
    CHECK(plan.uncertainty.mttf == UncertainInputs{}.mttf);
    CHECK(parse_plan(plan_with("null"), "p.json").uncertainty == UncertainInputs{});
}

TEST_CASE("spreads without a meaning are refused, each with its place") {
    const auto problems = [](const std::string& uncertainty) {
        try {
            parse_plan(plan_with(uncertainty), "p.json");
        } catch (const ValidationError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const auto has = [&](const std::string& uncertainty, const std::string& words) {
        const std::string found = problems(uncertainty);
        INFO(uncertainty << ": " << found);
        CHECK(found.find(words) != std::string::npos);
    };
    has(R"({"wa": {"shape": "fixed"}})", "/uncertainty/wa");
    has(R"({"mttf": {"shape": "gamma", "low": 1, "high": 2}})", "/uncertainty/mttf/shape");
    has(R"({"mttf": {"shape": "normal", "low": 1}})", "/uncertainty/mttf/high");
    has(R"({"mttf": {"shape": "normal", "low": 2, "high": 1}})", "/uncertainty/mttf/low");
    has(R"({"mttf": {"shape": "normal", "low": 0.1, "high": 3}})", "lognormal");
    has(R"({"mttf": {"shape": "lognormal", "low": 0, "high": 3}})", "a factor from 0.001");
    has(R"({"mttf": 2})", "/uncertainty/mttf");
    has(R"({"growth_points": {"shape": "lognormal", "low": 1, "high": 3}})", "percentage points");
    has(R"({"mttf": {"low": 1, "high": 3}})", "/uncertainty/mttf/shape");
}
