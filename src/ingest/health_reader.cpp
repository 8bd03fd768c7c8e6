#include "drivewear/ingest/health_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include <span>
#include "drivewear/core/errors.hpp"
#include "drivewear/core/files.hpp"
#include "ingest/backblaze.hpp"
#include "ingest/json_reader.hpp"
#include "ingest/nvme_logs.hpp"
#include "ingest/ocp_dump.hpp"
#include "ingest/smart_report.hpp"
#include "ingest/smartctl_json.hpp"
#include "ingest/smartctl_text.hpp"
#include "ingest/vendor_text.hpp"

namespace drivewear::ingest {
namespace {

constexpr std::uint64_t largest_report_bytes = 64ULL << 20;
constexpr std::size_t most_documents = 100000;  // of one file
constexpr std::size_t sniffed_bytes = 64 << 10;
constexpr std::size_t piece_bytes = 4 << 20;

[[noreturn]] void refuse(const std::string& file, std::string found) {
    throw ValidationError({{file, "the file", std::move(found),
                            "a health report of smartctl, nvme-cli or a vendor's tool"}});
}

bool has_identity(const HealthRecord& record) {
    return !record.serial.empty() || !record.model.empty();
}

// Two logs say different things of one drive when neither repeats a counter of the other.
bool completes(const HealthRecord& record, const HealthRecord& later) {
    const bool same_host = record.host_written && later.host_written;
    const bool same_nand = record.nand_written && later.nand_written;
    const bool same_wear = record.wear && later.wear && record.format == later.format;
    return !has_identity(later) && !same_host && !same_nand && !same_wear &&
           record.format != later.format;
}

// Numbers the drives of a file and joins logs without identity to the drive before them.
class Collector {
public:
    Collector(const std::string& file, const TakeRecord& take) : file_(file), take_(take) {}

    void add(HealthRecord record) {
        if (pending_ && completes(*pending_, record)) {
            complete_record(*pending_, std::move(record));
            return;
        }
        hand_over();
        pending_ = std::move(record);
    }

    void hand_over() {
        if (!pending_) return;
        ++count_;
        pending_->file = count_ == 1 ? file_ : file_ + " #" + std::to_string(count_);
        finish_record(*pending_);
        take_(std::move(*pending_));
        pending_.reset();
    }

private:
    const std::string& file_;
    const TakeRecord& take_;
    std::optional<HealthRecord> pending_;
    std::size_t count_ = 0;
};

// A report of one drive, or a reason why it is none.
HealthRecord read_document(JsonValue root, const std::string& file, const AttributeTable& table) {
    HealthRecord record;
    record.file = file;
    if (is_smartctl_json(root)) {
        read_smartctl_json(root, table, record);
        return record;
    }
    if (root["Devices"].is_array() || root["devices"].is_array()) {
        refuse(file, "a list of devices (nvme list)");
    }
    LogFields fields;
    fields.add_members(root);
    std::string header;
    root.for_each_member(
        [&](std::string_view name, JsonValue) { header += std::string(name) + "\n"; });
    if (!interpret_nvme_logs(fields, header, record)) refuse(file, "JSON of another kind");
    for (const LogField& field : fields.all()) {
        // A misspelt warning is not a warning of zero.
        if (field.name == "criticalwarrning") {
            record.flag("unknown_key",
                        "'critical_warrning' is no field of the log: the critical "
                        "warning is not known");
        }
    }
    return record;
}

void read_json_documents(std::string_view text, const AttributeTable& table, Collector& collector,
                         const std::string& file) {
    JsonReader reader(text, file);
    JsonDocument document;
    std::size_t documents = 0;
    const auto add = [&](JsonValue value) {
        if (++documents > most_documents) {
            refuse(file, fmt::format("more than {} documents", most_documents));
        }
        collector.add(read_document(value, file, table));
    };
    while (reader.next(document)) {
        if (document.root().is_object()) add(document.root());
        document.root().for_each_element([&](JsonValue element) {
            if (element.is_object()) add(element);
        });
    }
    if (documents == 0) refuse(file, text.empty() ? "nothing" : "text of another kind");
}

void read_plain_text(std::string_view text, const AttributeTable& table, Collector& collector,
                     const std::string& file) {
    HealthRecord record;
    record.file = file;
    if (is_smartctl_text(text)) {
        read_smartctl_text(text, table, record);
    } else if (is_ocp_dump(text)) {
        read_ocp_dump(text, record);
    } else {
        const TextFields fields = fields_of_text(text);
        if (!interpret_nvme_logs(fields.fields, fields.header, record)) {
            refuse(file, text.empty() ? "nothing" : "text of another kind");
        }
    }
    collector.add(std::move(record));
}

// A row a drive; the header of `text` has been taken off.
void read_rows(CsvReader& rows, const BackblazeRows& reader, const AttributeTable& table,
               const TakeRecord& take, std::size_t lines_before = 0) {
    while (auto row = rows.next()) {
        row->line += lines_before;
        HealthRecord record = reader.read(*row, table);
        finish_record(record);
        take(std::move(record));
    }
}

void read_backblaze(std::string_view text, const std::string& file, const AttributeTable& table,
                    const TakeRecord& take) {
    CsvReader rows(text, file);
    const BackblazeRows reader(rows.next()->fields, file);
    read_rows(rows, reader, table, take);
}

// Pieces end at line ends; no field of these files holds one.
class LinePieces {
public:
    explicit LinePieces(InputFile& input) : input_(input), buffer_(piece_bytes) {}

    std::string_view next() {
        std::memmove(buffer_.data(), buffer_.data() + used_, filled_ - used_);
        filled_ -= used_;
        used_ = 0;
        filled_ += input_.read(std::as_writable_bytes(std::span(buffer_)).subspan(filled_));
        const std::string_view text(buffer_.data(), filled_);
        const bool is_last = filled_ < buffer_.size();
        const std::size_t end = text.rfind('\n');
        used_ = is_last || end == std::string_view::npos ? filled_ : end + 1;
        return text.substr(0, used_);
    }

private:
    InputFile& input_;
    std::vector<char> buffer_;
    std::size_t filled_ = 0, used_ = 0;
};

std::size_t count_lines(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

void read_backblaze_file(InputFile& input, const std::string& file, const AttributeTable& table,
                         const TakeRecord& take) {
    LinePieces pieces(input);
    std::string_view piece = pieces.next();
    CsvReader first(piece, file);
    const BackblazeRows reader(first.next()->fields, file);
    read_rows(first, reader, table, take);
    std::size_t lines = count_lines(piece);
    while (!(piece = pieces.next()).empty()) {
        CsvReader rows(piece, file);
        read_rows(rows, reader, table, take, lines);
        lines += count_lines(piece);
    }
}

}  // namespace

void read_health(std::string_view text, const std::string& file, const AttributeTable& attributes,
                 const TakeRecord& take) {
    if (is_backblaze(text)) return read_backblaze(text, file, attributes, take);
    Collector collector(file, take);
    const bool is_binary_log = text.size() == 512 && is_ocp_dump(text);
    const bool is_text = is_smartctl_text(text) || is_binary_log;
    try {
        if (!is_text && text.find('{') != std::string_view::npos) {
            read_json_documents(text, attributes, collector, file);
        } else {
            read_plain_text(text, attributes, collector, file);
        }
    } catch (const ValidationError&) {
        // The whole documents before the broken one count.
        collector.hand_over();
        throw;
    }
    collector.hand_over();
}

void read_health_file(const std::filesystem::path& path, const AttributeTable& attributes,
                      const TakeRecord& take) {
    const std::string name = path.string();
    InputFile input(path);
    if (input.size_bytes() > sniffed_bytes) {
        std::vector<char> start(sniffed_bytes);
        const std::size_t read = input.read(std::as_writable_bytes(std::span(start)));
        input.rewind();
        if (is_backblaze({start.data(), read})) {
            return read_backblaze_file(input, name, attributes, take);
        }
        if (input.size_bytes() > largest_report_bytes) {
            throw ValidationError({{name, "the file", fmt::format("{} bytes", input.size_bytes()),
                                    "a health report of less than 64 MiB"}});
        }
    }
    read_health(read_file(path), name, attributes, take);
}

}  // namespace drivewear::ingest
