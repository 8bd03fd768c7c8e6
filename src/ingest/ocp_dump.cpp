#include "ingest/ocp_dump.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "drivewear/core/errors.hpp"
#include "ingest/health_counts.hpp"

namespace drivewear::ingest {
namespace {

using Bytes = std::vector<unsigned char>;

// Offsets of OCP's Datacenter NVMe SSD specification, SMART / health extended log.
constexpr std::size_t log_bytes = 512;
constexpr std::size_t media_written_at = 0, bad_user_blocks_at = 32, most_erases_at = 88,
                      least_erases_at = 92, guid_at = 496;
constexpr std::array<unsigned char, 16> guid = {0xC5, 0xAF, 0x10, 0x28, 0xEA, 0xBF, 0xF2, 0xA4,
                                                0x9C, 0x4F, 0x6F, 0x7C, 0xC9, 0x14, 0xD5, 0xAF};

std::optional<unsigned> hex_digit(char c) {
    const char lower = static_cast<char>(c | 0x20);
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (lower >= 'a' && lower <= 'f') return static_cast<unsigned>(lower - 'a' + 10);
    return std::nullopt;
}

// "0010: 01 02 ... "text"" -> its bytes, when the offset is where the last line ended.
bool add_line(std::string_view line, Bytes& bytes) {
    line = trimmed(line);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon > 8) return false;
    std::size_t offset = 0;
    for (const char c : line.substr(0, colon)) {
        const auto digit = hex_digit(c);
        if (!digit) return false;
        offset = offset * 16 + *digit;
    }
    if (offset != bytes.size()) return false;
    std::size_t added = 0;
    for (std::size_t at = colon + 1; at < line.size() && added < 16;) {
        if (line[at] == ' ') {
            ++at;
            continue;
        }
        const auto high = hex_digit(line[at]);
        const auto low = at + 1 < line.size() ? hex_digit(line[at + 1]) : std::nullopt;
        const bool is_byte = high && low && (at + 2 == line.size() || line[at + 2] == ' ');
        if (!is_byte) break;
        bytes.push_back(static_cast<unsigned char>(*high << 4 | *low));
        ++added;
        at += 2;
    }
    return added > 0;
}

Bytes bytes_of_dump(std::string_view text) {
    Bytes bytes;
    while (!text.empty() && bytes.size() < log_bytes) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        add_line(text.substr(0, end), bytes);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return bytes;
}

bool ends_with_guid(std::string_view bytes) {
    return bytes.size() == log_bytes &&
           std::equal(guid.begin(), guid.end(), bytes.begin() + guid_at,
                      [](unsigned char a, char b) { return a == static_cast<unsigned char>(b); });
}

class Fields {
public:
    explicit Fields(const Bytes& bytes) : bytes_(bytes) {}

    // Little endian; nothing beyond the end of the dump.
    std::optional<Uint128> at(std::size_t offset, std::size_t width) const {
        if (offset + width > bytes_.size()) return std::nullopt;
        Uint128 value = 0;
        for (std::size_t i = width; i-- > 0;)
            value = value << 8 | bytes_[offset + i];
        return value;
    }

private:
    const Bytes& bytes_;
};

}  // namespace

bool is_ocp_dump(std::string_view text) {
    return ends_with_guid(text) || bytes_of_dump(text.substr(0, 4096)).size() >= 32;
}

void read_ocp_dump(std::string_view text, HealthRecord& record) {
    const bool is_binary = ends_with_guid(text);
    const Bytes bytes = is_binary ? Bytes(text.begin(), text.end()) : bytes_of_dump(text);
    const Fields fields(bytes);
    const auto written = fields.at(media_written_at, 16);
    if (!written || bytes.size() < bad_user_blocks_at + 8) {
        throw ValidationError({{record.file, "the dump", std::to_string(bytes.size()) + " bytes",
                                "at least 40 bytes of log page C0h"}});
    }
    if (bytes.size() == log_bytes) {
        if (!std::equal(guid.begin(), guid.end(), bytes.begin() + guid_at)) {
            throw ValidationError({{record.file, "bytes 496 to 511", "another log's GUID",
                                    "the GUID of OCP's log page C0h"}});
        }
    } else {
        record.flag("log_page_assumed", "the dump stops at byte " +
                                            std::to_string(bytes.size() - 1) +
                                            ", before the GUID; it is taken to be OCP's C0h");
    }
    record.format = is_binary ? "OCP C0h binary" : "OCP C0h hex dump";
    record.protocol = Protocol::nvme;
    record.solid_state = true;
    record.nand_written = {NandByteCounter::from_value(*written),
                           "physical media units written, in bytes", false};
    EraseCounts erases;
    if (const auto most = fields.at(most_erases_at, 4)) erases.most = static_cast<double>(*most);
    if (const auto least = fields.at(least_erases_at, 4)) {
        erases.least = static_cast<double>(*least);
    }
    if (erases.most || erases.least) record.erases = erases;
}

}  // namespace drivewear::ingest
