#include "drivewear/ingest/health_ratings.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/json_input.hpp"
#include "drivewear/catalog/rated_tbw.hpp"
#include "drivewear/core/csv.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/ingest/smart_attributes.hpp"
#include "drivewear/units/parse.hpp"

namespace drivewear::ingest {
namespace {

constexpr double same_capacity = 0.02;  // of 3.84 TB printed and 3,840,755,982,336 bytes reported

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || c == '-' || c == '.' || c == '/') {
            words.back() += static_cast<char>(std::tolower(byte));
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool about_equal(units::Capacity rated, units::Capacity reported) {
    const double ratio = static_cast<double>(reported.value()) / static_cast<double>(rated.value());
    return std::abs(ratio - 1) <= same_capacity;
}

// The number of a series: "7450" of "7450 PRO", "sn861" of "DC SN861".
std::optional<std::string> series_of(const std::string& family) {
    for (const std::string& word : words_of(family)) {
        const auto digits = std::count_if(word.begin(), word.end(), [](char c) {
            return std::isdigit(static_cast<unsigned char>(c)) != 0;
        });
        if (digits >= 3) return word;
    }
    return std::nullopt;
}

// Reads the fields of a line or notes what is wrong with them.
struct FieldReader {
    const CsvRecord& row;
    ProblemList& problems;

    template <class Parse>
    auto read(std::optional<std::size_t> column, Parse parse, const char* expected) const
        -> std::optional<decltype(parse(std::string()))> {
        const auto text = field(row, column);
        if (!text) return std::nullopt;
        try {
            return parse(*text);
        } catch (const ParseError&) {
            problems.add("line " + std::to_string(row.line), "'" + *text + "'", expected);
            return std::nullopt;
        }
    }
};

units::HostBytes tbw_of_text(const std::string& text) {
    const bool has_unit = std::any_of(text.begin(), text.end(), [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) != 0;
    });
    // "560" and "560TBW" are TB: what datasheets print.
    std::string amount = has_unit ? text : text + "TB";
    if (amount.ends_with("TBW") || amount.ends_with("PBW")) amount.pop_back();
    return units::host_bytes(units::parse_capacity(amount).value());
}

}  // namespace

RatingBook::RatingBook(const catalog::Catalog& catalog) {
    for (const catalog::Drive& drive : catalog.drives()) {
        Entry entry{.id = drive.id,
                    .part_numbers = drive.part_numbers,
                    .model = drive.model,
                    .vendor = drive.vendor,
                    .family = drive.family,
                    .capacity = drive.capacity,
                    .tbw = {},
                    .basis = {}};
        if (drive.tbw_random) {
            entry.tbw = *drive.tbw_random;
            entry.basis = "tbw_random";
        } else if (const auto tbw = catalog::tbw_from_dwpd(drive)) {
            entry.tbw = *tbw;
            entry.basis = "DWPD x capacity x 365 x warranty";
        } else {
            continue;
        }
        entries_.push_back(std::move(entry));
    }
}

void RatingBook::add_csv(std::string_view text, const std::string& file) {
    const CsvTable table = read_csv(text, file);
    const auto model = table.column({"model", "model_number", "part_number", "drive"});
    const auto tbw = table.column({"tbw", "tbw_tb", "rated_tbw_tb", "rated_tbw"});
    const auto dwpd = table.column({"dwpd"});
    const auto years = table.column({"years", "warranty_years"});
    const auto capacity = table.column({"capacity"});
    ProblemList problems(file);
    if (!model) problems.add("line 1", "no column 'model'", "model,tbw or model,dwpd,years");
    if (!tbw && !dwpd) problems.add("line 1", "neither 'tbw' nor 'dwpd'", "model,tbw");
    problems.throw_if_any();
    for (const CsvRecord& row : table.rows) {
        const std::string line = "line " + std::to_string(row.line);
        Line entry;
        entry.model = field(row, model).value_or("");
        entry.source = file + " " + line;
        const FieldReader reader{row, problems};
        const auto decimal = [](const std::string& number) {
            return units::Decimal::parse(number);
        };
        const auto bytes = [](const std::string& amount) { return units::parse_capacity(amount); };
        entry.tbw = reader.read(tbw, tbw_of_text, "an amount such as 560TB");
        entry.dwpd = reader.read(dwpd, decimal, "a number of drive writes a day");
        entry.years = reader.read(years, decimal, "a number of years");
        entry.capacity = reader.read(capacity, bytes, "a capacity such as 3.84TB");
        if (entry.model.empty()) problems.add(line, "no model", "a model number or pattern");
        if (!field(row, tbw) && !field(row, dwpd))
            problems.add(line, "no rating", "tbw, or dwpd and years");
        if (!field(row, tbw) && entry.dwpd && !field(row, years)) {
            problems.add(line, "DWPD without years",
                         "years: the same DWPD is another TBW over 3 or 5");
        }
        lines_.push_back(std::move(entry));
    }
    problems.throw_if_any();
}

std::optional<Rating> RatingBook::from_line(const Line& line, const HealthRecord& record) const {
    if (line.tbw) return Rating{*line.tbw, line.source, false};
    const auto capacity = line.capacity ? line.capacity : record.capacity;
    if (!capacity || !line.dwpd || !line.years) return std::nullopt;
    const units::HostBytes tbw = catalog::tbw_of({*line.dwpd, *capacity, *line.years});
    return Rating{tbw, line.source + " (DWPD x capacity x 365 x years)", false};
}

RatingAnswer RatingBook::find(const HealthRecord& record) const {
    if (record.model.empty()) return {std::nullopt, "the report names no model"};
    for (const Line& line : lines_) {
        if (!matches_pattern(record.model, line.model)) continue;
        if (auto rating = from_line(line, record)) return {std::move(rating), ""};
    }
    const auto words = words_of(record.model);
    std::vector<const Entry*> by_series;
    for (const Entry& entry : entries_) {
        const bool is_number = std::any_of(
            entry.part_numbers.begin(), entry.part_numbers.end(), [&](const std::string& number) {
                // The rest of a part number is a customer's or firmware's: "MZQL23T8HCLS-00A07".
                return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
                    return matches_pattern(word, number) || matches_pattern(word, number + "-*");
                });
            });
        if (is_number || matches_pattern(record.model, entry.model)) {
            return {Rating{entry.tbw, "catalog " + entry.id + " (" + entry.basis + ")", false}, ""};
        }
        const auto series = series_of(entry.family);
        const auto vendor = words_of(entry.vendor);
        const bool same_series = series && contains(words, *series) && !vendor.empty() &&
                                 contains(words, vendor.front());
        if (same_series && record.capacity && about_equal(entry.capacity, *record.capacity)) {
            by_series.push_back(&entry);
        }
    }
    if (by_series.size() == 1) {
        const Entry& entry = *by_series.front();
        return {Rating{entry.tbw,
                       "catalog " + entry.id + " (" + entry.basis +
                           "; recognised by series and "
                           "capacity)",
                       true},
                ""};
    }
    if (by_series.size() > 1) return {std::nullopt, "several drives of the catalog fit this model"};
    return {std::nullopt,
            "no rating for this model: it is not in the catalog; --ratings takes a list"};
}

}  // namespace drivewear::ingest
