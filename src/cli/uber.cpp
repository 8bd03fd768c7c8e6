#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/emit_result.hpp"
#include "cli/plan_options.hpp"
#include "cli/verbs.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/report/wear_report.hpp"
#include "drivewear/units/decimal.hpp"
#include "drivewear/units/parse.hpp"
#include "drivewear/wear/ecc.hpp"
#include "drivewear/wear/jesd218.hpp"
#include "drivewear/wear/rber.hpp"

namespace drivewear::cli {
namespace {

struct UberOptions {
    std::optional<std::string> rber;
    std::optional<std::string> law;
    double pe_cycles = 0;
    std::string retention = "0h";
    std::string temperature = "40C";
    double reads = 0;
    std::optional<double> target;
    wear::Codeword code;
    bool has_code = false;
    std::optional<double> beta_shape;
    bool exact = false;
    std::optional<double> uber;
    std::optional<std::string> drive;
    std::optional<std::string> read_volume;
};

wear::BlockStress stress_of(const UberOptions& options) {
    return {.pe_cycles = options.pe_cycles,
            .retention = units::parse_duration(options.retention),
            .temperature = units::parse_temperature(options.temperature),
            .reads = options.reads};
}

void answer_for_code(const UberOptions& options, report::UberAnswer& answer) {
    answer.code = options.code;
    std::optional<wear::RberLaw> law;
    if (options.law) law = wear::RberLaw{.form = wear::parse_rber_form(*options.law)};
    if (options.rber) answer.rber = units::Decimal::parse(*options.rber).to_double();
    if (law) answer.rber = wear::rber(*law, stress_of(options));
    if (!answer.rber && !options.target) {
        throw InputError("nothing to compute: expected --rber, --rber-law or --target");
    }
    if (answer.rber && options.beta_shape) {
        answer.beta_shape = options.beta_shape;
        answer.uber =
            wear::uber(options.code, wear::OverdispersedRber{*answer.rber, *options.beta_shape});
        answer.assumptions.emplace_back(
            "codewords differ: their RBER is beta distributed about the mean (beta-binomial)");
    } else if (answer.rber) {
        answer.uber = wear::uber(options.code, *answer.rber);
        answer.log10_uber = wear::log10_uber(options.code, *answer.rber);
        answer.assumptions.emplace_back(
            "raw errors strike independently, all codewords are alike: codewords that differ fail "
            "more often, by orders of magnitude (--beta-shape)");
    }
    if (options.exact) {
        if (!options.rber || options.beta_shape) {
            throw InputError("--exact: expected with --rber and without --beta-shape");
        }
        answer.exact_uber = wear::exact_uber(options.code, units::Decimal::parse(*options.rber));
    }
    if (options.target) {
        answer.target_uber = options.target;
        answer.rber_at_target = wear::rber_for_uber(options.code, *options.target);
        if (law) {
            answer.pe_cycles_at_target =
                wear::pe_cycles_at(*law, stress_of(options), *answer.rber_at_target);
        }
    }
    if (law) {
        answer.assumptions.emplace_back(
            "the RBER law is yours or a cited characterisation's, not a vendor's; retention time "
            "by Arrhenius' law with 1.1 eV from 40 C");
    }
    answer.assumptions.emplace_back(
        "bounded-distance decoding: LDPC codes have no fixed number of correctable errors; read "
        "retries and redundancy across dies come on top");
}

void answer_for_reads(const Context& context, const UberOptions& options,
                      report::UberAnswer& answer) {
    if (options.uber) answer.uber = options.uber;
    if (options.drive) {
        const catalog::Drive drive = find_drive(context, *options.drive);
        if (!drive.uber) {
            throw InputError(drive.id + ": no UBER is published; expected --uber");
        }
        answer.uber = drive.uber;
        answer.assumptions.emplace_back(
            "the UBER is the upper limit that the drive's datasheet "
            "states, in sectors for each bit read");
    }
    if (!options.read_volume) return;
    if (!answer.uber) {
        throw InputError("--read-volume: expected a code with --rber, --uber or --drive beside it");
    }
    answer.bytes_read = static_cast<double>(units::parse_capacity(*options.read_volume).value());
    answer.reads =
        wear::unrecoverable_reads({.bytes_read = *answer.bytes_read, .uber = *answer.uber});
    answer.assumptions.emplace_back(
        "a limit such as 1 sector in 1e17 bits bounds a mean over many drives; real errors come in "
        "clusters on few of them");
}

int print_uber(const Context& context, const UberOptions& options) {
    report::UberAnswer answer;
    if (options.has_code) answer_for_code(options, answer);
    answer_for_reads(context, options, answer);
    if (!options.has_code && !answer.uber) {
        throw InputError(
            "nothing to compute: expected a code (--codeword-bits, --info-bits, "
            "--correctable) with --rber or --target, or --read-volume with --uber or --drive");
    }
    emit_result(context, {.document = report::to_json(answer),
                          .table = [&] { return report::to_table(answer, context.colour()); }});
    return done;
}

void add_code_options(CLI::App& verb, UberOptions& options) {
    CLI::Option* codeword =
        verb.add_option("--codeword-bits", options.code.codeword_bits, "data and parity, n");
    CLI::Option* information = verb.add_option("--info-bits,--information-bits",
                                               options.code.information_bits, "data of the n");
    CLI::Option* correctable = verb.add_option("--correctable", options.code.correctable,
                                               "errors repaired in a codeword, t");
    codeword->needs(information)->needs(correctable);
    information->needs(codeword);
    correctable->needs(codeword);
    CLI::Option* rber = verb.add_option("--rber", options.rber, "raw bit error rate, such as 1e-3")
                            ->needs(codeword);
    CLI::Option* law =
        verb.add_option("--rber-law", options.law,
                        "how RBER grows: power-law:eps=..,alpha=..,k=.., log-time:a=..,b=.., "
                        "table:PE=RBER,..")
            ->needs(codeword)
            ->excludes(rber);
    verb.add_option("--pe-cycles", options.pe_cycles, "P/E cycles, for the law")->needs(law);
    verb.add_option("--retention", options.retention, "time since programming, for the law")
        ->needs(law);
    verb.add_option("--temperature", options.temperature, "in that time, for the law")->needs(law);
    verb.add_option("--reads", options.reads, "reads of the block, for the law")->needs(law);
    verb.add_option("--target", options.target, "find the largest RBER for this UBER")
        ->needs(codeword);
    verb.add_option("--beta-shape", options.beta_shape,
                    "codewords differ: shape a of the beta distribution of RBER")
        ->needs(codeword);
    verb.add_flag("--exact", options.exact, "30 digits by exact arithmetic too")->needs(rber);
}

}  // namespace

void add_uber_verb(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand(
        "uber", "Unrecoverable bit errors from raw ones, and what they mean for reads.");
    lead_with_examples(
        *verb,
        "  drivewear uber --rber 1e-3 --codeword-bits 18176 --info-bits 16384 \\\n"
        "      --correctable 128\n"
        "  drivewear uber --target 1e-17 --codeword-bits 18176 --info-bits 16384 \\\n"
        "      --correctable 128\n"
        "  drivewear uber --drive \"9550 max 12.8\" --read-volume 5PB\n");
    add_output_options(*verb, context);
    add_catalog_option(*verb, context);
    auto options = std::make_shared<UberOptions>();
    add_code_options(*verb, *options);
    CLI::Option* uber = verb->add_option("--uber", options->uber, "errors for each bit read")
                            ->excludes("--codeword-bits");
    verb->add_option("--drive", options->drive, "take the UBER that a drive's datasheet states")
        ->excludes(uber)
        ->excludes("--codeword-bits");
    verb->add_option("--read-volume", options->read_volume, "bytes to be read, such as 5PB");
    verb->callback([&context, verb, options] {
        options->has_code = verb->count("--codeword-bits") > 0;
        context.action = [&context, options] { return print_uber(context, *options); };
    });
}

}  // namespace drivewear::cli
