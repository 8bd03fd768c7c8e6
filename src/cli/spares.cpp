#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "cli/emit_result.hpp"
#include "cli/plan_options.hpp"
#include "cli/verbs.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/report/wear_report.hpp"
#include "drivewear/units/parse.hpp"
#include "drivewear/wear/failure.hpp"
#include "drivewear/wear/spares.hpp"
#include "drivewear/wear/survival.hpp"

namespace drivewear::cli {
namespace {

struct SparesOptions {
    std::uint64_t drives = 1;
    double years = 5;
    std::optional<std::string> mttf;
    std::optional<double> afr_percent;
    std::optional<double> probability;
    std::optional<std::string> drive;
    std::string temperature = "40C";
    double weibull_shape = 1;
    std::optional<double> wear_out_years;
    double wear_out_shape = 8;
    std::string method = "poisson";
    std::optional<std::string> lead_time;
    std::vector<double> confidences{0.95, 0.99};
    std::vector<std::uint64_t> counts;
};

units::Duration mttf_of(const Context& context, const SparesOptions& options,
                        report::SparesAnswer& answer) {
    if (options.mttf) return units::parse_duration(*options.mttf);
    if (options.afr_percent) return wear::mttf_from_afr(*options.afr_percent / 100);
    const catalog::Drive drive = find_drive(context, *options.drive);
    const wear::ChosenMttf chosen =
        wear::mttf_at(drive, units::parse_temperature(options.temperature));
    if (!chosen.mttf) throw InputError(drive.id + ": " + chosen.reason);
    answer.assumptions.push_back(chosen.reason);
    return *chosen.mttf;
}

wear::LifeModel life_of(units::Duration mttf, const SparesOptions& options) {
    wear::LifeModel life{.mttf = mttf, .shape = options.weibull_shape};
    if (options.wear_out_years) {
        life.wear_out = wear::WearOut{.typical_life = units::years(*options.wear_out_years),
                                      .shape = options.wear_out_shape};
    }
    return life;
}

bool has_constant_hazard(const wear::LifeModel& life) {
    return life.shape == 1 && !life.wear_out;
}

// Failures of the fleet and of one drive from its life.
void follow_life(const Context& context, const SparesOptions& options,
                 report::SparesAnswer& answer) {
    const units::Duration mttf = mttf_of(context, options, answer);
    const wear::LifeModel life = life_of(mttf, options);
    const units::Duration service = units::years(options.years);
    const bool replaced = options.method == "poisson";
    answer.mttf_hours = units::in_hours(mttf);
    answer.afr_percent = 100 * wear::annualised_failure_rate(mttf);
    answer.failure_probability = wear::failure_probability(life, service);
    answer.expected_failures_by_year = wear::expected_failures_by_year(
        life, {.drives = options.drives, .service_life = service, .failed_are_replaced = replaced});
    answer.expected_failures =
        replaced && has_constant_hazard(life)
            ? wear::expected_failures(
                  {.drives = options.drives, .service_life = service, .mttf = mttf})
            : std::accumulate(answer.expected_failures_by_year.begin(),
                              answer.expected_failures_by_year.end(), 0.0);
    answer.assumptions.push_back(
        has_constant_hazard(life)
            ? "constant failure rate (exponential life): no infant mortality and no wear-out"
            : "Weibull life, wear-out as a second, independent cause");
    answer.assumptions.emplace_back(
        replaced ? "failed drives are replaced at once by new ones; the fleet's failures are a "
                   "Poisson count"
                 : "failed drives are not replaced; the fleet's failures are a binomial count");
}

void follow_probability(const SparesOptions& options, report::SparesAnswer& answer) {
    answer.failure_probability = options.probability;
    answer.expected_failures = static_cast<double>(options.drives) * *options.probability;
    answer.assumptions.emplace_back(
        options.method == "poisson"
            ? "Poisson count with the mean drives x probability, slightly on the safe side"
            : "each drive fails at most once");
}

// How likely so many spares are enough, by the method asked for.
double chance(const SparesOptions& options, const report::SparesAnswer& answer,
              std::uint64_t spares) {
    if (options.lead_time) {
        return wear::probability_shelf_lasts(
            {.failures_per_year = answer.expected_failures / options.years,
             .lead_time = units::parse_duration(*options.lead_time),
             .service_life = units::years(options.years)},
            spares);
    }
    if (options.method == "binomial") {
        return wear::probability_spares_suffice(
            wear::OneLifeFleet{options.drives, *answer.failure_probability}, spares);
    }
    return wear::probability_spares_suffice(answer.expected_failures, spares);
}

std::uint64_t fewest(const SparesOptions& options, const report::SparesAnswer& answer,
                     double confidence) {
    if (options.lead_time) {
        return wear::refilled_spares({.failures_per_year = answer.expected_failures / options.years,
                                      .lead_time = units::parse_duration(*options.lead_time),
                                      .service_life = units::years(options.years)},
                                     confidence);
    }
    if (options.method == "binomial") {
        return wear::binomial_spares({options.drives, *answer.failure_probability}, confidence);
    }
    return wear::poisson_spares(answer.expected_failures, confidence);
}

void describe_refilling(const SparesOptions& options, report::SparesAnswer& answer) {
    if (options.method == "binomial") {
        throw InputError("--lead-time: expected with --method poisson, whose drives are replaced");
    }
    answer.method = "refilled";
    answer.lead_time_days = units::in_days(units::parse_duration(*options.lead_time));
    answer.assumptions.emplace_back(
        "every spare taken is ordered again at once and arrives after a lead time that varies "
        "exponentially about its mean; the failure rate is the mean over the service life");
}

int print_spares(const Context& context, const SparesOptions& options) {
    report::SparesAnswer answer;
    answer.drives = options.drives;
    answer.service_years = options.years;
    answer.method = options.method;
    const int sources = (options.mttf ? 1 : 0) + (options.afr_percent ? 1 : 0) +
                        (options.probability ? 1 : 0) + (options.drive ? 1 : 0);
    if (sources != 1) {
        throw InputError(fmt::format(
            "{} failure rates given: expected one of --mttf, --afr-percent, --probability, --drive",
            sources));
    }
    if (options.probability) {
        follow_probability(options, answer);
    } else {
        follow_life(context, options, answer);
    }
    if (options.lead_time) describe_refilling(options, answer);
    for (const double confidence : options.confidences) {
        const std::uint64_t spares = fewest(options, answer, confidence);
        answer.rows.push_back({confidence, spares, chance(options, answer, spares)});
    }
    for (const std::uint64_t spares : options.counts) {
        const double enough = chance(options, answer, spares);
        answer.rows.push_back({enough, spares, enough});
    }
    answer.assumptions.emplace_back(
        "drives fail independently: a common cause (a lot, a firmware fault) breaks every "
        "quantile");
    emit_result(context, {.document = report::to_json(answer), .rows_key = "spares", .table = [&] {
                              return report::to_table(answer, context.colour());
                          }});
    return done;
}

void add_life_options(CLI::App& verb, SparesOptions& options) {
    verb.add_option("--mttf", options.mttf, "mean time to failure, such as 2.5e6h");
    verb.add_option("--afr-percent", options.afr_percent, "annualised failure rate instead");
    verb.add_option("--probability", options.probability,
                    "chance that one drive fails in the service life instead");
    CLI::Option* drive =
        verb.add_option("--drive", options.drive, "a drive of the catalog instead");
    verb.add_option("--temperature", options.temperature, "at which the drive's MTTF is looked up")
        ->needs(drive);
    verb.add_option("--weibull-shape", options.weibull_shape,
                    "1 constant hazard, below 1 infant mortality, above 1 ageing")
        ->capture_default_str();
    CLI::Option* wear_out = verb.add_option("--wear-out-years", options.wear_out_years,
                                            "age by which 63 % of the drives are worn out");
    verb.add_option("--wear-out-shape", options.wear_out_shape, "how alike the drives wear")
        ->needs(wear_out)
        ->capture_default_str();
}

}  // namespace

void add_spares_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("spares", "Failures of a fleet and the spares to keep.");
    lead_with_examples(
        *verb,
        "  drivewear spares --drives 400 --mttf 2.5e6h --years 5 --confidence 0.95\n"
        "  drivewear spares --drives 240 --probability 0.02 --method binomial --confidence 0.99\n"
        "  drivewear spares --drives 400 --drive \"9550 max 12.8\" --lead-time 45d\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto options = std::make_shared<SparesOptions>();
    verb->add_option("--drives", options->drives, "in service")
        ->required()
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000000}));
    verb->add_option("--years", options->years, "service life of the fleet")->capture_default_str();
    add_life_options(*verb, *options);
    verb->add_option("--method", options->method,
                     "poisson (failed drives are replaced) or binomial (they are not)")
        ->check(CLI::IsMember({"poisson", "binomial"}))
        ->capture_default_str();
    verb->add_option("--lead-time", options->lead_time,
                     "spares taken are ordered again and arrive after this time");
    verb->add_option("--confidence", options->confidences, "probability to reach (repeatable)")
        ->capture_default_str();
    verb->add_option("--spares", options->counts, "how likely so many suffice (repeatable)");
    verb->callback([&context, options] {
        context.action = [&context, options] { return print_spares(context, *options); };
    });
}

}  // namespace drivewear::cli
