#include "drivewear/report/wear_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "drivewear/report/table.hpp"

namespace drivewear::report {
namespace {

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

// UBERs live where thousands commas and plain decimals do not help.
std::string scientific(double value) {
    return fmt::format("{:.6g}", value);
}

std::string meets(double uber, wear::DriveClass drive_class) {
    const double limit = wear::requirements_of(drive_class).uber;
    return fmt::format("{} the {} class's {:.0e}", uber <= limit ? "meets" : "misses",
                       wear::to_text(drive_class), limit);
}

}  // namespace

Json to_json(const UberAnswer& answer) {
    const auto meets_class = [&](wear::DriveClass drive_class) {
        return answer.uber ? Json(*answer.uber <= wear::requirements_of(drive_class).uber)
                           : Json(nullptr);
    };
    const auto& code = answer.code;
    const auto& reads = answer.reads;
    return Json{
        {"schema", "drivewear.uber/1"},
        {"codeword_bits", code ? Json(code->codeword_bits) : Json(nullptr)},
        {"information_bits", code ? Json(code->information_bits) : Json(nullptr)},
        {"correctable", code ? Json(code->correctable) : Json(nullptr)},
        {"rber", number(answer.rber)},
        {"beta_shape", number(answer.beta_shape)},
        {"uber", number(answer.uber)},
        {"log10_uber", number(answer.log10_uber)},
        {"exact_uber", text_or_null(answer.exact_uber)},
        {"meets_client", meets_class(wear::DriveClass::client)},
        {"meets_enterprise", meets_class(wear::DriveClass::enterprise)},
        {"target_uber", number(answer.target_uber)},
        {"rber_at_target", number(answer.rber_at_target)},
        {"pe_cycles_at_target", number(answer.pe_cycles_at_target)},
        {"bytes_read", number(answer.bytes_read)},
        {"expected_unrecoverable_reads", reads ? number(reads->expected_errors) : Json(nullptr)},
        {"probability_of_any", reads ? number(reads->probability_of_any) : Json(nullptr)},
        {"bytes_between_errors", reads ? number(reads->bytes_between_errors) : Json(nullptr)},
        {"assumptions", answer.assumptions},
    };
}

std::string to_table(const UberAnswer& answer, bool coloured) {
    Table table({"quantity", "value", "how"});
    if (answer.code) {
        table.add({"code",
                   fmt::format("{} of {} bits", answer.code->information_bits,
                               answer.code->codeword_bits),
                   fmt::format("repairs {} errors", answer.code->correctable)});
    }
    if (answer.rber) {
        table.add({"RBER", scientific(*answer.rber),
                   answer.beta_shape
                       ? "mean; codewords differ, beta shape " + scientific(*answer.beta_shape)
                       : std::string("raw bit error rate")});
    }
    if (answer.uber) {
        table.add({"UBER", scientific(*answer.uber),
                   meets(*answer.uber, wear::DriveClass::client) + ", " +
                       meets(*answer.uber, wear::DriveClass::enterprise)});
    }
    if (answer.log10_uber) {
        table.add({"log10 UBER", fmt::format("{:.6f}", *answer.log10_uber), ""});
    }
    if (!answer.exact_uber.empty()) table.add({"exact UBER", answer.exact_uber, "30 digits"});
    if (answer.rber_at_target) {
        table.add({"largest RBER", scientific(*answer.rber_at_target),
                   "that keeps UBER at " + scientific(answer.target_uber.value_or(0))});
    }
    if (answer.pe_cycles_at_target) {
        table.add({"P/E cycles", readable(*answer.pe_cycles_at_target),
                   "at which the growth law reaches that RBER"});
    }
    if (answer.reads) {
        table.add({"read", readable(answer.bytes_read.value_or(0) / units::bytes_per_tb), "TB"});
        table.add({"unrecoverable reads", scientific(answer.reads->expected_errors),
                   "at most so many, on average over many drives"});
        table.add({"chance of any", scientific(answer.reads->probability_of_any),
                   "if they were independent"});
        table.add({"read for each error",
                   readable(answer.reads->bytes_between_errors / units::bytes_per_tb), "TB"});
    }
    return table.to_text(coloured) + bullets("Assumptions", answer.assumptions);
}

Json to_json(const SparesAnswer& answer) {
    Json rows = Json::array();
    for (const SparesRow& row : answer.rows) {
        rows.push_back({{"confidence", number(row.confidence)},
                        {"spares", row.spares},
                        {"probability_enough", number(row.probability_enough)}});
    }
    Json by_year = Json::array();
    for (const double failures : answer.expected_failures_by_year)
        by_year.push_back(number(failures));
    return Json{
        {"schema", "drivewear.spares/1"},
        {"drives", answer.drives},
        {"service_years", number(answer.service_years)},
        {"method", answer.method},
        {"mttf_hours", number(answer.mttf_hours)},
        {"afr_percent", number(answer.afr_percent)},
        {"failure_probability", number(answer.failure_probability)},
        {"expected_failures", number(answer.expected_failures)},
        {"expected_failures_by_year", by_year},
        {"lead_time_days", number(answer.lead_time_days)},
        {"spares", rows},
        {"assumptions", answer.assumptions},
    };
}

std::string to_table(const SparesAnswer& answer, bool coloured) {
    std::string text =
        fmt::format("{} drives for {} years: {} failures expected",
                    readable(static_cast<double>(answer.drives), 9), readable(answer.service_years),
                    readable(answer.expected_failures));
    if (answer.afr_percent) text += fmt::format(", AFR {} %", readable(*answer.afr_percent, 5));
    text += "\n\n";
    Table table({"confidence", "spares", "enough with"});
    for (const SparesRow& row : answer.rows) {
        table.add({readable(100 * row.confidence) + " %", std::to_string(row.spares),
                   readable(100 * row.probability_enough, 6) + " %"});
    }
    text += table.to_text(coloured);
    if (!answer.expected_failures_by_year.empty()) {
        Table years({"year", "expected failures"});
        for (std::size_t i = 0; i < answer.expected_failures_by_year.size(); ++i) {
            years.add({std::to_string(i + 1), readable(answer.expected_failures_by_year[i], 5)});
        }
        text += "\n" + years.to_text(coloured);
    }
    return text + bullets("Assumptions", answer.assumptions);
}

Json to_json(const RetentionAnswer& answer) {
    const wear::ClassRequirements required = wear::requirements_of(answer.drive_class);
    return Json{
        {"schema", "drivewear.retention/1"},
        {"class", wear::to_text(answer.drive_class)},
        {"temperature_c", number(units::in_celsius(answer.temperature))},
        {"activation_energy_ev", number(answer.energy.electronvolts)},
        {"retention_days", number(units::in_days(answer.retention))},
        {"retention_hours", number(units::in_hours(answer.retention))},
        {"acceleration_factor", number(answer.acceleration_factor)},
        {"class_retention_days", number(units::in_days(required.retention))},
        {"class_retention_temperature_c",
         number(units::in_celsius(required.retention_temperature))},
        {"class_active_temperature_c", number(units::in_celsius(required.active_temperature))},
        {"class_active_hours_per_day", number(required.active_hours_per_day)},
        {"class_ffr", number(required.functional_failure_share)},
        {"class_uber", number(required.uber)},
        {"storage_days", number(answer.storage_days)},
        {"storage_equivalent_days", number(answer.equivalent_days)},
        {"keeps_data", answer.keeps_data ? Json(*answer.keeps_data) : Json(nullptr)},
        {"assumptions", answer.assumptions},
    };
}

std::string to_table(const RetentionAnswer& answer, bool coloured) {
    const wear::ClassRequirements required = wear::requirements_of(answer.drive_class);
    Table table({"quantity", "value", "how"});
    table.add({"class", wear::to_text(answer.drive_class),
               fmt::format("JESD218: {} h a day at {} C, UBER {:.0e}, at most {} % fail",
                           readable(required.active_hours_per_day),
                           readable(units::in_celsius(required.active_temperature)), required.uber,
                           readable(100 * required.functional_failure_share))});
    table.add({"retention", readable(units::in_days(required.retention)) + " days",
               fmt::format("of the class, without power at {} C",
                           readable(units::in_celsius(required.retention_temperature)))});
    table.add({"retention", readable(units::in_days(answer.retention), 5) + " days",
               fmt::format("at {} C, {} times as fast (Arrhenius, {} eV)",
                           readable(units::in_celsius(answer.temperature)),
                           readable(answer.acceleration_factor, 5),
                           readable(answer.energy.electronvolts))});
    if (answer.keeps_data) {
        table.add({"storage",
                   Cell(readable(answer.storage_days.value_or(0)) + " days",
                        *answer.keeps_data ? Colour::good : Colour::bad),
                   *answer.keeps_data ? "within that retention" : "beyond that retention"});
    }
    return table.to_text(coloured) + bullets("Assumptions", answer.assumptions);
}

}  // namespace drivewear::report
