#include "drivewear/report/plan_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "drivewear/report/table.hpp"
#include "report/report_assets.hpp"

namespace drivewear::report {
namespace {

constexpr std::string_view data_mark = "{{DATA}}";
constexpr std::string_view vega_mark = "{{VEGA}}";

// Text between tags.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '&':
                result += "&amp;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

// JSON inside a script element: "</" would end it.
std::string embeddable(const Json& data) {
    std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (std::size_t at = 0; (at = text.find("</", at)) != std::string::npos; at += 3) {
        text.insert(at + 1, 1, '\\');
    }
    return text;
}

// The script itself may hold "</script" in a string.
std::string embeddable_script(std::string_view script) {
    std::string text(script);
    constexpr std::string_view end_tag = "</script";
    for (std::size_t at = 0; (at = text.find(end_tag, at)) != std::string::npos;
         at += end_tag.size()) {
        text.replace(at, end_tag.size(), "<\\/script");
    }
    return text;
}

void replace_marks(std::string& page, std::string_view mark, const std::string& text) {
    for (std::size_t at = 0; (at = page.find(mark, at)) != std::string::npos; at += text.size()) {
        page.replace(at, mark.size(), text);
    }
}

std::string title_of(const Json& data) {
    const std::string name = data.at("plan").value("name", "");
    const std::string model = data.at("budget").value("drive_model", "");
    return name.empty() ? model : name + ": " + model;
}

std::string shown(const Json& value) {
    if (value.is_null()) return "-";
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return readable(value.get<double>(), 7);
    return value.dump();
}

// Lives beyond what is simulated are null.
std::string shown_life(const Json& years) {
    return years.is_null() ? "more than 1,000" : readable(years.get<double>(), 4);
}

void add_list(std::string& text, const char* title, const Json& lines) {
    if (lines.empty()) return;
    text += fmt::format("\n## {}\n\n", title);
    for (const Json& line : lines)
        text += "- " + line.get<std::string>() + "\n";
}

void add_uncertainty_section(std::string& text, const Json& unsure) {
    text += fmt::format(
        "\n## How sure this is\n\nOf {} draws of the uncertain inputs, {} % fit. Life in years: 5 "
        "% "
        "of the draws end before {}, half before {}, 95 % before {}.\n\n",
        shown(unsure["uncertainty_draws"]),
        readable(100 * unsure["probability_fits"].get<double>(), 4),
        shown_life(unsure["life_years_p05"]), shown_life(unsure["life_years_p50"]),
        shown_life(unsure["life_years_p95"]));
    text +=
        "| input alone | spread | margin at its 5 % | margin at its 95 % |\n|---|---|---:|---:|\n";
    for (const Json& bar : unsure["tornado"]) {
        text += fmt::format("| {} | {} | {:.1f} | {:.1f} |\n", shown(bar["input"]),
                            shown(bar["spread"]), bar["margin_percent_at_low"].get<double>(),
                            bar["margin_percent_at_high"].get<double>());
    }
}

}  // namespace

std::string to_report_html(const Json& data) {
    // Data and script are put between the parts of the page, so that no mark is looked for in them.
    const std::string_view page = report_page();
    const std::size_t data_at = page.find(data_mark);
    const std::size_t vega_at = page.find(vega_mark);
    std::string head(page.substr(0, data_at));
    replace_marks(head, "{{TITLE}}", escaped(title_of(data)));
    std::string result = head + embeddable(data);
    const std::size_t between = data_at + data_mark.size();
    result += page.substr(between, vega_at - between);
    result += embeddable_script(vega_bundle());
    result += page.substr(vega_at + vega_mark.size());
    return result;
}

std::string to_report_markdown(const Json& data) {
    const Json& budget = data.at("budget");
    std::string text = fmt::format("# {}\n\n", title_of(data));
    text +=
        fmt::format("**{}**: {} % of the rated TBW used, {} points of margin beyond the reserve.\n",
                    budget["verdict"] == "fits" ? "Fits" : "Does not fit",
                    shown(budget["tbw_used_percent"]), shown(budget["margin_percent"]));
    add_list(text, "Warnings", budget["warnings"]);
    text += "\n## The chain\n\n| step | numbers | result | source |\n|---|---|---:|---|\n";
    for (const Json& step : data.at("steps")) {
        text += fmt::format("| {} | {} | {} {} | {} |\n", shown(step["name"]),
                            shown(step["numbers"]), shown(step["result"]),
                            step["unit"].get<std::string>(), shown(step["source"]));
    }
    text +=
        "\n## Year by year\n\n| end of year | host TB a drive | expected failures | spares, 95 % "
        "|\n"
        "|---:|---:|---:|---:|\n";
    for (const Json& year : data.at("years")) {
        text += fmt::format("| {} | {} | {} | {} |\n", shown(year["year"]),
                            shown(year["host_tb_per_drive"]),
                            shown(year.value("expected_failures", Json())),
                            shown(year.value("spares_p95", Json())));
    }
    add_uncertainty_section(text, data.at("uncertainty"));
    text +=
        fmt::format("\n## What over-provisioning buys\n\n{}\n\n", shown(data["shrink"]["answer"]));
    text +=
        "| usable TB | over-provision % | WA | life by media, years | verdict "
        "|\n|---:|---:|---:|---:|---|\n";
    for (const Json& step : data["shrink"]["steps"]) {
        text += fmt::format("| {} | {} | {} | {} | {} |\n", shown(step["usable_capacity_tb"]),
                            shown(step["over_provision_percent"]), shown(step["wa"]),
                            shown(step["life_years_media"]), shown(step["verdict"]));
    }
    text +=
        "\n## Alternatives\n\n| drive | verdict | margin % | drives needed | spares "
        "|\n|---|---|---:|---:|---:|\n";
    for (const Json& drive : data["rank"]["drives"]) {
        text += fmt::format("| {} | {} | {} | {} | {} |\n", shown(drive["drive_id"]),
                            shown(drive["verdict"]), shown(drive["margin_percent"]),
                            shown(drive["drives_needed"]), shown(drive["spares_p95"]));
    }
    add_list(text, "Assumptions", budget["assumptions"]);
    text += "\n## Sources\n\n| field | value | source | where |\n|---|---|---|---|\n";
    for (const Json& source : data.at("sources")) {
        text +=
            fmt::format("| {} | {} | {} | {} |\n", shown(source["field"]), shown(source["value"]),
                        shown(source["source"]), shown(source["locator"]));
    }
    return text;
}

}  // namespace drivewear::report
