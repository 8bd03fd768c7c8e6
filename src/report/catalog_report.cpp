#include "drivewear/report/catalog_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "drivewear/catalog/fields.hpp"
#include "drivewear/report/table.hpp"
#include "drivewear/units/format.hpp"

namespace drivewear::report {
namespace {

using catalog::Drive;
using catalog::FileCheck;
using catalog::Provenance;
using catalog::Reading;
using catalog::Source;
using catalog::Status;

// The fields that a drive states, in the vocabulary's order, the user's own ones last.
std::vector<std::string> fields_of(const Drive& drive) {
    std::vector<std::string> names;
    for (const catalog::Field& field : catalog::vocabulary()) {
        if (drive.provenance.contains(std::string(field.name))) names.emplace_back(field.name);
    }
    for (const auto& [name, provenance] : drive.provenance) {
        if (catalog::is_own_field(name)) names.push_back(name);
    }
    return names;
}

Json words(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json reading_record(const Reading& reading) {
    return {{"value", reading.value},
            {"source", reading.source},
            {"locator", words(reading.locator)},
            {"printed", words(reading.printed)},
            {"note", words(reading.note)},
            {"chosen", reading.chosen}};
}

Colour colour_of(Status status) {
    if (status == Status::conflict) return Colour::warning;
    return status == Status::published ? Colour::none : Colour::dim;
}

std::string joined(std::initializer_list<std::string> parts) {
    std::string text;
    for (const std::string& part : parts) {
        if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
    }
    return text;
}

std::string remark_of(const Reading& reading) {
    return joined({reading.printed.empty() ? "" : "printed: " + reading.printed, reading.note});
}

// A table of readings with room for words: what does not fit a column stands below its row.
class ReadingTable {
public:
    explicit ReadingTable(bool coloured) : coloured_(coloured) {}

    void add(const std::string& name, const Provenance& provenance) {
        std::size_t agreeing = 0;
        for (const Reading& reading : provenance.readings)
            agreeing += reading.chosen ? 1 : 0;
        const Reading& first = provenance.readings.front();
        const std::string reason =
            provenance.reason.empty() ? "" : "chosen because " + provenance.reason;
        add_row({name, Cell(catalog::name_of(provenance.status), colour_of(provenance.status))},
                first, joined({remark_of(first), reason}), agreeing - 1);
        for (const Reading& reading : provenance.readings) {
            if (!reading.chosen) {
                add_row({"", Cell("not taken", Colour::dim)}, reading, remark_of(reading), 0);
            }
        }
    }

    std::string to_text() const {
        std::string text;
        std::string rest = table_.to_text(coloured_);
        for (std::size_t row = 0; !rest.empty(); ++row) {
            const std::size_t end = rest.find('\n') + 1;
            text += rest.substr(0, end);
            rest.erase(0, end);
            // The headings come first.
            if (row > 0 && !remarks_[row - 1].empty()) {
                text += paint(wrap(remarks_[row - 1], page_width, "    "), Colour::dim, coloured_);
            }
        }
        return text;
    }

private:
    static constexpr std::size_t page_width = 100;
    static constexpr std::size_t widest_value = 32;

    struct Head {
        std::string name;
        Cell status;
    };

    void add_row(const Head& head, const Reading& reading, std::string remark,
                 std::size_t agreeing) {
        std::string source = reading.source;
        if (agreeing > 0) source += fmt::format(" (+{})", agreeing);
        std::string value = reading.value;
        if (value.size() > widest_value) {
            remark = joined({value, remark});
            value = "see below";
        }
        table_.add({head.name, value, head.status, source, reading.locator});
        remarks_.push_back(std::move(remark));
    }

    bool coloured_;
    Table table_{{"field", "value", "status", "source", "where"}};
    std::vector<std::string> remarks_;
};

std::string number_or_dash(const Json& record, const char* key, double scale = 1) {
    const Json& value = record.at(key);
    return value.is_null() ? "-" : readable(value.get<double>() / scale);
}

std::string text_or_dash(const std::string& text) {
    return text.empty() ? "-" : text;
}

std::string summary_of(const Drive& drive) {
    const Json record = to_record(drive);
    return fmt::format("{}  {}{}\nover-provision {} %, spare factor {}, AFR at 50 C {} %\n",
                       drive.id, drive.model, drive.tier.empty() ? "" : ", " + drive.tier,
                       number_or_dash(record, "over_provision_percent"),
                       number_or_dash(record, "spare_factor"),
                       number_or_dash(record, "afr_percent"));
}

Json source_record(const Source& source) {
    return {{"id", source.id},
            {"title", source.title},
            {"publisher", words(source.publisher)},
            {"language", words(source.language)},
            {"kind", words(source.kind)},
            {"trust", words(source.trust)},
            {"why", words(source.why)},
            {"url", words(source.url)},
            {"note", words(source.note)}};
}

}  // namespace

Json to_json(const Drives& drives) {
    return {{"schema", "drivewear.catalog-list/1"}, {"drives", to_records(drives)}};
}

std::string to_table(const Drives& drives, bool coloured) {
    Table table({"id", "tier", "capacity", "DWPD", "TBW", "read MB/s", "write MB/s", "read K IOPS",
                 "write K IOPS", "warnings"});
    for (const Drive* drive : drives) {
        const Json record = to_record(*drive);
        const std::size_t warnings = drive->warnings.size();
        table.add({drive->id, text_or_dash(drive->tier), units::format_capacity(drive->capacity),
                   number_or_dash(record, "dwpd"), number_or_dash(record, "tbw_random_tb"),
                   number_or_dash(record, "seq_read_mb_s"),
                   number_or_dash(record, "seq_write_mb_s"),
                   number_or_dash(record, "rand_read_iops", 1000),
                   number_or_dash(record, "rand_write_iops", 1000),
                   Cell(std::to_string(warnings), warnings ? Colour::warning : Colour::dim)});
    }
    return table.to_text(coloured);
}

Json to_json(const Drive& drive) {
    Json fields = Json::object();
    for (const std::string& name : fields_of(drive)) {
        const Provenance& provenance = drive.provenance.at(name);
        Json readings = Json::array();
        for (const Reading& reading : provenance.readings)
            readings.push_back(reading_record(reading));
        fields[name] = {{"value", provenance.readings.front().value},
                        {"status", catalog::name_of(provenance.status)},
                        {"reason", words(provenance.reason)},
                        {"readings", std::move(readings)}};
    }
    return {{"schema", "drivewear.catalog-drive/1"},
            {"id", drive.id},
            {"aliases", drive.aliases},
            {"record", to_record(drive)},
            {"fields", std::move(fields)},
            {"warnings", drive.warnings}};
}

Json to_rows(const Drive& drive) {
    Json rows = Json::array();
    for (const std::string& name : fields_of(drive)) {
        const Provenance& provenance = drive.provenance.at(name);
        for (const Reading& reading : provenance.readings) {
            Json row{
                {"id", drive.id}, {"field", name}, {"status", catalog::name_of(provenance.status)}};
            row.update(reading_record(reading));
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

std::string to_table(const Drive& drive, bool coloured) {
    std::string text = paint(summary_of(drive), Colour::strong, coloured);
    for (const std::string& warning : drive.warnings)
        text += paint("warning: " + warning, Colour::warning, coloured) + "\n";
    ReadingTable table(coloured);
    for (const std::string& name : fields_of(drive))
        table.add(name, drive.provenance.at(name));
    return text + "\n" + table.to_text() +
           paint("\n(+n): n further places say the same; --format json lists them.\n", Colour::dim,
                 coloured);
}

Json to_json(const std::map<std::string, Source>& sources) {
    Json list = Json::array();
    for (const auto& [id, source] : sources)
        list.push_back(source_record(source));
    return {{"schema", "drivewear.catalog-sources/1"}, {"sources", std::move(list)}};
}

std::string to_table(const std::map<std::string, Source>& sources, bool coloured) {
    Table table({"id", "trust", "kind", "language", "publisher", "title"});
    for (const auto& [id, source] : sources) {
        const Colour colour = source.trust == "C" ? Colour::dim : Colour::none;
        table.add({id, Cell(text_or_dash(source.trust), colour), text_or_dash(source.kind),
                   text_or_dash(source.language), text_or_dash(source.publisher), source.title});
    }
    return table.to_text(coloured);
}

Json to_json(const std::vector<FileCheck>& checks) {
    Json files = Json::array();
    for (const FileCheck& check : checks) {
        Json problems = Json::array();
        for (const Problem& problem : check.problems) {
            problems.push_back({{"pointer", problem.place},
                                {"found", problem.found},
                                {"expected", problem.expected}});
        }
        files.push_back({{"file", check.file},
                         {"valid", check.problems.empty()},
                         {"drives", check.drives},
                         {"sources", check.sources},
                         {"problems", std::move(problems)},
                         {"warnings", check.warnings}});
    }
    return {{"schema", "drivewear.catalog-check/1"}, {"files", std::move(files)}};
}

Json to_rows(const std::vector<FileCheck>& checks) {
    Json rows = Json::array();
    for (const FileCheck& check : checks) {
        for (const Problem& problem : check.problems) {
            rows.push_back({{"file", check.file},
                            {"kind", "problem"},
                            {"pointer", problem.place},
                            {"found", problem.found},
                            {"expected", problem.expected}});
        }
        for (const std::string& warning : check.warnings) {
            rows.push_back({{"file", check.file},
                            {"kind", "warning"},
                            {"pointer", nullptr},
                            {"found", warning},
                            {"expected", nullptr}});
        }
    }
    return rows;
}

}  // namespace drivewear::report
