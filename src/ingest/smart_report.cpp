#include "ingest/smart_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ingest/health_counts.hpp"
#include "ingest/nvme_logs.hpp"

namespace drivewear::ingest {
namespace {

constexpr double sata_bytes_per_hour = 0.75e9 * 3600;  // above the 6 Gb/s link
constexpr double idlest_bytes_per_hour = 1e6;          // no system's drive is idler for long
constexpr double agreement = 0.01;                     // of counters that count the same

std::string unit_text(std::uint64_t bytes) {
    if (bytes == mib32_bytes) return "32 MiB";
    if (bytes == 1073741824) return "1 GiB";
    if (bytes == 1000000000) return "1 GB";
    return fmt::format("{} B", bytes);
}

std::string label_of(const AtaAttribute& attribute) {
    return fmt::format("attribute {}{}{}", attribute.id, attribute.name.empty() ? "" : " ",
                       attribute.name);
}

bool shows_spindle(const AtaReport& report) {
    return std::any_of(
        report.attributes.begin(), report.attributes.end(), [](const AtaAttribute& attribute) {
            // Spin-up time, seek errors and spin retries are of disks alone.
            const bool is_disks = attribute.id == 3 || attribute.id == 7 || attribute.id == 10;
            const bool named_so = attribute.name.empty() ||
                                  attribute.name.find("Spin") != std::string::npos ||
                                  attribute.name.find("Seek") != std::string::npos;
            return is_disks && named_so && (attribute.value || attribute.raw.value_or(0) != 0);
        });
}

// The unit of one count, and how it was settled.
struct Unit {
    std::uint64_t bytes;
    std::string how;
    bool inferred;
};

class AtaReader {
public:
    AtaReader(const AtaReport& report, const AttributeTable& table, HealthRecord& record)
        : report_(report), table_(table), record_(record) {}

    void read() {
        take_hours();
        if (!record_.solid_state && shows_spindle(report_)) record_.solid_state = false;
        if (record_.solid_state == false) return;
        take_statistics();
        for (const AtaAttribute& attribute : report_.attributes) {
            const auto rules = table_.find({.model = record_.model,
                                            .family = record_.family,
                                            .id = attribute.id,
                                            .name = attribute.name});
            for (const AttributeRule* rule : rules)
                take(attribute, *rule);
        }
        derive_nand_from_pages();
    }

private:
    void take_hours() {
        if (record_.power_on_hours) return;
        for (const AtaAttribute& attribute : report_.attributes) {
            if (attribute.id != 9 || !attribute.raw) continue;
            // The raw value may pack minutes above 32 bits of hours; smartctl's text knows better.
            const auto printed = grouped_count(attribute.raw_text);
            const bool in_hours = attribute.name.find("Minutes") == std::string::npos &&
                                  attribute.name.find("Seconds") == std::string::npos;
            if (in_hours) record_.power_on_hours = printed ? *printed : *attribute.raw & 0xFFFFFFFF;
        }
    }

    void take_statistics() {
        if (report_.sectors_written && *report_.sectors_written != 0) {
            if (const auto bytes =
                    host_bytes_of_units(*report_.sectors_written, report_.logical_block_bytes)) {
                record_.host_written = {*bytes, "device statistics, Logical Sectors Written",
                                        false};
            }
        }
        if (report_.sectors_read) {
            if (const auto bytes =
                    host_bytes_of_units(*report_.sectors_read, report_.logical_block_bytes)) {
                record_.host_read = {*bytes, "device statistics, Logical Sectors Read", false};
            }
        }
        if (report_.percent_used) {
            record_.wear = wear_of_percentage_used(*report_.percent_used,
                                                   "device statistics, percentage used");
        }
    }

    void take(const AtaAttribute& attribute, const AttributeRule& rule) {
        using Meaning = AttributeMeaning;
        switch (rule.meaning) {
            case Meaning::host_bytes_written:
                return take_host_written(attribute, rule);
            case Meaning::host_bytes_read:
                return take_host_read(attribute, rule);
            case Meaning::nand_bytes_written:
                return take_nand_written(attribute, rule);
            case Meaning::host_program_pages:
                host_pages_ = attribute.raw;
                return;
            case Meaning::background_program_pages:
                background_pages_ = attribute.raw;
                return;
            case Meaning::life_left_percent:
            case Meaning::life_used_percent:
                return take_wear(attribute, rule);
            case Meaning::spare_left_percent:
                if (attribute.value && !record_.spare_percent)
                    record_.spare_percent = *attribute.value;
                return;
            case Meaning::unsettled:
                record_.flag("wear_attribute_unsettled",
                             label_of(attribute) + " is read in opposite ways: not used");
                return;
            default:
                return take_erases(attribute, rule);
        }
    }

    std::optional<double> figure(const AtaAttribute& attribute, const AttributeRule& rule) const {
        if (!attribute.raw && rule.field != AttributeField::value) return std::nullopt;
        switch (rule.field) {
            case AttributeField::raw:
                return static_cast<double>(*attribute.raw);
            case AttributeField::value:
                if (!attribute.value) return std::nullopt;
                return *attribute.value;
            case AttributeField::raw_second_byte:
                return static_cast<double>(*attribute.raw > 0xFF ? (*attribute.raw >> 8) & 0xFF
                                                                 : *attribute.raw);
            case AttributeField::value_if_raw_agrees:
                if (!attribute.value || *attribute.raw != *attribute.value) return std::nullopt;
                return *attribute.value;
        }
        return std::nullopt;
    }

    void take_wear(const AtaAttribute& attribute, const AttributeRule& rule) {
        if (record_.wear) return;
        const auto percent = figure(attribute, rule);
        if (!percent) {
            record_.flag(
                "wear_attribute_unsettled",
                fmt::format("{} has value {} and raw {}: firmware of such drives shows what "
                            "is left or what is used, so wear is not known",
                            label_of(attribute), attribute.value.value_or(0),
                            attribute.raw.value_or(0)));
            return;
        }
        const bool from_value = rule.field == AttributeField::value;
        const std::string source =
            label_of(attribute) + (from_value ? ", normalised value" : ", raw value");
        if (rule.meaning == AttributeMeaning::life_left_percent) {
            record_.wear = wear_of_life_left(*percent, source, record_);
        } else {
            record_.wear = wear_of_percentage_used(static_cast<Uint128>(*percent), source);
        }
    }

    void take_erases(const AtaAttribute& attribute, const AttributeRule& rule) {
        const auto cycles = figure(attribute, rule);
        if (!cycles) return;
        if (!record_.erases) record_.erases.emplace();
        EraseCounts& counts = *record_.erases;
        if (rule.meaning == AttributeMeaning::erase_count_least) counts.least = cycles;
        if (rule.meaning == AttributeMeaning::erase_count_mean) counts.mean = cycles;
        if (rule.meaning == AttributeMeaning::erase_count_most) counts.most = cycles;
        if (rule.meaning == AttributeMeaning::erase_count_allowed) counts.allowed = cycles;
    }

    bool is_plausible(double bytes) const {
        if (!record_.power_on_hours) return true;
        const double hours = std::max(1.0, static_cast<double>(*record_.power_on_hours));
        return bytes / hours >= idlest_bytes_per_hour && bytes / hours <= sata_bytes_per_hour;
    }

    // Device statistics prove a unit; else a single one is taken; else the only plausible one.
    std::optional<Unit> unit_of(const AtaAttribute& attribute, const AttributeRule& rule,
                                std::optional<std::uint64_t> sectors) {
        const double raw = static_cast<double>(*attribute.raw);
        if (sectors && *sectors != 0) {
            const double proven =
                static_cast<double>(*sectors) * static_cast<double>(report_.logical_block_bytes);
            for (const std::uint64_t unit : rule.unit_bytes) {
                const double bytes = raw * static_cast<double>(unit);
                const double slack = std::max(2.0 * static_cast<double>(unit), agreement * proven);
                if (std::abs(bytes - proven) <= slack) {
                    return Unit{unit, "unit proven by the device statistics", false};
                }
            }
            record_.flag(
                "unit_contradicts_statistics",
                fmt::format("{} raw {} in none of its known units agrees with {:.6g} bytes "
                            "of the device statistics",
                            label_of(attribute), *attribute.raw, proven));
            return std::nullopt;
        }
        if (rule.unit_bytes.size() == 1) {
            return Unit{rule.unit_bytes.front(), rule.note, rule.assumed};
        }
        std::vector<std::uint64_t> plausible;
        for (const std::uint64_t unit : rule.unit_bytes) {
            if (is_plausible(raw * static_cast<double>(unit))) plausible.push_back(unit);
        }
        if (plausible.size() == 1 && record_.power_on_hours) {
            return Unit{plausible.front(),
                        "unit assumed: the only plausible one over the power-on hours", true};
        }
        std::string choices;
        for (const std::uint64_t unit : rule.unit_bytes) {
            choices +=
                fmt::format("{}{:.5g} TB if {}", choices.empty() ? "" : ", ",
                            raw * static_cast<double>(unit) / units::bytes_per_tb, unit_text(unit));
        }
        record_.flag("unit_unknown", fmt::format("{} raw {}: {}; nothing in the report settles it",
                                                 label_of(attribute), *attribute.raw, choices));
        return std::nullopt;
    }

    std::string source_of(const AtaAttribute& attribute, const Unit& unit) const {
        std::string source = label_of(attribute) + " x " + unit_text(unit.bytes);
        if (!unit.how.empty()) source += " (" + unit.how + ")";
        return source;
    }

    void note_assumption(const AtaAttribute& attribute, const Unit& unit) {
        if (unit.inferred) record_.flag("unit_assumed", source_of(attribute, unit));
    }

    void take_host_written(const AtaAttribute& attribute, const AttributeRule& rule) {
        if (!attribute.raw || *attribute.raw == 0) return;
        const bool from_statistics =
            record_.host_written && record_.host_written->source.starts_with("device");
        if (record_.host_written && !from_statistics) return;
        const auto unit = unit_of(attribute, rule, report_.sectors_written);
        if (!unit) return;
        if (from_statistics) {
            record_.host_written->source += fmt::format(
                "; {} agrees in units of {}", label_of(attribute), unit_text(unit->bytes));
            return;
        }
        if (const auto bytes = host_bytes_of_units(*attribute.raw, unit->bytes)) {
            record_.host_written = {*bytes, source_of(attribute, *unit), unit->inferred};
            note_assumption(attribute, *unit);
        }
    }

    void take_host_read(const AtaAttribute& attribute, const AttributeRule& rule) {
        // Reads bear on nothing here but must not cost a flag where their unit is unknown.
        if (!attribute.raw || record_.host_read || rule.unit_bytes.size() != 1) return;
        if (const auto bytes = host_bytes_of_units(*attribute.raw, rule.unit_bytes.front())) {
            record_.host_read = {*bytes, label_of(attribute), rule.assumed};
        }
    }

    void take_nand_written(const AtaAttribute& attribute, const AttributeRule& rule) {
        if (!attribute.raw || *attribute.raw == 0 || record_.nand_written) return;
        const auto unit = unit_of(attribute, rule, std::nullopt);
        if (!unit) return;
        if (const auto bytes = nand_bytes_of_units(*attribute.raw, unit->bytes)) {
            record_.nand_written = {*bytes, source_of(attribute, *unit), unit->inferred};
            note_assumption(attribute, *unit);
        }
    }

    // Micron: pages programmed for the host and by the drive; their size follows from the sectors.
    void derive_nand_from_pages() {
        if (!host_pages_ || !background_pages_ || *host_pages_ == 0 || !record_.host_written)
            return;
        if (record_.nand_written) return;
        const auto pages = static_cast<Uint128>(*host_pages_) + *background_pages_;
        const Uint128 host_bytes = record_.host_written->value.value();
        if (host_bytes > ~Uint128{0} / pages) return;
        record_.nand_written = {
            NandByteCounter::from_value(host_bytes * pages / *host_pages_),
            "host bytes x (247 host pages + 248 background pages) / 247 host pages", true};
    }

    const AtaReport& report_;
    const AttributeTable& table_;
    HealthRecord& record_;
    std::optional<std::uint64_t> host_pages_;
    std::optional<std::uint64_t> background_pages_;
};

void flag_exit_bits(HealthRecord& record) {
    if (!record.exit_status) return;
    struct Bit {
        unsigned bit;
        const char* code;
        const char* detail;
    };
    constexpr Bit bits[] = {
        {2, "report_incomplete", "a SMART command failed or a checksum was wrong (exit bit 2)"},
        {3, "smart_failing", "smartctl: the drive says it is failing (exit bit 3)"},
        {4, "prefail_below_threshold", "a pre-fail attribute is at its threshold (exit bit 4)"},
        {5, "was_below_threshold", "an attribute was at its threshold in the past (exit bit 5)"},
        {6, "error_log_entries", "the drive's error log has entries (exit bit 6)"},
        {7, "self_test_errors", "the self-test log has errors (exit bit 7)"}};
    for (const Bit& bit : bits) {
        if (*record.exit_status >> bit.bit & 1) record.flag(bit.code, bit.detail);
    }
}

void flag_critical_warning(HealthRecord& record) {
    if (!record.critical_warning) return;
    struct Bit {
        const char* code;
        const char* detail;
    };
    constexpr Bit bits[] = {
        {"spare_below_threshold", "critical warning bit 0: spare below its threshold"},
        {"temperature_warning", "critical warning bit 1: temperature beyond a threshold"},
        {"reliability_degraded", "critical warning bit 2: reliability degraded"},
        {"read_only", "critical warning bit 3: the media are read-only"},
        {"backup_failed", "critical warning bit 4: the volatile memory backup failed"},
        {"persistent_memory_read_only",
         "critical warning bit 5: the persistent region is read-only"}};
    for (unsigned bit = 0; bit < std::size(bits); ++bit) {
        if (*record.critical_warning >> bit & 1) record.flag(bits[bit].code, bits[bit].detail);
    }
}

}  // namespace

void interpret_ata(const AtaReport& report, const AttributeTable& table, HealthRecord& record) {
    AtaReader(report, table, record).read();
}

void interpret_sas(const SasReport& report, HealthRecord& record) {
    if (record.solid_state == false) return;
    if (report.used_percent && *report.used_percent >= 0) {
        const double used = *report.used_percent;
        record.solid_state = true;  // only solid-state drives have the indicator
        record.wear = WearReading{.used_percent = used,
                                  .least_percent = std::max(0.0, used - 0.5),
                                  .most_percent = used + 0.5,
                                  .at_limit = used >= 255,
                                  .source = "percentage used endurance indicator"};
    }
    const double gigabytes = report.gigabytes_written.value_or(0);
    if (gigabytes > 0 && gigabytes < 1e12) {
        record.host_written = {
            HostByteCounter::from_value(static_cast<Uint128>(gigabytes * 1e9 + 0.5)),
            "error counter log, gigabytes processed (1e9 bytes, rounded to 1e6)", false};
    }
}

void finish_record(HealthRecord& record) {
    flag_exit_bits(record);
    flag_critical_warning(record);
    if (record.passed == false) record.flag("smart_failing", "the drive's own verdict is 'failed'");
    if (record.solid_state == false) {
        record.flag("not_solid_state", "a rotating disk or a volume: no endurance answer");
    }
    const bool has_figure = record.host_written || record.nand_written || record.nand_per_host ||
                            record.wear || record.power_on_hours || record.spare_percent ||
                            record.erases || record.media_errors || record.critical_warning ||
                            record.celsius;
    if (!has_figure) record.flag("no_health_data", "the report holds no health counters");
}

}  // namespace drivewear::ingest
