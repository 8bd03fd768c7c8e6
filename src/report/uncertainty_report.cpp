#include "drivewear/report/uncertainty_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "drivewear/report/table.hpp"

namespace drivewear::report {
namespace {

constexpr double longest_life_years = 1000;

Json life_or_null(double years) {
    return years < longest_life_years ? number(years) : Json(nullptr);
}

std::string life_text(double years) {
    return years < longest_life_years ? readable(years, 4) : "> 1,000";
}

void add_percentiles(Table& table, const std::string& name, const plan::Percentiles& values) {
    table.add({name, readable(values.p05, 4), readable(values.p50, 4), readable(values.p95, 4)});
}

std::string signed_points(double points) {
    return fmt::format("{:+.1f}", points);
}

}  // namespace

void add_uncertainty(Json& budget_record, const plan::Uncertainty& uncertainty) {
    const auto add = [&](const std::string& name, const plan::Percentiles& values) {
        budget_record[name + "_p05"] = number(values.p05);
        budget_record[name + "_p50"] = number(values.p50);
        budget_record[name + "_p95"] = number(values.p95);
    };
    budget_record["uncertainty_draws"] = uncertainty.options.draws;
    budget_record["uncertainty_seed"] = exact_integer(uncertainty.options.seed);
    budget_record["probability_fits"] = number(uncertainty.probability_fits);
    budget_record["probability_fits_standard_error"] = number(uncertainty.standard_error);
    budget_record["life_years_p05"] = life_or_null(uncertainty.life_years.p05);
    budget_record["life_years_p50"] = life_or_null(uncertainty.life_years.p50);
    budget_record["life_years_p95"] = life_or_null(uncertainty.life_years.p95);
    add("tbw_used_percent", uncertainty.tbw_used_percent);
    add("media_used_percent", uncertainty.media_used_percent);
    if (uncertainty.failures) {
        add("failures", *uncertainty.failures);
    } else {
        for (const char* name : {"failures_p05", "failures_p50", "failures_p95"})
            budget_record[name] = nullptr;
    }
    Json tornado = Json::array();
    for (const plan::TornadoBar& bar : uncertainty.tornado) {
        tornado.push_back({{"input", bar.input},
                           {"spread", bar.spread},
                           {"low", number(bar.low)},
                           {"high", number(bar.high)},
                           {"margin_percent_at_low", number(bar.margin_percent_at_low)},
                           {"margin_percent_at_high", number(bar.margin_percent_at_high)},
                           {"swing_points", number(bar.swing_points)},
                           {"flips_verdict", bar.flips_verdict}});
    }
    budget_record["tornado"] = std::move(tornado);
    for (const std::string& assumption : uncertainty.assumptions)
        budget_record["assumptions"].push_back(assumption);
}

Json with_tornado_in_words(Json budget_record) {
    const auto tornado = budget_record.find("tornado");
    if (tornado == budget_record.end()) return budget_record;
    Json words = Json::array();
    for (const Json& bar : *tornado) {
        words.push_back(fmt::format("{} {:.4g}", bar.at("input").get<std::string>(),
                                    bar.at("swing_points").get<double>()));
    }
    *tornado = std::move(words);
    return budget_record;
}

std::string to_table(const plan::Uncertainty& uncertainty, bool coloured) {
    std::string text = fmt::format(
        "\nUncertainty: fits with a probability of {} % (+- {} by the {} draws of seed {})\n\n",
        readable(100 * uncertainty.probability_fits, 4),
        readable(100 * uncertainty.standard_error, 2),
        readable(static_cast<double>(uncertainty.options.draws), 9), uncertainty.options.seed);
    Table ranges({"quantity", "5 % below", "half below", "95 % below"});
    const plan::Percentiles& life = uncertainty.life_years;
    ranges.add({"life until the first limit, years", life_text(life.p05), life_text(life.p50),
                life_text(life.p95)});
    add_percentiles(ranges, "rated TBW used, %", uncertainty.tbw_used_percent);
    add_percentiles(ranges, "media used, %", uncertainty.media_used_percent);
    if (uncertainty.failures) {
        add_percentiles(ranges, "drives failing in service", *uncertainty.failures);
    }
    text += ranges.to_text(coloured) + "\n";
    Table tornado({"input alone", "spread", "margin at low", "margin at high", "swing"});
    for (const plan::TornadoBar& bar : uncertainty.tornado) {
        tornado.add({Cell(bar.input, bar.flips_verdict ? Colour::warning : Colour::none),
                     bar.spread, signed_points(bar.margin_percent_at_low),
                     signed_points(bar.margin_percent_at_high),
                     fmt::format("{:.1f}{}", bar.swing_points,
                                 bar.flips_verdict ? " flips the verdict" : "")});
    }
    text += tornado.to_text(coloured);
    for (const std::string& assumption : uncertainty.assumptions) {
        std::string wrapped = wrap(assumption, 98, "    ");
        wrapped[2] = '-';
        text += wrapped;
    }
    return text;
}

}  // namespace drivewear::report
