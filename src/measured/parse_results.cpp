#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "core/json_input.hpp"
#include "drivewear/core/csv.hpp"
#include "drivewear/measured/measurements.hpp"

namespace drivewear::measured {
namespace {

using Json = nlohmann::json;

constexpr NumberRange counts{1, 0x1p40, "a whole number from 1"};

template <class Enum, std::size_t n>
std::optional<Enum> named(std::string_view name, const std::array<Enum, n>& all) {
    for (const Enum value : all) {
        if (name_of(value) == name) return value;
    }
    return std::nullopt;
}

template <class Enum, std::size_t n>
std::string listed(const std::array<Enum, n>& all) {
    std::string text = "one of ";
    for (std::size_t i = 0; i < n; ++i)
        text += (i == 0 ? "" : ", ") + std::string(name_of(all[i]));
    return text;
}

constexpr std::array operations{Operation::read, Operation::write};
constexpr std::array accesses{Access::sequential, Access::random};
constexpr std::array statistics{Statistic::point, Statistic::mean, Statistic::min,   Statistic::max,
                                Statistic::band,  Statistic::sum,  Statistic::spread};
constexpr std::array kinds{Kind::measured, Kind::rated, Kind::derived, Kind::simulated,
                           Kind::stated};
constexpr std::array evidences{Evidence::raw_log, Evidence::read, Evidence::abstract,
                               Evidence::secondary};

std::string quantity_names() {
    std::string text = "one of ";
    for (int i = 0; i <= static_cast<int>(Quantity::relative_lifetime); ++i)
        text += (i == 0 ? "" : ", ") + std::string(name_of(static_cast<Quantity>(i)));
    return text;
}

// Reads the members of one object onto what is already there.
class ConditionReader {
public:
    ConditionReader(ObjectReader& reader, const Json& object) : reader_(reader), object_(object) {}

    void read(Conditions& c) {
        take_text("drive", c.drive);
        take_text("group", c.group);
        take_text("level", c.level);
        take_text("test", c.test);
        take_name("operation", c.operation, operations);
        take_name("access", c.access, accesses);
        take_bytes("block", c.block_bytes);
        take_count("queue_depth", c.queue_depth);
        take_count("jobs", c.jobs);
        take_count("threads", c.threads);
        take_sweep(c);
        take_text("setup", c.setup);
        take_text("workload", c.workload);
        take_bytes("usable", c.usable_bytes);
        take_bytes("nominal_raw", c.nominal_raw_bytes);
        take_text("over_provision", c.over_provision);
        take_text("over_provision_basis", c.over_provision_basis);
        take_text("over", c.over);
        take_count("parts", c.parts);
        take_count("pass", c.pass);
        take_count("checkpoint", c.checkpoint);
        take_text("where", c.where);
        take_text("peak_at", c.peak_at);
        take_text("place", c.place);
        take_text("what", c.what);
        std::optional<Statistic> statistic = c.statistic;
        take_name("statistic", statistic, statistics);
        c.statistic = statistic.value_or(Statistic::point);
    }

private:
    // An explicit null takes away what stood there before.
    bool is_cleared(const char* name) const {
        return object_.is_object() && object_.contains(name) && object_.at(name).is_null();
    }
    void take_text(const char* name, std::string& into) {
        if (is_cleared(name)) into.clear();
        if (auto text = reader_.text(name)) into = std::move(*text);
    }
    void take_count(const char* name, std::optional<std::uint64_t>& into) {
        if (is_cleared(name)) into.reset();
        if (const auto count = reader_.whole_number(name, counts)) into = count;
    }
    void take_bytes(const char* name, std::optional<double>& into) {
        const auto text = reader_.text(name);
        if (!text) return;
        try {
            into = parse_bytes(*text);
        } catch (const ParseError& error) {
            reader_.problem(name, "'" + *text + "'", error.reason());
        }
    }
    template <class Enum, std::size_t n>
    void take_name(const char* name, std::optional<Enum>& into, const std::array<Enum, n>& all) {
        const auto text = reader_.text(name);
        if (!text) return;
        const auto value = named(*text, all);
        if (!value) return reader_.problem(name, "'" + *text + "'", listed(all));
        into = value;
    }
    void take_sweep(Conditions& c) {
        const Json* pair = reader_.find("outstanding");
        if (pair == nullptr) return;
        const bool good = pair->is_array() && pair->size() == 2 &&
                          (*pair)[0].is_number_unsigned() && (*pair)[1].is_number_unsigned() &&
                          (*pair)[0] >= 1 && (*pair)[0] < (*pair)[1];
        if (!good) {
            return reader_.problem("outstanding", rendered(*pair),
                                   "[fewest, most] requests outstanding in the sweep");
        }
        c.outstanding = Sweep{(*pair)[0].get<std::uint64_t>(), (*pair)[1].get<std::uint64_t>()};
    }

    ObjectReader& reader_;
    const Json& object_;
};

class ResultReader {
public:
    explicit ResultReader(ProblemList& problems) : problems_(problems) {}

    Result read(const Json& object, const std::string& pointer) {
        ObjectReader reader(object, pointer, problems_);
        Result result;
        result.place = pointer;
        ConditionReader(reader, object).read(result.conditions);
        const bool has_quantity = take_quantity(reader, result);
        take_kind(reader, result);
        if (has_quantity) take_value(reader, result);
        read_readings(reader, result, has_quantity);
        result.reason = reader.text("reason").value_or("");
        result.note = reader.text("note").value_or("");
        if (const Json* flag = reader.find("unresolved")) {
            if (flag->is_boolean())
                result.unresolved = flag->get<bool>();
            else
                reader.problem("unresolved", rendered(*flag), "true or false");
        }
        check(reader, result);
        reader.refuse_unknown();
        return result;
    }

private:
    bool take_quantity(ObjectReader& reader, Result& result) {
        reader.require("quantity", quantity_names());
        const auto name = reader.text("quantity");
        if (!name) return false;
        const auto quantity = quantity_named(*name);
        if (!quantity) {
            reader.problem("quantity", "'" + *name + "'", quantity_names());
            return false;
        }
        result.quantity = *quantity;
        return true;
    }

    void take_kind(ObjectReader& reader, Result& result) {
        if (const auto name = reader.text("kind")) {
            const auto kind = named(*name, kinds);
            if (kind)
                result.kind = *kind;
            else
                reader.problem("kind", "'" + *name + "'", listed(kinds));
        }
        if (const auto name = reader.text("evidence")) {
            const auto evidence = named(*name, evidences);
            if (evidence)
                result.evidence = *evidence;
            else
                reader.problem("evidence", "'" + *name + "'", listed(evidences));
        }
    }

    std::optional<Figure> figure_of(ObjectReader& reader, const char* name, Quantity quantity) {
        reader.require(name, "a figure with its unit, such as \"10957.9 MiB/s\"");
        const auto text = reader.text(name);
        if (!text) return std::nullopt;
        try {
            return parse_figure(*text, quantity, std::string_view(name) == "printed");
        } catch (const ParseError& error) {
            reader.problem(name, "'" + *text + "'", error.reason());
            return std::nullopt;
        }
    }

    void take_value(ObjectReader& reader, Result& result) {
        if (const auto figure = figure_of(reader, "value", result.quantity)) result.value = *figure;
    }

    SourcePlace place_of(ObjectReader& reader) {
        return {reader.text("source").value_or(""), reader.text("locator").value_or("")};
    }

    void read_readings(ObjectReader& reader, Result& result, bool has_quantity) {
        const SourcePlace place = place_of(reader);
        const Json* list = reader.find("readings");
        if (list == nullptr) {
            Reading reading{result.value, result.conditions, false, {}};
            if (!place.source.empty() || !place.locator.empty()) reading.sources.push_back(place);
            result.readings.push_back(std::move(reading));
            return;
        }
        if (!list->is_array() || list->empty()) {
            return reader.problem("readings", rendered(*list), "a list of readings");
        }
        for (std::size_t i = 0; i < list->size(); ++i) {
            const std::string pointer = reader.pointer_to("readings") + "/" + std::to_string(i);
            ObjectReader inner((*list)[i], pointer, problems_);
            read_reading(inner, has_quantity, result);
        }
    }

    void read_reading(ObjectReader& reader, bool has_quantity, Result& result) {
        Reading reading;
        reading.conditions = result.conditions;
        if (has_quantity) {
            if (const auto figure = figure_of(reader, "printed", result.quantity)) {
                reading.figure = *figure;
            }
        }
        if (const Json* own = reader.find("printed_as")) {
            ObjectReader inner(*own, reader.pointer_to("printed_as"), problems_);
            ConditionReader(inner, *own).read(reading.conditions);
            inner.refuse_unknown();
            // The claim of a place among drives leaves the figure what it is.
            reading.has_own_conditions =
                own->is_object() && !(own->size() == 1 && own->contains("place"));
        }
        reader.text("note");
        const Json* list = reader.find("sources");
        if (list != nullptr && list->is_array()) {
            for (std::size_t i = 0; i < list->size(); ++i) {
                ObjectReader inner(
                    (*list)[i], reader.pointer_to("sources") + "/" + std::to_string(i), problems_);
                inner.require("source", "the id of a source");
                reading.sources.push_back(place_of(inner));
                inner.refuse_unknown();
            }
        } else if (list != nullptr) {
            reader.problem("sources", rendered(*list), "a list of {source, locator}");
        }
        reader.refuse_unknown();
        result.readings.push_back(std::move(reading));
    }

    void check(ObjectReader& reader, const Result& result) {
        const Conditions& c = result.conditions;
        if (c.drive.empty() && c.group.empty()) {
            reader.problem("drive", "nothing", "a drive, or a \"group\" of several");
        }
        if (c.outstanding && c.concurrency()) {
            reader.problem("outstanding", "a sweep and one setting",
                           "one of the two: outstanding, or queue_depth and jobs, or threads");
        }
        if (c.threads && (c.queue_depth || c.jobs)) {
            reader.problem("threads", "threads beside queue_depth or jobs", "one of the two");
        }
        if (c.statistic == Statistic::sum && !c.parts) {
            reader.problem("parts", "nothing", "how many parts the sum is of");
        }
        if (result.unresolved && result.readings.size() < 2) {
            reader.problem("unresolved", "one reading", "several readings to choose among");
        }
    }

    ProblemList& problems_;
};

// A CSV line as the object it stands for; numbers stay texts where the schema wants texts.
Json object_of(const std::vector<std::string>& header, const CsvRecord& record) {
    static const std::set<std::string> whole{"queue_depth", "jobs",       "threads", "parts",
                                             "pass",        "checkpoint", "fewest",  "most"};
    Json object = Json::object();
    for (std::size_t i = 0; i < header.size(); ++i) {
        const std::string& name = header[i];
        const std::string& text = record.fields[i];
        if (text.empty()) continue;
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool is_number = error == std::errc() && end == text.data() + text.size();
        if (whole.contains(name) && is_number)
            object[name] = number;
        else
            object[name] = text;
    }
    if (object.contains("unit") && object.contains("value")) {
        object["value"] =
            object["value"].get<std::string>() + " " + object["unit"].get<std::string>();
        object.erase("unit");
    }
    if (object.contains("fewest") && object.contains("most")) {
        object["outstanding"] = {object["fewest"], object["most"]};
        object.erase("fewest");
        object.erase("most");
    }
    return object;
}

std::vector<std::string> csv_header(CsvReader& reader, ProblemList& problems) {
    constexpr const char* expected =
        "columns drive, quantity, value, unit and those that say how it was got";
    const auto record = reader.next();
    const std::vector<std::string> header = record ? record->fields : std::vector<std::string>{};
    for (const char* name : {"drive", "quantity", "value"}) {
        if (std::find(header.begin(), header.end(), name) == header.end()) {
            problems.add("line 1", "no column '" + std::string(name) + "'", expected);
        }
    }
    problems.throw_if_any();
    return header;
}

std::vector<Result> parse_csv(std::string_view text, const std::string& file) {
    ProblemList problems(file);
    CsvReader lines(text, file);
    const std::vector<std::string> header = csv_header(lines, problems);
    ResultReader reader(problems);
    std::vector<Result> results;
    while (const auto record = lines.next()) {
        const std::string place = "line " + std::to_string(record->line);
        if (record->fields.size() != header.size()) {
            problems.add(place, std::to_string(record->fields.size()) + " fields",
                         std::to_string(header.size()) + ", as the header has");
            continue;
        }
        results.push_back(reader.read(object_of(header, *record), place));
    }
    problems.throw_if_any();
    return results;
}

std::vector<Result> parse_document(std::string_view text, const std::string& file) {
    const Json document = parse_json(text, file);
    ProblemList problems(file);
    ObjectReader reader(document, "", problems);
    reader.require("schema", "\"drivewear.measured/1\"");
    if (const auto schema = reader.text("schema"); schema && *schema != "drivewear.measured/1") {
        reader.problem("schema", "'" + *schema + "'", "\"drivewear.measured/1\"");
    }
    reader.text("title");
    const std::string platform = reader.text("platform").value_or("");
    const std::string link = reader.text("link").value_or("");
    std::vector<Result> results;
    const Json* list = reader.find("results");
    reader.require("results", "a list of results");
    if (list != nullptr && !list->is_array()) {
        reader.problem("results", rendered(*list), "a list of results");
    } else if (list != nullptr) {
        ResultReader result_reader(problems);
        for (std::size_t i = 0; i < list->size(); ++i) {
            Result result = result_reader.read((*list)[i], "/results/" + std::to_string(i));
            result.platform = platform;
            result.link = link;
            results.push_back(std::move(result));
        }
    }
    reader.refuse_unknown();
    problems.throw_if_any();
    return results;
}

}  // namespace

std::vector<Result> parse_results(std::string_view text, const std::string& file) {
    const bool is_csv = file.size() >= 4 && file.compare(file.size() - 4, 4, ".csv") == 0;
    auto results = is_csv ? parse_csv(text, file) : parse_document(text, file);
    for (Result& result : results)
        result.file = file;
    return results;
}

}  // namespace drivewear::measured
