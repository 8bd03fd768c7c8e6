#include "ingest/backblaze.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "drivewear/core/errors.hpp"
#include "ingest/smart_report.hpp"
#include "ingest/smartctl_text.hpp"

namespace drivewear::ingest {
namespace {

constexpr std::size_t no_column = ~std::size_t{0};

std::optional<std::uint64_t> whole(std::string_view text) {
    std::uint64_t value = 0;
    // Some years write "5.0".
    text = text.substr(0, text.find('.'));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

// "2013-09-29" -> its midnight, UTC.
std::optional<std::int64_t> seconds_of_date(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const auto year = whole(text.substr(0, 4)), month = whole(text.substr(5, 2)),
               day = whole(text.substr(8, 2));
    const bool is_date =
        year && month && day && *month >= 1 && *month <= 12 && *day >= 1 && *day <= 31;
    if (!is_date) return std::nullopt;
    return days_of_date(static_cast<int>(*year), static_cast<int>(*month), static_cast<int>(*day)) *
           86400;
}

std::string_view cell(const CsvRecord& row, std::size_t column) {
    if (column >= row.fields.size()) return {};
    return row.fields[column];
}

}  // namespace

bool is_backblaze(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::string_view header = text.substr(0, text.find('\n'));
    return header.starts_with("date,") && header.find("serial_number") != std::string_view::npos &&
           header.find("failure") != std::string_view::npos;
}

BackblazeRows::BackblazeRows(const std::vector<std::string>& header, const std::string& file)
    : file_(file) {
    const auto column = [&](std::string_view name) {
        const auto found = std::find(header.begin(), header.end(), name);
        return found == header.end() ? no_column : static_cast<std::size_t>(found - header.begin());
    };
    date_ = column("date");
    serial_ = column("serial_number");
    model_ = column("model");
    capacity_ = column("capacity_bytes");
    failure_ = column("failure");
    for (const auto& [place, name] : {std::pair{date_, "date"},
                                      {serial_, "serial_number"},
                                      {model_, "model"},
                                      {failure_, "failure"}}) {
        if (place == no_column) {
            throw ValidationError({{file, "line 1", std::string("no column '") + name + "'",
                                    "the columns of Backblaze's daily files"}});
        }
    }
    for (unsigned id = 1; id <= 255; ++id) {
        const std::string name = "smart_" + std::to_string(id);
        const AttributeColumns columns{id, column(name + "_normalized"), column(name + "_raw")};
        if (columns.raw != no_column) attributes_.push_back(columns);
    }
}

HealthRecord BackblazeRows::read(const CsvRecord& row, const AttributeTable& table) const {
    HealthRecord record;
    record.file = file_ + " line " + std::to_string(row.line);
    record.format = "Backblaze CSV";
    record.protocol = Protocol::ata;
    record.taken_at = seconds_of_date(cell(row, date_));
    if (!record.taken_at) {
        throw ValidationError({{file_, "line " + std::to_string(row.line),
                                "date '" + std::string(cell(row, date_).substr(0, 40)) + "'",
                                "a date such as 2013-09-29"}});
    }
    record.serial = std::string(cell(row, serial_));
    record.model = std::string(cell(row, model_));
    if (const auto bytes = whole(cell(row, capacity_)); bytes && *bytes > 0) {
        record.capacity = units::bytes(*bytes);
        record.capacity_source = "capacity_bytes";
    }
    if (const auto failure = whole(cell(row, failure_))) record.failed = *failure != 0;
    AtaReport report;
    for (const AttributeColumns& columns : attributes_) {
        AtaAttribute attribute;
        attribute.id = columns.id;
        attribute.raw = whole(cell(row, columns.raw));
        if (const auto value = whole(cell(row, columns.normalized)); value && *value <= 255) {
            attribute.value = static_cast<unsigned>(*value);
        }
        if (attribute.raw || attribute.value) report.attributes.push_back(std::move(attribute));
    }
    interpret_ata(report, table, record);
    return record;
}

}  // namespace drivewear::ingest
