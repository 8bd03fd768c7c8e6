#include "ingest/smartctl_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <vector>

#include "ingest/health_counts.hpp"
#include "ingest/nvme_logs.hpp"
#include "ingest/smart_report.hpp"

namespace drivewear::ingest {
namespace {

std::optional<std::uint64_t> whole(std::string_view word, int base = 10) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
    if (error != std::errc() || end != word.data() + word.size() || word.empty()) {
        return std::nullopt;
    }
    return value;
}

// The digits at the start of a word: "11104h+25m" is 11104.
std::optional<std::uint64_t> leading_whole(std::string_view word) {
    return whole(word.substr(0, std::min(word.find_first_not_of("0123456789"), word.size())));
}

std::optional<std::uint64_t> byte_count(std::string_view value) {
    const auto count = grouped_count(value);
    if (!count || *count > std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
    return static_cast<std::uint64_t>(*count);
}

bool is_flag_column(std::string_view word) {
    if (word.starts_with("0x")) return true;
    return word.size() >= 6 && word.find_first_not_of("-POSRCK+NVDA") == std::string_view::npos;
}

class TextReader {
public:
    TextReader(const AttributeTable& table, HealthRecord& record)
        : table_(table), record_(record) {}

    void read(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            take_line(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        finish();
    }

private:
    void take_line(std::string_view line) {
        constexpr std::size_t longest_line = 1000;
        line = trimmed(line.substr(0, longest_line));
        if (line.starts_with("smartctl ") && record_.format.empty()) {
            const Words words = words_of(line);
            const bool is_pre = words.size() > 1 && words[1] == "pre-7.4";
            record_.format = "smartctl text " + std::string(is_pre ? "7.4" : words[1]);
            return;
        }
        if (line.empty()) {
            if (!nvme_.empty()) in_nvme_ = false;
            return;
        }
        if (line.find("SMART/Health Information (NVMe Log") != std::string_view::npos) {
            in_nvme_ = is_nvme_ = true;
            return;
        }
        if (take_attribute(line) || take_statistic(line) || take_scsi(line)) return;
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) return;
        const std::string_view value = trimmed(line.substr(colon + 1));
        if (in_nvme_) {
            nvme_.add_line(line.substr(0, colon), value);
        } else {
            take_identity(line.substr(0, colon), value);
        }
    }

    void take_identity(std::string_view name, std::string_view value) {
        const std::string text(value);
        if (name == "Model Number" || name == "Device Model") record_.model = text;
        if (name == "Model Family") record_.family = text;
        if (name == "Vendor") vendor_ = text;
        if (name == "Product") product_ = text;
        if (name == "Serial Number" || name == "Serial number") record_.serial = text;
        if (name == "Firmware Version" || name == "Revision") record_.firmware = text;
        if (name == "User Capacity") set_capacity(value, "User Capacity", 3);
        if (name == "Total NVM Capacity") set_capacity(value, "Total NVM Capacity", 2);
        if (name == "Namespace 1 Size/Capacity") set_capacity(value, "Namespace 1", 1);
        if (name == "Local Time is") record_.taken_at = seconds_of_local_time(value);
        if (name == "Rotation Rate") {
            record_.solid_state = value.starts_with("Solid State");
        }
        if (name == "SMART overall-health self-assessment test result") {
            record_.passed = value.starts_with("PASSED");
        }
        if (name == "SMART Health Status") record_.passed = value.starts_with("OK");
        if (name == "Transport protocol") record_.protocol = Protocol::scsi;
        if (name == "Logical block size" || name == "Sector Size" || name == "Sector Sizes") {
            const auto bytes = leading_whole(value);
            if (bytes && *bytes >= 512) report_.logical_block_bytes = *bytes;
        }
    }

    void set_capacity(std::string_view value, const char* source, int rank) {
        const auto bytes = byte_count(value);
        if (!bytes || *bytes == 0 || rank <= capacity_rank_) return;
        capacity_rank_ = rank;
        record_.capacity = units::bytes(*bytes);
        record_.capacity_source = source;
    }

    // ID# NAME FLAG VALUE WORST THRESH [TYPE UPDATED] WHEN_FAILED RAW...
    bool take_attribute(std::string_view line) {
        if (line.empty() || line.front() < '0' || line.front() > '9') return false;
        const Words words = words_of(line);
        if (words.size() < 8 || !is_flag_column(words[2])) return false;
        const auto id = whole(words[0]);
        const auto value = whole(words[3]);
        if (!id || *id == 0 || *id > 255 || !value || *value > 255) return false;
        const std::size_t raw_at = words[2].starts_with("0x") ? 9 : 7;
        if (words.size() <= raw_at) return false;
        AtaAttribute attribute;
        attribute.id = static_cast<unsigned>(*id);
        attribute.name = std::string(words[1]);
        attribute.value = static_cast<unsigned>(*value);
        attribute.raw = words[raw_at].starts_with("0x") ? whole(words[raw_at].substr(2), 16)
                                                        : leading_whole(words[raw_at]);
        attribute.raw_text = std::string(words[raw_at].substr(0, words[raw_at].find('h')));
        report_.attributes.push_back(attribute);
        return true;
    }

    // PAGE OFFSET SIZE VALUE FLAGS DESCRIPTION
    bool take_statistic(std::string_view line) {
        const Words words = words_of(line);
        if (words.size() < 6 || !words[1].starts_with("0x") || words[1].size() != 5) return false;
        const auto page =
            words[0].starts_with("0x") ? whole(words[0].substr(2), 16) : whole(words[0]);
        const auto offset = whole(words[1].substr(2), 16);
        const auto value = whole(words[3]);
        if (!page || !offset || !value) return false;
        if (*page == 1 && *offset == 0x18) report_.sectors_written = value;
        if (*page == 1 && *offset == 0x28) report_.sectors_read = value;
        if (*page == 7 && *offset == 8 && *value <= 255) {
            report_.percent_used = static_cast<unsigned>(*value);
        }
        return true;
    }

    bool take_scsi(std::string_view line) {
        constexpr std::string_view used = "Percentage used endurance indicator:";
        constexpr std::string_view on = "Accumulated power on time, hours:minutes";
        if (line.starts_with(used)) {
            sas_.used_percent = decimal_figure(line.substr(used.size()));
            return true;
        }
        if (line.starts_with(on)) {
            // "35075:29" is hours and minutes, no time of day.
            const std::string_view time = trimmed(line.substr(on.size()));
            record_.power_on_hours = leading_whole(time);
            const std::size_t colon = std::min(time.find(':'), time.size());
            const auto minutes = leading_whole(time.substr(std::min(colon + 1, time.size())));
            record_.power_on_extra_minutes = static_cast<double>(minutes.value_or(0));
            return true;
        }
        if (line.starts_with("write:")) {
            const Words words = words_of(line);
            if (words.size() >= 8) sas_.gigabytes_written = decimal_figure(words[6]);
            return true;
        }
        if (line.starts_with("Current Drive Temperature:") ||
            line.starts_with("Current temperature =")) {
            record_.celsius = decimal_figure(line.substr(line.find_first_of(":=") + 1));
            return true;
        }
        return false;
    }

    void finish() {
        if (record_.model.empty()) {
            record_.model = vendor_ + (vendor_.empty() || product_.empty() ? "" : " ") + product_;
        }
        if (is_nvme_) interpret_health_log(nvme_, TemperatureScale::celsius, record_);
        if (!report_.attributes.empty() || report_.sectors_written) {
            record_.protocol = Protocol::ata;
            interpret_ata(report_, table_, record_);
        }
        if (record_.protocol == Protocol::scsi) interpret_sas(sas_, record_);
    }

    const AttributeTable& table_;
    HealthRecord& record_;
    LogFields nvme_;
    AtaReport report_;
    bool in_nvme_ = false;
    bool is_nvme_ = false;
    int capacity_rank_ = 0;
    SasReport sas_;
    std::string vendor_, product_;
};

}  // namespace

std::int64_t days_of_date(int year, int month, int day) {
    // Howard Hinnant's days_from_civil: years begin in March, eras have 400 years.
    year -= month <= 2 ? 1 : 0;
    const int era = (year >= 0 ? year : year - 399) / 400;
    const int year_of_era = year - era * 400;
    const int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return std::int64_t{era} * 146097 + day_of_era - 719468;
}

std::optional<std::int64_t> seconds_of_local_time(std::string_view text) {
    constexpr std::array<std::string_view, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const Words words = words_of(text);
    if (words.size() < 5 || words[3].size() != 8) return std::nullopt;
    const auto month = std::find(months.begin(), months.end(), words[1]);
    const auto day = whole(words[2]);
    const auto year = whole(words[4]);
    const auto hour = whole(words[3].substr(0, 2));
    const auto minute = whole(words[3].substr(3, 2));
    const auto second = whole(words[3].substr(6, 2));
    const bool is_date = month != months.end() && day && *day >= 1 && *day <= 31 && year &&
                         *year >= 1970 && *year < 10000 && hour && minute && second;
    if (!is_date) return std::nullopt;
    const auto days =
        days_of_date(static_cast<int>(*year), static_cast<int>(month - months.begin()) + 1,
                     static_cast<int>(*day));
    return days * 86400 + static_cast<std::int64_t>(*hour * 3600 + *minute * 60 + *second);
}

bool is_smartctl_text(std::string_view text) {
    const std::size_t at = text.find("smartctl ");
    const bool at_line_start = at == 0 || (at != std::string_view::npos && text[at - 1] == '\n') ||
                               (at == 3 && text.starts_with("\xEF\xBB\xBF"));
    return (at_line_start && text.find("=== START OF", at) != std::string_view::npos) ||
           text.find("SMART/Health Information (NVMe Log") != std::string_view::npos;
}

void read_smartctl_text(std::string_view text, const AttributeTable& table, HealthRecord& record) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    TextReader(table, record).read(text);
    if (record.format.empty()) record.format = "smartctl text";
}

}  // namespace drivewear::ingest
