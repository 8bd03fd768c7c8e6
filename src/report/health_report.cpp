#include "drivewear/report/health_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

#include "drivewear/report/json.hpp"
#include "drivewear/report/table.hpp"
#include "drivewear/units/format.hpp"

namespace drivewear::report {
namespace {

using ingest::Bound;
using ingest::DriveHealth;
using ingest::FleetReport;
using ingest::FleetSummary;
using ingest::HealthRecord;
using ingest::LifeLimit;

constexpr std::size_t most_table_rows = 60;  // beyond it only the worst are listed
constexpr std::size_t most_notes = 24;
constexpr std::size_t most_unreadable = 20;

// A counter exactly: the number below 2^53, else the nearest number and its digits beside it.
void put_exact(Json& object, const std::string& key, Uint128 value) {
    if (value < (Uint128{1} << 53)) {
        object[key] = static_cast<std::uint64_t>(value);
    } else {
        object[key] = static_cast<double>(value);
        object[key + "_exact"] = to_string(value);
    }
}

template <class Counter>
void put_counter(Json& object, const std::string& key,
                 const std::optional<ingest::Sourced<Counter>>& counter) {
    if (counter) {
        put_exact(object, key, counter->value.value());
    } else {
        object[key] = nullptr;
    }
}

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

std::string date_of(std::int64_t seconds) {
    const std::time_t time = seconds;
    std::tm calendar{};
    gmtime_r(&time, &calendar);
    return fmt::format("{:04}-{:02}-{:02}", calendar.tm_year + 1900, calendar.tm_mon + 1,
                       calendar.tm_mday);
}

// The date so many years of 365 days after a report; null without a clock or beyond year 9999.
Json end_date(const HealthRecord& record, const std::optional<double>& years) {
    if (!record.taken_at || !years || *years > 5000) return nullptr;
    const double seconds = *years * units::seconds_per_year;
    return date_of(*record.taken_at + static_cast<std::int64_t>(seconds));
}

Json to_json(const LifeLimit& limit, const HealthRecord& record) {
    Json object{{"limit", limit.name},
                {"used_percent", number(limit.used_percent)},
                {"years_left", number(limit.years_left)},
                {"bound", ingest::name_of(limit.bound)},
                {"how", limit.how}};
    if (limit.outlook) {
        const ingest::Outlook& outlook = *limit.outlook;
        object["end"] = {{"years_p05", number(outlook.p05)},
                         {"years_p50", number(outlook.p50)},
                         {"years_p95", number(outlook.p95)},
                         {"date_p05", end_date(record, outlook.p05)},
                         {"date_p50", end_date(record, outlook.p50)},
                         {"date_p95", end_date(record, outlook.p95)},
                         {"how", outlook.how}};
    }
    return object;
}

void add_identity(Json& object, const HealthRecord& record, const HealthView& view) {
    object["file"] = record.file;
    object["format"] = record.format;
    object["model"] = text_or_null(record.model);
    object["serial_hash"] = text_or_null(serial_hash(record.serial));
    if (view.show_serials) object["serial"] = text_or_null(record.serial);
    object["firmware"] = text_or_null(record.firmware);
    object["protocol"] = text_or_null(name_of(record.protocol));
    object["solid_state"] = record.solid_state ? Json(*record.solid_state) : Json(nullptr);
    object["taken_at"] = record.taken_at ? Json(*record.taken_at) : Json(nullptr);
    object["capacity_bytes"] =
        record.capacity ? exact_integer(record.capacity->value()) : Json(nullptr);
}

void add_counters(Json& object, const HealthRecord& record) {
    put_counter(object, "host_bytes_written", record.host_written);
    object["host_bytes_source"] = record.host_written ? Json(record.host_written->source) : nullptr;
    object["host_bytes_inferred"] =
        record.host_written ? Json(record.host_written->inferred) : Json(nullptr);
    put_counter(object, "nand_bytes_written", record.nand_written);
    object["nand_bytes_source"] = record.nand_written ? Json(record.nand_written->source) : nullptr;
}

Json flags_of(const HealthRecord& record) {
    Json flags = Json::array();
    for (const ingest::Flag& flag : record.flags)
        flags.push_back({{"flag", flag.code}, {"detail", flag.detail}});
    return flags;
}

Json to_json(const DriveHealth& drive, const HealthView& view) {
    const HealthRecord& record = drive.latest;
    Json object;
    add_identity(object, record, view);
    add_counters(object, record);
    object["waf"] = number(drive.waf);
    object["waf_source"] = drive.waf_source;
    object["wear_used_percent"] = record.wear ? number(record.wear->used_percent) : Json(nullptr);
    object["wear_source"] = record.wear ? Json(record.wear->source) : Json(nullptr);
    object["wear_saturated"] = record.wear ? Json(record.wear->at_limit) : Json(nullptr);
    object["spare_percent"] = number(record.spare_percent);
    object["critical_warning"] =
        record.critical_warning ? Json(*record.critical_warning) : Json(nullptr);
    object["rated_tbw_tb"] = drive.rating ? number(units::in_tb(drive.rating->tbw)) : Json(nullptr);
    object["rating_source"] = drive.rating ? drive.rating->source : drive.rating_reason;
    object["tbw_used_percent"] = number(drive.tbw_used_percent);
    if (record.power_on_hours) {
        put_exact(object, "power_on_hours", *record.power_on_hours);
    } else {
        object["power_on_hours"] = nullptr;
    }
    object["dwpd_so_far"] = number(drive.dwpd_so_far);
    const LifeLimit* binding = drive.binding_limit();
    object["life_left_years"] = binding ? number(binding->years_left) : Json(nullptr);
    object["life_left_bound"] = binding ? Json(ingest::name_of(binding->bound)) : Json(nullptr);
    object["binding_limit"] = binding ? Json(binding->name) : Json(nullptr);
    object["reports"] = drive.reports;
    object["limits"] = Json::array();
    for (const LifeLimit& limit : drive.limits)
        object["limits"].push_back(to_json(limit, record));
    object["flags"] = flags_of(record);
    return object;
}

Json to_json(const std::optional<ingest::Distribution>& values) {
    if (!values) return nullptr;
    return {{"drives", values->count},      {"mean", number(values->mean)},
            {"min", number(values->least)}, {"p05", number(values->p05)},
            {"p25", number(values->p25)},   {"median", number(values->median)},
            {"p75", number(values->p75)},   {"p95", number(values->p95)},
            {"max", number(values->most)}};
}

Json to_json(const FleetReport& report, const FleetSummary& summary) {
    Json fleet{{"drives", summary.drives},
               {"solid_state", summary.solid_state},
               {"without_data", summary.without_data},
               {"reports", summary.reports},
               {"unreadable_files", report.unreadable.size()}};
    put_exact(fleet, "capacity_bytes", summary.capacity_bytes);
    put_exact(fleet, "host_bytes_written", summary.host_written.value());
    fleet["host_bytes_written_drives"] = summary.host_written_drives;
    fleet["wear_used_percent"] = to_json(summary.wear_used_percent);
    fleet["capacity_weighted_wear_percent"] = number(summary.capacity_weighted_wear);
    fleet["wear_at_or_above"] = {
        {"50", summary.wear_from_50}, {"80", summary.wear_from_80}, {"100", summary.wear_from_100}};
    fleet["tbw_used_percent"] = to_json(summary.tbw_used_percent);
    fleet["waf"] = to_json(summary.waf);
    fleet["dwpd_so_far"] = to_json(summary.dwpd_so_far);
    fleet["life_left_years"] = to_json(summary.life_left_years);
    fleet["flags"] = Json::object();
    for (const auto& [flag, count] : summary.flags)
        fleet["flags"][flag] = count;
    fleet["worst"] = Json::array();
    for (const std::size_t place : summary.worst)
        fleet["worst"].push_back(report.drives[place].latest.file);
    return fleet;
}

// Names of files and models are whatever bytes they are; JSON is UTF-8.
std::string dumped(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The end of a path tells files of one folder apart.
std::string short_name(const std::string& file) {
    constexpr std::size_t longest = 36;
    return file.size() <= longest ? file : ".." + file.substr(file.size() - longest + 2);
}

std::string amount_text(const std::optional<double>& value, int digits = 4) {
    return value ? readable(*value, digits) : "-";
}

std::string life_text(const DriveHealth& drive) {
    const LifeLimit* limit = drive.binding_limit();
    if (limit == nullptr) return "-";
    const char* sign = limit->bound == Bound::at_least  ? ">= "
                       : limit->bound == Bound::at_most ? "<= "
                                                        : "";
    return sign + readable(*limit->years_left, 3);
}

Colour wear_colour(double used_percent) {
    if (used_percent >= 100) return Colour::bad;
    if (used_percent >= 80) return Colour::warning;
    return Colour::none;
}

Colour life_colour(const DriveHealth& drive) {
    const LifeLimit* limit = drive.binding_limit();
    if (limit == nullptr || limit->bound == Bound::at_least) return Colour::none;
    if (*limit->years_left <= 0) return Colour::bad;
    return *limit->years_left < 1 ? Colour::warning : Colour::none;
}

std::string capacity_text(const HealthRecord& record) {
    if (!record.capacity) return "-";
    return readable(units::in_tb(*record.capacity), 3);
}

std::vector<Cell> row_of(const DriveHealth& drive) {
    const HealthRecord& record = drive.latest;
    const auto tb = [](const auto& counter) -> std::string {
        return counter ? readable(ingest::in_tb(counter->value), 4) : "-";
    };
    const std::string hours =
        record.power_on_hours ? readable(static_cast<double>(*record.power_on_hours), 7) : "-";
    const Cell wear = record.wear ? Cell(readable(record.wear->used_percent, 3),
                                         wear_colour(record.wear->used_percent))
                                  : Cell("-");
    const LifeLimit* binding = drive.binding_limit();
    return {Cell(short_name(record.file)),
            Cell(record.model.empty() ? "-" : record.model),
            Cell(capacity_text(record)),
            Cell(tb(record.host_written)),
            Cell(tb(record.nand_written)),
            Cell(amount_text(drive.waf, 3)),
            wear,
            Cell(amount_text(drive.tbw_used_percent, 3)),
            Cell(hours),
            Cell(amount_text(drive.dwpd_so_far, 3)),
            Cell(life_text(drive), life_colour(drive)),
            Cell(binding ? binding->name : "-"),
            Cell(record.flags.empty() ? "" : std::to_string(record.flags.size()))};
}

Table new_table() {
    return Table({"file", "model", "TB", "host TB", "NAND TB", "WAF", "wear %", "TBW used %",
                  "hours", "DWPD", "life left y", "limit", "flags"});
}

std::string distribution_text(const char* what, const std::optional<ingest::Distribution>& values,
                              const char* unit) {
    if (!values) return {};
    const auto text = [](double value) { return readable(value, 4); };
    return fmt::format(
        "{}: median {}{}, mean {}, p05 {}, p95 {}, range {} to {} "
        "({} drives)\n",
        what, text(values->median), unit, text(values->mean), text(values->p05), text(values->p95),
        text(values->least), text(values->most), values->count);
}

std::string summary_text(const FleetReport& report) {
    const FleetSummary& fleet = report.summary;
    std::string text = fmt::format(
        "{} drive{} in {} report{}: {} solid-state, {} not, {} without health data; {} files "
        "unreadable\n",
        fleet.drives, fleet.drives == 1 ? "" : "s", fleet.reports, fleet.reports == 1 ? "" : "s",
        fleet.solid_state, fleet.drives - fleet.solid_state, fleet.without_data,
        report.unreadable.size());
    if (fleet.drives < 2) return text;  // its row says it all
    if (fleet.host_written_drives > 0) {
        text +=
            fmt::format("host writes: {} TB by {} drives\n",
                        readable(ingest::in_tb(fleet.host_written), 6), fleet.host_written_drives);
    }
    if (fleet.wear_used_percent) {
        const ingest::Distribution& wear = *fleet.wear_used_percent;
        text += fmt::format(
            "wear: median {} %, mean {} %{}, p95 {} %, max {} % ({} drives); from 50 %: {}, from "
            "80 %: {}, from 100 %: {}\n",
            readable(wear.median, 4), readable(wear.mean, 5),
            fleet.capacity_weighted_wear
                ? fmt::format(" ({} % by capacity)", readable(*fleet.capacity_weighted_wear, 5))
                : "",
            readable(wear.p95, 4), readable(wear.most, 4), wear.count, fleet.wear_from_50,
            fleet.wear_from_80, fleet.wear_from_100);
    }
    text += distribution_text("rated TBW used", fleet.tbw_used_percent, " %");
    text += distribution_text("drive writes a day so far", fleet.dwpd_so_far, "");
    text += distribution_text("write amplification", fleet.waf, "");
    text += distribution_text("life left", fleet.life_left_years, " years");
    return text;
}

std::string outlook_text(const DriveHealth& drive) {
    const LifeLimit* limit = drive.binding_limit();
    if (limit == nullptr || !limit->outlook || !limit->outlook->p50) return {};
    const auto when = [&](const std::optional<double>& years) {
        if (!years) return std::string("not bounded");
        const Json date = end_date(drive.latest, years);
        const std::string span = readable(*years, 3) + " years";
        return date.is_null() ? span : date.get<std::string>() + " (" + span + ")";
    };
    const ingest::Outlook& outlook = *limit->outlook;
    return fmt::format("  {}: {} reached P05 {}, P50 {}, P95 {}; {}\n",
                       short_name(drive.latest.file), limit->name, when(outlook.p05),
                       when(outlook.p50), when(outlook.p95), outlook.how);
}

std::string notes_text(const FleetReport& report) {
    std::string text;
    std::size_t shown = 0, left_out = 0;
    for (const DriveHealth& drive : report.drives) {
        for (const ingest::Flag& flag : drive.latest.flags) {
            if (++shown > most_notes) {
                ++left_out;
                continue;
            }
            text += fmt::format("  {}: {}: {}\n", short_name(drive.latest.file), flag.code,
                                flag.detail);
        }
    }
    if (left_out == 0) return text;
    text.clear();
    for (const auto& [flag, count] : report.summary.flags)
        text += fmt::format("  {}: {} drives\n", flag, count);
    return text + "  (--format json has each with its reason)\n";
}

}  // namespace

std::string health_table(const FleetReport& report, const HealthView& view) {
    std::string text;
    const bool all = report.drives.size() <= most_table_rows;
    if (all && !report.drives.empty()) {
        Table table = new_table();
        for (const DriveHealth& drive : report.drives)
            table.add(row_of(drive));
        text += table.to_text(view.coloured) + "\n";
    }
    text += summary_text(report);
    const bool lists_worst = !report.summary.worst.empty() && report.drives.size() > 5;
    if (lists_worst) {
        Table table = new_table();
        const std::size_t count = std::min<std::size_t>(report.summary.worst.size(), all ? 5 : 10);
        for (std::size_t i = 0; i < count; ++i)
            table.add(row_of(report.drives[report.summary.worst[i]]));
        text += "\nSoonest at a limit\n" + table.to_text(view.coloured);
    }
    std::string outlooks;
    if (all) {
        for (const DriveHealth& drive : report.drives)
            outlooks += outlook_text(drive);
    }
    if (!outlooks.empty()) text += "\nEnd dates from histories\n" + outlooks;
    if (const std::string notes = notes_text(report); !notes.empty()) text += "\nFlags\n" + notes;
    if (!report.unreadable.empty()) {
        text += "\nNot read\n";
        const std::size_t count = std::min(report.unreadable.size(), most_unreadable);
        for (std::size_t i = 0; i < count; ++i) {
            text +=
                fmt::format("  {}: {}\n", report.unreadable[i].file, report.unreadable[i].reason);
        }
        if (count < report.unreadable.size()) {
            text += fmt::format("  and {} more\n", report.unreadable.size() - count);
        }
    }
    return text;
}

std::string health_json(const FleetReport& report, const HealthView& view) {
    std::string text = "{\n  \"schema\": \"drivewear.health/1\",\n  \"drives\": [";
    const char* separator = "\n    ";
    for (const DriveHealth& drive : report.drives) {
        text += separator + dumped(to_json(drive, view));
        separator = ",\n    ";
    }
    text += report.drives.empty() ? "],\n" : "\n  ],\n";
    text += "  \"fleet\": " + dumped(to_json(report, report.summary)) + ",\n";
    Json unreadable = Json::array();
    for (const ingest::Unreadable& file : report.unreadable)
        unreadable.push_back({{"file", file.file}, {"reason", file.reason}});
    text += "  \"unreadable\": " + dumped(unreadable) + "\n}\n";
    return text;
}

std::string health_csv(const FleetReport& report, const HealthView& view) {
    std::string text;
    for (const DriveHealth& drive : report.drives) {
        Json row = to_json(drive, view);
        Json codes = Json::array();
        for (const ingest::Flag& flag : drive.latest.flags)
            codes.push_back(flag.code);
        row["flags"] = std::move(codes);
        row.erase("limits");
        // Exact digits have columns of their own in every row.
        for (const char* key : {"host_bytes_written", "nand_bytes_written"}) {
            const std::string exact = std::string(key) + "_exact";
            if (row.contains(exact)) row[key] = row[exact];
            row.erase(exact);
        }
        row.erase("power_on_hours_exact");
        const LifeLimit* limit = drive.binding_limit();
        const bool has_end = limit != nullptr && limit->outlook.has_value();
        row["end_p05"] = has_end ? end_date(drive.latest, limit->outlook->p05) : Json(nullptr);
        row["end_p50"] = has_end ? end_date(drive.latest, limit->outlook->p50) : Json(nullptr);
        row["end_p95"] = has_end ? end_date(drive.latest, limit->outlook->p95) : Json(nullptr);
        std::string rows = to_csv(Json::array({std::move(row)}));
        // The header comes with every call: keep the first.
        if (!text.empty()) rows.erase(0, rows.find('\n') + 1);
        text += rows;
    }
    return text;
}

}  // namespace drivewear::report
