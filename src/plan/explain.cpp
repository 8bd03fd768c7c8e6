#include "drivewear/plan/explain.hpp"

#include <fmt/format.h>
#include "plan/rating.hpp"

namespace drivewear::plan {
namespace {

constexpr const char* own_definition = "definition";

std::string g(double value) {
    return fmt::format("{:.7g}", value);
}

double application_tb_per_day(const Plan& plan) {
    return plan.application_rate.value() * units::seconds_per_day / units::bytes_per_tb;
}

ExplainedStep host_rate_step(const Budget& budget) {
    const Plan& plan = budget.plan;
    std::string numbers = g(application_tb_per_day(plan)) + " TB/day";
    for (const HostMultiplier& stage : plan.host_multipliers) {
        numbers += fmt::format(" x {} ({})", g(stage.factor), stage.stage);
    }
    numbers += fmt::format(" x {} duty / {} drives", g(plan.duty_cycle), plan.drives);
    return {.name = "host writes a drive, year 1",
            .formula = "application writes x host multipliers x duty cycle / drives",
            .numbers = numbers,
            .result = units::in_tb_per_day(budget.host_rate_per_drive),
            .unit = "TB/day",
            .source = "plan",
            .assumption = "the drives share the writes evenly"};
}

ExplainedStep host_total_step(const Budget& budget) {
    const double growth = budget.plan.growth_percent_per_year / 100;
    const double years = units::in_years(budget.plan.service_life);
    return {.name = "host writes a drive, whole service",
            .formula = "daily writes x 365 x sum of (1 + growth)^y over the years y = 0, 1, ...",
            .numbers = fmt::format("{} TB/day x 365 x sum over {} years of {}^y",
                                   g(units::in_tb_per_day(budget.host_rate_per_drive)), g(years),
                                   g(1 + growth)),
            .result = units::in_tb(budget.host_total_per_drive),
            .unit = "TB",
            .source = "plan",
            .assumption = "growth steps once a year; a part year counts pro rata"};
}

ExplainedStep required_dwpd_step(const Budget& budget) {
    const double days = units::in_days(budget.plan.service_life);
    return {.name = "required DWPD",
            .formula = "host writes / (capacity x days of service)",
            .numbers = fmt::format("{} TB / ({} TB x {} days)",
                                   g(units::in_tb(budget.host_total_per_drive)),
                                   g(units::in_tb(budget.capacity)), g(days)),
            .result = budget.required_dwpd,
            .unit = "DWPD",
            .source = own_definition,
            .assumption = "mean over the service life"};
}

ExplainedStep rating_step(const Budget& budget) {
    return {.name = "rated TBW used",
            .formula = "host writes / rated TBW",
            .numbers = fmt::format("{} TB / {} TB", g(units::in_tb(budget.host_total_per_drive)),
                                   g(units::in_tb(budget.rating.tbw))),
            .result = budget.tbw_used_percent,
            .unit = "%",
            .source = "datasheet rating: " + budget.rating.workload,
            .assumption = "TBW counts host bytes: no write amplification is applied here"};
}

ExplainedStep spare_step(const Budget& budget) {
    const std::uint64_t pool = pool_of(budget.plan, budget.raw_capacity).value();
    const bool is_calibrated = budget.plan.calibration.has_value();
    return {
        .name = "spare factor",
        .formula = is_calibrated ? "(pool - usable) / pool" : "(raw - usable) / raw",
        .numbers = fmt::format("({} B - {} B) / {} B", pool, budget.usable_capacity.value(), pool),
        .result = budget.spare_factor.value(),
        .unit = "",
        .source = own_definition,
        .assumption = fmt::format("the same as {} % over-provision, (raw - usable) / usable",
                                  g(100 * budget.spare_factor.over_provision()))};
}

ExplainedStep wa_step(const Budget& budget) {
    const auto& wa = budget.wa;
    return {.name = "write amplification",
            .formula = "indirection unit x garbage collection x parity",
            .numbers = fmt::format("{} x {} x {}", g(wa.indirection_unit), g(wa.garbage_collection),
                                   g(wa.parity)),
            .result = wa.total.value(),
            .unit = "NAND/host",
            .source = wa.source,
            .assumption = wa.model};
}

ExplainedStep nand_step(const Budget& budget) {
    return {.name = "NAND writes a drive, whole service",
            .formula = "host writes x write amplification",
            .numbers = fmt::format("{} TB x {}", g(units::in_tb(budget.host_total_per_drive)),
                                   g(budget.wa.total.value())),
            .result = units::in_tb(budget.nand_total_per_drive),
            .unit = "NAND TB",
            .source = own_definition,
            .assumption = ""};
}

ExplainedStep media_step(const Budget& budget) {
    const double raw_tb = units::in_tb(budget.raw_capacity);
    return {.name = "media budget",
            .formula = "P/E cycles x raw capacity",
            .numbers = fmt::format("{} cycles x {} TB",
                                   g(budget.plan.pe_cycles ? *budget.plan.pe_cycles
                                                           : budget.pe_cycles_implied.value_or(0)),
                                   g(raw_tb)),
            .result = units::in_tb(budget.media_budget),
            .unit = "NAND TB",
            .source = budget.plan.pe_cycles ? "given by the plan" : "implied by the ratings",
            .assumption = budget.plan.pe_cycles
                              ? "even wear"
                              : "even wear; a vendor's margins stay inside the figure"};
}

ExplainedStep predicted_step(const Budget& budget) {
    return {.name = "predicted TBW for this workload",
            .formula = "media budget / write amplification",
            .numbers = fmt::format("{} NAND TB / {}", g(units::in_tb(budget.media_budget)),
                                   g(budget.wa.total.value())),
            .result = units::in_tb(budget.predicted_tbw),
            .unit = "TB",
            .source = "JESD218 terms: TBW = P/E x raw / WAF",
            .assumption = ""};
}

void add_life(std::vector<ExplainedStep>& steps, const Budget& budget) {
    const auto add = [&](const char* name, const std::optional<units::Duration>& life,
                         double limit_tb) {
        if (!life) return;
        steps.push_back(
            {.name = name,
             .formula = "time until the growing host writes reach the limit",
             .numbers = fmt::format("{} TB/day growing {} % a year up to {} TB",
                                    g(units::in_tb_per_day(budget.host_rate_per_drive)),
                                    g(budget.plan.growth_percent_per_year), g(limit_tb)),
             .result = units::in_years(*life),
             .unit = "years",
             .source = own_definition,
             .assumption = "growth goes on past the service life"});
    };
    add("life by rated TBW", budget.life_by_tbw, units::in_tb(budget.rating.tbw));
    add("life by media", budget.life_by_media, units::in_tb(budget.predicted_tbw));
}

void add_failures(std::vector<ExplainedStep>& steps, const Budget& budget) {
    if (!budget.afr_percent || !budget.expected_failures || !budget.spares_p95) return;
    const double hours = units::in_hours(budget.plan.service_life);
    const double mttf = static_cast<double>(budget.plan.drives) * hours / *budget.expected_failures;
    steps.push_back({.name = "annualised failure rate",
                     .formula = "1 - exp(-8760 h / MTTF)",
                     .numbers = fmt::format("1 - exp(-8760 / {})", g(mttf)),
                     .result = *budget.afr_percent,
                     .unit = "%",
                     .source = "datasheet MTTF at the plan's temperature",
                     .assumption = "constant failure rate; no infant mortality, no wear-out"});
    steps.push_back(
        {.name = "expected failures",
         .formula = "drives x hours of service / MTTF",
         .numbers = fmt::format("{} x {} h / {} h", budget.plan.drives, g(hours), g(mttf)),
         .result = *budget.expected_failures,
         .unit = "drives",
         .source = own_definition,
         .assumption = "failed drives are replaced at once and fail independently"});
    steps.push_back({.name = "spares",
                     .formula = "least k with P(failures <= k) >= 0.95",
                     .numbers = fmt::format("Poisson with mean {}", g(*budget.expected_failures)),
                     .result = static_cast<double>(*budget.spares_p95),
                     .unit = "drives",
                     .source = "exact Poisson quantile",
                     .assumption = ""});
}

void add_energy(std::vector<ExplainedStep>& steps, const Budget& budget) {
    if (!budget.energy) return;
    const double hours = units::in_hours(budget.plan.service_life);
    const double kwh = units::in_kilowatt_hours(*budget.energy);
    const double watts = kwh * 1000 / (static_cast<double>(budget.plan.drives) * hours);
    steps.push_back(
        {.name = "energy",
         .formula = "drives x mean power x hours of service",
         .numbers = fmt::format("{} x {} W x {} h", budget.plan.drives, g(watts), g(hours)),
         .result = kwh,
         .unit = "kWh",
         .source = "datasheet power",
         .assumption = "drives only, without cooling"});
}

ExplainedStep verdict_step(const Budget& budget) {
    const bool media = budget.binding_limit == Limit::media;
    const double used = media ? budget.media_used_percent : budget.tbw_used_percent;
    return {.name = "margin",
            .formula = "100 % - reserve - use of the tighter limit",
            .numbers = fmt::format("100 % - {} % - {} % ({})", g(budget.plan.reserve_percent),
                                   g(used), media ? "media" : "rated TBW"),
            .result = budget.margin_percent,
            .unit = "%",
            .source = own_definition,
            .assumption = budget.verdict == Verdict::fits ? "fits" : "does not fit"};
}

}  // namespace

std::vector<ExplainedStep> explain(const Budget& budget) {
    std::vector<ExplainedStep> steps{
        host_rate_step(budget), host_total_step(budget), required_dwpd_step(budget),
        rating_step(budget),    spare_step(budget),      wa_step(budget),
        nand_step(budget),      media_step(budget),      predicted_step(budget)};
    add_life(steps, budget);
    steps.push_back(verdict_step(budget));
    add_failures(steps, budget);
    add_energy(steps, budget);
    return steps;
}

}  // namespace drivewear::plan
