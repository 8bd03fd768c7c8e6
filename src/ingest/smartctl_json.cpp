#include "ingest/smartctl_json.hpp"

#include <algorithm>
#include <limits>

#include "drivewear/core/errors.hpp"
#include "ingest/health_counts.hpp"
#include "ingest/nvme_logs.hpp"
#include "ingest/smart_report.hpp"

namespace drivewear::ingest {
namespace {

constexpr unsigned open_failed_bits = 0x3;

std::optional<std::uint64_t> small_count(JsonValue value) {
    const auto count = value.whole_number();
    if (!count || *count > std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
    return static_cast<std::uint64_t>(*count);
}

std::string text_of(JsonValue value) {
    const auto text = value.text();
    return text ? std::string(trimmed(*text)) : std::string();
}

std::string messages_of(JsonValue smartctl) {
    std::string text;
    smartctl["messages"].for_each_element([&](JsonValue message) {
        const std::string line = text_of(message["string"]);
        if (!line.empty()) text += (text.empty() ? "" : "; ") + line;
    });
    return text;
}

std::string version_of(JsonValue smartctl) {
    std::string text;
    smartctl["version"].for_each_element([&](JsonValue part) {
        text += (text.empty() ? "" : ".") + std::string(part.number_text());
    });
    return text;
}

Protocol protocol_of(std::string_view name) {
    if (name == "NVMe") return Protocol::nvme;
    if (name == "ATA") return Protocol::ata;
    if (name == "SCSI") return Protocol::scsi;
    return Protocol::unknown;
}

class SmartctlReader {
public:
    SmartctlReader(const AttributeTable& table, HealthRecord& record)
        : table_(table), record_(record) {}

    void read(JsonValue root) {
        root.for_each_member([&](std::string_view name, JsonValue value) { take(name, value); });
        if (record_.model.empty() && !vendor_.empty()) record_.model = vendor_ + " " + product_;
        if (record_.model.empty()) record_.model = product_;
        record_.format = "smartctl JSON" + (version_.empty() ? "" : " " + version_);
        refuse_without_device(root);
        if (namespace_bytes_) set_capacity(*namespace_bytes_, "nvme_namespaces[0].capacity", 1);
        if (is_nvme_) interpret_health_log(nvme_, TemperatureScale::celsius, record_);
        // smartctl repeats the log's hours; SATA's are smartctl's reading of a packed attribute.
        if (!record_.power_on_hours) record_.power_on_hours = power_hours_;
        if (!report_.attributes.empty() || report_.sectors_written || report_.percent_used) {
            if (record_.protocol == Protocol::unknown) record_.protocol = Protocol::ata;
            interpret_ata(report_, table_, record_);
        }
        if (record_.protocol == Protocol::scsi) interpret_sas(sas_, record_);
        if (!messages_.empty()) record_.flag("smartctl_message", messages_);
    }

private:
    // smartctl's own figure first; drives of several namespaces give only the total.
    void set_capacity(std::uint64_t bytes, const char* source, int rank) {
        if (bytes == 0 || rank <= capacity_rank_) return;
        capacity_rank_ = rank;
        record_.capacity = units::bytes(bytes);
        record_.capacity_source = source;
    }

    void take(std::string_view name, JsonValue value) {
        if (name == "nvme_smart_health_information_log") {
            is_nvme_ = value.is_object();
            nvme_.add_members(value);
        } else if (name == "ata_smart_attributes") {
            value["table"].for_each_element([&](JsonValue row) { take_attribute(row); });
        } else if (name == "ata_device_statistics") {
            value["pages"].for_each_element([&](JsonValue page) { take_statistics(page); });
        } else if (name == "device") {
            record_.device = text_of(value["name"]);
            record_.protocol = protocol_of(value["protocol"].raw_text());
        } else if (name == "smartctl") {
            version_ = version_of(value);
            messages_ = messages_of(value);
            if (const auto status = small_count(value["exit_status"])) {
                record_.exit_status = static_cast<unsigned>(*status & 0xFF);
            }
        } else if (name == "smart_status") {
            record_.passed = value["passed"].boolean();
        } else if (name == "local_time") {
            if (const auto time = small_count(value["time_t"]); time && *time < (1ULL << 40)) {
                record_.taken_at = static_cast<std::int64_t>(*time);
            }
        } else {
            take_identity(name, value);
        }
    }

    void take_identity(std::string_view name, JsonValue value) {
        if (name == "model_name" || name == "scsi_model_name") {
            if (record_.model.empty()) record_.model = text_of(value);
        } else if (name == "model_family") {
            record_.family = text_of(value);
        } else if (name == "vendor" || name == "scsi_vendor") {
            vendor_ = text_of(value);
        } else if (name == "product" || name == "scsi_product") {
            product_ = text_of(value);
        } else if (name == "serial_number") {
            record_.serial = text_of(value);
        } else if (name == "firmware_version" || name == "revision" || name == "scsi_revision") {
            record_.firmware = text_of(value);
        } else if (name == "user_capacity") {
            if (const auto bytes = small_count(value["bytes"])) {
                set_capacity(*bytes, "user_capacity", 3);
            }
        } else if (name == "nvme_total_capacity") {
            if (const auto bytes = small_count(value)) {
                set_capacity(*bytes, "nvme_total_capacity", 2);
            }
        } else if (name == "nvme_namespaces") {
            value.for_each_element([&](JsonValue space) {
                if (!namespace_bytes_) namespace_bytes_ = small_count(space["capacity"]["bytes"]);
            });
        } else if (name == "rotation_rate") {
            if (const auto rate = small_count(value)) record_.solid_state = *rate == 0;
        } else {
            take_counter(name, value);
        }
    }

    void take_counter(std::string_view name, JsonValue value) {
        if (name == "logical_block_size") {
            if (const auto bytes = small_count(value); bytes && *bytes > 0) {
                report_.logical_block_bytes = *bytes;
            }
        } else if (name == "power_on_time") {
            power_hours_ = value["hours"].whole_number();
            record_.power_on_extra_minutes = value["minutes"].number().value_or(0);
        } else if (name == "power_cycle_count") {
            record_.power_cycles = value.whole_number();
        } else if (name == "temperature") {
            // 0 stands for unknown where the device does not tell.
            const auto now = value["current"].number();
            if (now && *now != 0) record_.celsius = now;
        } else if (name == "scsi_percentage_used_endurance_indicator") {
            sas_.used_percent = value.number();
        } else if (name == "endurance_used") {
            if (!sas_.used_percent) sas_.used_percent = value["current_percent"].number();
        } else if (name == "scsi_error_counter_log") {
            sas_.gigabytes_written =
                decimal_figure(value["write"]["gigabytes_processed"].raw_text());
        }
    }

    void take_attribute(JsonValue row) {
        AtaAttribute attribute;
        row.for_each_member([&](std::string_view name, JsonValue value) {
            if (name == "id") attribute.id = static_cast<unsigned>(small_count(value).value_or(0));
            if (name == "name") attribute.name = std::string(value.raw_text());
            if (name == "value") {
                if (const auto number = small_count(value); number && *number <= 255) {
                    attribute.value = static_cast<unsigned>(*number);
                }
            }
            if (name == "raw") {
                attribute.raw = small_count(value["value"]);
                attribute.raw_text = std::string(value["string"].raw_text());
            }
        });
        if (attribute.id > 0 && attribute.id <= 255) report_.attributes.push_back(attribute);
    }

    void take_statistics(JsonValue page) {
        const auto number = small_count(page["number"]);
        if (number != 1u && number != 7u) return;
        page["table"].for_each_element([&](JsonValue row) {
            const auto value = small_count(row["value"]);
            if (!value || row["flags"]["valid"].boolean() == false) return;
            const auto offset = small_count(row["offset"]);
            if (number == 1u && offset == 24u) report_.sectors_written = value;
            if (number == 1u && offset == 40u) report_.sectors_read = value;
            if (number == 7u && offset == 8u && *value <= 255) {
                report_.percent_used = static_cast<unsigned>(*value);
            }
        });
    }

    void refuse_without_device(JsonValue root) const {
        const std::string file = record_.file;
        if (root["devices"].is_array()) {
            throw ValidationError({{file, "the file", "a list of devices (smartctl --scan)",
                                    "a report of one drive"}});
        }
        const bool is_open = record_.exit_status && (*record_.exit_status & open_failed_bits) == 0;
        if (is_open || !record_.exit_status) return;
        if (!record_.model.empty() || is_nvme_ || !report_.attributes.empty()) return;
        throw ValidationError(
            {{file, "the file",
              "no data: " + (messages_.empty() ? std::string("smartctl could not open the device")
                                               : messages_),
              "a report of a drive that smartctl could open"}});
    }

    const AttributeTable& table_;
    HealthRecord& record_;
    LogFields nvme_;
    AtaReport report_;
    bool is_nvme_ = false;
    int capacity_rank_ = 0;
    std::optional<std::uint64_t> namespace_bytes_;
    std::optional<Uint128> power_hours_;
    SasReport sas_;
    std::string vendor_, product_, version_, messages_;
};

}  // namespace

bool is_smartctl_json(JsonValue root) {
    bool found = false;
    root.for_each_member([&](std::string_view name, JsonValue value) {
        found = found || name == "smartctl" || name == "json_format_version" ||
                name == "nvme_smart_health_information_log" || name == "ata_smart_attributes" ||
                (name == "device" && value.is_object()) || name == "smart_status";
    });
    return found;
}

void read_smartctl_json(JsonValue root, const AttributeTable& table, HealthRecord& record) {
    SmartctlReader(table, record).read(root);
}

}  // namespace drivewear::ingest
