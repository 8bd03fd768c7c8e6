// Reports made up for tests, in the shapes that tools print.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "drivewear/core/data_directory.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/ingest/health_assessment.hpp"
#include "drivewear/ingest/health_reader.hpp"

namespace drivewear::test {

inline const ingest::AttributeTable& attributes() {
    static const auto table = ingest::AttributeTable::load(data_directory());
    return table;
}

inline std::vector<ingest::HealthRecord> read_all(std::string_view text) {
    std::vector<ingest::HealthRecord> records;
    ingest::read_health(text, "report", attributes(),
                        [&](ingest::HealthRecord record) { records.push_back(std::move(record)); });
    return records;
}

/// The one report of a text.
inline ingest::HealthRecord read_one(std::string_view text) {
    auto records = read_all(text);
    if (records.size() != 1) {
        throw InputError(std::to_string(records.size()) + " reports instead of one");
    }
    return std::move(records.front());
}

inline ingest::RatingBook rated(std::string_view tbw) {
    ingest::RatingBook book;
    book.add_csv("model,tbw\n*," + std::string(tbw) + "\n", "ratings.csv");
    return book;
}

inline ingest::DriveHealth assessed(std::string_view text, const ingest::RatingBook& book = {}) {
    return ingest::assess(read_one(text), book);
}

/// smartctl's JSON of an NVMe drive with these members of the health log.
inline std::string nvme_json(const std::string& log, const std::string& more = "") {
    return R"({"json_format_version":[1,0],"smartctl":{"version":[7,4],"exit_status":0},)"
           R"("device":{"name":"/dev/nvme0","type":"nvme","protocol":"NVMe"},)"
           R"("model_name":"ACME N1","serial_number":"S1",)" +
           more + R"("nvme_smart_health_information_log":{)" + log + "}}";
}

/// smartctl's JSON of a SATA drive with these rows of the attribute table.
inline std::string sata_json(const std::string& model, const std::string& rows,
                             const std::string& more = "") {
    return R"({"json_format_version":[1,0],"smartctl":{"version":[7,3],"exit_status":0},)"
           R"("device":{"name":"/dev/sda","type":"sat","protocol":"ATA"},"rotation_rate":0,)"
           R"("model_name":")" +
           model + R"(","serial_number":"S2",)" + more + R"("ata_smart_attributes":{"table":[)" +
           rows + "]}}";
}

/// One row of it.
inline std::string row(int id, const std::string& name, int value, const std::string& raw) {
    return R"({"id":)" + std::to_string(id) + R"(,"name":")" + name + R"(","value":)" +
           std::to_string(value) + R"(,"raw":{"value":)" + raw + R"(,"string":")" + raw + R"("}})";
}

inline std::string host_bytes(const ingest::HealthRecord& record) {
    return record.host_written ? to_string(record.host_written->value.value()) : "none";
}

inline std::string nand_bytes(const ingest::HealthRecord& record) {
    return record.nand_written ? to_string(record.nand_written->value.value()) : "none";
}

}  // namespace drivewear::test
