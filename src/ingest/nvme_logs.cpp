#include "ingest/nvme_logs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ingest/health_counts.hpp"

namespace drivewear::ingest {
namespace {

using Names = std::initializer_list<std::string_view>;

constexpr double kelvin_zero = 273;  // nvme-cli and drives use whole degrees

void note_precision(const LogField& field, HealthRecord& record) {
    if (field.inexact) {
        record.flag("counter_inexact",
                    fmt::format("{} was printed as a floating-point number above 2^53: its last "
                                "digits are lost",
                                field.name));
    }
    if (field.wrapped) {
        record.flag("counter_wrapped",
                    fmt::format("{} was printed as a negative 32-bit number and read as {}",
                                field.name, to_string(*field.count)));
    }
}

void take_data_units(const LogFields& fields, HealthRecord& record) {
    if (const LogField* written = fields.find({"dataunitswritten"}); written && written->count) {
        note_precision(*written, record);
        if (const auto bytes = host_bytes_of_units(*written->count, nvme_data_unit_bytes)) {
            record.host_written = {*bytes, "Data Units Written x 512,000 bytes (rounded up)",
                                   false};
        } else {
            record.flag("counter_implausible", "Data Units Written " + to_string(*written->count) +
                                                   " exceeds 2^128 bytes");
        }
    }
    if (const auto read = fields.count({"dataunitsread"})) {
        if (const auto bytes = host_bytes_of_units(*read, nvme_data_unit_bytes)) {
            record.host_read = {*bytes, "Data Units Read x 512,000 bytes (rounded up)", false};
        }
    }
}

std::optional<double> temperature_of(const LogFields& fields, TemperatureScale scale) {
    const LogField* field = fields.find({"temperature"});
    const auto printed = fields.number({"temperature"});
    if (!printed) return std::nullopt;
    double celsius = *printed;
    if (!field->text.empty()) {
        // nvme-cli's text: "38 C", "38 °C (311 K)", "311 K"; smartctl's: "38 Celsius".
        const std::string_view unit = field->text.substr(
            std::min(field->text.find_first_not_of("-0123456789., "), field->text.size()));
        if (unit.starts_with('K')) {
            celsius -= kelvin_zero;
        } else if (unit.empty() && scale == TemperatureScale::kelvin && celsius > 200) {
            celsius -= kelvin_zero;
        }
    } else if (scale == TemperatureScale::kelvin) {
        if (celsius == 0) return std::nullopt;  // not reported
        celsius -= kelvin_zero;
    }
    return celsius;
}

void take_wear_leveling(const LogFields& fields, HealthRecord& record) {
    for (const std::string_view name : {"wearleveling", "wearlevelingcount"}) {
        const LogField* field = fields.find({name});
        EraseCounts counts;
        const auto part = [&](std::string_view which) {
            return fields.number({std::string(name) + std::string(which)});
        };
        counts.least = part("min");
        counts.most = part("max");
        counts.mean = part("avg");
        if (!counts.mean && field != nullptr &&
            field->text.find("min:") != std::string_view::npos) {
            const auto after = [&](std::string_view label) -> std::optional<double> {
                const std::size_t at = field->text.find(label);
                if (at == std::string_view::npos) return std::nullopt;
                // "min: 3523, max: ..": the comma ends the number.
                std::string_view rest = trimmed(field->text.substr(at + label.size()));
                rest = rest.substr(0, rest.find(','));
                const auto count = grouped_count(rest);
                if (!count) return std::nullopt;
                return static_cast<double>(*count);
            };
            counts = {after("min:"), after("avg:"), after("max:"), std::nullopt};
        } else if (!counts.mean && field != nullptr && field->count && *field->count > 0xFFFF) {
            // Three 16-bit words in one number: least, most, mean.
            const auto word = [&](int which) {
                return static_cast<double>(
                    static_cast<std::uint16_t>(*field->count >> (16 * which)));
            };
            counts = {word(0), word(2), word(1), std::nullopt};
        }
        if (counts.mean) record.erases = counts;
        if (field != nullptr && field->normalized && *field->normalized > 0) {
            const auto wear =
                wear_of_life_left(*field->normalized, "wear_leveling, normalised value", record);
            if (wear && !record.wear) record.wear = wear;
        }
    }
}

// Intel's and Solidigm's counters: 32 MiB, with a normalised companion; 0 beside 0 is a field
// that the model does not have.
struct IntelCounter {
    std::optional<Uint128> count;
    bool unsupported = false;
};

IntelCounter intel_counter(const LogFields& fields, std::string_view name) {
    const LogField* field = fields.find({name});
    if (field == nullptr) return {};
    IntelCounter counter{field->count, false};
    constexpr std::string_view label = "sectors:";
    const std::size_t at = field->text.find(label);
    if (at != std::string_view::npos) counter.count = grouped_count(field->text.substr(at + 8));
    const bool is_zero = counter.count && *counter.count == 0;
    counter.unsupported = is_zero && field->normalized && *field->normalized == 0;
    if (counter.unsupported) counter.count.reset();
    return counter;
}

bool has_intel_shape(const LogFields& fields) {
    for (const std::string_view name : {"nandbyteswritten", "hostbyteswritten"}) {
        const LogField* field = fields.find({name});
        if (field == nullptr) continue;
        if (field->normalized || field->text.find("sectors:") != std::string_view::npos)
            return true;
    }
    return false;
}

void take_intel(const LogFields& fields, HealthRecord& record) {
    const IntelCounter nand = intel_counter(fields, "nandbyteswritten");
    const IntelCounter host = intel_counter(fields, "hostbyteswritten");
    if (nand.count) {
        if (const auto bytes = nand_bytes_of_units(*nand.count, mib32_bytes)) {
            record.nand_written = {*bytes, "nand_bytes_written x 32 MiB", true};
        }
    }
    if (host.count && !record.host_written) {
        if (const auto bytes = host_bytes_of_units(*host.count, mib32_bytes)) {
            record.host_written = {*bytes, "host_bytes_written x 32 MiB", true};
        }
    }
    if (nand.unsupported || host.unsupported) {
        record.flag("counter_unsupported",
                    "normalised 0 and raw 0: this model does not count bytes written");
    }
    take_wear_leveling(fields, record);
    for (const std::string_view name :
         {"timedworkloadmediawear", "mediawearpercentage", "timedworkloadtimer", "timedworkload"}) {
        const LogField* field = fields.find({name});
        if (field == nullptr) continue;
        const bool never_ran = (field->count && *field->count == 65535) ||
                               field->text.starts_with("63.999") ||
                               (field->number && std::abs(*field->number - 63.999) < 1e-3);
        if (never_ran)
            record.flag("timed_workload_not_run", "timed workload counters stand at 65535");
    }
}

// "1133997.9 GiB" -> bytes.
std::optional<Uint128> bytes_with_unit(const LogField& field) {
    const auto amount = decimal_figure(field.text);
    const std::string_view unit = field.text.substr(
        std::min(field.text.find_first_not_of("0123456789., "), field.text.size()));
    double scale = 0;
    if (unit.starts_with("GiB")) scale = 1073741824.0;
    if (unit.starts_with("TiB")) scale = 1099511627776.0;
    if (unit.starts_with("GB")) scale = 1e9;
    if (unit.starts_with("TB")) scale = 1e12;
    if (!amount || scale == 0 || *amount * scale >= 0x1p100) return std::nullopt;
    return static_cast<Uint128>(std::llround(*amount * scale / 1024)) * 1024;
}

void take_toshiba(const LogFields& fields, HealthRecord& record) {
    const LogField* field = fields.find({"totaldatawrittentonand"});
    if (field == nullptr) return;
    if (const auto bytes = bytes_with_unit(*field)) {
        record.nand_written = {NandByteCounter::from_value(*bytes),
                               "Total data written to NAND, rounded to a tenth of its unit", false};
    }
}

void take_seagate(const LogFields& fields, HealthRecord& record) {
    if (const auto nand = fields.count({"physicalnandbyteswritten"})) {
        if (const auto bytes = nand_bytes_of_units(*nand, nvme_data_unit_bytes)) {
            record.nand_written = {
                *bytes, "Physical (NAND) bytes written, in units of 512,000 bytes", true};
        }
    }
    if (const auto host = fields.count({"physicalhostbyteswritten"});
        host && !record.host_written) {
        if (const auto bytes = host_bytes_of_units(*host, nvme_data_unit_bytes)) {
            record.host_written = {
                *bytes, "Physical (HOST) bytes written, in units of 512,000 bytes", true};
        }
    }
    if (const auto left = fields.number({"remainingssdlife"}); left && !record.wear) {
        record.wear = wear_of_life_left(*left, "Remaining SSD life", record);
    }
}

void take_nand_bytes(const LogFields& fields, Names names, HealthRecord& record) {
    const LogField* field = fields.find(names);
    if (field == nullptr || !field->count) return;
    note_precision(*field, record);
    record.nand_written = {NandByteCounter::from_value(*field->count),
                           "physical media units written, in bytes", false};
}

// Micron counts TLC and SLC programming apart.
void take_micron(const LogFields& fields, HealthRecord& record) {
    const auto tlc = fields.count({"physicalmediaunitswrittentlc"});
    const auto slc = fields.count({"physicalmediaunitswrittenslc"});
    if (tlc && slc) {
        record.nand_written = {NandByteCounter::from_value(*tlc + *slc),
                               "physical media units written in TLC and in SLC, in bytes", false};
    } else {
        take_nand_bytes(fields, {"nandwritesbyteswritten"}, record);
    }
}

void take_user_erase_counts(const LogFields& fields, HealthRecord& record) {
    EraseCounts counts;
    counts.least =
        fields.number({"minuserdataerasecounts", "minuserdataerasecount", "userdataerasecountmin",
                       "minimumuserdataerasecount", "userdataerasecountsminimumtlc"});
    counts.most =
        fields.number({"maxuserdataerasecounts", "maxuserdataerasecount", "userdataerasecountmax",
                       "maximumuserdataerasecount", "userdataerasecountsmaximumtlc"});
    counts.mean = fields.number(
        {"nandavgerasecount", "userdataerasecountsaveragetlc", "averageuserdataerasecount"});
    if ((counts.least || counts.most || counts.mean) && !record.erases) record.erases = counts;
}

// Labels of some tools change between GB and GiB while the figure stays.
void note_doubtful_unit(const LogFields& fields, HealthRecord& record) {
    for (const std::string_view name :
         {"hostwrite", "hostwrites", "totalhostwrite", "totalwrite"}) {
        const LogField* field = fields.find({name});
        if (field == nullptr || field->text.find('B') == std::string_view::npos) continue;
        const auto amount = decimal_figure(field->text);
        const bool in_giga = field->text.find("GiB") != std::string_view::npos ||
                             field->text.find("GB") != std::string_view::npos;
        if (!amount || !in_giga) continue;
        record.flag("unit_ambiguous",
                    fmt::format("host writes {} {}: {:.4g} bytes if GB, {:.5g} bytes if GiB; tools "
                                "changed the label without changing the figure",
                                *amount, trimmed(field->text.substr(field->text.size() - 3)),
                                *amount * 1e9, *amount * 1073741824.0));
    }
}

}  // namespace

WearReading wear_of_percentage_used(Uint128 used, std::string source) {
    const double percent = static_cast<double>(std::min<Uint128>(used, 255));
    return {.used_percent = percent,
            .least_percent = percent,
            .most_percent = percent + 1,
            .at_limit = used >= 255,
            .source = std::move(source)};
}

std::optional<WearReading> wear_of_life_left(double left_percent, std::string source,
                                             HealthRecord& record) {
    if (left_percent > 100 || left_percent < 0) {
        record.flag("implausible_life_left",
                    fmt::format("{} says {:g} % life left; 0 to 100 would be right, so wear is not "
                                "known",
                                source, left_percent));
        return std::nullopt;
    }
    const double used = 100 - left_percent;
    return WearReading{.used_percent = used,
                       .least_percent = std::max(0.0, used - 1),
                       .most_percent = used + 1,
                       .at_limit = left_percent <= 1,
                       .source = std::move(source)};
}

bool has_health_log(const LogFields& fields) {
    return fields.has({"dataunitswritten", "percentageused", "percentused", "criticalwarning",
                       "hostwritecommands", "hostwrites"}) &&
           !has_endurance_log(fields);
}

bool has_endurance_log(const LogFields& fields) {
    return fields.has({"mediatewritecommands", "mediaunitswritten"});
}

bool has_ocp_log(const LogFields& fields) {
    return fields.has({"physicalmediaunitswritten"});
}

bool has_vendor_log(const LogFields& fields) {
    return has_intel_shape(fields) ||
           fields.has({"totaldatawrittentonand", "physicalnandbyteswritten",
                       "physicallywrittenbytes", "physicalmediaunitswrittentlc",
                       "nandwritesbyteswritten", "wearlevelingcount", "wearleveling",
                       "timedworkloadmediawear", "mediawearpercentage", "nandbyteswritten",
                       "hostbyteswritten", "enduranceremainlifepercentnumber", "programfailcount",
                       "remainingssdlife", "hostwrite", "totalhostwrite"});
}

void interpret_health_log(const LogFields& fields, TemperatureScale scale, HealthRecord& record) {
    record.protocol = Protocol::nvme;
    record.solid_state = true;
    take_data_units(fields, record);
    if (const auto warning = fields.count({"criticalwarning"}); warning && *warning <= 0xFF) {
        record.critical_warning = static_cast<unsigned>(*warning);
    }
    if (const auto used = fields.count({"percentageused", "percentused"})) {
        record.wear = wear_of_percentage_used(*used, "percentage used (log 02h)");
    }
    record.spare_percent = fields.number({"availablespare", "availspare"});
    record.spare_threshold_percent = fields.number({"availablesparethreshold", "sparethresh"});
    record.write_commands = fields.count({"hostwritecommands", "hostwrites"});
    record.power_on_hours = fields.count({"poweronhours"});
    record.power_cycles = fields.count({"powercycles"});
    record.unsafe_shutdowns = fields.count({"unsafeshutdowns"});
    record.media_errors = fields.count({"mediaerrors", "mediaanddataintegrityerrors"});
    record.celsius = temperature_of(fields, scale);
    for (const LogField& field : fields.all()) {
        if (field.wrapped) note_precision(field, record);
    }
}

void interpret_endurance_log(const LogFields& fields, HealthRecord& record) {
    record.protocol = Protocol::nvme;
    record.solid_state = true;
    const auto media = fields.count({"mediatewritecommands", "mediaunitswritten"});
    const auto host = fields.count({"dataunitswritten"});
    if (media && host && *host != 0) {
        record.nand_per_host = {
            static_cast<double>(*media) / static_cast<double>(*host),
            "media units written / data units written of the endurance group (log 09h)", false};
    }
    record.flag("unit_unknown",
                "the endurance group's log counts in units of its own (not log 02h's 512,000 "
                "bytes), so it gives a ratio but no bytes");
    if (const auto used = fields.count({"percentused", "percentageused"}); used && !record.wear) {
        record.wear = wear_of_percentage_used(*used, "percentage used (log 09h)");
    }
    if (!record.spare_percent) {
        record.spare_percent = fields.number({"availspare", "availablespare"});
        record.spare_threshold_percent =
            fields.number({"sparethresh", "availsparethreshold", "availablesparethreshold"});
    }
}

void interpret_ocp_log(const LogFields& fields, HealthRecord& record) {
    record.protocol = Protocol::nvme;
    record.solid_state = true;
    take_nand_bytes(fields, {"physicalmediaunitswritten"}, record);
    take_user_erase_counts(fields, record);
    if (const auto estimate = fields.count({"enduranceestimate"}); estimate && *estimate != 0) {
        record.flag("endurance_estimate_unit_unknown",
                    "endurance estimate " + to_string(*estimate) +
                        " is printed without a unit and not used");
    }
}

void interpret_vendor_log(const LogFields& fields, std::string_view header, HealthRecord& record) {
    record.protocol = Protocol::nvme;
    record.solid_state = true;
    if (has_intel_shape(fields) ||
        fields.has({"wearlevelingcount", "wearleveling", "timedworkloadmediawear"})) {
        take_intel(fields, record);
    }
    take_toshiba(fields, record);
    take_micron(fields, record);
    take_nand_bytes(fields, {"physicallywrittenbytes"}, record);
    const bool is_seagate = header.find("Seagate") != std::string_view::npos ||
                            fields.has({"physicalhostbyteswritten", "remainingssdlife"});
    if (is_seagate) {
        take_seagate(fields, record);
    } else if (const LogField* nand = fields.find({"physicalnandbyteswritten"});
               nand != nullptr && nand->count) {
        record.nand_written = {NandByteCounter::from_value(*nand->count),
                               "physical NAND bytes written", false};
    }
    take_user_erase_counts(fields, record);
    if (const auto hundredths = fields.number({"enduranceremainlifepercentnumber"})) {
        record.wear = wear_of_life_left(*hundredths / 100, "endurance remaining life", record);
    }
    note_doubtful_unit(fields, record);
}

bool interpret_nvme_logs(const LogFields& fields, std::string_view header, HealthRecord& record) {
    bool found = false;
    const auto add_format = [&](const char* name) {
        record.format += (record.format.empty() ? "" : " + ") + std::string(name);
        found = true;
    };
    if (has_endurance_log(fields)) {
        interpret_endurance_log(fields, record);
        add_format("nvme endurance-log");
    } else if (has_health_log(fields)) {
        interpret_health_log(fields, TemperatureScale::kelvin, record);
        add_format("nvme smart-log");
    }
    if (has_ocp_log(fields)) {
        interpret_ocp_log(fields, record);
        add_format("OCP C0h log");
    }
    if (!has_ocp_log(fields) && has_vendor_log(fields)) {
        interpret_vendor_log(fields, header, record);
        add_format("vendor log");
    }
    return found;
}

}  // namespace drivewear::ingest
